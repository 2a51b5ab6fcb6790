//! Positional superko (rule 5 of protocol 1.1), exact, over the whole history.
//!
//! Only a comeback, a stone on a point that has held one before, can repeat a position: any other
//! stone stands where none ever stood. A comeback is compared with the positions before it, newest
//! first. The comparison may stop behind the first earlier move that was no comeback and whose
//! point holds a stone now: before that move the point had never held one, so no earlier position
//! equals this one. Most comebacks end there within a few moves. Others are looked up in a table of
//! all positions; each enters it once, so the work is bounded whatever the players do.

use bounded::nullable_from_box;
use core::dict::{Felt252Dict, Felt252DictEntryTrait, Felt252DictTrait};
use core::nullable::{FromNullableResult, match_nullable, null};
use core::poseidon::hades_permutation;
use super::board::blocks::{Blocks, EMPTIED, point};
use super::points::{NONE, Points};
use super::spots::SPOTS;

#[derive(Copy, Drop, PartialEq)]
pub struct Position {
    pub black: Points,
    pub white: Points,
}

#[derive(Destruct)]
pub struct History {
    past: Box<Past>,
    /// Keys of positions.
    table: Felt252Dict<felt252>,
}

/// A position, and those before it.
#[derive(Copy, Drop)]
struct Past {
    position: Position,
    /// The number of the point where the stone was placed that led here, if it had never held one.
    /// Else COMEBACK, or FILED if all positions up to this one are in the table.
    first: felt252,
    before: Nullable<Past>,
}

const COMEBACK: felt252 = -1;
const FILED: felt252 = -2;

/// Positions to compare one by one before the table is asked.
const WALK: felt252 = 8;

#[generate_trait]
pub impl HistoryImpl of HistoryTrait {
    /// The history of a game that starts with these black stones.
    fn new(black: Points) -> History {
        let position = Position { black, white: NONE };
        let past = Past { position, first: COMEBACK, before: null() };
        History { past: BoxTrait::new(past), table: Default::default() }
    }

    /// The position now.
    #[inline(always)]
    fn position(self: @History) -> Position {
        (*self.past).unbox().position
    }

    /// The position after a stone on the point number `first`, which had never held one.
    #[inline(always)]
    fn record(ref self: History, position: Position, first: felt252) {
        let before = nullable_from_box(self.past);
        self.past = BoxTrait::new(Past { position, first, before });
    }

    /// The position after a comeback. Returns whether it was there before.
    fn repeats(ref self: History, position: Position, ref blocks: Blocks) -> bool {
        if let Some(repeated) = walk(self.past, position, ref blocks) {
            self.record(position, COMEBACK);
            return repeated;
        }
        self.record(position, FILED);
        self.file()
    }

    /// Enters the positions that the table lacks, the last one first. Returns whether that is one
    /// of the others.
    fn file(ref self: History) -> bool {
        let mut past = self.past;
        let mut known = 0;
        loop {
            let Past { position, before, .. } = past.unbox();
            let (entry, times) = self.table.entry(position.key());
            self.table = entry.finalize(1);
            // All earlier positions differ, so nothing but the last one is ever met again.
            known += times;
            let FromNullableResult::NotNull(before) = match_nullable(before) else {
                break;
            };
            if before.unbox().first == FILED {
                break;
            }
            past = before;
        }
        known != 0
    }
}

/// Is `position` one of `past`? None: that is for the table to say.
fn walk(mut past: Box<Past>, position: Position, ref blocks: Blocks) -> Option<bool> {
    let mut left = WALK;
    loop {
        let Past { position: earlier, first, before } = past.unbox();
        if earlier == position {
            break Some(true);
        }
        if first == FILED || left == 0 {
            break None;
        }
        if first != COMEBACK && is_stone(ref blocks, first) {
            break Some(false);
        }
        let FromNullableResult::NotNull(before) = match_nullable(before) else {
            break Some(false);
        };
        past = before;
        left -= 1;
    }
}

/// Does the point number `at`, which has held a stone, hold one now?
fn is_stone(ref blocks: Blocks, at: felt252) -> bool {
    let at: u32 = at.try_into().unwrap();
    point(ref blocks, *SPOTS.span()[at]).deref().colour != EMPTIED
}

#[generate_trait]
impl PositionImpl of PositionTrait {
    /// A Poseidon sponge over the four felts.
    fn key(self: Position) -> felt252 {
        let (s0, s1, s2) = hades_permutation(self.black.a, self.black.b, 2);
        let (key, _, _) = hades_permutation(s0 + self.white.a, s1 + self.white.b, s2);
        key
    }
}
