//! What the model remembers.

use std::fmt;

use surround_settlement::{Moment, Record, Status};

use crate::breach::Breach;
use crate::tree::NodeId;

/// A call to the contract, with its evidence. Only the dishonest player resigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// `submit` with a line.
    Submit(NodeId),
    /// `resign` with a line and the dishonest player's resignation.
    Resign(NodeId),
    /// `resign_channel` by the dishonest player's account.
    ResignChannel,
    /// `flag` with a line, over the head of another or of the same.
    Flag {
        /// The line that is brought.
        line: NodeId,
        /// The line whose head is flagged.
        at: NodeId,
    },
    /// `claim_forfeit`.
    Claim,
    /// `expose_fork`: the dishonest player's signature on this line against the stored one.
    Expose(NodeId),
    /// `expose_fork` by the dishonest player against itself: another word on the head before its own
    /// last stored step.
    ExposeSelf,
    /// `expose_fork` with what the dishonest player has against the honest one.
    Frame,
    /// `finalize`.
    Finalize,
}

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A call by the dishonest player, or by anyone with what it has.
    Dishonest(Call),
    /// The dishonest player sends its next signed step, to this line.
    Send(NodeId),
    /// The dishonest player sends its resignation.
    SendResignation,
    /// The referee gives the honest player a flag over this line's head.
    GiveFlag(NodeId),
    /// The honest player signs its next step, to this line.
    Sign(NodeId),
    /// The honest player sends a call.
    Call(Call),
    /// The chain takes the call that the honest player sent.
    Land,
    /// The last second of the window.
    LastSecond,
    /// The window's seconds pass, while the chain makes no block.
    Halt,
    /// The window passes.
    Past,
    /// Without a record, time passes: to two windows before the terms expire, to the last second, to
    /// the end.
    Wait,
    /// The chain forgets the last call of the dishonest player's account, and what followed it.
    Reorganise,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// The second and the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clock {
    /// Seconds.
    pub now: u64,
    /// Block.
    pub block: u64,
}

impl From<Clock> for Moment {
    fn from(Clock { now, block }: Clock) -> Self {
        Self { now, block }
    }
}

/// A state. All lines are those of the scenario's tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The record.
    pub record: Record,
    /// The block.
    pub at: Clock,
    /// The longest line that the honest player holds.
    pub held: NodeId,
    /// As much of it as would be left if the chain forgot the dishonest player's wallet step.
    pub kept: NodeId,
    /// The lines that the honest player has signed the last step of, no one of which extends another.
    pub signed: Vec<NodeId>,
    /// Whether the honest player holds the dishonest one's resignation.
    pub resigned: bool,
    /// The line at whose head the honest player holds a flag on the dishonest one.
    pub flag: Option<NodeId>,
    /// The honest player's call that the chain has not taken yet, and whether it was sent in a window
    /// before this one.
    pub in_flight: Option<(Call, bool)>,
    /// Calls of the honest player that the chain has taken in this window.
    pub calls: u8,
    /// Windows that have passed.
    pub passed: u8,
    /// Windows that may still start before one is too many.
    pub slack: i16,
    /// Since when the player who is due on the chain is due there.
    pub due_since: Clock,
    /// The record before the last wallet step, which a reorganisation brings back.
    pub before: Option<Record>,
    /// Whether a reorganisation is still to come.
    pub can_reorganise: bool,
    /// The invariant that the last action broke.
    pub breach: Option<Breach>,
}

impl State {
    /// The block as the contract takes it.
    #[must_use]
    pub fn moment(&self) -> Moment {
        self.at.into()
    }

    /// Whether the chain knows the channel and its result is not final.
    #[must_use]
    pub fn is_running(&self) -> bool {
        matches!(self.record.status, Status::Open | Status::Pending)
    }
}
