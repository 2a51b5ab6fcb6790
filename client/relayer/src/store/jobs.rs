//! The work. Its natural key is the primary key, and every change of its stage goes through the table
//! of [`journal`](crate::journal): from the stage it was read at, or not at all.

mod lists;
mod rows;

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_chain::revert::Revert;
use surround_channel::felt;
use surround_settlement::Record;

use super::{Store, StoreError, Transaction, attempts, history};
use crate::decide::Work;
use crate::journal::{Event, Stage};
use crate::model::{Job, JobKey, Origin, Outcome, Seconds, Topic};
pub use lists::{counts, flying, in_the_air, of_channel, queued};
use rows::{COLUMNS, find, insert, job, write};

/// Nonces that work may use up on one record while it runs out of its bounds.
const FLIGHTS: u64 = 3;
/// Queued work without a deadline comes after all that has one.
const WITHOUT_HURRY: i64 = i64::MAX;

/// Asks for work on the record `basis`, and returns what there is under its key.
///
/// Work that is on its way keeps all but a later deadline, what waits rests on the newer record, and what has ended
/// begins again where that is another question, or no answer was given.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn ask(
    transaction: &mut Transaction,
    work: &Work,
    basis: &Record,
    origin: Origin,
    now: Seconds,
) -> Result<Job, StoreError> {
    let Some(job) = find(&mut **transaction, work.key).await? else {
        let job = Job {
            key: work.key,
            stage: Stage::Queued,
            basis: *basis,
            player: work.player,
            origin,
            by: work.by,
            not_before: 0,
            refusals: 0,
            flight: None,
            outcome: None,
        };
        insert(transaction, &job, now).await?;
        tell(transaction, &job, now).await?;
        return Ok(job);
    };
    let renewed = Job {
        basis: *basis,
        player: work.player,
        origin,
        by: work.by,
        refusals: if job.basis == *basis { job.refusals } else { 0 },
        ..job.clone()
    };
    if job.stage == Stage::Queued {
        let waiting = together(&job, renewed);
        write(transaction, &waiting, job.stage, now).await?;
        return Ok(waiting);
    }
    if job.stage.is_open() {
        return hurry(transaction, job, work.by, now).await;
    }
    let flights = attempts::flights(transaction, job.key).await?;
    if !begins_again(&job, basis, flights, now) {
        return Ok(job);
    }
    let Ok(stage) = job.stage.after(Event::Again) else {
        return Ok(job);
    };
    let repeats = origin != Origin::Request && was_refused(&job, basis);
    let again = Job {
        stage,
        not_before: 0,
        flight: None,
        // Kept, so that the same refusal is not told again.
        outcome: renewed.outcome.clone().filter(|_| repeats),
        ..renewed
    };
    write(transaction, &again, job.stage, now).await?;
    if !repeats {
        tell(transaction, &again, now).await?;
    }
    Ok(again)
}

/// Work on its way may have to be done earlier than it was thought: all that changes of it, and what
/// decides how much is offered for it and how often.
async fn hurry(
    transaction: &mut Transaction,
    job: Job,
    by: Option<Seconds>,
    now: Seconds,
) -> Result<Job, StoreError> {
    let by = nearest(job.by, by);
    if by == job.by {
        return Ok(job);
    }
    let hurried = Job { by, ..job };
    write(transaction, &hurried, hurried.stage, now).await?;
    Ok(hurried)
}

fn nearest(one: Option<Seconds>, other: Option<Seconds>) -> Option<Seconds> {
    one.into_iter().chain(other).min()
}

/// Whether a simulation refused the work on the record `basis`.
fn was_refused(job: &Job, basis: &Record) -> bool {
    matches!(job.outcome, Some(Outcome::Refused { .. })) && job.basis == *basis
}

/// Work that is wanted twice: whoever asked for it does not lose it when the relayer decides otherwise,
/// and a decision's deadline is not lost when somebody asks.
fn together(waiting: &Job, renewed: Job) -> Job {
    let asked = [waiting.origin, renewed.origin].contains(&Origin::Request);
    if !asked {
        return renewed;
    }
    Job {
        origin: Origin::Request,
        by: nearest(waiting.by, renewed.by),
        ..renewed
    }
}

/// Whether work that has ended is done again when it is wanted on `basis`.
///
/// On another record it is another question. On the same record: work that was done and is wanted
/// again was dropped by a reorganisation, deeper than the one that was waited for; what was never
/// sent may be tried again, a refusal by simulation after a rest; and what ran out of its bounds was
/// not refused by the contract, though that is not paid for without end. What the contract refused on the chain is not repeated.
fn begins_again(job: &Job, basis: &Record, flights: u64, now: Seconds) -> bool {
    let worth_it = match &job.outcome {
        Some(Outcome::Refused { .. }) => job.not_before <= now,
        Some(Outcome::Executed {
            revert: Some(reason),
            ..
        }) => flights < FLIGHTS && Revert::from_trace(reason).is_out_of_bounds(),
        _ => false,
    };
    worth_it || job.basis != *basis || matches!(job.stage, Stage::Done | Stage::Overtaken)
}

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
