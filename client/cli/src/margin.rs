//! What a set of dead stones is worth: the result with it and without it (protocol 4).

use serde::Serialize;
use surround_rules::{Board, Outcome, PointSet, Setup, Winner, score};

/// The result of one position, counted twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Margin {
    /// The result with every stone alive.
    pub all_alive: String,
    /// The result with the marked stones dead.
    pub with_dead: String,
    /// Whether the two name different winners.
    pub winner_flips: bool,
    #[serde(skip)]
    winner: Winner,
}

impl Margin {
    /// Counts the board with and without the dead stones.
    #[must_use]
    pub fn of(board: &Board, dead: PointSet, setup: &Setup) -> Self {
        let count = |dead| -> Outcome { score::area(board, dead, setup).outcome() };
        let (alive, marked) = (count(PointSet::EMPTY), count(dead));
        Self {
            all_alive: alive.to_string(),
            with_dead: marked.to_string(),
            winner_flips: alive.winner() != marked.winner(),
            winner: marked.winner(),
        }
    }

    /// The warning that is due when the dead stones decide who wins.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let wins = match self.winner {
            Winner::Draw => "nobody wins".to_owned(),
            winner => format!(
                "{} wins",
                if winner == Winner::Black {
                    "Black"
                } else {
                    "White"
                }
            ),
        };
        self.winner_flips.then(|| {
            format!(
                "the dead stones decide the game: {} with every stone alive, {} with them dead, \
                 so {wins} only if they are",
                self.all_alive, self.with_dead
            )
        })
    }
}
