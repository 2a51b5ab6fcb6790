//! Which storage a contract's transactions take.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use starknet_rust::core::types::TransactionTrace;
use starknet_rust::providers::Provider;
use starknet_types_core::felt::Felt;
use surround_chain::receipt::Receipt;
use surround_chain::rpc::Node;

/// The cells that a contract's transactions have written. The node keeps no older state that could
/// be asked whether a cell was zero, so every transaction has to be told, in order.
#[derive(Debug, Default)]
pub struct Cells(BTreeSet<Felt>);

impl Cells {
    /// Adds what a transaction wrote and returns how many cells no one before it had written.
    ///
    /// # Errors
    /// When the node has no trace of the transaction.
    pub async fn add(&mut self, node: &Node, contract: Felt, receipt: &Receipt) -> Result<u64> {
        let trace = node.rpc().trace_transaction(receipt.hash).await?;
        let before = self.0.len();
        self.0.extend(written(&trace, contract)?);
        Ok((self.0.len() - before) as u64)
    }
}

fn written(trace: &TransactionTrace, contract: Felt) -> Result<Vec<Felt>> {
    let TransactionTrace::Invoke(trace) = trace else {
        bail!("not an invoke transaction");
    };
    let diff = trace.state_diff.as_ref().context("no state in the trace")?;
    let cells = diff
        .storage_diffs
        .iter()
        .filter(|diff| diff.address == contract)
        .flat_map(|diff| &diff.storage_entries);
    Ok(cells.map(|entry| entry.key).collect())
}
