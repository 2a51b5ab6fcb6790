//! Waiting for a transaction by its state, and what its receipt says.

use std::future::Future;
use std::time::Duration;

use serde::Serialize;
use starknet_rust::core::types::{
    DeclareTransactionReceipt, Event, ExecutionResources, ExecutionResult, Felt,
    InvokeTransactionReceipt, ReceiptBlock, StarknetError, TransactionFinalityStatus,
    TransactionReceipt, TransactionReceiptWithBlockInfo, TransactionStatus,
};
use starknet_rust::providers::{Provider, ProviderError};
use tokio::time::{Instant, sleep};

use crate::amount::Fri;
use crate::error::ChainError;
use crate::fees::Spent;
use crate::revert::Revert;
use crate::rpc::Node;

/// How sure the outcome of a transaction is, weakest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Finality {
    /// In the block being built; a restart of the sequencer can still drop it.
    PreConfirmed,
    /// In a block the network agreed on.
    AcceptedOnL2,
    /// Settled on Ethereum.
    AcceptedOnL1,
}

/// How long, and for what, to wait.
#[derive(Debug, Clone, Copy)]
pub struct Wait {
    /// The weakest outcome that counts.
    pub finality: Finality,
    /// After this long the outcome is [`ChainError::Unknown`].
    pub timeout: Duration,
}

impl Default for Wait {
    /// Accepted on L2, within the five minutes that a transaction lives in the sequencer's pool.
    fn default() -> Self {
        Self {
            finality: Finality::AcceptedOnL2,
            timeout: Duration::from_secs(300),
        }
    }
}

const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The outcome of an executed transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The transaction's hash.
    pub hash: Felt,
    /// Height of its block.
    pub block: u64,
    /// Hash of its block, once the block is agreed on; a reorganisation shows as another hash.
    pub block_hash: Option<Felt>,
    /// How sure this is.
    pub finality: Finality,
    /// What it spent, and the fee that was charged.
    pub spent: Spent,
    /// Why it reverted, if it did.
    pub revert: Option<Revert>,
    /// The events it emitted, in order.
    pub events: Vec<Event>,
}

/// What the wait asks a node; implemented by [`Node`].
pub trait Outcomes {
    /// The finality reached, or None while the transaction is unknown or not executed.
    fn reached(
        &self,
        hash: Felt,
    ) -> impl Future<Output = Result<Option<Finality>, ChainError>> + Send;

    /// The receipt, or None when the node has none (any more).
    fn receipt(
        &self,
        hash: Felt,
    ) -> impl Future<Output = Result<Option<Receipt>, ChainError>> + Send;
}

/// Polls until the transaction has the wanted finality and returns its receipt, reverted or not.
///
/// An unknown hash is normal right after sending, and errors of the connection prove nothing: both
/// are waited out. Only a receipt says that a transaction failed.
///
/// # Errors
/// [`ChainError::Unknown`] after the time-out.
pub async fn wait(node: &impl Outcomes, hash: Felt, wait: Wait) -> Result<Receipt, ChainError> {
    let end = Instant::now() + wait.timeout;
    let mut pause = FIRST_PAUSE;
    loop {
        if let Ok(Some(reached)) = node.reached(hash).await
            && reached >= wait.finality
            && let Ok(Some(receipt)) = node.receipt(hash).await
        {
            return Ok(receipt);
        }
        if Instant::now() + pause > end {
            return Err(ChainError::Unknown { hash });
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

impl Outcomes for Node {
    async fn reached(&self, hash: Felt) -> Result<Option<Finality>, ChainError> {
        match self.rpc().get_transaction_status(hash).await {
            Ok(TransactionStatus::PreConfirmed(_)) => Ok(Some(Finality::PreConfirmed)),
            Ok(TransactionStatus::AcceptedOnL2(_)) => Ok(Some(Finality::AcceptedOnL2)),
            Ok(TransactionStatus::AcceptedOnL1(_)) => Ok(Some(Finality::AcceptedOnL1)),
            Ok(TransactionStatus::Received | TransactionStatus::Candidate) => Ok(None),
            Err(ProviderError::StarknetError(StarknetError::TransactionHashNotFound)) => Ok(None),
            Err(error) => Err(self.error("a transaction's status", error)),
        }
    }

    async fn receipt(&self, hash: Felt) -> Result<Option<Receipt>, ChainError> {
        match self.rpc().get_transaction_receipt(hash).await {
            Ok(receipt) => read_receipt(receipt).map(Some),
            Err(ProviderError::StarknetError(StarknetError::TransactionHashNotFound)) => Ok(None),
            Err(error) => Err(self.error("a receipt", error)),
        }
    }
}

fn read_receipt(found: TransactionReceiptWithBlockInfo) -> Result<Receipt, ChainError> {
    let (block, block_hash) = match found.block {
        ReceiptBlock::PreConfirmed { block_number } => (block_number, None),
        ReceiptBlock::Block {
            block_hash,
            block_number,
        } => (block_number, Some(block_hash)),
    };
    let body = match found.receipt {
        TransactionReceipt::Invoke(body) => Body::from(body),
        TransactionReceipt::Declare(body) => Body::from(body),
        _ => return Err(unreadable("neither an invoke nor a declare transaction")),
    };
    let fee = u128::try_from(body.fee).map_err(|_| unreadable("the fee exceeds 128 bits"))?;
    Ok(Receipt {
        hash: body.hash,
        block,
        block_hash,
        finality: match body.finality {
            TransactionFinalityStatus::PreConfirmed => Finality::PreConfirmed,
            TransactionFinalityStatus::AcceptedOnL2 => Finality::AcceptedOnL2,
            TransactionFinalityStatus::AcceptedOnL1 => Finality::AcceptedOnL1,
        },
        spent: Spent {
            l1_gas: body.resources.l1_gas,
            l2_gas: body.resources.l2_gas,
            l1_data_gas: body.resources.l1_data_gas,
            fee: Fri(fee),
        },
        revert: match &body.result {
            ExecutionResult::Succeeded => None,
            ExecutionResult::Reverted { reason } => Some(Revert::from_trace(reason)),
        },
        events: body.events,
    })
}

fn unreadable(reason: &str) -> ChainError {
    ChainError::Answer {
        what: "a receipt",
        reason: reason.to_owned(),
    }
}

/// The fields that receipts of every kind share.
struct Body {
    hash: Felt,
    fee: Felt,
    finality: TransactionFinalityStatus,
    resources: ExecutionResources,
    result: ExecutionResult,
    events: Vec<Event>,
}

/// Receipts of different kinds are different types with the same fields.
macro_rules! body_from {
    ($($receipt:ty),+) => {$(
        impl From<$receipt> for Body {
            fn from(receipt: $receipt) -> Self {
                Self {
                    hash: receipt.transaction_hash,
                    fee: receipt.actual_fee.amount,
                    finality: receipt.finality_status,
                    resources: receipt.execution_resources,
                    result: receipt.execution_result,
                    events: receipt.events,
                }
            }
        }
    )+};
}

body_from!(InvokeTransactionReceipt, DeclareTransactionReceipt);

#[cfg(test)]
mod tests;
