//! Follows the chain block by block, and decides for every channel whose time has come.
//!
//! One watcher works at a time: the lease `watch` is part of everything that it writes. A turn reads
//! the blocks that are new, in one database transaction with the cursor, and then decides for the
//! channels that they, or anybody, woke. While no node answers, decisions go on from the newest block
//! that is known, so that players are called in time.

mod decider;
mod follow;
mod reorg;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use starknet_types_core::felt::Felt;
use surround_chain::ChainError;
use thiserror::Error;

use crate::config::Config;
use crate::model::Seconds;
use crate::ports::{Block, Clock, Watching};
use crate::pulse::Pulse;
use crate::store::lease::Lease;
use crate::store::{Store, StoreError, blocks, lease};

/// The lease of the one that watches.
pub const LEASE: &str = "watch";

/// Why a turn of the watcher ended early. The next one goes on.
#[derive(Debug, Error)]
pub enum WatchError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The node.
    #[error("watching the chain: {0}")]
    Chain(#[from] ChainError),
}

/// What a turn left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Another process does this work.
    StandsBy,
    /// There is more to do at once.
    More,
    /// Nothing to do until something happens.
    Rests,
}

/// The watcher of one contract.
pub struct Watcher<C> {
    chain: C,
    store: Store,
    clock: Arc<dyn Clock>,
    pulse: Pulse,
    settings: Settings,
    holder: String,
    /// Turns in a row in which no block was known at the height of the newest one that was followed.
    beyond: u32,
    /// The head on which this watcher decided last.
    decided_on: Option<Felt>,
}

/// What the watcher takes from the configuration.
struct Settings {
    from_block: u64,
    lease: Seconds,
    alarm_margins: Vec<Seconds>,
}

impl<C: Watching> Watcher<C> {
    /// A watcher; `holder` is a name that no other process has.
    pub fn new(
        chain: C,
        store: Store,
        clock: Arc<dyn Clock>,
        pulse: Pulse,
        config: &Config,
        holder: &str,
    ) -> Self {
        Self {
            chain,
            store,
            clock,
            pulse,
            settings: Settings {
                from_block: config.from_block,
                lease: config.pace.lease,
                alarm_margins: config.margins.alarms.clone(),
            },
            holder: holder.to_owned(),
            beyond: 0,
            decided_on: None,
        }
    }

    /// One look at the chain, and the decisions that are due.
    ///
    /// # Errors
    /// [`WatchError`]; what was written is consistent, and the next turn goes on from it.
    pub async fn turn(&mut self) -> Result<Turn, WatchError> {
        match self.work().await {
            // Somebody else goes on with what is written down.
            Err(WatchError::Store(StoreError::LeaseLost { .. })) => Ok(Turn::StandsBy),
            turn => turn,
        }
    }

    async fn work(&mut self) -> Result<Turn, WatchError> {
        let Some(lease) = self.lease().await? else {
            return Ok(self.stand_by().await);
        };
        let followed = self.follow(&lease).await;
        // Not before: a head alone decides nothing, if what leads to it cannot be read.
        if followed.is_ok() {
            self.pulse.see(|seen| seen.node_at = self.clock.now());
        }
        if let Ok(false) = followed {
            return Ok(Turn::More);
        }
        // The time of a block that was only passed on the way to the head is not known, and taken for
        // the earliest one: no window is over, but players are called, by the clock on the wall.
        let more = match blocks::newest(&self.store).await? {
            Some(head) => self.decide(&lease, &head).await?,
            None => false,
        };
        followed?;
        Ok(if more { Turn::More } else { Turn::Rests })
    }

    /// Whoever may have to take over looks whether its own node answers.
    async fn stand_by(&self) -> Turn {
        if self.chain.head().await.is_ok() {
            self.pulse.see(|seen| seen.node_at = self.clock.now());
        }
        Turn::StandsBy
    }

    /// Gives the lease back, so that another process need not wait for its end.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn stop(&mut self) -> Result<(), StoreError> {
        match self.lease().await? {
            Some(lease) => lease::give_back(&self.store, &lease).await,
            None => Ok(()),
        }
    }

    async fn lease(&self) -> Result<Option<Lease>, StoreError> {
        let (now, seconds) = (self.clock.now(), self.settings.lease);
        lease::take(&self.store, LEASE, &self.holder, now, seconds).await
    }

    /// The later of the block's time and the wall clock.
    fn clock_at(&self, head: &Block) -> Seconds {
        head.at.now.max(self.clock.now())
    }
}
