//! Every error of the contract is raised by a story: the names are read from the contract itself.

use std::path::Path;

use anyhow::{Context, Result};
use surround_settlement::Refusal;
use surround_tests::artifacts::workspace;

/// The source of every story but this one.
fn stories() -> Result<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stories");
    let mut text = String::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| name != "errors.rs") {
            text += &std::fs::read_to_string(&path)?;
        }
    }
    Ok(text)
}

/// No name in the contract's list is there for nothing: each is what some story expects.
#[test]
fn every_error_is_raised() -> Result<()> {
    let cairo = std::fs::read_to_string(workspace().join("contracts/src/errors.cairo"))?;
    let stories = stories()?;
    let mut names = 0;
    for line in cairo.lines().filter(|line| line.starts_with("pub const")) {
        let name = line.split('\'').nth(1).context("a short string")?;
        let refusal = Refusal::from_name(name).with_context(|| format!("no refusal {name}"))?;
        let expected = format!("Refusal::{refusal:?}");
        let raised = stories.match_indices(&expected).any(|(at, found)| {
            let next = stories[at + found.len()..].chars().next();
            !next.is_some_and(char::is_alphanumeric)
        });
        assert!(raised, "no story expects {name}");
        names += 1;
    }
    assert_eq!(names, Refusal::ALL.len());
    Ok(())
}

/// The same for the names that come without a prefix.
#[test]
fn every_fault_of_a_line_is_raised() -> Result<()> {
    let stories = stories()?;
    for expected in [
        "LineError::BadSize",
        "LineError::BadHandicap",
        "LineError::BadKomi",
        "LineError::BadLine",
        "RuleError::Superko",
        "RuleError::Occupied",
        "RuleError::Suicide",
        "RuleError::OutOfRange",
        "RuleError::NotAStone",
        "RuleError::SplitGroup",
        "RuleError::NotAllowedNow",
        "RuleError::GameOver",
    ] {
        assert!(stories.contains(expected), "no story expects {expected}");
    }
    Ok(())
}
