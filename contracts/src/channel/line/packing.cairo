//! A line is judged while it is unpacked, a stretch at a time.

use core::cmp::min;
use crate::channel::digits::{as_code, split_digit};
use crate::rules::game::{Game, GameTrait, NOTHING, PROPOSE, Phase, RESUME, Setup, points};
use crate::rules::points::Set;
use crate::rules::score::from_bits;
use super::stones::{BAD_PACKING, place_stones};
use super::tape::{Tape, TapeTrait};
use super::{DeadSet, Fault, Line, next_head, proposal_word};

/// A line half way through its replay.
#[derive(Destruct)]
pub struct Reader {
    pub game: Game,
    head: felt252,
    steps: u16,
    tape: Tape,
    dead: DeadSet,
    dead_points: Set,
}

#[generate_trait]
pub impl ReaderImpl of ReaderTrait {
    fn new(setup: Setup, line: Line, channel_id: felt252) -> Result<Reader, Fault> {
        let Line { packed, count, dead } = line;
        let Some(dead_points) = dead_points(dead, setup.size) else {
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
                tape: TapeTrait::new(packed, count),
                dead,
                dead_points,
            },
        )
    }

    /// Goes on to step `target` and returns the head there.
    fn head_after(ref self: Reader, target: u16) -> Result<felt252, Fault> {
        while self.steps != target {
            let error = self.go_on(target - self.steps);
            if error == BAD_PACKING {
                return bad_packing();
            }
            if error != 0 {
                return Err(Fault { step: self.steps + 1, error });
            }
        }
        Ok(self.head)
    }

    /// Takes at least one and at most `most` steps. Returns 0 or the error of the next step.
    fn go_on(ref self: Reader, most: u16) -> felt252 {
        if self.game.phase == Phase::Play {
            let most = min(most, self.game.moves_left);
            let (placed, error) = place_stones(
                ref self.game.board,
                ref self.head,
                ref self.game.due,
                ref self.tape,
                self.game.setup.size,
                most,
            );
            self.steps += placed;
            self.game.count_stones(placed);
            if error != 0 || placed == most {
                return error;
            }
        }
        self.step()
    }

    /// Takes one step that places no stone.
    fn step(ref self: Reader) -> felt252 {
        if self.tape.left == 0 && !self.tape.load() {
            return BAD_PACKING;
        }
        let (rest, digit) = split_digit(self.tape.digits);
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
        self.tape.digits = rest;
        self.tape.left -= 1;
        self.steps += 1;
        0
    }

    /// The line is at its end: nothing else may be in it.
    fn finish(ref self: Reader) -> Result<(), Fault> {
        if !self.tape.is_clean() || (self.dead != NO_DEAD && !self.game.proposed) {
            return bad_packing();
        }
        Ok(())
    }
}

const NO_DEAD: DeadSet = DeadSet { d0: 0, d1: 0, d2: 0 };

/// None when one of them is no point of the board.
fn dead_points(dead: DeadSet, size: u8) -> Option<Set> {
    if dead == NO_DEAD {
        return Some(NOTHING);
    }
    from_bits(array![dead.d0, dead.d1, dead.d2].span(), size)
}

fn bad_packing<T>() -> Result<T, Fault> {
    Err(Fault { step: 0, error: 'bad_line' })
}
