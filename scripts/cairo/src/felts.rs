//! Felts in JSON: arguments of a function on the way in, its results on the way out.

use anyhow::{Context, Result, bail, ensure};
use cairo_lang_runner::Arg;
use num_bigint::BigUint;
use serde_json::Value;
use starknet_types_core::felt::Felt;

/// Reads one argument: a number, or a decimal or `0x` string, is a felt; a list is an array.
pub fn argument(value: &Value) -> Result<Arg> {
    match value {
        Value::Array(items) => Ok(Arg::Array(
            items.iter().map(argument).collect::<Result<_>>()?,
        )),
        Value::String(text) => felt(text).map(Arg::Value),
        Value::Number(number) => felt(&number.to_string()).map(Arg::Value),
        other => bail!("{other} is neither a felt nor a list"),
    }
}

/// Reads a felt and refuses a number outside the field instead of reducing it.
fn felt(text: &str) -> Result<Felt> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let number = BigUint::parse_bytes(digits.as_bytes(), radix)
        .with_context(|| format!("'{text}' is not a felt"))?;
    ensure!(number < Felt::prime(), "'{text}' lies outside the field");
    Ok(Felt::from(number))
}

/// Writes felts as `0x` strings without leading zeros.
pub fn hex(felts: &[Felt]) -> Vec<String> {
    felts.iter().map(|felt| format!("{felt:#x}")).collect()
}
