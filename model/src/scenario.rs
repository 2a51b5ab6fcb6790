//! What is modelled: from where, against whom, how far.

use std::fmt;

use surround_channel::key::SecretKeyError;
use surround_channel::line::Fault;
use surround_channel::statements::SignatureError;
use surround_channel::transcript::TranscriptError;
use surround_rules::{Colour, RuleError};
use thiserror::Error;

use crate::start::Start;
use crate::without::Without;

/// Whom the referee helps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Referee {
    /// The game is not ranked.
    None,
    /// The terms name a referee who never said that the game counts.
    Silent,
    /// It flags whoever is due, and sees steps late: a player that has answered can be flagged too.
    Late,
    /// It also flags at any head that the dishonest player makes up.
    Colluding,
}

impl fmt::Display for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Silent => "silent",
            Self::Late => "late",
            Self::Colluding => "colluding",
        })
    }
}

/// One run of the checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The line that both players hold, and have signed, at the beginning.
    pub start: Start,
    /// The player who does whatever it can.
    pub dishonest: Colour,
    /// Whom the referee helps.
    pub referee: Referee,
    /// Whether the chain can forget one call of the dishonest player's account.
    pub reorganisation: bool,
    /// Further steps.
    pub depth: u8,
    /// Stones that are tried at each step.
    pub stones: usize,
    /// Windows that can pass.
    pub windows: u8,
    /// Calls of the honest player that the chain takes in one window.
    pub calls: u8,
    /// The protection that is missing.
    pub without: Option<Without>,
}

impl Scenario {
    /// Whether a referee is named in the terms.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.referee != Referee::None
    }

    /// Whether the referee said that the game counts.
    #[must_use]
    pub fn has_ranked_statement(&self) -> bool {
        matches!(self.referee, Referee::Late | Referee::Colluding)
    }

    /// Whether a protection is missing.
    #[must_use]
    pub fn lacks(&self, protection: Without) -> bool {
        self.without == Some(protection)
    }
}

/// Why a scenario cannot be played.
#[derive(Debug, Error)]
pub enum SetupFault {
    /// More lines than have numbers.
    #[error("too many lines: lower the depth or the stones")]
    TooLarge,
    /// A key that is none.
    #[error("a key: {0}")]
    Key(#[from] SecretKeyError),
    /// A statement that cannot be signed.
    #[error("a signature: {0}")]
    Signature(#[from] SignatureError),
    /// Terms or statements that do not hold.
    #[error("a transcript: {0}")]
    Transcript(#[from] TranscriptError),
    /// A step that is not legal.
    #[error("a step: {0}")]
    Rule(#[from] RuleError),
    /// A line that the contract refuses.
    #[error("a line: {0}")]
    Line(Fault),
}
