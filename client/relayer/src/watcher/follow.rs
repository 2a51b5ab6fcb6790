//! From the chain's events to the store, a range of blocks at a time.

use std::collections::BTreeMap;

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_chain::ChainError;
use surround_chain::events::{Happening, Seen};
use surround_channel::felt;
use surround_settlement::{Moment, Record};
use tracing::{info, warn};

use super::reorg::Place;
use super::{WatchError, Watcher};
use crate::model::{Observation, Topic};
use crate::ports::{Block, Watching};
use crate::store::lease::Lease;
use crate::store::{Transaction, blocks, channels, history, lease, observations};

/// Blocks that one database transaction takes in.
const RANGE: u64 = 1_000;

impl<C: Watching> Watcher<C> {
    /// Takes in the next blocks. False if there are more, so that it is too early to decide.
    pub(super) async fn follow(&mut self, lease: &Lease) -> Result<bool, WatchError> {
        let head = self.chain.head().await?;
        let (first, dropped_from) = match self.place(&head).await? {
            Place::Waits => return Ok(true),
            Place::Goes { first } => (first, None),
            Place::Parts { first } => (first, Some(first)),
        };
        if first > head.at.block {
            if dropped_from.is_some() {
                // The chain has only become shorter.
                self.take_in(lease, dropped_from, &[], None).await?;
            }
            return Ok(true);
        }
        let last = head.at.block.min(first.saturating_add(RANGE - 1));
        let Some(end) = self.end(&head, last).await? else {
            return Ok(true);
        };
        let seen = self.chain.events(first, &end).await?;
        let same = self.chain.hash_at(head.at.block).await?;
        if same.is_some_and(|hash| hash != head.hash) {
            // The chain changed under the questions: what was read may be of two chains.
            return Ok(false);
        }
        let seen = read(seen, first, &end)?;
        self.take_in(lease, dropped_from, &seen, Some(&end)).await?;
        Ok(last == head.at.block)
    }

    /// The block `last`; none while the node that was asked does not have it. On the way to the head,
    /// times are not known.
    async fn end(&self, head: &Block, last: u64) -> Result<Option<Block>, ChainError> {
        if last == head.at.block {
            return Ok(Some(*head));
        }
        let hash = self.chain.hash_at(last).await?;
        let at = Moment {
            now: 0,
            block: last,
        };
        Ok(hash.map(|hash| Block { at, hash }))
    }

    async fn take_in(
        &self,
        lease: &Lease,
        dropped_from: Option<u64>,
        seen: &[Observation],
        end: Option<&Block>,
    ) -> Result<(), WatchError> {
        let now = self.clock.now();
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        if let Some(first) = dropped_from {
            let below = first.checked_sub(1);
            blocks::forget_above(&mut transaction, below).await?;
            let channels = observations::forget_above(&mut transaction, below).await?;
            warn!(
                from = first,
                channels = channels.len(),
                "the chain was reorganised"
            );
            for channel in channels {
                let what = json!({ "reorganised_from": first });
                told(&mut transaction, channel, now, &what).await?;
            }
        }
        for observation in seen {
            observations::add(&mut transaction, observation).await?;
            let what = json!({
                "record": observation.record,
                "block": observation.block,
                "transaction": felt::to_text(&observation.transaction),
            });
            told(&mut transaction, observation.channel, now, &what).await?;
        }
        if let Some(end) = end {
            blocks::follow(&mut transaction, end).await?;
        }
        transaction
            .commit()
            .await
            .map_err(crate::store::StoreError::from)?;
        for observation in seen {
            let Record { status, steps, .. } = observation.record;
            info!(channel = %felt::to_text(&observation.channel), ?status, steps,
                block = observation.block, "the record changed");
        }
        Ok(())
    }
}

/// Has a channel decided again and tells why, if it is watched.
async fn told(
    transaction: &mut Transaction,
    channel: Felt,
    now: u64,
    what: &serde_json::Value,
) -> Result<(), WatchError> {
    if channels::wake(transaction, channel).await? {
        history::tell(transaction, channel, now, Topic::Record, what).await?;
    }
    Ok(())
}

/// The writes of channels among the events from block `first` to `end`, each with its place in its
/// block.
fn read(seen: Vec<Seen>, first: u64, end: &Block) -> Result<Vec<Observation>, ChainError> {
    let wrong = |reason: &str| ChainError::Answer {
        what: "events",
        reason: reason.to_owned(),
    };
    let mut positions: BTreeMap<u64, u32> = BTreeMap::new();
    let mut observations = Vec::new();
    for event in seen {
        let block = event
            .block
            .ok_or_else(|| wrong("an event of an agreed block has no height"))?;
        if !(first..=end.at.block).contains(&block) {
            return Err(wrong("an event is of a block that was not asked for"));
        }
        if block == end.at.block && event.block_hash.is_some_and(|hash| hash != end.hash) {
            return Err(wrong("an event is of another block of the same height"));
        }
        let next = positions.entry(block).or_default();
        let position = *next;
        *next = position.saturating_add(1);
        let (channel, record, line) = match event.happening {
            Happening::Created {
                channel_id,
                dispute,
                line,
                ..
            } => (channel_id, dispute.record, Some(line)),
            // Empty when the call brought no line: the stored one stays.
            Happening::Updated {
                channel_id,
                dispute,
                line,
            } => (
                channel_id,
                dispute.record,
                Some(line).filter(|line| line.count > 0),
            ),
            Happening::KeyRegistered { .. } | Happening::KeyRevoked { .. } => continue,
        };
        observations.push(Observation {
            channel,
            block,
            position,
            transaction: event.transaction,
            record,
            line,
        });
    }
    Ok(observations)
}
