//! From a walk that ended in a difference to the few turns that lead to it.
//!
//! Contract and model are compared after every turn, so that no shorter prefix of the walk shows the
//! difference. Turns before the last one are left out, more and more of them, for as long as what
//! remains, taken again from the start, still ends in a difference.

use std::collections::BTreeSet;

use anyhow::{Context as _, Error, Result};
use starknet_types_core::felt::Felt;
use surround_tests::table::{Bookmark, Table};

use crate::turn::{Deed, Turn};
use crate::walk::Log;

/// Turns taken again, at most: a few minutes' worth.
const BUDGET: usize = 2_000;

/// Fewest turns that were found to end in a difference, and that difference.
pub async fn shortest(
    table: Table,
    start: Bookmark,
    log: Log,
    difference: Error,
) -> Result<(Vec<Turn>, Error)> {
    let suspects = suspects(&table, &log);
    let mut search = Search {
        table,
        start: Some(start),
        turns: log.into_iter().map(|(turn, _)| turn).collect(),
        difference,
        budget: BUDGET,
    };
    search.without(suspects).await?;
    let mut length = search.turns.len() / 2;
    while length > 0 && search.budget > 0 {
        search.leave_out(length).await?;
        length /= 2;
    }
    Ok((search.turns, search.difference))
}

/// The last turn, and those before it that changed something which it can depend on.
fn suspects(table: &Table, log: &Log) -> Vec<Turn> {
    let Some(((last, _), before)) = log.split_last() else {
        return Vec::new();
    };
    let channel = last.channel(table);
    let concerns = |turn: &Turn| match &turn.deed {
        Deed::Register(_) | Deed::Revoke(_) => true,
        _ => turn.channel(table) == channel,
    };
    before
        .iter()
        .filter(|(turn, accepted)| *accepted && concerns(turn))
        .map(|(turn, _)| turn)
        .chain([last])
        .cloned()
        .collect()
}

struct Search {
    table: Table,
    start: Option<Bookmark>,
    turns: Vec<Turn>,
    difference: Error,
    budget: usize,
}

impl Search {
    /// Leaves out runs of so many turns, each unless it is needed; never the last turn.
    async fn leave_out(&mut self, length: usize) -> Result<()> {
        let mut from = 0;
        while from + 1 < self.turns.len() && self.budget > 0 {
            let to = (from + length).min(self.turns.len() - 1);
            let mut fewer = self.turns.clone();
            fewer.drain(from..to);
            if !self.without(fewer).await? {
                from += length;
            }
        }
        Ok(())
    }

    /// Takes fewer turns from the start, and keeps to them if they end in a difference.
    async fn without(&mut self, fewer: Vec<Turn>) -> Result<bool> {
        let start = self.start.take().context("the start is lost")?;
        self.start = Some(self.table.rewind(start).await?);
        let channels: BTreeSet<Felt> = fewer
            .iter()
            .filter_map(|turn| turn.channel(&self.table))
            .collect();
        let channels: Vec<Felt> = channels.into_iter().collect();
        for (turn, number) in fewer.iter().zip(1..) {
            self.budget = self.budget.saturating_sub(1);
            if let Err(difference) = turn.take(&mut self.table, &channels).await {
                self.difference = difference;
                self.turns = fewer.get(..number).unwrap_or_default().to_vec();
                return Ok(true);
            }
        }
        Ok(false)
    }
}
