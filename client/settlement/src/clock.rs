//! Time on the chain (protocol 3.1): the one classification, and the one window.

use serde::{Deserialize, Serialize};

use crate::record::Status;

/// The block a call runs in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// Seconds since 1970.
    pub now: u64,
    /// Block number.
    pub block: u64,
}

/// On which side of its deadline a record is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeClass {
    /// The player who is due can still answer.
    Live,
    /// The window is over: `claim_forfeit` or `finalize`.
    Expired,
}

/// The last second and the first block of a running window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// Last second in which the player who is due can answer, since 1970.
    pub deadline: u64,
    /// First block in which the window can be over.
    pub min_block: u64,
}

impl Window {
    /// A full window from `at`: `turn_seconds` and `turn_blocks` as in the terms.
    #[must_use]
    pub fn from(at: Moment, turn_seconds: u64, turn_blocks: u64) -> Self {
        Self {
            deadline: at.now.saturating_add(turn_seconds),
            min_block: at.block.saturating_add(turn_blocks),
        }
    }
}

/// Expired when the deadline has passed and the chain has made its blocks: it can halt, and then
/// nobody could have answered. The boundary belongs to the player who is due.
#[must_use]
pub fn classify(status: Status, window: Window, at: Moment) -> TimeClass {
    match status {
        Status::None | Status::Final => TimeClass::Live,
        Status::Open | Status::Pending => {
            if at.now > window.deadline && at.block >= window.min_block {
                TimeClass::Expired
            } else {
                TimeClass::Live
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window {
        deadline: 1_000,
        min_block: 50,
    };

    fn at(now: u64, block: u64) -> Moment {
        Moment { now, block }
    }

    #[test]
    fn the_boundary_belongs_to_the_player_who_is_due() {
        for status in [Status::Open, Status::Pending] {
            for (moment, class) in [
                (at(999, 50), TimeClass::Live),
                (at(1_000, 50), TimeClass::Live),
                (at(1_001, 50), TimeClass::Expired),
                (at(1_001, 49), TimeClass::Live),
                (at(u64::MAX, 49), TimeClass::Live),
                (at(1 << 63, 51), TimeClass::Expired),
            ] {
                assert_eq!(
                    classify(status, WINDOW, moment),
                    class,
                    "{status:?} {moment:?}"
                );
            }
        }
    }

    #[test]
    fn nothing_expires_before_a_record_or_after_its_end() {
        for status in [Status::None, Status::Final] {
            assert_eq!(
                classify(status, WINDOW, at(u64::MAX, u64::MAX)),
                TimeClass::Live
            );
        }
    }

    #[test]
    fn a_window_never_overflows() {
        assert_eq!(
            Window::from(at(10, 3), 3_600, 60),
            Window {
                deadline: 3_610,
                min_block: 63
            }
        );
        let end = Window::from(at(u64::MAX - 1, u64::MAX), 3_600, 60);
        assert_eq!(
            end,
            Window {
                deadline: u64::MAX,
                min_block: u64::MAX
            }
        );
    }
}
