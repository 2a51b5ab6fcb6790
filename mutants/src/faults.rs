//! Where a Cairo source can be broken, and how. Pure.

/// One fault: what stands in bytes `from` to `to` of a source becomes `with`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// First byte.
    pub from: usize,
    /// The byte after the last one.
    pub to: usize,
    /// What stands there instead.
    pub with: String,
}

impl Fault {
    /// The source with the fault.
    #[must_use]
    pub fn break_in(&self, source: &str) -> String {
        let (before, after) = (source.get(..self.from), source.get(self.to..));
        format!(
            "{}{}{}",
            before.unwrap_or_default(),
            self.with,
            after.unwrap_or_default()
        )
    }

    /// The line of the fault, from 1.
    #[must_use]
    pub fn line(&self, source: &str) -> usize {
        let before = source.get(..self.from).unwrap_or_default();
        before.matches('\n').count() + 1
    }
}

/// Operators and their opposites. The formatter puts blanks around them, which tells them from the
/// brackets of types.
const OPERATORS: [(&str, &str); 14] = [
    (" == ", " != "),
    (" != ", " == "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" + ", " - "),
    (" - ", " + "),
    (" * ", " + "),
    (" += ", " -= "),
    (" -= ", " += "),
    (" && ", " || "),
    (" || ", " && "),
    (" & ", " | "),
];

/// All faults of a source: each operator turned, each number one too high, each check left out, each
/// negation taken away.
#[must_use]
pub fn faults(source: &str) -> Vec<Fault> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        if is_code(line) {
            let code = line.split("//").next().unwrap_or(line);
            found.extend(operators(code, at));
            found.extend(numbers(code, at));
            found.extend(checks(code, at));
        }
        at += line.len();
    }
    found
}

/// Imports, attributes, comments and declarations are not broken.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    let declares = [
        "use ", "pub use ", "mod ", "pub mod ", "//", "#[", "pub fn ", "fn ",
    ];
    !declares.iter().any(|start| line.starts_with(start))
}

fn operators(code: &str, at: usize) -> Vec<Fault> {
    let mut found = Vec::new();
    for (operator, opposite) in OPERATORS {
        found.extend(code.match_indices(operator).map(|(from, _)| Fault {
            from: at + from,
            to: at + from + operator.len(),
            with: opposite.to_owned(),
        }));
    }
    found
}

/// Decimal numbers that stand alone; names, hexadecimal numbers, array sizes and text are left.
fn numbers(code: &str, at: usize) -> Vec<Fault> {
    let mut found = Vec::new();
    let word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut from = 0;
    let mut quoted = false;
    for piece in code.split_inclusive(|letter| !word(letter)) {
        let digits = piece.trim_end_matches(|letter| !word(letter));
        let before = code.get(..from).unwrap_or_default().trim_end();
        let alone = !quoted && !before.ends_with([';', '.']);
        if let (true, Ok(number)) = (alone, digits.parse::<u128>()) {
            found.push(Fault {
                from: at + from,
                to: at + from + digits.len(),
                with: number.saturating_add(1).to_string(),
            });
        }
        quoted ^= piece.ends_with(['\'', '"']);
        from += piece.len();
    }
    found
}

/// Conditions that are never met, assertions that are gone, negations that are none.
fn checks(code: &str, at: usize) -> Vec<Fault> {
    let mut found = Vec::new();
    let indented = code.len() - code.trim_start().len();
    let line = code.trim();
    if line.starts_with("assert") && line.ends_with(';') {
        found.push(Fault {
            from: at + indented,
            to: at + indented + line.len(),
            with: String::new(),
        });
    }
    for (from, _) in code.match_indices("if !") {
        found.push(Fault {
            from: at + from + "if ".len(),
            to: at + from + "if !".len(),
            with: String::new(),
        });
    }
    let condition = line.strip_prefix("if ").or(line.strip_prefix("} else if "));
    if let Some(condition) = condition.and_then(|rest| rest.strip_suffix(" {"))
        && let Some(from) = code.find(condition)
    {
        found.push(Fault {
            from: at + from,
            to: at + from + condition.len(),
            with: format!("false && ({condition})"),
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(source: &str) -> Vec<String> {
        let found = faults(source);
        found.iter().map(|fault| fault.break_in(source)).collect()
    }

    #[test]
    fn operators_numbers_and_checks_are_broken_one_at_a_time() {
        assert_eq!(
            broken("    if a >= 12 {\n"),
            [
                "    if a > 12 {\n",
                "    if a >= 13 {\n",
                "    if false && (a >= 12) {\n"
            ]
        );
        assert_eq!(broken("    assert(a, 'one 1');\n"), ["    \n"]);
        assert_eq!(broken("if !a || b {\n").len(), 3);
    }

    #[test]
    fn what_declares_and_what_is_said_stays() {
        for source in [
            "use a::{b, c}; // 1 + 1\n",
            "// a == 1\n",
            "a(b); // 1 + 1\n",
            "#[derive(a, 1)]\n",
            "let a: [u8; 4] = b;\n",
            "let a = 'x 7';\n",
            "let a1 = b.0;\n",
            "let a = 0x12;\n",
        ] {
            let found = broken(source);
            assert!(found.is_empty(), "{source}: {found:?}");
        }
    }

    #[test]
    fn a_fault_knows_its_line() {
        let source = "a\nb\nc + d;\n";
        assert_eq!(faults(source)[0].line(source), 3);
    }
}
