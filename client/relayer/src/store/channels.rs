//! The channels that are watched.

mod due;

use sqlx::any::{Any, AnyRow};
use sqlx::{Executor, Row};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_channel::terms::Terms;
use surround_settlement::strategist::Reason;

use super::codec::{document, integer, number, read_document, read_felt};
use super::{Store, StoreError, Transaction};
use crate::model::{Advice, Alarm, Bearer, Channel, Seconds, Sides};

pub use due::{Due, due, of_due, put_off};

const COLUMNS: &str =
    "id, black, white, sides, open_at, decide_at, woken, advice, alarmed, version";

const DAY: Seconds = 24 * 3_600;

/// Which channels to list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Those that a token handed in first.
    Token(String),
    /// Those in which an account plays.
    Player(Felt),
}

/// A channel, if it is watched.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn get(store: &Store, id: Felt) -> Result<Option<Channel>, StoreError> {
    let row = sqlx::query(&format!("SELECT {COLUMNS} FROM channels WHERE id = $1"))
        .bind(felt::to_text(&id))
        .fetch_optional(store.pool())
        .await?;
    row.as_ref().map(channel).transpose()
}

/// The channels that follow `after` in the order of their identifiers' texts, `most` at most.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn list(
    store: &Store,
    whose: &Whose,
    after: Option<Felt>,
    most: u32,
) -> Result<Vec<Channel>, StoreError> {
    let (condition, value) = match whose {
        Whose::Token(name) => ("token = $1", name.clone()),
        Whose::Player(account) => ("(black = $1 OR white = $1)", felt::to_text(account)),
    };
    let rows = sqlx::query(&format!(
        "SELECT {COLUMNS} FROM channels WHERE {condition} AND id > $2 ORDER BY id LIMIT $3"
    ))
    .bind(value)
    .bind(after.map_or_else(String::new, |after| felt::to_text(&after)))
    .bind(i64::from(most))
    .fetch_all(store.pool())
    .await?;
    rows.iter().map(channel).collect()
}

/// How many channels a token handed in first that are not over: not final, and not expired. One that
/// comes in expired counts for a day, since the loser's own evidence is still taken (protocol 3.2).
///
/// # Errors
/// [`StoreError::Database`].
pub async fn count<'e>(
    executor: impl Executor<'e, Database = Any>,
    token: &str,
    now: Seconds,
) -> Result<u64, StoreError> {
    let (count,): (i64,) = sqlx::query_as(
        "SELECT COUNT(*) FROM channels WHERE token = $1 AND ended = 0 \
         AND (expires_at > $2 OR created_at > $3)",
    )
    .bind(token)
    .bind(integer(now))
    .bind(integer(now.saturating_sub(DAY)))
    .fetch_one(executor)
    .await?;
    number("channels, their count", count)
}

/// The nearest second by which something is left to be done; none without any.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn nearest_answer(store: &Store) -> Result<Option<Seconds>, StoreError> {
    let (nearest,): (Option<i64>,) =
        sqlx::query_as("SELECT MIN(answer_by) FROM channels WHERE answer_by IS NOT NULL")
            .fetch_one(store.pool())
            .await?;
    let place = "channels.answer_by";
    nearest.map(|value| number(place, value)).transpose()
}

/// Channels that are not final, and those of them whose player has to sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Watched.
    pub watched: u64,
    /// Watched, and their player is called.
    pub alarmed: u64,
}

/// Counts the channels.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn tally(store: &Store) -> Result<Tally, StoreError> {
    let (watched, alarmed): (i64, i64) =
        sqlx::query_as("SELECT COUNT(*), COUNT(alarmed) FROM channels WHERE ended = 0")
            .fetch_one(store.pool())
            .await?;
    Ok(Tally {
        watched: number("channels, their count", watched)?,
        alarmed: number("channels, their count", alarmed)?,
    })
}

/// Writes a channel down, or takes one side more of one that is watched, and wakes it.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn arrive(
    transaction: &mut Transaction,
    id: Felt,
    terms: &Terms,
    sides: Sides,
    bearer: &Bearer,
    now: Seconds,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO channels (id, token, sides, black, white, expires_at, decide_at, woken, \
             ended, created_at, version) VALUES ($1, $2, $3, $4, $5, $6, 0, 1, 0, $7, 0) \
         ON CONFLICT (id) DO UPDATE SET decide_at = 0, woken = channels.woken + 1, \
             sides = CASE WHEN channels.sides = excluded.sides THEN channels.sides ELSE $8 END",
    )
    .bind(felt::to_text(&id))
    .bind(&bearer.name)
    .bind(document("channels.sides", &sides)?)
    .bind(felt::to_text(&terms.black))
    .bind(felt::to_text(&terms.white))
    .bind(integer(terms.expires_at))
    .bind(integer(now))
    .bind(document("channels.sides", &Sides::Both)?)
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// Has a channel decided again: something changed on which its decision depends. False if it is not
/// watched.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn wake(transaction: &mut Transaction, id: Felt) -> Result<bool, StoreError> {
    let woken = sqlx::query("UPDATE channels SET decide_at = 0, woken = woken + 1 WHERE id = $1")
        .bind(felt::to_text(&id))
        .execute(&mut **transaction)
        .await?;
    Ok(woken.rows_affected() == 1)
}

/// Writes down that somebody wants the game opened with its line of that many steps, and wakes the
/// channel if nobody wanted that before.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn open_at(
    transaction: &mut Transaction,
    id: Felt,
    steps: u16,
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE channels SET open_at = $1, decide_at = 0, woken = woken + 1 \
         WHERE id = $2 AND (open_at IS NULL OR open_at <> $1)",
    )
    .bind(i64::from(steps))
    .bind(felt::to_text(&id))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// What is written down of a decision.
#[derive(Clone, Copy, Debug)]
pub struct Verdict<'a> {
    /// The decision, as it is shown.
    pub advice: &'a Advice,
    /// The last second for what is left to be done; none if nothing is.
    pub answer_by: Option<Seconds>,
    /// When to decide again.
    pub decide_at: Seconds,
    /// The alarm that was told last.
    pub alarmed: Option<&'a Alarm>,
}

/// Writes down a decision on `channel` as it was read. If it was woken since, the decision did not see
/// why: it counts, so that whoever wakes a channel again and again keeps nothing from being done, and
/// the channel is decided again at once.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn set_decision(
    transaction: &mut Transaction,
    channel: &Channel,
    verdict: &Verdict<'_>,
) -> Result<(), StoreError> {
    let advice = verdict.advice;
    let alarmed = verdict
        .alarmed
        .map(|alarm| document("channels.alarmed", alarm));
    sqlx::query(
        "UPDATE channels SET advice = $1, alarmed = $3, answer_by = $4, ended = $5, \
             decide_at = CASE WHEN woken = $7 THEN $2 ELSE 0 END WHERE id = $6",
    )
    .bind(document("channels.advice", advice)?)
    .bind(integer(verdict.decide_at))
    .bind(alarmed.transpose()?)
    .bind(verdict.answer_by.map(integer))
    .bind(i64::from(advice.reason == Reason::Over))
    .bind(felt::to_text(&channel.id))
    .bind(integer(channel.woken))
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

fn channel(row: &AnyRow) -> Result<Channel, StoreError> {
    let open_at: Option<i64> = row.try_get("open_at")?;
    let advice: Option<String> = row.try_get("advice")?;
    let alarmed: Option<String> = row.try_get("alarmed")?;
    Ok(Channel {
        id: read_felt("channels.id", row.try_get("id")?)?,
        black: read_felt("channels.black", row.try_get("black")?)?,
        white: read_felt("channels.white", row.try_get("white")?)?,
        sides: read_document("channels.sides", row.try_get("sides")?)?,
        open_at: open_at
            .map(|steps| number("channels.open_at", steps))
            .transpose()?,
        decide_at: number("channels.decide_at", row.try_get("decide_at")?)?,
        woken: number("channels.woken", row.try_get("woken")?)?,
        advice: advice
            .map(|text| read_document("channels.advice", &text))
            .transpose()?,
        alarmed: alarmed
            .map(|text| read_document("channels.alarmed", &text))
            .transpose()?,
        version: number("channels.version", row.try_get("version")?)?,
    })
}

#[cfg(test)]
mod tests;
