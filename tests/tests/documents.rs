//! The documents against the tree: what they name exists, and what they list is complete.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use surround_channel::felt;
use surround_channel::transcript::Transcript;
use surround_tests::artifacts::workspace;

/// The failures of earlier systems that docs/security.md answers, V1 to V47.
const FAILURES: u32 = 47;
/// What a contract that calls nothing, and cannot be replaced, has no use for.
const CALLS: [&str; 6] = [
    "_syscall",
    "Dispatcher",
    "LibraryCall",
    "library_call",
    "replace_class",
    "is_valid_signature",
];
/// Letters of the shortest text that is taken for a hash.
const HASH: usize = 40;

fn text(path: impl AsRef<Path>) -> Result<String> {
    let path = workspace().join(path);
    fs::read_to_string(&path).with_context(|| path.display().to_string())
}

/// The files below a folder with this ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path, ending)?);
        } else if path.extension().is_some_and(|found| found == ending) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The links of a document: their words, and where they lead without the part behind `#`.
fn links(document: &str) -> impl Iterator<Item = (&str, &str)> {
    document
        .split("](")
        .zip(document.split("](").skip(1))
        .map(|(before, after)| {
            let words = before.rsplit('[').next().unwrap_or_default();
            let target = after.split([')', '#']).next().unwrap_or_default();
            (words, target)
        })
}

/// Whether a source, Rust or Cairo, has a test of this name.
fn has_test(source: &str, name: &str) -> bool {
    let head = format!("fn {name}(");
    let mut above = "";
    for line in source.lines().map(str::trim) {
        if line.contains(&head) {
            return above.starts_with("#[") && above.contains("test");
        }
        if !line.starts_with("//") {
            above = line;
        }
    }
    false
}

/// Every test that docs/security.md names is there: a protection without its test is a claim.
#[test]
fn every_test_that_is_named_exists() -> Result<()> {
    let document = text("docs/security.md")?;
    let mut named = 0;
    for (words, target) in links(&document) {
        let Some(name) = words
            .strip_prefix('`')
            .and_then(|name| name.strip_suffix('`'))
        else {
            continue;
        };
        let source = text(Path::new("docs").join(target))?;
        ensure!(has_test(&source, name), "{target} has no test {name}");
        named += 1;
    }
    ensure!(named > 2 * FAILURES, "only {named} tests are named");
    Ok(())
}

/// Every known failure has its row, once and in order.
#[test]
fn every_known_failure_is_answered() -> Result<()> {
    let document = text("docs/security.md")?;
    let rows: Vec<_> = document
        .lines()
        .filter_map(|line| line.strip_prefix("| V")?.split_once(' '))
        .collect();
    let expected: Vec<_> = (1..=FAILURES).map(|number| number.to_string()).collect();
    let numbers: Vec<_> = rows.iter().map(|(number, _)| *number).collect();
    ensure!(numbers == expected, "{numbers:?}");
    for (number, row) in rows {
        ensure!(row.contains("](../"), "V{number} names no test");
    }
    Ok(())
}

/// Every error of the contract is explained in docs/calls.md, and no other one is.
#[test]
fn every_error_is_explained() -> Result<()> {
    let (document, errors) = (text("docs/calls.md")?, text("contracts/src/errors.cairo")?);
    let known: Vec<_> = errors
        .split('\'')
        .filter(|words| words.starts_with("channel: ") || words.starts_with("dispute: "))
        .collect();
    ensure!(known.len() > 50, "errors.cairo has another form");
    for error in &known {
        ensure!(
            document.contains(&format!("`{error}`")),
            "`{error}` is missing"
        );
    }
    for words in document.split('`') {
        let is_error = words.starts_with("channel: ") || words.starts_with("dispute: ");
        ensure!(!is_error || known.contains(&words), "`{words}` is no error");
    }
    Ok(())
}

/// Every entry point of the ABI has its section in docs/calls.md.
#[test]
fn every_entry_point_is_specified() -> Result<()> {
    let document = text("docs/calls.md")?;
    let interface = text("contracts/src/settlement/interface.cairo")?;
    let entries: Vec<_> = interface
        .lines()
        .filter_map(|line| line.trim().strip_prefix("fn ")?.split('(').next())
        .collect();
    ensure!(entries.len() > 10, "interface.cairo has another form");
    for entry in entries {
        let heading = document.lines().any(|line| {
            line.strip_prefix("### ")
                .is_some_and(|line| line.split(['(', ' ', ',']).any(|word| word == entry))
        });
        ensure!(heading, "{entry} has no section");
    }
    Ok(())
}

/// The hashes shown in docs/protocol.md are those of the worked games.
#[test]
fn the_hashes_shown_are_those_of_the_worked_games() -> Result<()> {
    let (document, digest) = (
        text("docs/protocol.md")?,
        text("tests/vectors/digest.json")?,
    );
    let mut shown = 0;
    for part in document.split("0x").skip(1) {
        let end = part
            .find(|letter: char| !letter.is_ascii_hexdigit())
            .unwrap_or(part.len());
        let hash = &part[..end];
        if hash.len() >= HASH {
            ensure!(digest.contains(&format!("\"0x{hash}\"")), "0x{hash}");
            shown += 1;
        }
    }
    ensure!(shown > 20, "only {shown} hashes are shown");
    Ok(())
}

/// The transcript shown in docs/protocol.md is one, and everything in it holds.
#[test]
fn the_transcript_shown_holds() -> Result<()> {
    let document = text("docs/protocol.md")?;
    let shown = document
        .split("```json\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .context("no transcript is shown")?;
    let game = Transcript::from_json(shown)?.verify()?;
    let id = felt::to_text(&game.channel_id());
    ensure!(
        document.contains(&format!("| channel id | `{id}` |")),
        "{id}"
    );
    Ok(())
}

/// The figures in docs/calls.md are those of docs/gas.json, within what `scripts/bench --check` allows.
#[test]
fn the_costs_shown_are_those_measured() -> Result<()> {
    let (document, figures) = (text("docs/calls.md")?, text("docs/gas.json")?);
    let figures: Value = serde_json::from_str(&figures)?;
    let calls = figures["calls"].as_array().context("no calls")?;
    let mut shown = 0;
    for row in document.lines().filter(|line| line.ends_with("M |")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let name = cells[1].split('`').nth(1).context("a row without a call")?;
        let call = calls.iter().find(|call| call["name"] == name);
        let call = call.with_context(|| format!("{name} was not measured"))?;
        for (cell, field) in [(cells[2], "step_meter_gas"), (cells[3], "sierra_meter_gas")] {
            let told: f64 = cell.strip_suffix('M').context("no millions")?.parse()?;
            let measured = call[field].as_f64().context("no figure")? / 1e6;
            ensure!(
                (told / measured - 1.0).abs() < 0.01,
                "{name}: {cell}, measured {measured}"
            );
        }
        shown += 1;
    }
    ensure!(shown > 10, "only {shown} costs are shown");
    Ok(())
}

/// No link within the repository leads nowhere.
#[test]
fn every_link_leads_somewhere() -> Result<()> {
    let mut documents = files(&workspace().join("docs"), "md")?;
    documents.extend(["README.md", "CHANGELOG.md"].map(|name| workspace().join(name)));
    for path in documents {
        let folder = path.parent().context("a folder")?;
        for (words, target) in links(&text(&path)?) {
            if target.is_empty() || target.contains("://") {
                continue;
            }
            ensure!(
                folder.join(target).exists(),
                "{}: [{words}] leads to {target}, which is not there",
                path.display()
            );
        }
    }
    Ok(())
}

/// The contract runs no code but its own: neither an opponent's account nor anything else is called,
/// and nothing replaces its class (protocol 2.4, 3.2).
#[test]
fn the_contract_calls_nothing() -> Result<()> {
    for folder in ["contracts/src", "contracts/bounded"] {
        for path in files(&workspace().join(folder), "cairo")? {
            // Tests are in no class.
            if path.components().any(|part| part.as_os_str() == "tests") {
                continue;
            }
            let source = text(&path)?;
            if let Some(call) = CALLS.into_iter().find(|call| source.contains(call)) {
                bail!("{}: {call}", path.display());
            }
        }
    }
    Ok(())
}
