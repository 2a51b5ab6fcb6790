//! The work. Its natural key is the primary key, and every change of its stage goes through the table
//! of [`journal`](crate::journal): from the stage it was read at, or not at all.

use serde_json::json;
use sqlx::any::{Any, AnyRow};
use sqlx::{Executor, Row};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_settlement::Record;

use super::codec::{document, integer, number, read_document, read_felt};
use super::{Store, StoreError, Transaction, history};
use crate::decide::Work;
use crate::journal::{Event, Stage};
use crate::model::{Flight, Job, JobKey, Origin, Outcome, Seconds, Topic};

const COLUMNS: &str = "channel, action, height, stage, basis, player, origin, due_by, not_before, \
     account, nonce, outcome";
/// Queued work without a deadline comes after all that has one.
const WITHOUT_HURRY: i64 = i64::MAX;

/// Asks for work on the record `basis`, and returns what there is under its key.
///
/// Work that is on its way stays as it is; what waits takes the nearer of the two deadlines and the
/// newer record. What has ended starts again if [`begins_again`] says so.
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
        ..job.clone()
    };
    if job.stage == Stage::Queued {
        let waiting = together(&job, renewed);
        write(transaction, &waiting, job.stage, now).await?;
        return Ok(waiting);
    }
    if !begins_again(&job, basis, now) {
        return Ok(job);
    }
    let again = Job {
        not_before: 0,
        flight: None,
        outcome: None,
        ..renewed
    };
    Ok(pass(transaction, &again, Event::Again, now)
        .await?
        .unwrap_or(job))
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
        by: [waiting.by, renewed.by].into_iter().flatten().min(),
        ..renewed
    }
}

/// Whether work that has ended is done again when it is wanted on `basis`.
///
/// On another record it is another question. On the same record: work that was done and is wanted
/// again was dropped by a reorganisation, deeper than the one that was waited for; what was never
/// sent may be tried again, a refusal by simulation after a rest. What reverted on the chain is not
/// repeated.
fn begins_again(job: &Job, basis: &Record, now: Seconds) -> bool {
    if job.stage.is_open() {
        return false;
    }
    let never_sent = matches!(job.outcome, Some(Outcome::Refused { .. }));
    job.basis != *basis
        || matches!(job.stage, Stage::Done | Stage::Overtaken)
        || (never_sent && job.not_before <= now)
}

/// A piece of work.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn get(store: &Store, key: JobKey) -> Result<Option<Job>, StoreError> {
    find(store.pool(), key).await
}

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

/// What waits to be sent and may be taken at `now`, the nearest deadline first, `most` at most.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn queued(store: &Store, now: Seconds, most: u32) -> Result<Vec<Job>, StoreError> {
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM jobs WHERE stage = $1 AND not_before <= $2 \
         ORDER BY COALESCE(due_by, {WITHOUT_HURRY}), created_at, channel LIMIT $3"
    ))
    .bind(Stage::Queued.as_str())
    .bind(integer(now))
    .bind(i64::from(most))
    .fetch_all(store.pool())
    .await?;
    rows.iter().map(job).collect()
}

/// The work that holds a nonce of the account and that a block can still change, by nonce.
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

/// Moves work to the stage after `event`, writes down everything else of `job` as it is handed in, and
/// tells. None, and nothing is written, if it is no longer at the stage it was read at, or if the event
/// cannot happen there.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn pass(
    transaction: &mut Transaction,
    job: &Job,
    event: Event,
    now: Seconds,
) -> Result<Option<Job>, StoreError> {
    let Ok(stage) = job.stage.after(event) else {
        return Ok(None);
    };
    let moved = Job {
        stage,
        ..job.clone()
    };
    if !write(transaction, &moved, job.stage, now).await? {
        return Ok(None);
    }
    tell(transaction, &moved, now).await?;
    Ok(Some(moved))
}

/// Writes down why work waits and until when, or what is newly known about it; its stage stays. Told
/// only if the outcome is another one.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn note(
    transaction: &mut Transaction,
    job: &Job,
    not_before: Seconds,
    outcome: Outcome,
    now: Seconds,
) -> Result<(), StoreError> {
    let told = job.outcome.as_ref() == Some(&outcome);
    let noted = Job {
        not_before,
        outcome: Some(outcome),
        ..job.clone()
    };
    if write(transaction, &noted, job.stage, now).await? && !told {
        tell(transaction, &noted, now).await?;
    }
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

async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    key: JobKey,
) -> Result<Option<Job>, StoreError> {
    let row = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM jobs WHERE channel = $1 AND action = $2 AND height = $3"
    ))
    .bind(felt::to_text(&key.channel))
    .bind(key.action.as_str())
    .bind(i64::from(key.height))
    .fetch_optional(executor)
    .await?;
    row.as_ref().map(job).transpose()
}

async fn insert(transaction: &mut Transaction, job: &Job, now: Seconds) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO jobs (channel, action, height, stage, basis, player, origin, due_by, \
             not_before, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)",
    )
    .bind(felt::to_text(&job.key.channel))
    .bind(job.key.action.as_str())
    .bind(i64::from(job.key.height))
    .bind(job.stage.as_str())
    .bind(document("jobs.basis", &job.basis)?)
    .bind(document("jobs.player", &job.player)?)
    .bind(document("jobs.origin", &job.origin)?)
    .bind(job.by.map(integer))
    .bind(integer(job.not_before))
    .bind(integer(now))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Writes everything but the key, if the work still stands at `from`.
async fn write(
    transaction: &mut Transaction,
    job: &Job,
    from: Stage,
    now: Seconds,
) -> Result<bool, StoreError> {
    let outcome = job.outcome.as_ref();
    let written = sqlx::query(
        "UPDATE jobs SET stage = $1, basis = $2, player = $3, origin = $4, due_by = $5, \
             not_before = $6, account = $7, nonce = $8, outcome = $9, updated_at = $10 \
         WHERE channel = $11 AND action = $12 AND height = $13 AND stage = $14",
    )
    .bind(job.stage.as_str())
    .bind(document("jobs.basis", &job.basis)?)
    .bind(document("jobs.player", &job.player)?)
    .bind(document("jobs.origin", &job.origin)?)
    .bind(job.by.map(integer))
    .bind(integer(job.not_before))
    .bind(job.flight.map(|flight| felt::to_text(&flight.account)))
    .bind(job.flight.map(|flight| integer(flight.nonce)))
    .bind(
        outcome
            .map(|outcome| document("jobs.outcome", outcome))
            .transpose()?,
    )
    .bind(integer(now))
    .bind(felt::to_text(&job.key.channel))
    .bind(job.key.action.as_str())
    .bind(i64::from(job.key.height))
    .bind(from.as_str())
    .execute(&mut **transaction)
    .await?;
    Ok(written.rows_affected() == 1)
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

fn job(row: &AnyRow) -> Result<Job, StoreError> {
    let text = |column: &str| row.try_get::<String, _>(column);
    let corrupt = |place, reason| StoreError::Corrupt { place, reason };
    let due_by: Option<i64> = row.try_get("due_by")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    Ok(Job {
        key: JobKey {
            channel: read_felt("jobs.channel", &text("channel")?)?,
            action: text("action")?
                .parse()
                .map_err(|error: crate::model::NotAnAction| {
                    corrupt("jobs.action", error.to_string())
                })?,
            height: number("jobs.height", row.try_get("height")?)?,
        },
        stage: text("stage")?
            .parse()
            .map_err(|error: crate::journal::NotAStage| corrupt("jobs.stage", error.to_string()))?,
        basis: read_document("jobs.basis", &text("basis")?)?,
        player: read_document("jobs.player", &text("player")?)?,
        origin: read_document("jobs.origin", &text("origin")?)?,
        by: due_by.map(|by| number("jobs.due_by", by)).transpose()?,
        not_before: number("jobs.not_before", row.try_get("not_before")?)?,
        flight: flight(row)?,
        outcome: outcome
            .map(|text| read_document("jobs.outcome", &text))
            .transpose()?,
    })
}

fn flight(row: &AnyRow) -> Result<Option<Flight>, StoreError> {
    let account: Option<String> = row.try_get("account")?;
    let nonce: Option<i64> = row.try_get("nonce")?;
    let (Some(account), Some(nonce)) = (account, nonce) else {
        return Ok(None);
    };
    Ok(Some(Flight {
        account: read_felt("jobs.account", &account)?,
        nonce: number("jobs.nonce", nonce)?,
    }))
}
