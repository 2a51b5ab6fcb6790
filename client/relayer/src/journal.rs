//! The life of one piece of work, as a table of transitions. Pure: the store keeps the stage, the
//! sender brings the events.
//!
//! ```text
//!             Sign                Take                Include            Bury
//!  Queued ──────────► Signed ──────────► Sent ──────────────► Included ──────────► Done
//!    │ ▲                │  ▲              │ ▲                    │
//!    │ │                │  └── Replace ───┤ │ Take               │ Vanish
//!    │ │ Lose           └── Silence ──► Unknown ◄───────────────┘
//!    │ └───────────────────────────────────┘        (Reverted goes the same ways as Included)
//!    ├── Refuse ──► Refused        ┐
//!    └── Overtake ► Overtaken      ┴── Again ──► Queued, on another record
//! ```
//!
//! Two rules make "never twice". A stage with a transaction that may still be executed
//! ([`Stage::is_in_flight`]) admits no second [`Event::Sign`], only replacements on the same nonce.
//! And [`Event::Lose`], which frees the work to be signed anew, needs the chain's word that the nonce
//! went to another transaction.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

/// Where a piece of work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// To be done.
    Queued,
    /// A transaction is written down; no node is known to have it.
    Signed,
    /// A node has taken it.
    Sent,
    /// It was sent, and what became of it is not known.
    Unknown,
    /// Executed with success; a reorganisation can still drop it.
    Included,
    /// Executed and reverted; a reorganisation can still drop it.
    Reverted,
    /// Executed, and deep enough.
    Done,
    /// Reverted, and accepted; or never sent, since it does not simulate.
    Refused,
    /// Nobody needs it any more; never sent.
    Overtaken,
}

/// What happened to a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A transaction was signed and is written down by this transition.
    Sign,
    /// Another one with the same nonce was, which offers more.
    Replace,
    /// A node took the newest transaction, or has it already.
    Take,
    /// A node did not answer, or the transaction is no longer found.
    Silence,
    /// A receipt of one of its transactions says success.
    Include,
    /// A receipt of one of its transactions says that it reverted.
    Revert,
    /// The receipt is gone: a reorganisation dropped its block.
    Vanish,
    /// Another transaction of the account took the nonce, and the chain has accepted it: none of the
    /// written ones can be executed any more.
    Lose,
    /// The block of the receipt is deep enough.
    Bury,
    /// It does not simulate.
    Refuse,
    /// The record moved on, and the decision with it.
    Overtake,
    /// It is wanted again, on another record than it ended on.
    Again,
}

/// An event that cannot happen at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("work that is {stage} cannot {event:?}")]
pub struct Impossible {
    /// The stage.
    pub stage: Stage,
    /// The event.
    pub event: Event,
}

impl Stage {
    /// Every stage.
    pub const ALL: [Self; 9] = [
        Self::Queued,
        Self::Signed,
        Self::Sent,
        Self::Unknown,
        Self::Included,
        Self::Reverted,
        Self::Done,
        Self::Refused,
        Self::Overtaken,
    ];

    /// The stage after an event.
    ///
    /// # Errors
    /// [`Impossible`]: the caller's picture is outdated, and it must read the store again.
    pub const fn after(self, event: Event) -> Result<Self, Impossible> {
        use Event as E;
        Ok(match (self, event) {
            (Self::Queued, E::Sign) => Self::Signed,
            (Self::Queued, E::Refuse) => Self::Refused,
            (Self::Queued, E::Overtake) => Self::Overtaken,

            (Self::Signed | Self::Sent | Self::Unknown, E::Replace) => Self::Signed,
            (Self::Signed | Self::Sent | Self::Unknown, E::Take) => Self::Sent,
            (Self::Signed | Self::Sent | Self::Unknown, E::Silence) => Self::Unknown,
            // Also from Signed: the process died between sending and writing that down.
            (Self::Signed | Self::Sent | Self::Unknown, E::Include) => Self::Included,
            (Self::Signed | Self::Sent | Self::Unknown, E::Revert) => Self::Reverted,
            (Self::Signed | Self::Sent | Self::Unknown, E::Lose) => Self::Queued,

            (Self::Included | Self::Reverted, E::Vanish) => Self::Unknown,
            // A reorganisation can execute the same transaction again, with another outcome.
            (Self::Included, E::Revert) => Self::Reverted,
            (Self::Reverted, E::Include) => Self::Included,
            (Self::Included, E::Bury) => Self::Done,
            (Self::Reverted, E::Bury) => Self::Refused,

            (Self::Done | Self::Refused | Self::Overtaken, E::Again) => Self::Queued,
            (stage, event) => return Err(Impossible { stage, event }),
        })
    }

    /// Whether a signed transaction exists that may still be executed.
    #[must_use]
    pub const fn is_in_flight(self) -> bool {
        matches!(self, Self::Signed | Self::Sent | Self::Unknown)
    }

    /// Whether the sender has to look after it: everything that a block can still change.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, Self::Done | Self::Refused | Self::Overtaken)
    }

    /// The name in the store and in answers.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Signed => "signed",
            Self::Sent => "sent",
            Self::Unknown => "unknown",
            Self::Included => "included",
            Self::Reverted => "reverted",
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Overtaken => "overtaken",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that names no [`Stage`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no stage of a job")]
pub struct NotAStage(String);

impl FromStr for Stage {
    type Err = NotAStage;

    fn from_str(text: &str) -> Result<Self, NotAStage> {
        Self::ALL
            .into_iter()
            .find(|stage| stage.as_str() == text)
            .ok_or_else(|| NotAStage(text.to_owned()))
    }
}

#[cfg(test)]
mod tests;
