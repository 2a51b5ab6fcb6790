//! Keys that clients choose for their requests, so that one that is repeated is one request.

use sqlx::Row;
use surround_channel::felt;

use super::codec::{integer, number, read_felt};
use super::{StoreError, Transaction};
use crate::model::{Bearer, JobKey, Seconds};

/// A key is remembered this long: 30 days, longer than anybody repeats a request.
const REMEMBERED: Seconds = 30 * 24 * 3_600;

/// Has a client's key stand for a piece of work, unless it does so for one already; returns that for
/// which it stands.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn claim(
    transaction: &mut Transaction,
    bearer: &Bearer,
    client_key: &str,
    key: JobKey,
    now: Seconds,
) -> Result<JobKey, StoreError> {
    sqlx::query("DELETE FROM client_keys WHERE created_at < $1")
        .bind(integer(now.saturating_sub(REMEMBERED)))
        .execute(&mut **transaction)
        .await?;
    sqlx::query(
        "INSERT INTO client_keys (token, client_key, channel, action, height, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (token, client_key) DO NOTHING",
    )
    .bind(&bearer.name)
    .bind(client_key)
    .bind(felt::to_text(&key.channel))
    .bind(key.action.as_str())
    .bind(i64::from(key.height))
    .bind(integer(now))
    .execute(&mut **transaction)
    .await?;
    let claimed = stands_for(&mut **transaction, bearer, client_key).await?;
    Ok(claimed.unwrap_or(key))
}

/// What a client's key stands for.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn stands_for<'e>(
    executor: impl sqlx::Executor<'e, Database = sqlx::Any>,
    bearer: &Bearer,
    client_key: &str,
) -> Result<Option<JobKey>, StoreError> {
    let row = sqlx::query(
        "SELECT channel, action, height FROM client_keys WHERE token = $1 AND client_key = $2",
    )
    .bind(&bearer.name)
    .bind(client_key)
    .fetch_optional(executor)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let action: String = row.try_get("action")?;
    Ok(Some(JobKey {
        channel: read_felt("client_keys.channel", row.try_get("channel")?)?,
        action: action
            .parse()
            .map_err(|error: crate::model::NotAnAction| StoreError::Corrupt {
                place: "client_keys.action",
                reason: error.to_string(),
            })?,
        height: number("client_keys.height", row.try_get("height")?)?,
    }))
}
