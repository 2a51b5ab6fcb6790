//! One line of one game, cut out of a collection.
//!
//! The main line is what stands before the first `)` of a game, opening parentheses left out. So
//! variations, however deep, are dropped here in one pass with a counter, and the recursive parser
//! behind sees a flat list of nodes of bounded length.

use super::SgfError;

/// The most nodes of a main line. A game has at most 1,083 moves; the rest is room for comments.
const MAX_NODES: usize = 4_096;

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
    let mut line = String::from("(");
    let (mut depth, mut nodes) = (0_usize, 0_usize);
    let (mut in_value, mut escaped, mut on_main_line) = (false, false, wanted);
    for (at, c) in text.char_indices() {
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
                    line.push(')');
                    return Ok((line, at + 1));
                }
            }
            ';' if on_main_line => nodes += 1,
            _ => {}
        }
        if nodes > MAX_NODES {
            return Err(SgfError::TooLong { limit: MAX_NODES });
        }
        if on_main_line {
            line.push(c);
        }
    }
    Err(SgfError::Truncated)
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
            ("junk ( [( (\n;C[(;\\])]B[aa]) junk", "(\n;C[(;\\])]B[aa])"),
            ("(;C[\\\\];B[aa])", "(;C[\\\\];B[aa])"),
        ] {
            assert_eq!(cut(text, 0).as_deref(), Ok(line));
        }
    }

    #[test]
    fn a_game_is_chosen_by_its_number() {
        let text = "(;C[a](;C[b])(;C[c])) (;C[d];C[)])\r\n(;C[e])";
        assert_eq!(cut(text, 0).as_deref(), Ok("(;C[a];C[b])"));
        assert_eq!(cut(text, 1).as_deref(), Ok("(;C[d];C[)])"));
        assert_eq!(cut(text, 2).as_deref(), Ok("(;C[e])"));
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

    #[test]
    fn depth_is_free_and_length_is_not() {
        let depth = 200_000;
        let deep = format!(
            "(;SZ[9]{};B[aa]{}",
            "(;C[x](;B[aa])".repeat(depth),
            ")".repeat(depth + 1)
        );
        assert_eq!(cut(&deep, 0).as_deref(), Ok("(;SZ[9];C[x];B[aa])"));
        let every_move_nested = format!("{}{}", "(;B[aa]".repeat(depth), ")".repeat(depth));
        assert_eq!(
            cut(&every_move_nested, 0),
            Err(SgfError::TooLong { limit: MAX_NODES })
        );
        let long = format!("({})", ";".repeat(MAX_NODES + 1));
        assert_eq!(cut(&long, 0), Err(SgfError::TooLong { limit: MAX_NODES }));
    }
}
