//! The files that the bench reads and writes.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use surround_tests::artifacts::workspace;

use crate::markers;
use crate::plot;
use crate::report::Report;
use crate::tables;

const FIGURES: &str = "docs/gas.json";
const PLOT: &str = "docs/cost.svg";
const DOCUMENT: &str = "docs/cost.md";

/// The committed figures; none before the first ones are written.
///
/// # Errors
/// When the file is of another form.
pub fn figures() -> Result<Report> {
    let path = workspace().join(FIGURES);
    if !path.exists() {
        return Ok(Report::default());
    }
    Report::parse(&read(FIGURES)?).context(FIGURES)
}

/// Writes the figures, and the documents that are made of them.
///
/// # Errors
/// When a file cannot be written, or the document has no place for a table.
pub fn write(report: &Report) -> Result<()> {
    for (file, text) in made_of(report)? {
        fs::write(path(file), text).context(file)?;
        eprintln!("bench: wrote {file}");
    }
    Ok(())
}

/// The files that are not what the figures make.
///
/// # Errors
/// When a file cannot be read, or the document has no place for a table.
pub fn stale(report: &Report) -> Result<Vec<&'static str>> {
    let mut stale = Vec::new();
    for (file, text) in made_of(report)? {
        if read(file)? != text {
            stale.push(file);
        }
    }
    Ok(stale)
}

/// The files and their texts.
fn made_of(report: &Report) -> Result<[(&'static str, String); 3]> {
    let document = tables::parts(report)
        .into_iter()
        .try_fold(read(DOCUMENT)?, |document, (name, text)| {
            markers::replace(&document, name, &text).context(DOCUMENT)
        })?;
    Ok([
        (FIGURES, report.to_json()?),
        (PLOT, plot::draw(&report.games)),
        (DOCUMENT, document),
    ])
}

fn read(file: &'static str) -> Result<String> {
    fs::read_to_string(path(file)).context(file)
}

fn path(file: &str) -> PathBuf {
    workspace().join(file)
}
