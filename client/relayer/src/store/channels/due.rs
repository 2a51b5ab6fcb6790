//! The channels whose time has come.

use sqlx::Row;
use sqlx::any::AnyRow;

use super::{COLUMNS, channel};
use crate::model::{Channel, Seconds};
use crate::store::codec::integer;
use crate::store::{Store, StoreError, Transaction};

/// A channel to decide, which may be unreadable: others are decided all the same.
#[derive(Debug)]
pub struct Due {
    /// Its identifier's text.
    pub id: String,
    woken: i64,
}

/// The channels to decide at `now`, those that wait longest first, `most` at most.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn due(store: &Store, now: Seconds, most: u32) -> Result<Vec<Due>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, woken FROM channels WHERE decide_at <= $1 ORDER BY decide_at, id LIMIT $2",
    )
    .bind(integer(now))
    .bind(i64::from(most))
    .fetch_all(store.pool())
    .await?;
    let due = |row: &AnyRow| {
        Ok(Due {
            id: row.try_get("id")?,
            woken: row.try_get("woken")?,
        })
    };
    rows.iter().map(due).collect()
}

/// The channel as it is by now: what woke it while others were decided is seen.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn of_due(store: &Store, due: &Due) -> Result<Channel, StoreError> {
    let row = sqlx::query(&format!("SELECT {COLUMNS} FROM channels WHERE id = $1"))
        .bind(&due.id)
        .fetch_one(store.pool())
        .await?;
    channel(&row)
}

/// Puts a channel off that nothing can be decided for, unless it was woken since it was read.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn put_off(
    transaction: &mut Transaction,
    due: &Due,
    decide_at: Seconds,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE channels SET decide_at = $1 WHERE id = $2 AND woken = $3")
        .bind(integer(decide_at))
        .bind(&due.id)
        .bind(due.woken)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}
