//! Parts of a document that are written by a program, between two comments.

use anyhow::{Context, Result};

/// Replaces what stands between `<!-- bench:name -->` and `<!-- /bench:name -->`.
///
/// # Errors
/// When the document lacks one of the two comments.
pub fn replace(document: &str, name: &str, text: &str) -> Result<String> {
    let (open, close) = (
        format!("<!-- bench:{name} -->"),
        format!("<!-- /bench:{name} -->"),
    );
    let (before, rest) = document
        .split_once(&open)
        .with_context(|| format!("no line {open}"))?;
    let (_, after) = rest
        .split_once(&close)
        .with_context(|| format!("no line {close} after {open}"))?;
    Ok(format!(
        "{before}{open}\n{}\n{close}{after}",
        text.trim_end()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = "Hand.\n<!-- bench:a -->\nold\n<!-- /bench:a -->\nMore.\n\
        <!-- bench:b -->\n<!-- /bench:b -->\n";

    #[test]
    fn replaces_one_part_and_nothing_else() {
        let once = replace(DOCUMENT, "a", "new\nlines\n").unwrap();
        let expected = DOCUMENT.replace("old", "new\nlines");
        assert_eq!(once, expected);
        assert_eq!(replace(&once, "a", "new\nlines").unwrap(), once);
        assert!(
            replace(&once, "b", "x")
                .unwrap()
                .ends_with("b -->\nx\n<!-- /bench:b -->\n")
        );
    }

    #[test]
    fn a_missing_place_is_named() {
        let error = replace(DOCUMENT, "c", "").unwrap_err().to_string();
        assert!(error.contains("bench:c"), "{error}");
        let unclosed = DOCUMENT.replace("<!-- /bench:a -->", "");
        assert!(replace(&unclosed, "a", "").is_err());
    }
}
