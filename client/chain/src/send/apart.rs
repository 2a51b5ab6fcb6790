//! The parts of a submission one by one, for a service that keeps a journal between them.

use starknet_rust::providers::Provider;

use super::Sender;
use crate::call::Call;
use crate::envelope::Envelope;
use crate::error::ChainError;
use crate::fees::Bounds;
use crate::gateway;
use crate::rpc::{LATEST, PENDING};
use crate::transaction::Payload;

/// An account's nonces, as its node sees them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nonces {
    /// The first that no executed transaction has taken, the block being built included.
    pub next: u64,
    /// The same without the block being built: those below it are taken for good, unless a
    /// reorganisation drops their blocks.
    pub accepted: u64,
}

impl Sender {
    /// The account's nonces. Transactions that wait in the pool are not counted: no node tells them.
    ///
    /// # Errors
    /// The node cannot be asked.
    pub async fn nonces(&self) -> Result<Nonces, ChainError> {
        let rpc = self.node.rpc();
        // In this order a block made in between cannot show `accepted` above `next`.
        let accepted = self.number(rpc.get_nonce(LATEST, self.address()).await)?;
        let next = self.number(rpc.get_nonce(PENDING, self.address()).await)?;
        Ok(Nonces { next, accepted })
    }

    /// Signs the calls as one transaction with this nonce, under `bounds` that
    /// [`dry_run`](Self::dry_run) found or that [`Bounds::bumped`] raised. Sends nothing.
    ///
    /// # Errors
    /// [`ChainError::Gateway`] for what the public network would not take.
    pub async fn sign(
        &self,
        calls: &[Call],
        nonce: u64,
        bounds: &Bounds,
    ) -> Result<Envelope, ChainError> {
        gateway::check_nonce(nonce, self.nonces().await?.accepted)?;
        let draft = self.draft(Payload::Invoke(calls), nonce);
        draft.check()?;
        let signed = draft.sign(bounds, false).await?;
        signed.check()?;
        Envelope::of(signed)
    }
}
