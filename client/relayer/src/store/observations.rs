//! What the contract's events said, by block, so that a reorganisation can take it back.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_channel::line::{DeadSet, Line};
use surround_settlement::Record;

use super::codec::{document, integer, read_document, read_felt};
use super::{Store, StoreError, Transaction};
use crate::model::Observation;

/// Keeps an observation.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn add(transaction: &mut Transaction, seen: &Observation) -> Result<(), StoreError> {
    let line = seen.line.as_ref().map(StoredLine::from);
    sqlx::query(
        "INSERT INTO observations (channel, block, position, record, line) \
         VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(felt::to_text(&seen.channel))
    .bind(integer(seen.block))
    .bind(i64::from(seen.position))
    .bind(document("observations.record", &seen.record)?)
    .bind(
        line.map(|line| document("observations.line", &line))
            .transpose()?,
    )
    .execute(&mut **transaction)
    .await?;
    Ok(())
}

/// The channel's record, and the stored line; none while the chain has none.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn current(
    store: &Store,
    channel: Felt,
) -> Result<Option<(Record, Option<Line>)>, StoreError> {
    let newest: Option<(String, Option<String>)> = sqlx::query_as(
        "SELECT record, \
             (SELECT line FROM observations WHERE channel = $1 AND line IS NOT NULL \
              ORDER BY block DESC, position DESC LIMIT 1) \
         FROM observations WHERE channel = $1 ORDER BY block DESC, position DESC LIMIT 1",
    )
    .bind(felt::to_text(&channel))
    .fetch_optional(store.pool())
    .await?;
    let Some((record, line)) = newest else {
        return Ok(None);
    };
    let line: Option<StoredLine> = line
        .map(|line| read_document("observations.line", &line))
        .transpose()?;
    let line = line.map(Line::try_from).transpose()?;
    Ok(Some((read_document("observations.record", &record)?, line)))
}

/// Takes back what was seen above a height, all of it if it is none, and tells whose channels.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn forget_above(
    transaction: &mut Transaction,
    height: Option<u64>,
) -> Result<Vec<Felt>, StoreError> {
    let mut channels: Vec<(String,)> =
        sqlx::query_as("DELETE FROM observations WHERE block > $1 RETURNING channel")
            .bind(height.map_or(-1, integer))
            .fetch_all(&mut **transaction)
            .await?;
    channels.sort();
    channels.dedup();
    let read = |(channel,): &(String,)| read_felt("observations.channel", channel);
    channels.iter().map(read).collect()
}

/// A line as a document: the dead set in felts, since numbers of documents end at 64 bits.
#[derive(Serialize, Deserialize)]
struct StoredLine {
    #[serde(with = "felt::texts")]
    packed: Vec<Felt>,
    count: u16,
    #[serde(with = "felt::texts")]
    dead: Vec<Felt>,
}

impl From<&Line> for StoredLine {
    fn from(line: &Line) -> Self {
        let DeadSet { d0, d1, d2 } = line.dead;
        Self {
            packed: line.packed.clone(),
            count: line.count,
            dead: [d0, d1, d2].map(Felt::from).to_vec(),
        }
    }
}

impl TryFrom<StoredLine> for Line {
    type Error = StoreError;

    fn try_from(stored: StoredLine) -> Result<Self, StoreError> {
        let corrupt = |reason: &str| StoreError::Corrupt {
            place: "observations.line",
            reason: reason.to_owned(),
        };
        let limb = |felt: &Felt| u128::try_from(*felt).map_err(|_| corrupt("a limb exceeds u128"));
        let [d0, d1, d2] = stored.dead.as_slice() else {
            return Err(corrupt("a dead set has three limbs"));
        };
        Ok(Self {
            dead: DeadSet {
                d0: limb(d0)?,
                d1: limb(d1)?,
                d2: limb(d2)?,
            },
            packed: stored.packed,
            count: stored.count,
        })
    }
}
