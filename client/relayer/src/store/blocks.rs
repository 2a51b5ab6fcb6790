//! The chain as it was followed: the newest block is the cursor, older ones find the common ancestor.

use sqlx::Row;
use sqlx::any::AnyRow;
use surround_channel::felt;
use surround_settlement::Moment;

use super::codec::{integer, number, read_felt};
use super::{Store, StoreError, Transaction};
use crate::ports::Block;

/// Blocks that are remembered. A reorganisation that is deeper has everything read again.
const KEPT: u64 = 10_000;

/// The cursor: everything up to this block is in the store; none before the first.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn newest(store: &Store) -> Result<Option<Block>, StoreError> {
    nth_newest(store, 0).await
}

/// The block that was followed `back` blocks before the newest one.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn nth_newest(store: &Store, back: u64) -> Result<Option<Block>, StoreError> {
    let row = sqlx::query(
        "SELECT number, hash, timestamp FROM blocks ORDER BY number DESC LIMIT 1 OFFSET $1",
    )
    .bind(integer(back))
    .fetch_optional(store.pool())
    .await?;
    row.as_ref().map(block).transpose()
}

/// The highest block that was followed up to a height.
///
/// # Errors
/// [`StoreError::Database`], [`StoreError::Corrupt`].
pub async fn up_to(store: &Store, height: u64) -> Result<Option<Block>, StoreError> {
    let row = sqlx::query(
        "SELECT number, hash, timestamp FROM blocks WHERE number <= $1 \
         ORDER BY number DESC LIMIT 1",
    )
    .bind(integer(height))
    .fetch_optional(store.pool())
    .await?;
    row.as_ref().map(block).transpose()
}

/// Moves the cursor to a block, as part of the transaction that keeps what happened up to it.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn follow(transaction: &mut Transaction, block: &Block) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO blocks (number, hash, timestamp) VALUES ($1, $2, $3)")
        .bind(integer(block.at.block))
        .bind(felt::to_text(&block.hash))
        .bind(integer(block.at.now))
        .execute(&mut **transaction)
        .await?;
    sqlx::query("DELETE FROM blocks WHERE number < $1")
        .bind(integer(block.at.block.saturating_sub(KEPT)))
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

/// Forgets the blocks above a height; all of them if it is none.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn forget_above(
    transaction: &mut Transaction,
    height: Option<u64>,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM blocks WHERE number > $1")
        .bind(height.map_or(-1, integer))
        .execute(&mut **transaction)
        .await?;
    Ok(())
}

fn block(row: &AnyRow) -> Result<Block, StoreError> {
    Ok(Block {
        at: Moment {
            now: number("blocks.timestamp", row.try_get("timestamp")?)?,
            block: number("blocks.number", row.try_get("number")?)?,
        },
        hash: read_felt("blocks.hash", row.try_get("hash")?)?,
    })
}
