//! Where the chain that was followed and the chain that there is part.

use surround_chain::ChainError;

use super::{WatchError, Watcher};
use crate::ports::{Block, Watching};
use crate::store::{StoreError, blocks};

/// Nodes behind one address lag behind each other. A chain that is a part of what was followed is
/// believed to have become shorter only after so many looks in a row.
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

impl<C: Watching> Watcher<C> {
    pub(super) async fn place(&mut self, head: &Block) -> Result<Place, WatchError> {
        let Some(cursor) = blocks::newest(&self.store).await? else {
            let first = self.settings.from_block;
            return Ok(Place::Goes { first });
        };
        if self.is_on_chain(&cursor, head).await? {
            self.shorter = 0;
            let first = after(&cursor);
            return Ok(Place::Goes { first });
        }
        if self.is_shorter(head).await? {
            self.shorter += 1;
            if self.shorter < LOOKS {
                return Ok(Place::Waits);
            }
        }
        self.shorter = 0;
        let ancestor = self.ancestor(head).await?;
        let first = ancestor.map_or(self.settings.from_block, |ancestor| after(&ancestor));
        Ok(Place::Parts { first })
    }

    /// Whether the chain ends in a block that was followed, below the newest one.
    async fn is_shorter(&self, head: &Block) -> Result<bool, StoreError> {
        let followed = blocks::at(&self.store, head.at.block).await?;
        Ok(followed.is_some_and(|followed| followed.hash == head.hash))
    }

    /// A common ancestor; none if nothing that is remembered is one. Goes back in strides that
    /// double: one that is older than need be has some blocks read again.
    async fn ancestor(&self, head: &Block) -> Result<Option<Block>, WatchError> {
        let mut back = 1;
        loop {
            let Some(block) = blocks::nth_newest(&self.store, back).await? else {
                return Ok(None);
            };
            if self.is_on_chain(&block, head).await? {
                return Ok(Some(block));
            }
            back = back.saturating_mul(2);
        }
    }

    async fn is_on_chain(&self, block: &Block, head: &Block) -> Result<bool, ChainError> {
        if block.at.block >= head.at.block {
            return Ok((block.at.block, block.hash) == (head.at.block, head.hash));
        }
        Ok(self.chain.hash_at(block.at.block).await? == Some(block.hash))
    }
}

fn after(block: &Block) -> u64 {
    block.at.block.saturating_add(1)
}
