//! The lines kept for each channel, by their heads.

use sqlx::any::{Any, AnyRow};
use sqlx::{Executor, Row};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_channel::transcript::{Transcript, TranscriptError, Verified};
use tokio::task::spawn_blocking;

use super::codec::{document, integer, number, read_document, read_felt};
use super::{Store, StoreError, Transaction};
use crate::model::{Bundle, Seconds, Standing};

/// A line as the store has it: verified when it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The head after its last step.
    pub head: Felt,
    /// Its steps.
    pub steps: u16,
    /// How it stands to the others of its channel.
    pub standing: Standing,
    /// Its transcript, as JSON.
    pub transcript: String,
}

impl Kept {
    /// The line as it is kept.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`]; never for a verified game.
    pub fn new(game: &Verified, standing: Standing) -> Result<Self, StoreError> {
        Ok(Self {
            head: game.chain().head(),
            steps: game.chain().steps(),
            standing,
            transcript: game.transcript().to_json().map_err(corrupt)?,
        })
    }

    /// Its transcript.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`].
    pub fn read(&self) -> Result<Transcript, StoreError> {
        Transcript::from_json(&self.transcript).map_err(corrupt)
    }

    /// Its game: milliseconds of computing for a long one.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`].
    pub fn verify(&self) -> Result<Verified, StoreError> {
        self.read()?.verify().map_err(corrupt)
    }
}

/// The bundles of a channel, the longest line first, each verified again, away from the threads that
/// answer.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn of(store: &Store, channel: Felt) -> Result<Vec<Bundle>, StoreError> {
    let kept = kept(store.pool(), channel).await?;
    let verified = spawn_blocking(move || {
        let bundle = |kept: Kept| {
            Ok(Bundle {
                game: kept.verify()?,
                standing: kept.standing,
            })
        };
        kept.into_iter().map(bundle).collect()
    });
    verified
        .await
        .unwrap_or_else(|stopped| Err(halted(&stopped)))
}

/// The lines of a channel, the longest first.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn kept<'e>(
    executor: impl Executor<'e, Database = Any>,
    channel: Felt,
) -> Result<Vec<Kept>, StoreError> {
    let rows = sqlx::query(
        "SELECT head, steps, standing, transcript FROM bundles WHERE channel = $1 \
         ORDER BY steps DESC, received_at, head",
    )
    .bind(felt::to_text(&channel))
    .fetch_all(executor)
    .await?;
    rows.iter().map(read).collect()
}

/// Writes a line down, or what changed of it.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn keep(
    transaction: &mut Transaction,
    channel: Felt,
    kept: &Kept,
    now: Seconds,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO bundles (channel, head, steps, standing, transcript, received_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (channel, head) DO UPDATE SET \
             standing = excluded.standing, transcript = excluded.transcript",
    )
    .bind(felt::to_text(&channel))
    .bind(felt::to_text(&kept.head))
    .bind(i64::from(kept.steps))
    .bind(document("bundles.standing", &kept.standing)?)
    .bind(&kept.transcript)
    .bind(integer(now))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Forgets a line.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn forget(
    transaction: &mut Transaction,
    channel: Felt,
    head: Felt,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM bundles WHERE channel = $1 AND head = $2")
        .bind(felt::to_text(&channel))
        .bind(felt::to_text(&head))
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

fn read(row: &AnyRow) -> Result<Kept, StoreError> {
    Ok(Kept {
        head: read_felt("bundles.head", row.try_get("head")?)?,
        steps: number("bundles.steps", row.try_get("steps")?)?,
        standing: read_document("bundles.standing", row.try_get("standing")?)?,
        transcript: row.try_get("transcript")?,
    })
}

fn corrupt(error: TranscriptError) -> StoreError {
    StoreError::Corrupt {
        place: "bundles.transcript",
        reason: error.to_string(),
    }
}

/// The thread that verifies was stopped with the process, or died of what it read.
fn halted(error: &tokio::task::JoinError) -> StoreError {
    if error.is_cancelled() {
        return StoreError::Stopping;
    }
    StoreError::Corrupt {
        place: "bundles.transcript",
        reason: format!("could not be verified: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    #[tokio::test]
    async fn a_process_that_stops_finds_no_fault_in_the_store() {
        let stopped = tokio::spawn(pending::<()>());
        stopped.abort();
        let error = halted(&stopped.await.unwrap_err());
        assert!(matches!(error, StoreError::Stopping), "{error}");
    }
}
