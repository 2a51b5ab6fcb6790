//! Time on the chain (protocol 3.1): the one classification, and the one window.

use core::num::traits::SaturatingAdd;
use super::record::Status;

/// The block a call runs in.
#[derive(Copy, Drop, PartialEq, Debug)]
pub struct Moment {
    /// Seconds since the Unix epoch.
    pub now: u64,
    pub block: u64,
}

/// On which side of its deadline a record is.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub enum TimeClass {
    /// The player who is due can still answer.
    #[default]
    Live,
    /// The window is over: `claim_forfeit` or `finalize`.
    Expired,
}

/// The last second and the first block of a running window.
#[derive(Copy, Drop, PartialEq, Debug)]
pub struct Window {
    pub deadline: u64,
    pub min_block: u64,
}

/// Expired when the deadline has passed and the chain has made its blocks: it can halt, and then
/// nobody could have answered. The boundary belongs to the player who is due.
pub fn classify(status: Status, window: Window, at: Moment) -> TimeClass {
    match status {
        Status::None | Status::Final => TimeClass::Live,
        Status::Open |
        Status::Pending => if at.now > window.deadline && at.block >= window.min_block {
            TimeClass::Expired
        } else {
            TimeClass::Live
        },
    }
}

/// A full window from `at`.
pub fn window(at: Moment, turn_seconds: u64, turn_blocks: u64) -> Window {
    Window {
        deadline: at.now.saturating_add(turn_seconds),
        min_block: at.block.saturating_add(turn_blocks),
    }
}
