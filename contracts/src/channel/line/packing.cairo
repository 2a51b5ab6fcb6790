//! Unpacking: 27 codes a felt, 14 in the low 128 bits and 13 in the high ones, each half
//! little-endian base 512. A line is judged while it is unpacked.

use core::cmp::min;
use crate::channel::digits::{as_code, as_felt, as_index, split_digit};
use crate::rules::board::{BOTH, Board, BoardTrait};
use crate::rules::game::{Game, GameTrait, PROPOSE, Phase, RESUME, Setup, points};
use crate::rules::points::{Set, halves};
use crate::rules::score::from_bits;
use crate::rules::spots::{SIDE, SPOTS, WALL};
use super::{DeadSet, Fault, Line, next_head, proposal_word};

const LOW_DIGITS: u16 = 14;
const HIGH_DIGITS: u16 = 13;

/// A line half way through its replay.
#[derive(Destruct)]
pub struct Reader {
    pub game: Game,
    head: felt252,
    steps: u16,
    dead: DeadSet,
    dead_points: Set,
    packed: Span<felt252>,
    /// Steps in neither `digits` nor the past.
    unread: u16,
    /// The half felt being read, and how many steps are left in it.
    digits: u128,
    left: u16,
    /// The high half that follows it.
    high: Option<u128>,
}

#[generate_trait]
pub impl ReaderImpl of ReaderTrait {
    fn new(setup: Setup, line: Line, channel_id: felt252) -> Result<Reader, Fault> {
        let Line { packed, count, dead } = line;
        let dead_points = from_bits(array![dead.d0, dead.d1, dead.d2].span(), setup.size);
        let Some(dead_points) = dead_points else {
            return bad_packing();
        };
        if count > 3 * points(setup.size) + 2 || packed.len() != (count.into() + 26) / 27 {
            return bad_packing();
        }
        Ok(
            Reader {
                game: GameTrait::new(setup),
                head: channel_id,
                steps: 0,
                dead,
                dead_points,
                packed,
                unread: count,
                digits: 0,
                left: 0,
                high: None,
            },
        )
    }

    /// Goes on to step `target` and returns the head there.
    fn head_after(ref self: Reader, target: u16) -> Result<felt252, Fault> {
        while self.steps != target {
            if self.left == 0 {
                self.load()?;
            }
            let error = self.go_on(target - self.steps);
            if error != 0 {
                return Err(Fault { step: self.steps + 1, error });
            }
        }
        Ok(self.head)
    }

    /// Takes the next half felt.
    fn load(ref self: Reader) -> Result<(), Fault> {
        if self.digits != 0 {
            return bad_packing();
        }
        let (digits, most) = match self.high {
            Some(high) => {
                self.high = None;
                (high, HIGH_DIGITS)
            },
            None => {
                let Some(felt) = self.packed.pop_front() else {
                    return bad_packing();
                };
                let (high, low) = halves(*felt);
                self.high = Some(high);
                (low, LOW_DIGITS)
            },
        };
        self.digits = digits;
        self.left = min(most, self.unread);
        self.unread -= self.left;
        Ok(())
    }

    /// Takes at least one and at most `most` steps of the half felt at hand. Returns 0 or the error
    /// of the next step.
    fn go_on(ref self: Reader, most: u16) -> felt252 {
        if self.game.phase == Phase::Play {
            let count = min(min(self.left, most), self.game.moves_left);
            let (digits, left, error) = stones(
                ref self.game.board,
                ref self.head,
                ref self.game.due,
                self.game.setup.size,
                self.digits,
                count.into(),
            );
            let placed = count - left.try_into().unwrap();
            self.digits = digits;
            self.left -= placed;
            self.steps += placed;
            self.game.count_stones(placed);
            if error != 0 || left == 0 {
                return error;
            }
        }
        self.step()
    }

    /// Takes one step that places no stone.
    fn step(ref self: Reader) -> felt252 {
        let (rest, digit) = split_digit(self.digits);
        let code = as_code(digit);
        if code > RESUME {
            return 'bad_line';
        }
        let plain = code.into() + self.game.due;
        let word = if code == PROPOSE {
            proposal_word(plain, self.dead)
        } else {
            plain
        };
        let error = self.game.step(code, self.dead_points);
        if error != 0 {
            return error;
        }
        self.head = next_head(self.head, word);
        self.digits = rest;
        self.left -= 1;
        self.steps += 1;
        0
    }

    /// The line is at its end: nothing else may be in it.
    fn finish(ref self: Reader) -> Result<(), Fault> {
        let rest = self.high.unwrap_or(0);
        let has_dead = self.dead != DeadSet { d0: 0, d1: 0, d2: 0 };
        if self.digits != 0 || rest != 0 || (has_dead && !self.game.proposed) {
            return bad_packing();
        }
        Ok(())
    }
}

/// Places stones of both colours in turn: at most `left` digits of `digits`, up to the first that
/// is no point of the board. Returns the digits not taken, how many of `left` remain, and 0 or the
/// error of the next stone.
fn stones(
    ref board: Board, ref head: felt252, ref due: felt252, size: u8, digits: u128, left: felt252,
) -> (u128, felt252, felt252) {
    if left == 0 {
        return (digits, 0, 0);
    }
    let (rest, digit) = split_digit(digits);
    let at = if size == 19 {
        as_index(digit)
    } else {
        on_grid(as_code(digit), size)
    };
    let Some(spot) = SPOTS.span().get(at) else {
        return (digits, left, 0);
    };
    let error = board.play(at, *spot.unbox(), due);
    if error != 0 {
        return (digits, left, error);
    }
    head = next_head(head, as_felt(digit) + due);
    due = BOTH - due;
    board.turn();
    stones(ref board, ref head, ref due, size, rest, left - 1)
}

/// The number on the grid of the point `code` of a board of `size`, WALL when there is no such
/// point.
fn on_grid(code: u16, size: u8) -> u32 {
    let size: u16 = size.into();
    let (y, x) = DivRem::div_rem(code, size.try_into().unwrap());
    if y < size {
        y.into() * SIDE + x.into()
    } else {
        WALL
    }
}

fn bad_packing<T>() -> Result<T, Fault> {
    Err(Fault { step: 0, error: 'bad_line' })
}
