//! The contract's ABI, from which the client's bindings are made.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::compile::contract_class;

/// Writes the ABI to `file`; with `check` only compares, and returns whether they are equal.
pub fn abi(project: &Path, file: &Path, check: bool) -> Result<bool> {
    let class = contract_class(project)?;
    let text = class.abi.context("the class has no ABI")?.json() + "\n";
    if !check {
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))?;
        return Ok(true);
    }
    let kept =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let equal = kept == text;
    if !equal {
        eprintln!("{} is stale: run scripts/build", file.display());
    }
    Ok(equal)
}
