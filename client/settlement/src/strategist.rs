//! What a player should do now, by when, and why (protocol 4).
//!
//! Pure: from the record, what the player holds, and the block. It takes the player's side and
//! plays it honestly: evidence against the opponent first, the strongest that is admitted; else the
//! longest line; else a step, which the player alone can sign.

mod plan;
mod reason;

use serde::{Deserialize, Serialize};
use surround_channel::transcript::Verified;
use surround_rules::Colour;

use crate::clock::{Moment, Window};
use crate::record::Record;

pub use plan::plan;
pub use reason::Reason;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The player: signs, and can be the caller.
    Player,
    /// Someone who acts for the player with what the player signed (protocol 4, relayer).
    Relayer,
}

/// What is known and held on one side of a game.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// The side that is taken.
    pub player: Colour,
    /// Who asks.
    pub role: Role,
    /// What the chain has stored.
    pub record: &'a Record,
    /// The block now.
    pub at: Moment,
    /// The longest game that is held, with the statements that go with it.
    pub held: &'a Verified,
    /// The steps that a held fork proof against the opponent counts; see
    /// [`surround_channel::fork::prove`] and [`fork::check`](crate::fork::check).
    pub fork: Option<u16>,
    /// Whether the opponent has kept the player waiting longer than it puts up with.
    pub stalled: bool,
}

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
pub enum Action {
    /// Call `submit` with the line.
    Submit,
    /// Call `resign` with the opponent's statement, and with the held line where it equals or extends
    /// the stored one, else with the stored line.
    Resign,
    /// Call `flag` with the referee's statement.
    Flag,
    /// Call `claim_forfeit`.
    Claim,
    /// Call `expose_fork`.
    ExposeFork,
    /// Call `finalize`.
    Finalize,
    /// The player signs its next step: nobody else can.
    SignStep,
    /// The player signs, or makes as caller, the opening of the dispute: nobody else can.
    SignOpen,
    /// Nothing before the clock has passed `until`: a later second, and at least that block.
    Wait {
        /// What must pass.
        until: Window,
    },
    /// Nothing to do.
    Nothing,
}

/// An action, the last second for it, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// What to do.
    pub action: Action,
    /// The last second, since 1970, in which it is in time; none when there is no hurry. While a
    /// window runs the chain's blocks may allow more, which nobody should count on.
    pub by: Option<u64>,
    /// Why.
    pub reason: Reason,
}
