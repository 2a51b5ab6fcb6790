//! Databases for tests of the relayer: an SQLite file, and PostgreSQL where a server is named.

use std::env;

use anyhow::{Context, Result, anyhow, ensure};
use sqlx::{AnyConnection, Connection};
use tempfile::TempDir;

/// Names a PostgreSQL server on which databases can be made, as `postgres://USER@HOST:PORT`;
/// `scripts/with-postgres` starts one.
pub const SERVER_VARIABLE: &str = "SURROUND_POSTGRES";

/// An empty database of its own.
#[derive(Debug)]
pub struct Place {
    url: String,
    // Holds the SQLite file.
    _folder: Option<TempDir>,
}

impl Place {
    /// One in a file; and one on the server. Without a server that one is left out, which is told,
    /// and which CI does not do.
    pub async fn all() -> Result<Vec<Self>> {
        let mut places = vec![Self::in_a_file()?];
        places.extend(Self::on_server().await?);
        Ok(places)
    }

    /// In a file that lives as long as this.
    pub fn in_a_file() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        Ok(Self {
            url: format!("sqlite:{}", folder.path().join("relayer.db").display()),
            _folder: Some(folder),
        })
    }

    /// On the server, if there is one.
    pub async fn on_server() -> Result<Option<Self>> {
        let Ok(server) = env::var(SERVER_VARIABLE) else {
            ensure!(
                env::var_os("CI").is_none(),
                "{SERVER_VARIABLE} is not set: run scripts/with-postgres scripts/test"
            );
            eprintln!("skipped on PostgreSQL: {SERVER_VARIABLE} names no server");
            return Ok(None);
        };
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&format!("{server}/postgres"))
            .await
            .context("the server that is named does not answer")?;
        let name = format!("surround_{}", unique()?);
        sqlx::query(&format!("CREATE DATABASE {name}"))
            .execute(&mut connection)
            .await?;
        Ok(Some(Self {
            url: format!("{server}/{name}"),
            _folder: None,
        }))
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }
}

/// A name that no other database has.
fn unique() -> Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    Ok(format!("{:016x}", u64::from_le_bytes(bytes)))
}
