//! Returning a table to where it was.

use anyhow::Result;
use surround_chain::devnet::Snapshot;
use surround_settlement::{Contract, Moment};

use super::Table;

/// Where a table was: both contracts, the clock, and the games that were made.
pub struct Bookmark {
    snapshot: Snapshot,
    twin: Contract,
    at: Moment,
    channels: u64,
}

impl Table {
    /// Remembers where the table is.
    pub async fn bookmark(&self) -> Result<Bookmark> {
        Ok(Bookmark {
            snapshot: self.network.control().snapshot().await?,
            twin: self.twin.clone(),
            at: self.at,
            channels: self.channels,
        })
    }

    /// Returns there, as often as needed. Bookmarks that are later ones are lost.
    pub async fn rewind(&mut self, to: Bookmark) -> Result<Bookmark> {
        self.network.control().revert(to.snapshot).await?;
        self.twin = to.twin;
        (self.at, self.channels) = (to.at, to.channels);
        self.bookmark().await
    }
}
