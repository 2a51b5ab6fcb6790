//! Every transaction that was ever signed, written down before it is sent, never deleted.

use std::str::FromStr;

use sqlx::Row;
use sqlx::any::AnyRow;
use starknet_types_core::felt::Felt;
use surround_chain::envelope::Envelope;
use surround_channel::felt;

use super::codec::{self, document, integer, number, read_document, read_felt};
use super::{Store, StoreError, Transaction};
use crate::model::{Action, Attempt, Flight, JobKey, Seconds};

const COLUMNS: &str =
    "account, nonce, number, channel, action, height, envelope, signed_at, sent_at";

/// Writes down a transaction as the newest one of its nonce.
///
/// The very same transaction, of a nonce that a reorganisation gave back, becomes the newest again.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn add(
    transaction: &mut Transaction,
    key: Option<JobKey>,
    flight: Flight,
    envelope: Envelope,
    now: Seconds,
) -> Result<Attempt, StoreError> {
    let (number,): (i64,) = sqlx::query_as(
        "INSERT INTO attempts (account, nonce, number, hash, channel, action, height, envelope, \
             signed_at) \
         SELECT $1, $2, COALESCE(MAX(number) + 1, 0), $3, $4, $5, $6, $7, $8 \
             FROM attempts WHERE account = $1 AND nonce = $2 \
         ON CONFLICT (hash) DO UPDATE SET number = excluded.number, channel = excluded.channel, \
             action = excluded.action, height = excluded.height, \
             signed_at = excluded.signed_at, sent_at = NULL \
         RETURNING number",
    )
    .bind(felt::to_text(&flight.account))
    .bind(integer(flight.nonce))
    .bind(felt::to_text(&envelope.hash()))
    .bind(key.map_or_else(String::new, |key| felt::to_text(&key.channel)))
    .bind(key.map_or("", |key| key.action.as_str()))
    .bind(key.map_or(0, |key| i64::from(key.height)))
    .bind(document("attempts.envelope", &envelope)?)
    .bind(integer(now))
    .fetch_one(&mut **transaction)
    .await?;
    Ok(Attempt {
        key,
        flight,
        number: codec::number("attempts.number", number)?,
        envelope,
        signed_at: now,
        sent_at: None,
    })
}

/// Writes down that a node has a transaction.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn taken(
    transaction: &mut Transaction,
    hash: Felt,
    now: Seconds,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE attempts SET sent_at = $1 WHERE hash = $2")
        .bind(integer(now))
        .bind(felt::to_text(&hash))
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// The transactions of an account with this nonce or a higher one, by nonce, oldest first.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn from_nonce(
    store: &Store,
    account: Felt,
    lowest: u64,
) -> Result<Vec<Attempt>, StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM attempts WHERE account = $1 AND nonce >= $2 ORDER BY nonce, number"
    ))
    .bind(felt::to_text(&account))
    .bind(integer(lowest))
    .fetch_all(store.pool())
    .await?;
    rows.iter().map(attempt).collect()
}

/// The transactions signed for a piece of work, oldest first.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn of_job(store: &Store, key: JobKey) -> Result<Vec<Attempt>, StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM attempts WHERE channel = $1 AND action = $2 AND height = $3 \
         ORDER BY signed_at, nonce, number"
    ))
    .bind(felt::to_text(&key.channel))
    .bind(key.action.as_str())
    .bind(i64::from(key.height))
    .fetch_all(store.pool())
    .await?;
    rows.iter().map(attempt).collect()
}

/// How many nonces were used for a piece of work.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn flights(transaction: &mut Transaction, key: JobKey) -> Result<u64, StoreError> {
    let (flights,): (i64,) = sqlx::query_as(
        "SELECT COUNT(*) FROM (SELECT DISTINCT account, nonce FROM attempts \
         WHERE channel = $1 AND action = $2 AND height = $3) AS flights",
    )
    .bind(felt::to_text(&key.channel))
    .bind(key.action.as_str())
    .bind(i64::from(key.height))
    .fetch_one(&mut **transaction)
    .await?;
    number("attempts, their count", flights)
}

fn attempt(row: &AnyRow) -> Result<Attempt, StoreError> {
    let text = |column: &str| row.try_get::<String, _>(column);
    let sent_at: Option<i64> = row.try_get("sent_at")?;
    Ok(Attempt {
        key: key(&text("channel")?, &text("action")?, row.try_get("height")?)?,
        flight: Flight {
            account: read_felt("attempts.account", &text("account")?)?,
            nonce: number("attempts.nonce", row.try_get("nonce")?)?,
        },
        number: number("attempts.number", row.try_get("number")?)?,
        envelope: read_document("attempts.envelope", &text("envelope")?)?,
        signed_at: number("attempts.signed_at", row.try_get("signed_at")?)?,
        sent_at: sent_at
            .map(|at| number("attempts.sent_at", at))
            .transpose()?,
    })
}

fn key(channel: &str, action: &str, height: i64) -> Result<Option<JobKey>, StoreError> {
    if channel.is_empty() {
        return Ok(None);
    }
    let action = Action::from_str(action).map_err(|error| StoreError::Corrupt {
        place: "attempts.action",
        reason: error.to_string(),
    })?;
    Ok(Some(JobKey {
        channel: read_felt("attempts.channel", channel)?,
        action,
        height: number("attempts.height", height)?,
    }))
}
