//! Steps, phases, endings, and why a step is refused (protocol 1.2 and 3.2).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::points::{Point, PointSet};

/// What a player does when it is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Places a stone.
    Play(Point),
    /// Passes.
    Pass,
    /// Names the chains that it holds to be dead.
    Propose(PointSet),
    /// Agrees to the proposed set.
    Accept,
    /// Returns to play.
    Resume,
}

/// Which steps are legal (protocol 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Stones and passes.
    Play,
    /// Both passed; who passed first proposes or resumes.
    Propose,
    /// The other accepts or resumes.
    Respond,
    /// The game is over.
    Ended,
}

/// How steps alone can end a game (protocol 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Both agreed on the dead stones.
    Agreed,
    /// Two passes in a row after a resumption: every stone is alive.
    PlayedOut,
    /// The last move allowed was made: every stone is alive.
    MoveLimit,
}

/// Why a step is refused, with the names of protocol 3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
#[error("{}", self.as_str())]
pub enum RuleError {
    /// The position occurred before in the game.
    Superko,
    /// There is a stone on the point.
    Occupied,
    /// The stone's chain would have no liberty.
    Suicide,
    /// A point is not on the board.
    OutOfRange,
    /// A point marked dead is empty.
    NotAStone,
    /// A part of a chain is marked dead, another is not.
    SplitGroup,
    /// The phase has no such step.
    NotAllowedNow,
    /// The game is over.
    GameOver,
}

impl RuleError {
    /// The name of protocol 3.2.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Superko => "superko",
            Self::Occupied => "occupied",
            Self::Suicide => "suicide",
            Self::OutOfRange => "out_of_range",
            Self::NotAStone => "not_a_stone",
            Self::SplitGroup => "split_group",
            Self::NotAllowedNow => "not_allowed_now",
            Self::GameOver => "game_over",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of protocol 3.2, which the contract panics with.
    #[test]
    fn a_refusal_has_one_name_everywhere() {
        for (error, name) in [
            (RuleError::Superko, "superko"),
            (RuleError::Occupied, "occupied"),
            (RuleError::Suicide, "suicide"),
            (RuleError::OutOfRange, "out_of_range"),
            (RuleError::NotAStone, "not_a_stone"),
            (RuleError::SplitGroup, "split_group"),
            (RuleError::NotAllowedNow, "not_allowed_now"),
            (RuleError::GameOver, "game_over"),
        ] {
            assert_eq!((error.as_str(), error.to_string().as_str()), (name, name));
            assert_eq!(serde_json::to_value(error).unwrap(), name);
        }
    }
}
