//! Databases for tests: each store test runs on SQLite, and on PostgreSQL where a server is named.

use sqlx::{AnyConnection, Connection};
use starknet_types_core::felt::Felt;
use tempfile::TempDir;

use crate::store::{Store, StoreError};

/// Names a PostgreSQL server on which databases can be made, as `postgres://USER@HOST:PORT`.
const SERVER_VARIABLE: &str = "SURROUND_POSTGRES";

/// An empty database of its own.
pub struct Place {
    url: String,
    // Holds the SQLite file.
    _folder: Option<TempDir>,
}

impl Place {
    /// One in a file; and one on the server, if there is one.
    pub async fn all() -> Vec<Self> {
        let mut places = vec![Self::in_a_file()];
        if let Ok(server) = std::env::var(SERVER_VARIABLE) {
            places.push(Self::on_server(&server).await);
        }
        places
    }

    /// In a file that lives as long as this.
    pub fn in_a_file() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            url: format!("sqlite:{}", folder.path().join("relayer.db").display()),
            _folder: Some(folder),
        }
    }

    async fn on_server(server: &str) -> Self {
        sqlx::any::install_default_drivers();
        let number = getrandom::u64().unwrap();
        let name = format!("surround_{number:016x}");
        let mut connection = AnyConnection::connect(&format!("{server}/postgres"))
            .await
            .unwrap();
        sqlx::query(&format!("CREATE DATABASE {name}"))
            .execute(&mut connection)
            .await
            .unwrap();
        Self {
            url: format!("{server}/{name}"),
            _folder: None,
        }
    }

    /// Opens it, as each process that shares it does.
    pub async fn open(&self, chain_id: Felt, contract: Felt) -> Result<Store, StoreError> {
        Store::open(&self.url, chain_id, contract).await
    }
}
