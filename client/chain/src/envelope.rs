//! A signed transaction that waits to be sent: written down first, sent later, and again.

use serde::{Deserialize, Serialize};
use starknet_rust::core::types::{BroadcastedInvokeTransaction, Felt, StarknetError};
use starknet_rust::providers::{Provider, ProviderError};
use surround_channel::felt;

use crate::error::ChainError;
use crate::fees::{Bounds, Prices};
use crate::rpc::Node;
use crate::transaction::{Body, Signed};

/// A signed invoke transaction with its hash, as text for a journal (serde). Whoever holds it can
/// send it, once: the nonce in it can be taken by one transaction alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    #[serde(with = "felt::text")]
    hash: Felt,
    transaction: BroadcastedInvokeTransaction,
}

impl Envelope {
    pub(crate) fn of(signed: Signed) -> Result<Self, ChainError> {
        match signed.body {
            Body::Invoke(transaction) => Ok(Self {
                hash: signed.hash,
                transaction,
            }),
            Body::Declare(_) => Err(ChainError::Refused {
                reason: "a declaration is not kept before it is sent".to_owned(),
            }),
        }
    }

    /// The hash under which receipts are found.
    pub fn hash(&self) -> Felt {
        self.hash
    }

    /// What was signed for.
    pub fn bounds(&self) -> Bounds {
        let body = &self.transaction.broadcasted_invoke_txn_v3;
        let declared = &body.resource_bounds;
        Bounds {
            l1_gas: declared.l1_gas.max_amount,
            l2_gas: declared.l2_gas.max_amount,
            l1_data_gas: declared.l1_data_gas.max_amount,
            prices: Prices {
                l1_gas: declared.l1_gas.max_price_per_unit,
                l2_gas: declared.l2_gas.max_price_per_unit,
                l1_data_gas: declared.l1_data_gas.max_price_per_unit,
            },
            tip: body.tip,
        }
    }

    /// Hands the transaction to the node, which may have it already.
    ///
    /// # Errors
    /// [`ChainError::Unreachable`] and [`ChainError::Answer`]: it may have been taken all the same.
    /// [`ChainError::Nonce`]: the nonce is taken, perhaps by this very transaction. After any other
    /// error the node did not take it now.
    pub async fn send(&self, node: &Node) -> Result<(), ChainError> {
        match node.rpc().add_invoke_transaction(&self.transaction).await {
            Ok(_) | Err(ProviderError::StarknetError(StarknetError::DuplicateTx)) => Ok(()),
            Err(error) => Err(node.error("a transaction", error)),
        }
    }
}
