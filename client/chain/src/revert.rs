//! Why a contract refused: the protocol's error name out of a node's revert trace.
//!
//! A Cairo contract panics with short strings; every call on the way out adds `ENTRYPOINT_FAILED`,
//! a wallet may add its own wrapper, and nodes print the whole as text, nested or flat.

use std::fmt;

use serde::Serialize;
use starknet_rust::core::types::{ContractExecutionError, Felt};

/// Names that wallets and the runtime put around the contract's own error.
const WRAPPERS: [&str; 2] = ["ENTRYPOINT_FAILED", "argent/multicall-failed"];
/// The words before the panic data in every node's trace.
const PANIC_MARK: &str = "Failure reason:";
/// The words before the address of an inner call.
const FRAME: &str = "Error in ";
const OUT_OF_GAS: &str = "Out of gas";
/// The runtime's word for a transaction that spent more than it declared, on the step meter and for
/// data gas.
const BOUND_EXCEEDED: &str = "Insufficient max ";
const NONCE_TAKEN: &str = "Invalid transaction nonce";
const BALANCE_EXCEEDED: [&str; 2] = ["exceed balance", "exceeds balance"];

/// A refusal by the contract, the account or the runtime.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Revert {
    /// The short strings of the panic, outermost wrapper removed; empty when there was no panic
    /// data.
    pub names: Vec<String>,
    /// The node's full text.
    pub trace: String,
}

impl Revert {
    /// Reads a `revert_reason` as found in receipts and simulations.
    pub fn from_trace(trace: &str) -> Self {
        let names = match trace.rsplit_once(PANIC_MARK) {
            Some((_, panic)) => short_strings(panic),
            None => Vec::new(),
        };
        Self {
            names,
            trace: trace.to_owned(),
        }
    }

    /// Reads the nested error of `starknet_call` and of transactions refused before execution.
    pub fn from_error(error: &ContractExecutionError) -> Self {
        let mut frame = error;
        let mut path = String::new();
        loop {
            match frame {
                ContractExecutionError::Nested(inner) => {
                    path.push_str(&format!(
                        "in contract {:#x}, selector {:#x}: ",
                        inner.contract_address, inner.selector
                    ));
                    frame = &inner.error;
                }
                ContractExecutionError::Message(message) => {
                    // Some nodes leave out the words before the panic data here.
                    let panic = message
                        .rsplit_once(PANIC_MARK)
                        .map_or(message.as_str(), |m| m.1);
                    let names = short_strings(panic);
                    return Self {
                        names,
                        trace: path + message,
                    };
                }
            }
        }
    }

    /// The contract's error, e.g. `superko` or `dispute: ..`: the first name that is no wrapper.
    pub fn name(&self) -> Option<&str> {
        self.names.first().map(String::as_str)
    }

    /// Whether the transaction ran into one of its declared resource bounds.
    pub fn is_out_of_bounds(&self) -> bool {
        self.name() == Some(OUT_OF_GAS)
            || self.trace.contains(BOUND_EXCEEDED)
            || (self.names.is_empty() && self.trace.contains(OUT_OF_GAS))
    }

    /// Whether another transaction of the account took the nonce.
    pub fn is_stale_nonce(&self) -> bool {
        self.trace.contains(NONCE_TAKEN)
    }

    /// Whether the account cannot cover the declared resource bounds.
    pub fn is_out_of_balance(&self) -> bool {
        BALANCE_EXCEEDED
            .iter()
            .any(|words| self.trace.contains(words))
    }
}

/// The name when there is one, else the trace.
impl fmt::Display for Revert {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name().unwrap_or(self.trace.trim()))
    }
}

/// The readable short strings among the hexadecimal felts of `text`, wrappers left out.
///
/// Frames of inner calls stand between the mark and the panic data; their addresses are no names.
fn short_strings(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with(FRAME))
        .flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric()))
        .filter(|token| token.starts_with("0x"))
        .filter_map(|token| Felt::from_hex(token).ok())
        .filter_map(short_string)
        .filter(|name| !WRAPPERS.contains(&name.as_str()))
        .collect()
}

/// Decodes a Cairo short string of at least two printable characters; small integers are not names.
fn short_string(felt: Felt) -> Option<String> {
    let bytes = felt.to_bytes_be();
    let text = bytes
        .iter()
        .position(|byte| *byte != 0)
        .map(|start| bytes.split_at(start).1)?;
    let printable = text.iter().all(|byte| matches!(byte, 0x20..=0x7e));
    if !printable || text.len() < 2 {
        return None;
    }
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests;
