//! A transaction that writes, and the turn that goes with it.

use std::ops::{Deref, DerefMut};

use sqlx::{Any, AnyConnection};
use tokio::sync::OwnedSemaphorePermit;

/// A database transaction: rolled back unless [`committed`](Self::commit). The next one of the process
/// begins when it has ended.
#[derive(Debug)]
pub struct Transaction {
    inner: sqlx::Transaction<'static, Any>,
    _turn: OwnedSemaphorePermit,
}

impl Transaction {
    pub(super) fn new(inner: sqlx::Transaction<'static, Any>, turn: OwnedSemaphorePermit) -> Self {
        Self { inner, _turn: turn }
    }

    /// Makes everything in it true at once.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn commit(self) -> Result<(), sqlx::Error> {
        self.inner.commit().await
    }
}

impl Deref for Transaction {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.inner
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.inner
    }
}
