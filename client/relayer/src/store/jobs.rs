//! The work. Its natural key is the primary key, and every change of its stage goes through the table
//! of [`journal`](crate::journal): from the stage it was read at, or not at all.

mod ask;
mod lists;
mod rows;

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_channel::felt;

use super::{Store, StoreError, Transaction, history};
use crate::journal::{Event, Stage};
use crate::model::{Job, JobKey, Origin, Outcome, Seconds, Topic};
pub use ask::ask;
pub use lists::{counts, flying, in_the_air, of_channel, queued};
use rows::{COLUMNS, find, job, write};

/// Queued work without a deadline comes after all that has one.
const WITHOUT_HURRY: i64 = i64::MAX;

/// A piece of work.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn get(store: &Store, key: JobKey) -> Result<Option<Job>, StoreError> {
    find(store.pool(), key).await
}

/// Moves work to the stage after `event`, writes down the nonce, the outcome and the rest of `job` as
/// they are handed in, counts a refusal, and tells, but for a refusal that was told before. None, and nothing is written, if it is no longer at the stage it was
/// read at, if it rests on another record by now, or if the event cannot happen there.
///
/// For whom, why and by when are what they are now: they may have been asked for anew since `job` was
/// read.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn pass(
    transaction: &mut Transaction,
    job: &Job,
    event: Event,
    now: Seconds,
) -> Result<Option<Job>, StoreError> {
    let Ok(stage) = job.stage.after(event) else {
        return Ok(None);
    };
    let Some(found) = find(&mut **transaction, job.key).await? else {
        return Ok(None);
    };
    if (found.stage, &found.basis) != (job.stage, &job.basis) {
        return Ok(None);
    }
    let refused = event == Event::Refuse;
    let is_told = refused && found.outcome == job.outcome;
    let moved = Job {
        stage,
        flight: job.flight,
        outcome: job.outcome.clone(),
        not_before: job.not_before,
        refusals: found.refusals.saturating_add(u32::from(refused)),
        ..found
    };
    write(transaction, &moved, job.stage, now).await?;
    if !is_told {
        tell(transaction, &moved, now).await?;
    }
    Ok(Some(moved))
}

/// Writes down why work waits and until when, or what is newly known about it, and nothing else;
/// nothing at all if it is no longer at the stage it was read at. That it still waits is told again
/// when its deadline has come nearer by an alarm's margin.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn note(
    transaction: &mut Transaction,
    job: &Job,
    not_before: Seconds,
    outcome: Outcome,
    now: Seconds,
) -> Result<(), StoreError> {
    let found = find(&mut **transaction, job.key).await?;
    let Some(found) = found.filter(|found| found.stage == job.stage) else {
        return Ok(());
    };
    let (told, level) = (
        found.outcome.as_ref().and_then(Outcome::held),
        outcome.held(),
    );
    let noted = Job {
        not_before,
        outcome: Some(outcome),
        ..found
    };
    write(transaction, &noted, noted.stage, now).await?;
    if level.is_none() || told < level {
        tell(transaction, &noted, now).await?;
    }
    if level > Some(0) && told < level {
        tell_late(transaction, &noted, now).await?;
    }
    Ok(())
}

/// Has the channel's work that was refused tried again when it is next wanted, however long it was to
/// rest: new evidence came in. It still comes after what never was refused.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn give_another_chance(
    transaction: &mut Transaction,
    channel: Felt,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE jobs SET refusals = 1, \
             not_before = CASE WHEN stage = $1 THEN 0 ELSE not_before END \
         WHERE channel = $2 AND refusals > 0 AND stage IN ($1, $3)",
    )
    .bind(Stage::Refused.as_str())
    .bind(felt::to_text(&channel))
    .bind(Stage::Queued.as_str())
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Ends the channel's waiting work that was decided on and is not wanted any more: all but `wanted`.
/// What somebody asked for stays.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn overtake(
    transaction: &mut Transaction,
    channel: Felt,
    wanted: Option<JobKey>,
    now: Seconds,
) -> Result<(), StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM jobs WHERE channel = $1 AND stage = $2"
    ))
    .bind(felt::to_text(&channel))
    .bind(Stage::Queued.as_str())
    .fetch_all(&mut **transaction)
    .await?;
    for row in &rows {
        let job = job(row)?;
        if job.origin != Origin::Request && Some(job.key) != wanted {
            pass(transaction, &job, Event::Overtake, now).await?;
        }
    }
    Ok(())
}

async fn tell(transaction: &mut Transaction, job: &Job, now: Seconds) -> Result<(), StoreError> {
    let what = json!({
        "action": job.key.action,
        "height": job.key.height,
        "stage": job.stage,
        "origin": job.origin,
        "by": job.by,
        "nonce": job.flight.map(|flight| flight.nonce),
        "outcome": job.outcome,
    });
    history::tell(transaction, job.key.channel, now, Topic::Job, &what).await?;
    Ok(())
}

/// Tells that work waits though its deadline is near.
async fn tell_late(
    transaction: &mut Transaction,
    job: &Job,
    now: Seconds,
) -> Result<(), StoreError> {
    let what = json!({
        "action": job.key.action,
        "height": job.key.height,
        "player": job.player,
        "by": job.by,
        "outcome": job.outcome,
    });
    history::tell(transaction, job.key.channel, now, Topic::Late, &what).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
