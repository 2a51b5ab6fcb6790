//! What can go wrong between this client and the chain, and how a caller should take it.

use starknet_rust::core::types::Felt;
use thiserror::Error;

use crate::account::AccountError;
use crate::declare::ClassError;
use crate::devnet::DevnetError;
use crate::gateway::GatewayError;
use crate::receipt::Receipt;
use crate::revert::Revert;

/// A failed read or submission.
#[derive(Debug, Error)]
pub enum ChainError {
    /// The account file, its key or its address cannot be used.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The compiled contract class cannot be used.
    #[error(transparent)]
    Class(#[from] ClassError),
    /// The node's address is no URL.
    #[error("the node's address is not an http or https URL")]
    BadUrl,
    /// The public network would not take the transaction; nothing was sent.
    #[error(transparent)]
    Gateway(#[from] GatewayError),
    /// The node does not answer.
    #[error("{node} does not answer: {reason}")]
    Unreachable {
        /// The node, without credentials.
        node: String,
        /// What the connection reported.
        reason: String,
    },
    /// The node speaks another version of the RPC specification.
    #[error(
        "{node} speaks RPC {found}, this client speaks {}: use the node's matching address",
        crate::rpc::SPEC
    )]
    WrongSpec {
        /// The node, without credentials.
        node: String,
        /// The version it names.
        found: String,
    },
    /// The node's answer does not have the promised shape.
    #[error("unreadable answer to {what}: {reason}")]
    Answer {
        /// What was asked.
        what: &'static str,
        /// What is wrong with the answer.
        reason: String,
    },
    /// The node refused the request.
    #[error("the node refused: {reason}")]
    Refused {
        /// The node's words.
        reason: String,
    },
    /// The nonce was taken by another transaction of the same account, again and again.
    #[error("the node refused the nonce: {reason}; does another program use this account?")]
    Nonce {
        /// The node's words.
        reason: String,
    },
    /// The account cannot cover the transaction's highest fee.
    #[error("the account cannot cover the highest fee: {reason}")]
    Balance {
        /// The node's words.
        reason: String,
    },
    /// The declared prices are too low: below the network's floor, or too little above those of the
    /// transaction that waits with the same nonce.
    #[error("the declared prices are too low: {reason}")]
    Underpriced {
        /// The node's words.
        reason: String,
    },
    /// The transaction does not fit the network's limit for one transaction.
    #[error("the transaction needs more L2 gas than the network allows: {reason}")]
    TooHeavy {
        /// The runtime's words.
        reason: String,
    },
    /// The contract refused. With a receipt the transaction is on the chain and was paid for.
    #[error("refused by the contract: {revert}")]
    Reverted {
        /// Why.
        revert: Revert,
        /// The receipt, when the transaction was sent.
        receipt: Option<Box<Receipt>>,
    },
    /// The transaction was sent, and its outcome was not seen in time. It may still be executed.
    #[error(
        "transaction {hash:#x} was sent and its outcome is not known yet: look it up before sending again"
    )]
    Unknown {
        /// The transaction's hash.
        hash: Felt,
    },
    /// The local network could not be started or controlled.
    #[error(transparent)]
    Devnet(#[from] DevnetError),
}

/// How a caller should take a [`ChainError`]; stable, for exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// The caller's input is at fault.
    Input,
    /// The node or the network between cannot be used; trying again may help.
    Network,
    /// The node, the account or the network's limits refuse the transaction; nothing happened.
    Refused,
    /// The contract refuses.
    Reverted,
    /// It is not known whether the transaction will be executed.
    Unknown,
    /// The local network's tools are missing or failed.
    Local,
}

impl ChainError {
    /// The error's category.
    pub fn category(&self) -> Category {
        match self {
            Self::Account(_) | Self::Class(_) | Self::BadUrl => Category::Input,
            Self::Unreachable { .. } | Self::WrongSpec { .. } | Self::Answer { .. } => {
                Category::Network
            }
            Self::Gateway(_)
            | Self::Refused { .. }
            | Self::Nonce { .. }
            | Self::Balance { .. }
            | Self::Underpriced { .. }
            | Self::TooHeavy { .. } => Category::Refused,
            Self::Reverted { .. } => Category::Reverted,
            Self::Unknown { .. } => Category::Unknown,
            Self::Devnet(_) => Category::Local,
        }
    }

    /// The contract's refusal, if that is what this is.
    pub fn revert(&self) -> Option<&Revert> {
        match self {
            Self::Reverted { revert, .. } => Some(revert),
            _ => None,
        }
    }
}

impl From<Revert> for ChainError {
    /// Sorts what the runtime reports before a transaction is sent.
    fn from(revert: Revert) -> Self {
        if revert.is_out_of_balance() {
            return Self::Balance {
                reason: revert.to_string(),
            };
        }
        if revert.is_stale_nonce() {
            return Self::Nonce {
                reason: revert.to_string(),
            };
        }
        Self::Reverted {
            revert,
            receipt: None,
        }
    }
}
