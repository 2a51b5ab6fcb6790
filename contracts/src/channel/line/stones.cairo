//! The part of a replay that is run for every stone.

use core::cmp::min;
use crate::channel::digits::{as_felt, as_index, on_grid, split_digit};
use crate::rules::board::{BLACK, Board, BoardTrait, WHITE};
use crate::rules::spots::SPOTS;
use super::next_head;
use super::tape::{Tape, TapeTrait};

/// The steps are not packed as the protocol says.
pub const BAD_PACKING: felt252 = 'bad_packing';

/// Places stones until `most` of them are placed or the next step is none. Returns how many were
/// placed, and 0, the error of the next stone, or BAD_PACKING.
pub fn place_stones(
    ref board: Board, ref head: felt252, ref due: felt252, ref tape: Tape, size: u8, most: u16,
) -> (u16, felt252) {
    let side: NonZero<u8> = size.try_into().unwrap();
    let mut missing = most;
    let (after, error) = loop {
        if missing == 0 {
            break (0, 0);
        }
        if tape.left == 0 && !tape.load() {
            break (missing, BAD_PACKING);
        }
        let count = min(tape.left, missing);
        let stop = place_half(ref board, ref head, due, side, tape.digits, count.into());
        due = stop.due;
        tape.digits = stop.digits;
        if stop.left != 0 {
            let placed = count - stop.left.try_into().unwrap();
            tape.left -= placed;
            break (missing - placed, stop.error);
        }
        tape.left -= count;
        missing -= count;
    };
    (most - after, error)
}

/// Where `place` stopped.
#[derive(Drop)]
struct Stop {
    digits: u128,
    /// How many stones are missing.
    left: felt252,
    due: felt252,
    /// 0 or the error of the next stone.
    error: felt252,
}

#[inline(always)]
fn place_half(
    ref board: Board,
    ref head: felt252,
    due: felt252,
    side: NonZero<u8>,
    digits: u128,
    left: felt252,
) -> Stop {
    if side.into() == 19_u8 {
        if due == BLACK {
            place::<BLACK, WHITE, true>(ref board, ref head, side, digits, left)
        } else {
            place::<WHITE, BLACK, true>(ref board, ref head, side, digits, left)
        }
    } else if due == BLACK {
        place::<BLACK, WHITE, false>(ref board, ref head, side, digits, left)
    } else {
        place::<WHITE, BLACK, false>(ref board, ref head, side, digits, left)
    }
}

/// Places the first of `digits` as a stone of the colour `ME` and leaves the rest to the other
/// colour: two functions in turn, so that colours are constants and gas is checked every other
/// move. `WHOLE`: the board is the whole grid. Stops after `left` stones, or at a digit that is no
/// point of the board.
fn place<const ME: felt252, const YOU: felt252, const WHOLE: bool>(
    ref board: Board, ref head: felt252, side: NonZero<u8>, digits: u128, left: felt252,
) -> Stop {
    if left == 0 {
        return Stop { digits, left, due: ME, error: 0 };
    }
    let (rest, digit) = split_digit(digits);
    let at = if WHOLE {
        as_index(digit)
    } else {
        on_grid(digit, side)
    };
    let Some(spot) = SPOTS.span().get(at) else {
        return Stop { digits, left, due: ME, error: 0 };
    };
    head = next_head(head, as_felt(digit) + ME);
    // Two calls, not one behind the match: a join of the two ways would cost as much as a look-up.
    match board.place::<ME, YOU>(at, *spot.unbox()) {
        None => place::<YOU, ME, WHOLE>(ref board, ref head, side, rest, left - 1),
        Some(event) => {
            let error = board.finish(at, ME, event);
            if error != 0 {
                return Stop { digits, left, due: ME, error };
            }
            place::<YOU, ME, WHOLE>(ref board, ref head, side, rest, left - 1)
        },
    }
}
