//! Rows of the table, and back.

use sqlx::any::{Any, AnyRow};
use sqlx::{Executor, Row};
use surround_channel::felt;

use super::super::codec::{document, integer, number, read_document, read_felt};
use super::super::{StoreError, Transaction};
use crate::journal::{NotAStage, Stage};
use crate::model::{Flight, Job, JobKey, NotAnAction, Seconds};

pub(super) const COLUMNS: &str = "channel, action, height, stage, basis, player, origin, due_by, \
     not_before, refusals, account, nonce, outcome";

pub(super) async fn find<'e>(
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

pub(super) async fn insert(
    transaction: &mut Transaction,
    job: &Job,
    now: Seconds,
) -> Result<(), StoreError> {
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
pub(super) async fn write(
    transaction: &mut Transaction,
    job: &Job,
    from: Stage,
    now: Seconds,
) -> Result<bool, StoreError> {
    let outcome = job.outcome.as_ref();
    let written = sqlx::query(
        "UPDATE jobs SET stage = $1, basis = $2, player = $3, origin = $4, due_by = $5, \
             not_before = $6, refusals = $7, account = $8, nonce = $9, outcome = $10, \
             updated_at = $11 \
         WHERE channel = $12 AND action = $13 AND height = $14 AND stage = $15",
    )
    .bind(job.stage.as_str())
    .bind(document("jobs.basis", &job.basis)?)
    .bind(document("jobs.player", &job.player)?)
    .bind(document("jobs.origin", &job.origin)?)
    .bind(job.by.map(integer))
    .bind(integer(job.not_before))
    .bind(i64::from(job.refusals))
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

pub(super) fn job(row: &AnyRow) -> Result<Job, StoreError> {
    let text = |column: &str| row.try_get::<String, _>(column);
    let corrupt = |place, reason| StoreError::Corrupt { place, reason };
    let due_by: Option<i64> = row.try_get("due_by")?;
    let outcome: Option<String> = row.try_get("outcome")?;
    Ok(Job {
        key: JobKey {
            channel: read_felt("jobs.channel", &text("channel")?)?,
            action: text("action")?
                .parse()
                .map_err(|error: NotAnAction| corrupt("jobs.action", error.to_string()))?,
            height: number("jobs.height", row.try_get("height")?)?,
        },
        stage: text("stage")?
            .parse()
            .map_err(|error: NotAStage| corrupt("jobs.stage", error.to_string()))?,
        basis: read_document("jobs.basis", &text("basis")?)?,
        player: read_document("jobs.player", &text("player")?)?,
        origin: read_document("jobs.origin", &text("origin")?)?,
        by: due_by.map(|by| number("jobs.due_by", by)).transpose()?,
        not_before: number("jobs.not_before", row.try_get("not_before")?)?,
        refusals: number("jobs.refusals", row.try_get("refusals")?)?,
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
