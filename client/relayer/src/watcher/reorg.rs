//! Where the chain that was followed and the chain that there is part.

use std::cmp::Ordering;

use surround_chain::ChainError;

use super::{WatchError, Watcher};
use crate::ports::{Block, Watching};
use crate::store::blocks;

/// Nodes behind one address lag behind each other. That the newest block that was followed is gone,
/// with no other one at its height, is believed only after so many looks in a row.
const LOOKS: u32 = 3;

/// Where to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Nowhere for now: the node seems to lag.
    Waits,
    /// What was followed is part of the chain.
    Goes {
        /// The next block.
        first: u64,
    },
    /// A reorganisation: what was seen from `first` on is no more.
    Parts {
        /// The first block to read again.
        first: u64,
    },
}

/// How a block that was followed stands to the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// It is a part of it.
    On,
    /// Another one has its place.
    Off,
    /// The node that was asked knows no block of its height.
    Beyond,
}

impl<C: Watching> Watcher<C> {
    pub(super) async fn place(&mut self, head: &Block) -> Result<Place, WatchError> {
        let Some(cursor) = blocks::newest(&self.store).await? else {
            let first = self.settings.from_block;
            return Ok(Place::Goes { first });
        };
        let stands = self.stands(&cursor, head).await?;
        if stands == Stands::Beyond && !self.parts_below(head).await? {
            self.beyond += 1;
            if self.beyond < LOOKS {
                return Ok(Place::Waits);
            }
        }
        self.beyond = 0;
        if stands == Stands::On {
            let first = after(&cursor);
            return Ok(Place::Goes { first });
        }
        let ancestor = self.ancestor(head).await?;
        let first = ancestor.map_or(self.settings.from_block, |ancestor| after(&ancestor));
        Ok(Place::Parts { first })
    }

    /// Whether the newest block that was followed at the head's height or below is none of the chain.
    async fn parts_below(&self, head: &Block) -> Result<bool, WatchError> {
        let Some(followed) = blocks::up_to(&self.store, head.at.block).await? else {
            return Ok(false);
        };
        Ok(self.stands(&followed, head).await? == Stands::Off)
    }

    /// A common ancestor; none if nothing that is remembered is one. Goes back in strides that
    /// double: one that is older than need be has some blocks read again.
    async fn ancestor(&self, head: &Block) -> Result<Option<Block>, WatchError> {
        let mut back = 1;
        loop {
            let Some(block) = blocks::nth_newest(&self.store, back).await? else {
                return Ok(None);
            };
            if self.stands(&block, head).await? == Stands::On {
                return Ok(Some(block));
            }
            back = back.saturating_mul(2);
        }
    }

    async fn stands(&self, block: &Block, head: &Block) -> Result<Stands, ChainError> {
        let found = match block.at.block.cmp(&head.at.block) {
            Ordering::Less => self.chain.hash_at(block.at.block).await?,
            Ordering::Equal => Some(head.hash),
            Ordering::Greater => None,
        };
        Ok(match found {
            Some(hash) if hash == block.hash => Stands::On,
            Some(_) => Stands::Off,
            None => Stands::Beyond,
        })
    }
}

fn after(block: &Block) -> u64 {
    block.at.block.saturating_add(1)
}
