//! Work that is wanted, for the first time or again.

use surround_chain::revert::Revert;
use surround_settlement::Record;

use super::rows::{find, insert, write};
use super::tell;
use crate::decide::Work;
use crate::journal::{Event, Stage};
use crate::model::{Job, Origin, Outcome, Seconds};
use crate::store::{StoreError, Transaction, attempts};

/// Nonces that work may use up on one record while it runs out of its bounds.
const FLIGHTS: u64 = 3;

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
