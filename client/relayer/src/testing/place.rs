//! Databases for tests: each store test runs on SQLite, and on PostgreSQL where a server is named.

use starknet_types_core::felt::Felt;
use surround_tests::place::Place as Database;

use crate::store::{Store, StoreError};

/// An empty database of its own.
pub struct Place(Database);

impl Place {
    /// One in a file; and one on the server, if there is one.
    pub async fn all() -> Vec<Self> {
        let all = Database::all().await.unwrap();
        all.into_iter().map(Self).collect()
    }

    /// In a file that lives as long as this.
    pub fn in_a_file() -> Self {
        Self(Database::in_a_file().unwrap())
    }

    /// Opens it, as each process that shares it does.
    pub async fn open(&self, chain_id: Felt, contract: Felt) -> Result<Store, StoreError> {
        Store::open(self.0.url(), chain_id, contract).await
    }
}
