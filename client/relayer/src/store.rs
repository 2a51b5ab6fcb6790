//! Everything the relayer keeps: one SQLite file, or PostgreSQL when one machine is not enough.
//!
//! Both speak the same statements, so there is one store. Every write goes through [`Store::write`],
//! which waits for the writer before it: nearly every write ends in the history, whose numbers follow
//! the commits, so writers take turns anyway, and those who do so from the start never wait for each
//! other in a circle. Those of one process wait in order and without a connection, so that readers
//! always find one. Functions about one table live in one module and take a [`Transaction`], so that
//! a caller joins the effects that belong together.

pub mod attempts;
pub mod blocks;
pub mod bundles;
pub mod channels;
mod codec;
pub mod history;
pub mod jobs;
pub mod lease;
pub mod observations;
pub mod requests;
pub mod spending;
mod transaction;
pub mod webhooks;

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions, install_default_drivers};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, ConnectOptions};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use thiserror::Error;
use tokio::sync::Semaphore;

pub use transaction::Transaction;

const MIGRATIONS: [(i64, &str, &str); 3] = [
    (1, "first", include_str!("../migrations/0001_first.sql")),
    (2, "unread", include_str!("../migrations/0002_unread.sql")),
    (
        3,
        "refusals",
        include_str!("../migrations/0003_refusals.sql"),
    ),
];
/// A busy database is waited for this long.
const PATIENCE: Duration = Duration::from_secs(10);
/// Connections to PostgreSQL; SQLite has one writer, and readers that never wait for it.
const CONNECTIONS: u32 = 16;

/// Why the store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The address is no address of a database that this program knows.
    #[error("database: not of the form sqlite:FILE or postgres://HOST/NAME")]
    BadUrl,
    /// The database refuses, or does not answer.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The tables are those of another version of this program.
    #[error("the database's tables: {0}; was it written by a newer version?")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The store was made for another contract, whose nonces and records it holds.
    #[error("the database belongs to contract {contract} on chain {chain_id}: use another one")]
    OtherContract {
        /// The chain's identifier.
        chain_id: String,
        /// The contract.
        contract: String,
    },
    /// A value that this program would not have written.
    #[error("the database, {place}: {reason}")]
    Corrupt {
        /// Table and column.
        place: &'static str,
        /// What is wrong with the value.
        reason: String,
    },
    /// The process ends in the middle of an answer.
    #[error("the process is stopping")]
    Stopping,
    /// Another process took over: what was about to be written must not be.
    #[error("the lease {name} is another process's by now")]
    LeaseLost {
        /// The lease.
        name: String,
    },
}

/// The store.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    shared: bool,
    /// Whose turn it is to write, of this process.
    turn: Arc<Semaphore>,
}

impl Store {
    /// Opens the database at `url`, making an SQLite file that is missing, and brings its tables up to
    /// date. The store is that of one contract on one chain, for good.
    ///
    /// # Errors
    /// [`StoreError::BadUrl`], [`StoreError::Database`], [`StoreError::Migration`],
    /// [`StoreError::OtherContract`].
    pub async fn open(url: &str, chain_id: Felt, contract: Felt) -> Result<Self, StoreError> {
        let store = Self::connect(url).await?;
        store.migrate().await?;
        store.belong(chain_id, contract).await?;
        Ok(store)
    }

    async fn connect(url: &str) -> Result<Self, StoreError> {
        install_default_drivers();
        let shared = url.starts_with("postgres://") || url.starts_with("postgresql://");
        let url = match url.strip_prefix("sqlite:") {
            Some(file) if !file.contains('?') => format!("sqlite:{file}?mode=rwc"),
            Some(_) => url.to_owned(),
            None if shared => url.to_owned(),
            None => return Err(StoreError::BadUrl),
        };
        let options = AnyConnectOptions::from_str(&url)
            .map_err(|_| StoreError::BadUrl)?
            .disable_statement_logging();
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(PATIENCE)
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if shared {
                        prepare_postgres(connection).await
                    } else {
                        prepare_sqlite(connection).await
                    }
                })
            })
            .connect_with(options)
            .await?;
        Ok(Self {
            pool,
            shared,
            turn: Arc::new(Semaphore::new(1)),
        })
    }

    /// Whether other processes can use the database too.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.shared
    }

    /// Starts a transaction that writes, once no other one does. Whoever holds one must not ask for
    /// another.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn write(&self) -> Result<Transaction, StoreError> {
        let turn = Arc::clone(&self.turn).acquire_owned().await;
        let turn = turn.map_err(|_| sqlx::Error::PoolClosed)?;
        let begun = if self.shared {
            self.pool.begin().await?
        } else {
            self.pool.begin_with("BEGIN IMMEDIATE").await?
        };
        let mut transaction = Transaction::new(begun, turn);
        if self.shared {
            sqlx::query("SELECT number FROM history_end FOR UPDATE")
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction)
    }

    /// Asks the database for nothing, to see whether it answers.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn answers(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// The pool, for statements that read.
    #[must_use]
    pub fn pool(&self) -> &AnyPool {
        &self.pool
    }

    async fn migrate(&self) -> Result<(), StoreError> {
        let migrations = MIGRATIONS
            .map(|(version, name, sql)| {
                let kind = MigrationType::Simple;
                Migration::new(version, name.into(), kind, sql.into(), false)
            })
            .to_vec();
        let migrator = Migrator {
            migrations: migrations.into(),
            ..Migrator::DEFAULT
        };
        Ok(migrator.run(&self.pool).await?)
    }

    async fn belong(&self, chain_id: Felt, contract: Felt) -> Result<(), StoreError> {
        let own = (felt::to_text(&chain_id), felt::to_text(&contract));
        let mut transaction = self.write().await?;
        sqlx::query(
            "INSERT INTO belongs (chain_id, contract) SELECT $1, $2 \
             WHERE NOT EXISTS (SELECT 1 FROM belongs)",
        )
        .bind(&own.0)
        .bind(&own.1)
        .execute(&mut *transaction)
        .await?;
        let found: (String, String) = sqlx::query_as("SELECT chain_id, contract FROM belongs")
            .fetch_one(&mut *transaction)
            .await?;
        transaction.commit().await?;
        if found == own {
            return Ok(());
        }
        let (chain_id, contract) = found;
        Err(StoreError::OtherContract { chain_id, contract })
    }
}

/// A process that vanished with its computer never ends its transaction: the server does, so that the
/// next writer need not wait for the network to notice.
async fn prepare_postgres(connection: &mut sqlx::AnyConnection) -> Result<(), sqlx::Error> {
    let patience = PATIENCE.as_millis();
    for setting in ["idle_in_transaction_session_timeout", "lock_timeout"] {
        sqlx::query(&format!("SET {setting} = {patience}"))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Readers go on while one writes, a crash loses nothing that was committed, and keys are checked.
async fn prepare_sqlite(connection: &mut sqlx::AnyConnection) -> Result<(), sqlx::Error> {
    let busy = format!("PRAGMA busy_timeout = {}", PATIENCE.as_millis());
    for pragma in [
        busy.as_str(),
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA foreign_keys = ON",
    ] {
        sqlx::query(pragma).execute(&mut *connection).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
