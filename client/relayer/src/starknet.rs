//! The [`ports`](crate::ports) on a Starknet node.

use starknet_types_core::felt::Felt;
use surround_chain::ChainError;
use surround_chain::amount::Fri;
use surround_chain::balance::balance;
use surround_chain::call::Call;
use surround_chain::calls::Settlement;
use surround_chain::envelope::Envelope;
use surround_chain::events::{self, Seen};
use surround_chain::fees::{Bounds, Prices, Quote};
use surround_chain::receipt::{Outcomes, Receipt};
use surround_chain::rpc::{LATEST, Node, PENDING};
use surround_chain::send::{Nonces, Sender};
use surround_settlement::Moment;

use crate::ports::{Block, Sending, Watching};

/// A contract on a node.
#[derive(Clone, Debug)]
pub struct OnNode {
    node: Node,
    contract: Settlement,
}

impl OnNode {
    /// The contract as the node sees it.
    pub fn new(node: Node, contract: Settlement) -> Self {
        Self { node, contract }
    }
}

impl Watching for OnNode {
    async fn head(&self) -> Result<Block, ChainError> {
        let head = self.node.block(LATEST).await?;
        let hash = head.hash.ok_or(ChainError::Answer {
            what: "the block",
            reason: "the latest block has no hash".to_owned(),
        })?;
        let at = Moment {
            now: head.timestamp,
            block: head.number,
        };
        Ok(Block { at, hash })
    }

    async fn hash_at(&self, block: u64) -> Result<Option<Felt>, ChainError> {
        self.node.block_hash(block).await
    }

    async fn events(&self, first: u64, last: &Block) -> Result<Vec<Seen>, ChainError> {
        events::events_until(&self.node, self.contract, first, last.hash).await
    }
}

impl Sending for Sender {
    fn account(&self) -> Felt {
        self.address()
    }

    async fn nonces(&self) -> Result<Nonces, ChainError> {
        Sender::nonces(self).await
    }

    async fn balance(&self) -> Result<Fri, ChainError> {
        balance(self.node(), self.address()).await
    }

    async fn prices(&self) -> Result<Prices, ChainError> {
        Ok(self.node().block(PENDING).await?.prices)
    }

    async fn simulate(&self, calls: &[Call]) -> Result<Quote, ChainError> {
        self.dry_run(calls).await
    }

    async fn sign(
        &self,
        calls: &[Call],
        nonce: u64,
        bounds: &Bounds,
    ) -> Result<Envelope, ChainError> {
        Sender::sign(self, calls, nonce, bounds).await
    }

    async fn send(&self, envelope: &Envelope) -> Result<(), ChainError> {
        envelope.send(self.node()).await
    }

    async fn receipt(&self, hash: Felt) -> Result<Option<Receipt>, ChainError> {
        self.node().receipt(hash).await
    }
}
