//! Packed steps as they are taken: 27 codes a felt, 14 in the low 128 bits and 13 in the high ones,
//! each half little-endian base 512.

use core::cmp::min;
use crate::rules::points::halves;

const LOW_DIGITS: u16 = 14;
const HIGH_DIGITS: u16 = 13;

/// The packed steps that were not taken yet.
#[derive(Copy, Drop)]
pub struct Tape {
    /// The half felt being read, and how many steps are left in it.
    pub digits: u128,
    pub left: u16,
    /// The high half that follows it.
    high: Option<u128>,
    packed: Span<felt252>,
    /// Steps in neither `digits` nor the past.
    unread: u16,
}

#[generate_trait]
pub impl TapeImpl of TapeTrait {
    fn new(packed: Span<felt252>, count: u16) -> Tape {
        Tape { digits: 0, left: 0, high: None, packed, unread: count }
    }

    /// Takes the next half felt; the one at hand is used up. Returns false if there is none, or if
    /// the one at hand holds more than its steps.
    fn load(ref self: Tape) -> bool {
        if self.digits != 0 {
            return false;
        }
        let (digits, most) = match self.high {
            Some(high) => {
                self.high = None;
                (high, HIGH_DIGITS)
            },
            None => {
                let Some(felt) = self.packed.pop_front() else {
                    return false;
                };
                let (high, low) = halves(*felt);
                self.high = Some(high);
                (low, LOW_DIGITS)
            },
        };
        self.digits = digits;
        self.left = min(most, self.unread);
        self.unread -= self.left;
        true
    }

    /// Is nothing on the tape but the steps that were taken?
    fn is_clean(self: @Tape) -> bool {
        *self.digits == 0 && (*self.high).unwrap_or(0) == 0
    }
}
