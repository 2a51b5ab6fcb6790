//! One line of one game, cut out of a collection.
//!
//! The main line is what stands before the first `)` of a game, opening parentheses left out. So
//! variations, however deep, are dropped here in one pass with a counter, and so are properties that
//! say nothing about the game. The recursive parser behind sees a flat list of nodes of bounded
//! length, and few rectangles of points: it writes each out, two thousand points for nine letters.

use super::SgfError;

/// The most nodes of a main line. A game has at most 1,083 moves; the rest is room for comments.
const MAX_NODES: usize = 4_096;
/// The most values: a move in each node, and a header.
const MAX_VALUES: usize = 2 * MAX_NODES;
/// The most values with a colon, as rectangles of points are written: one for each point.
const MAX_COLONS: usize = 361;
/// The properties that are read, and `GM`, which the parser asks for.
const READ: [&str; 14] = [
    "GM", "SZ", "KM", "HA", "AB", "AW", "AE", "PL", "B", "W", "PB", "PW", "RE", "AP",
];

/// The main line of the game with that number, from 0, as a game of its own.
pub(super) fn cut(text: &str, wanted: usize) -> Result<String, SgfError> {
    let mut rest = text;
    let mut games = 0;
    while let Some(start) = find_game(rest) {
        let (line, length) = scan(&rest[start..], games == wanted)?;
        if games == wanted {
            return Ok(line);
        }
        rest = &rest[start + length..];
        games += 1;
    }
    match games {
        0 => Err(SgfError::NotSgf),
        _ => Err(SgfError::NoSuchGame {
            asked: wanted.saturating_add(1),
            games,
        }),
    }
}

/// Where the next game begins. Anything between games is skipped.
fn find_game(text: &str) -> Option<usize> {
    text.match_indices('(')
        .map(|(at, _)| at)
        .find(|at| text[at + 1..].trim_start().starts_with(';'))
}

/// Reads a game tree from its opening parenthesis on: its main line, if wanted, and its length.
fn scan(text: &str, wanted: bool) -> Result<(String, usize), SgfError> {
    let mut line = Line::default();
    let mut depth = 0_usize;
    let (mut in_value, mut escaped, mut on_main_line) = (false, false, wanted);
    for (at, c) in text.char_indices() {
        let opens = !in_value && c == '[';
        match c {
            _ if escaped => escaped = false,
            '\\' if in_value => escaped = true,
            ']' if in_value => in_value = false,
            _ if in_value => {}
            '[' => in_value = true,
            '(' => {
                depth += 1;
                continue;
            }
            ')' => {
                depth -= 1;
                on_main_line = false;
                if depth == 0 {
                    return Ok((line.finish(), at + 1));
                }
            }
            _ => {}
        }
        if !on_main_line {
            continue;
        }
        if opens {
            line.open_value()?;
        } else if in_value {
            line.value(c)?;
        } else {
            line.between_values(c)?;
        }
    }
    Err(SgfError::Truncated)
}

/// A main line that grows.
#[derive(Default)]
struct Line {
    text: String,
    /// Where in the text the name stands that is being read.
    name_at: usize,
    /// Whether the values of the property at hand are left out.
    skips: bool,
    nodes: usize,
    values: usize,
    colons: usize,
}

impl Line {
    /// A bracket that opens a value: the first one after a name decides whether the property stays.
    fn open_value(&mut self) -> Result<(), SgfError> {
        let name = self.text.get(self.name_at..).unwrap_or_default();
        if !name.trim().is_empty() {
            self.skips = !is_read(name);
        }
        if self.skips {
            self.text.truncate(self.name_at);
            return Ok(());
        }
        self.text.push('[');
        count(&mut self.values, "values", MAX_VALUES)
    }

    /// A character of a value.
    fn value(&mut self, c: char) -> Result<(), SgfError> {
        if self.skips {
            return Ok(());
        }
        self.text.push(c);
        match c {
            ':' => count(&mut self.colons, "rectangles of points", MAX_COLONS),
            _ => Ok(()),
        }
    }

    /// A character outside: it ends a value, begins a node, or is a part of a name.
    fn between_values(&mut self, c: char) -> Result<(), SgfError> {
        if !(self.skips && c == ']') {
            self.text.push(c);
        }
        match c {
            ']' => self.name_at = self.text.len(),
            ';' => {
                (self.name_at, self.skips) = (self.text.len(), false);
                return count(&mut self.nodes, "nodes", MAX_NODES);
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self) -> String {
        self.text.insert(0, '(');
        self.text.push(')');
        self.text
    }
}

/// Whether a property is read. FF 3 allows small letters in names, which mean nothing. What is no
/// name at all is left to the parser, to be refused.
fn is_read(name: &str) -> bool {
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    !name.is_ascii() || READ.contains(&capitals.as_str())
}

fn count(found: &mut usize, what: &'static str, limit: usize) -> Result<(), SgfError> {
    *found += 1;
    if *found > limit {
        return Err(SgfError::TooLong { what, limit });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variation_is_the_main_line() {
        for (text, line) in [
            ("(;B[aa];W[bb])", "(;B[aa];W[bb])"),
            (
                "(;SZ[9](;B[aa](;W[bb])(;W[cc]))(;B[dd]))",
                "(;SZ[9];B[aa];W[bb])",
            ),
            (
                "junk ( [( (\n;PB[(;\\])]B[aa]) junk",
                "(\n;PB[(;\\])]B[aa])",
            ),
            ("(;PB[\\\\];B[aa])", "(;PB[\\\\];B[aa])"),
        ] {
            assert_eq!(cut(text, 0).as_deref(), Ok(line));
        }
    }

    #[test]
    fn a_game_is_chosen_by_its_number() {
        let text = "(;B[a](;W[b])(;W[c])) (;B[d];W[)])\r\n(;B[e])";
        assert_eq!(cut(text, 0).as_deref(), Ok("(;B[a];W[b])"));
        assert_eq!(cut(text, 1).as_deref(), Ok("(;B[d];W[)])"));
        assert_eq!(cut(text, 2).as_deref(), Ok("(;B[e])"));
        assert_eq!(
            cut(text, 3),
            Err(SgfError::NoSuchGame { asked: 4, games: 3 })
        );
    }

    #[test]
    fn broken_files_are_told_apart() {
        for text in ["", "()", "hello", "(B[aa])", ";B[aa]"] {
            assert_eq!(cut(text, 0), Err(SgfError::NotSgf), "{text}");
        }
        for text in ["(;", "(;B[aa", "(;B[aa\\])", "(;B[aa](;W[bb])", "(;C[\\]"] {
            assert_eq!(cut(text, 0), Err(SgfError::Truncated), "{text}");
        }
    }

    fn too_many(what: &'static str, limit: usize) -> Result<String, SgfError> {
        Err(SgfError::TooLong { what, limit })
    }

    #[test]
    fn only_what_is_read_is_left() {
        for (text, line) in [
            ("(;C[x]B[aa]TR[aa:ZZ] [bb:ZZ]\nW[bb])", "(;B[aa]\nW[bb])"),
            (
                "(;AB[aa]\n [bb:cc]LB[aa:1]SZ[9])",
                "(;AB[aa]\n [bb:cc]SZ[9])",
            ),
            ("(;AddBlack[aa]Comment[x]SiZe[9])", "(;AddBlack[aa]SiZe[9])"),
            ("(;C[x];[aa]B)", "(;;[aa]B)"),
            ("(;C[x]\u{e9}C[y])", "(;\u{e9}C[y])"),
            ("(;C[\\]];C[x]\n;B[])", "(;;\n;B[])"),
        ] {
            assert_eq!(cut(text, 0).as_deref(), Ok(line), "{text}");
        }
    }

    #[test]
    fn values_and_rectangles_are_counted() {
        let moves = format!("(;{})", "B[aa]".repeat(MAX_VALUES + 1));
        assert_eq!(cut(&moves, 0), too_many("values", MAX_VALUES));
        let stones = format!("(;AB{})", "[aa:ZZ]".repeat(MAX_COLONS + 1));
        assert_eq!(
            cut(&stones, 0),
            too_many("rectangles of points", MAX_COLONS)
        );
        let marks = format!("(;{}B[aa])", "TR[aa:ZZ]".repeat(MAX_VALUES + 1));
        assert_eq!(cut(&marks, 0).as_deref(), Ok("(;B[aa])"));
    }

    #[test]
    fn depth_is_free_and_length_is_not() {
        let depth = 200_000;
        let deep = format!(
            "(;SZ[9]{};B[aa]{}",
            "(;C[x](;B[aa])".repeat(depth),
            ")".repeat(depth + 1)
        );
        assert_eq!(cut(&deep, 0).as_deref(), Ok("(;SZ[9];;B[aa])"));
        let every_move_nested = format!("{}{}", "(;B[aa]".repeat(depth), ")".repeat(depth));
        assert_eq!(cut(&every_move_nested, 0), too_many("nodes", MAX_NODES));
        let long = format!("({})", ";".repeat(MAX_NODES + 1));
        assert_eq!(cut(&long, 0), too_many("nodes", MAX_NODES));
    }
}
