//! What the chain remembers of a dispute (protocol 3.1), and what it means for ratings (3.4).

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_rules::{Colour, Outcome, Winner};

use crate::clock::{Moment, TimeClass, Window, classify};

/// From this many counted steps on a ranked game counts for both, and needs no objection window
/// for its length (protocol 3.3, 4).
pub const RATED_STEPS: u16 = 20;

/// None -> Open | Pending | Final; Open and Pending -> each other | Final; Final is absorbing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The chain has no record of the channel.
    None,
    /// A player must answer.
    Open,
    /// An ending that can still be objected to.
    Pending,
    /// The result, for good.
    Final,
}

/// How a game ended (protocol 3.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Both agreed on the dead stones.
    Agreed,
    /// Two passes in a row after a resumption.
    PlayedOut,
    /// The last move allowed was made.
    MoveLimit,
    /// A player resigned.
    Resigned,
    /// The referee flagged the player who was due.
    Time,
    /// A missed deadline on the chain, or a proven fork.
    Forfeit,
}

impl Ending {
    /// Whether the ending comes from the score.
    #[must_use]
    pub const fn is_score(self) -> bool {
        matches!(self, Self::Agreed | Self::PlayedOut | Self::MoveLimit)
    }
}

impl From<surround_rules::Ending> for Ending {
    fn from(ending: surround_rules::Ending) -> Self {
        match ending {
            surround_rules::Ending::Agreed => Self::Agreed,
            surround_rules::Ending::PlayedOut => Self::PlayedOut,
            surround_rules::Ending::MoveLimit => Self::MoveLimit,
        }
    }
}

/// Whose rating a result moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// Unranked, or too short.
    Neither,
    /// Too short, and decided on the chain.
    LoserOnly,
    /// A draw is half a win each.
    Both,
}

/// A pending or final ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// How the game ended.
    pub ending: Ending,
    /// Who won.
    pub winner: Winner,
    /// Black's score in half points; 0 when unscored.
    pub black_x2: u16,
    /// White's score in half points, komi and compensation included; 0 when unscored.
    pub white_x2: u16,
    /// Counted steps (protocol 3.3, 6).
    pub counted: u16,
    /// Decided by `resign_channel`, `claim_forfeit` or `expose_fork`.
    pub onchain: bool,
}

impl Verdict {
    /// The losing player; none in a draw.
    #[must_use]
    pub fn loser(&self) -> Option<Colour> {
        match self.winner {
            Winner::Black => Some(Colour::White),
            Winner::White => Some(Colour::Black),
            Winner::Draw => None,
        }
    }

    /// The result as texts such as `B+3.5` or `W+R` write it.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let winner = match self.winner {
            Winner::Black => Colour::Black,
            Winner::White => Colour::White,
            Winner::Draw => return Outcome::Draw,
        };
        match self.ending {
            Ending::Agreed | Ending::PlayedOut | Ending::MoveLimit => {
                Outcome::of_scores(self.black_x2, self.white_x2)
            }
            Ending::Resigned => Outcome::Resigned(winner),
            Ending::Time => Outcome::Time(winner),
            Ending::Forfeit => Outcome::Forfeit(winner),
        }
    }
}

/// The record of one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Record {
    /// Where the dispute stands.
    pub status: Status,
    /// Whether a referee watched the game.
    pub ranked: bool,
    /// Steps of the stored line.
    pub steps: u16,
    /// Head after the last stored step.
    #[serde(with = "felt::text")]
    pub head: Felt,
    /// Who must answer while Open; else nobody.
    pub due: Option<Colour>,
    /// Last second of the running window; 0 in None and Final.
    pub deadline: u64,
    /// First block in which the window can be over; 0 in None and Final.
    pub min_block: u64,
    /// From Pending on.
    pub verdict: Option<Verdict>,
}

impl Record {
    /// An unknown channel.
    pub const NONE: Self = Self {
        status: Status::None,
        ranked: false,
        steps: 0,
        head: Felt::ZERO,
        due: None,
        deadline: 0,
        min_block: 0,
        verdict: None,
    };

    /// The running window.
    #[must_use]
    pub const fn window(&self) -> Window {
        Window {
            deadline: self.deadline,
            min_block: self.min_block,
        }
    }

    /// On which side of its deadline the record is.
    #[must_use]
    pub fn time_class(&self, at: Moment) -> TimeClass {
        classify(self.status, self.window(), at)
    }

    /// How the game ended, from Pending on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.verdict.map(|verdict| verdict.ending)
    }

    /// Whose rating the verdict moves (protocol 3.4).
    #[must_use]
    pub fn rating(&self) -> Rating {
        match self.verdict {
            Some(verdict) if self.ranked && verdict.counted >= RATED_STEPS => Rating::Both,
            Some(verdict) if self.ranked && verdict.onchain => Rating::LoserOnly,
            _ => Rating::Neither,
        }
    }
}
