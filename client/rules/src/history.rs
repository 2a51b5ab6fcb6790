//! Every position of a game so far: positional superko (rule 7; protocol 1.1).

use std::collections::HashSet;

use crate::board::Position;

/// The positions of a game, the starting one included.
///
/// Positions are kept and compared whole. Hashes only say where to look: two positions that share
/// one are still two, whoever chose the moves, and the hash key is drawn at random for each game.
#[derive(Clone, Debug)]
pub(crate) struct History(HashSet<Position>);

impl History {
    /// The history of a game that starts from this position.
    pub(crate) fn starting(position: Position) -> Self {
        Self(HashSet::from([position]))
    }

    /// Whether the board looked like this before, whoever was to move.
    pub(crate) fn contains(&self, position: &Position) -> bool {
        self.0.contains(position)
    }

    /// Adds a position.
    pub(crate) fn record(&mut self, position: Position) {
        self.0.insert(position);
    }
}
