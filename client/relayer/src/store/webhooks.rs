//! How far each webhook has been told.

use super::codec::{integer, number};
use super::{Store, StoreError, Transaction};
use crate::model::Seconds;

/// Where a webhook stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// The number of the last entry of the history that it took, or that is none of its topics.
    pub told: u64,
    /// Calls in a row that failed.
    pub failures: u32,
    /// Not called before this second of the wall clock.
    pub not_before: Seconds,
}

impl Cursor {
    /// The cursor of a webhook that was told all up to this entry.
    #[must_use]
    pub const fn at(told: u64) -> Self {
        Self {
            told,
            failures: 0,
            not_before: 0,
        }
    }
}

/// Where a webhook stands; none for one that is new.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn cursor(store: &Store, name: &str) -> Result<Option<Cursor>, StoreError> {
    let row: Option<(i64, i64, i64)> =
        sqlx::query_as("SELECT told, failures, not_before FROM webhooks WHERE name = $1")
            .bind(name)
            .fetch_optional(store.pool())
            .await?;
    let Some((told, failures, not_before)) = row else {
        return Ok(None);
    };
    Ok(Some(Cursor {
        told: number("webhooks.told", told)?,
        failures: number("webhooks.failures", failures)?,
        not_before: number("webhooks.not_before", not_before)?,
    }))
}

/// Writes down where a webhook stands.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn advance(
    transaction: &mut Transaction,
    name: &str,
    cursor: &Cursor,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO webhooks (name, told, failures, not_before) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (name) DO UPDATE SET told = excluded.told, failures = excluded.failures, \
             not_before = excluded.not_before",
    )
    .bind(name)
    .bind(integer(cursor.told))
    .bind(i64::from(cursor.failures))
    .bind(integer(cursor.not_before))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
