//! What was spent, or is promised by transactions that may still be executed: by day, for each payer
//! and for all.

use sqlx::{Any, Executor};
use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_channel::felt;

use super::codec::integer;
use super::{StoreError, Transaction};
use crate::model::Seconds;

const DAY: Seconds = 24 * 3_600;
/// Stands for all payers together.
const ALL: &str = "";

/// What one day has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// For one player.
    pub player: Fri,
    /// For all.
    pub all: Fri,
}

/// Whether two times are at the expense of one day.
#[must_use]
pub const fn is_same_day(one: Seconds, other: Seconds) -> bool {
    one / DAY == other / DAY
}

/// What was spent or promised on the day of `at`, for the account of a player and for all.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn on<'e>(
    executor: impl Executor<'e, Database = Any>,
    at: Seconds,
    player: Felt,
) -> Result<Spent, StoreError> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT player, fri FROM spending WHERE day = $1 AND (player = $2 OR player = $3)",
    )
    .bind(integer(at / DAY))
    .bind(felt::to_text(&player))
    .bind(ALL)
    .fetch_all(executor)
    .await?;
    let mut spent = Spent::default();
    for (player, fri) in &rows {
        let place = if player == ALL {
            &mut spent.all
        } else {
            &mut spent.player
        };
        *place = read(fri)?;
    }
    Ok(spent)
}

/// Replaces what was promised on the day of `at` by what it is now: a higher promise, a fee, or
/// nothing. A transaction that only takes its nonce has no player.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn replace(
    transaction: &mut Transaction,
    at: Seconds,
    player: Option<Felt>,
    promised: Fri,
    now: Fri,
) -> Result<(), StoreError> {
    let payers = player.map(|player| felt::to_text(&player));
    for payer in payers.iter().map(String::as_str).chain([ALL]) {
        let day = integer(at / DAY);
        let before: Option<(String,)> =
            sqlx::query_as("SELECT fri FROM spending WHERE day = $1 AND player = $2")
                .bind(day)
                .bind(payer)
                .fetch_optional(&mut **transaction)
                .await?;
        let before = before.map_or(Ok(Fri(0)), |(fri,)| read(&fri))?;
        let after = before.0.saturating_sub(promised.0).saturating_add(now.0);
        sqlx::query(
            "INSERT INTO spending (day, player, fri) VALUES ($1, $2, $3) \
             ON CONFLICT (day, player) DO UPDATE SET fri = excluded.fri",
        )
        .bind(day)
        .bind(payer)
        .bind(after.to_string())
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

fn read(fri: &str) -> Result<Fri, StoreError> {
    fri.parse().map(Fri).map_err(|_| StoreError::Corrupt {
        place: "spending.fri",
        reason: format!("{fri:?} is no amount"),
    })
}
