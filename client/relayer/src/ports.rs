//! What the relayer asks of the world, narrow enough to be told as a story: a chain that is down, one
//! that accepts and never includes, a clock that jumps.
//!
//! Loops are made of single turns that take the time from a [`Clock`]; none sleeps inside a turn.

use std::future::Future;

use starknet_types_core::felt::Felt;
use surround_chain::ChainError;
use surround_chain::amount::Fri;
use surround_chain::call::Call;
use surround_chain::envelope::Envelope;
use surround_chain::events::Seen;
use surround_chain::fees::{Bounds, Prices, Quote};
use surround_chain::receipt::Receipt;
use surround_chain::send::Nonces;
use surround_settlement::Moment;

use crate::model::Seconds;

/// A clock on the wall: leases, patience, and how old an answer is. Deadlines are the chain's.
pub trait Clock: Send + Sync + 'static {
    /// Seconds since 1970.
    fn now(&self) -> Seconds;
}

/// The computer's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Seconds {
        use std::time::{SystemTime, UNIX_EPOCH};
        // A computer whose clock stands before 1970 waits there.
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_secs())
    }
}

/// An agreed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Height and time.
    pub at: Moment,
    /// Its hash.
    pub hash: Felt,
}

/// A chain and one contract on it, as the watcher sees them: agreed blocks alone.
pub trait Watching: Send + Sync + 'static {
    /// The newest agreed block.
    fn head(&self) -> impl Future<Output = Result<Block, ChainError>> + Send;

    /// The hash of the agreed block of a height; none if the chain is not that high (any more).
    fn hash_at(&self, block: u64) -> impl Future<Output = Result<Option<Felt>, ChainError>> + Send;

    /// The contract's events in the blocks `first` to `last`, in order.
    ///
    /// # Errors
    /// [`ChainError`], also by a node that does not have just that block `last`.
    fn events(
        &self,
        first: u64,
        last: &Block,
    ) -> impl Future<Output = Result<Vec<Seen>, ChainError>> + Send;
}

/// One account on the chain, as its sender uses it.
pub trait Sending: Send + Sync + 'static {
    /// The account.
    fn account(&self) -> Felt;

    /// Its nonces, of executed transactions alone.
    fn nonces(&self) -> impl Future<Output = Result<Nonces, ChainError>> + Send;

    /// What it has to pay with.
    fn balance(&self) -> impl Future<Output = Result<Fri, ChainError>> + Send;

    /// What resources cost in the block being built.
    fn prices(&self) -> impl Future<Output = Result<Prices, ChainError>> + Send;

    /// Simulates the calls as one transaction on the block being built.
    ///
    /// # Errors
    /// [`ChainError::Reverted`] when the contract refuses.
    fn simulate(&self, calls: &[Call]) -> impl Future<Output = Result<Quote, ChainError>> + Send;

    /// Signs calls as one transaction; none for a transaction that only takes its nonce.
    fn sign(
        &self,
        calls: &[Call],
        nonce: u64,
        bounds: &Bounds,
    ) -> impl Future<Output = Result<Envelope, ChainError>> + Send;

    /// Hands a signed transaction to the node; see [`Envelope::send`] for what errors mean.
    fn send(&self, envelope: &Envelope) -> impl Future<Output = Result<(), ChainError>> + Send;

    /// The receipt of a transaction, if it is executed.
    fn receipt(
        &self,
        hash: Felt,
    ) -> impl Future<Output = Result<Option<Receipt>, ChainError>> + Send;
}
