//! The history: what is told, numbered in the order of the commits.

use sqlx::Row;
use sqlx::any::AnyRow;
use starknet_types_core::felt::Felt;
use surround_channel::felt;

use super::codec::{document, integer, number, read_document, read_felt};
use super::{Store, StoreError, Transaction};
use crate::model::{Seconds, Told, Topic};

const OF_ALL: &str = "SELECT number, channel, told_at, topic, what FROM history \
     WHERE number > $1 ORDER BY number LIMIT $2";
/// A statement of its own, so that the index of channels is used.
const OF_ONE: &str = "SELECT number, channel, told_at, topic, what FROM history \
     WHERE number > $1 AND channel = $3 ORDER BY number LIMIT $2";

/// Tells something about a channel, as part of the transaction that makes it true, and moves the
/// channel's version. Its number is larger than that of everything committed before.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn tell(
    transaction: &mut Transaction,
    channel: Felt,
    at: Seconds,
    topic: Topic,
    what: &serde_json::Value,
) -> Result<u64, StoreError> {
    // The row stays locked until the commit: numbers become visible in their order.
    let (next,): (i64,) =
        sqlx::query_as("UPDATE history_end SET number = number + 1 RETURNING number")
            .fetch_one(&mut **transaction)
            .await?;
    let channel = felt::to_text(&channel);
    sqlx::query(
        "INSERT INTO history (number, channel, told_at, topic, what) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(next)
    .bind(&channel)
    .bind(integer(at))
    .bind(document("history.topic", &topic)?)
    .bind(document("history.what", what)?)
    .execute(&mut **transaction)
    .await?;
    sqlx::query("UPDATE channels SET version = $1 WHERE id = $2")
        .bind(next)
        .bind(&channel)
        .execute(&mut **transaction)
        .await?;
    number("history.number", next)
}

/// What was told after the entry `after`, of one channel or of all, oldest first, `most` at most.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn after(
    store: &Store,
    channel: Option<Felt>,
    after: u64,
    most: u32,
) -> Result<Vec<Told>, StoreError> {
    let query = match channel {
        Some(channel) => sqlx::query(OF_ONE)
            .bind(integer(after))
            .bind(i64::from(most))
            .bind(felt::to_text(&channel)),
        None => sqlx::query(OF_ALL)
            .bind(integer(after))
            .bind(i64::from(most)),
    };
    let rows = query.fetch_all(store.pool()).await?;
    rows.iter().map(told).collect()
}

/// The number of the newest entry; 0 before the first.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn end(store: &Store) -> Result<u64, StoreError> {
    let (end,): (i64,) = sqlx::query_as("SELECT number FROM history_end")
        .fetch_one(store.pool())
        .await?;
    number("history_end.number", end)
}

fn told(row: &AnyRow) -> Result<Told, StoreError> {
    Ok(Told {
        number: number("history.number", row.try_get("number")?)?,
        channel: read_felt("history.channel", row.try_get("channel")?)?,
        at: number("history.told_at", row.try_get("told_at")?)?,
        topic: read_document("history.topic", row.try_get("topic")?)?,
        what: read_document("history.what", row.try_get("what")?)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::place::Place;
    use crate::testing::{CHAIN, CONTRACT};

    #[tokio::test]
    async fn one_channel_is_found_without_reading_the_others() {
        let place = Place::in_a_file();
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let plan = sqlx::query(&format!("EXPLAIN QUERY PLAN {OF_ONE}"))
            .bind(0_i64)
            .bind(10_i64)
            .bind("0x1")
            .fetch_all(store.pool())
            .await
            .unwrap();
        let steps: Vec<String> = plan
            .iter()
            .map(|row| row.try_get("detail").unwrap())
            .collect();
        assert!(steps.join(";").contains("history_channel"), "{steps:?}");
    }
}
