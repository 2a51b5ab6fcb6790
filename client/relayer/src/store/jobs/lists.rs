//! Work, many pieces at a time.

use sqlx::{Any, Executor};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use tracing::warn;

use super::WITHOUT_HURRY;
use super::rows::{COLUMNS, job};
use crate::journal::Stage;
use crate::model::{Action, Job, Seconds};
use crate::store::codec::{integer, number};
use crate::store::{Store, StoreError};

/// The work of a channel, oldest first.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn of_channel(store: &Store, channel: Felt) -> Result<Vec<Job>, StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM jobs WHERE channel = $1 ORDER BY created_at, action, height"
    ))
    .bind(felt::to_text(&channel))
    .fetch_all(store.pool())
    .await?;
    rows.iter().map(job).collect()
}

/// How many pieces of work of each action stand at each stage where there are any.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn counts(store: &Store) -> Result<Vec<(String, String, u64)>, StoreError> {
    let rows: Vec<(String, String, i64)> =
        sqlx::query_as("SELECT action, stage, COUNT(*) FROM jobs GROUP BY action, stage")
            .fetch_all(store.pool())
            .await?;
    rows.into_iter()
        .map(|(action, stage, count)| Ok((action, stage, number("jobs, their count", count)?)))
        .collect()
}

/// What waits to be sent and may be taken at `now`, `most` at most: what never was refused first, so
/// that nobody's work waits behind what the contract does not take; then the nearest deadline. Work
/// whose channel and action are on their way already is left out: what is in the air carries the best
/// that is held, and no simulation sees it. So is work that cannot be read: the rest is none the worse.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn queued(store: &Store, now: Seconds, most: u32) -> Result<Vec<Job>, StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM jobs WHERE stage = $1 AND not_before <= $2 AND NOT EXISTS \
             (SELECT 1 FROM jobs AS other WHERE other.channel = jobs.channel \
             AND other.action = jobs.action AND other.stage IN ('signed', 'sent', 'unknown')) \
         ORDER BY refusals > 0, COALESCE(due_by, {WITHOUT_HURRY}), created_at, channel LIMIT $3"
    ))
    .bind(Stage::Queued.as_str())
    .bind(integer(now))
    .bind(i64::from(most))
    .fetch_all(store.pool())
    .await?;
    let mut waiting = Vec::new();
    for row in &rows {
        match job(row) {
            Ok(job) => waiting.push(job),
            Err(error @ StoreError::Corrupt { .. }) => warn!(%error, "work is left out"),
            Err(error) => return Err(error),
        }
    }
    Ok(waiting)
}

/// The heights of a channel's work of one action of which some transaction, of whatever account, may
/// still be executed.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn flying<'e>(
    executor: impl Executor<'e, Database = Any>,
    channel: Felt,
    action: Action,
) -> Result<Vec<u16>, StoreError> {
    let heights: Vec<(i64,)> = sqlx::query_as(
        "SELECT height FROM jobs WHERE channel = $1 AND action = $2 \
         AND stage IN ('signed', 'sent', 'unknown')",
    )
    .bind(felt::to_text(&channel))
    .bind(action.as_str())
    .fetch_all(executor)
    .await?;
    heights
        .into_iter()
        .map(|(height,)| number("jobs.height", height))
        .collect()
}

/// The work that holds a nonce of the account and that a block can still change, by nonce. One that
/// cannot be read is an error: its nonce must not be taken for a free one.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn in_the_air(store: &Store, account: Felt) -> Result<Vec<Job>, StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM jobs WHERE account = $1 \
         AND stage IN ('signed', 'sent', 'unknown', 'included', 'reverted') ORDER BY nonce"
    ))
    .bind(felt::to_text(&account))
    .fetch_all(store.pool())
    .await?;
    rows.iter().map(job).collect()
}
