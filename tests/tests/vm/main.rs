//! The same games through the Rust rules and through the Cairo code in the Cairo VM.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use starknet_types_core::felt::Felt;

mod digest;
mod random;
mod verdicts;

const JUDGE: &str = "surround::vm::judge";
const CHANNEL: Felt = Felt::from_hex_unchecked("0x1234");

fn vector_file(file: &str) -> Result<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

fn vectors(file: &str) -> Result<Vec<Value>> {
    Ok(vector_file(file)?
        .as_array()
        .context("no list of games")?
        .clone())
}
