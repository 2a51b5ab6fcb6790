//! Positional superko (rule 5 of protocol 1.1), exact, over the whole history.
//!
//! Only a comeback, a stone on a point that has held one before, can repeat a position: any other
//! stone stands where none ever stood. A comeback is compared with the positions before it, newest
//! first. The comparison may stop at the first earlier move that was no comeback and whose point
//! holds a stone now: before that move the point had never held one, so no earlier position equals
//! this one. Most comebacks end there within a few moves. After WALK moves, or when the table has
//! nearly caught up, a table of all positions answers instead; each position enters it once, so the
//! work is bounded whatever the players do.

use core::dict::{Felt252Dict, Felt252DictEntryTrait, Felt252DictTrait};
use core::nullable::{FromNullableResult, match_nullable};
use core::poseidon::hades_permutation;
use super::board::{BLACK, Cells, is_stone};
use super::points::{NONE, Points, PointsAdd, PointsSub};
use super::spots::SPOTS;

/// A stone that was placed.
#[derive(Copy, Drop)]
pub struct Past {
    pub at: u32,
    pub colour: felt252,
    /// Null when the point had never held a stone and nothing was captured.
    pub event: Nullable<Event>,
}

#[derive(Copy, Drop)]
pub struct Event {
    pub comeback: bool,
    pub taken: Points,
}

#[derive(Destruct)]
pub struct History {
    log: Array<Past>,
    /// Keys of positions, for the first `filed.count` moves and the start.
    table: Felt252Dict<felt252>,
    filed: Box<Filed>,
}

#[derive(Copy, Drop)]
struct Filed {
    count: u32,
    position: Position,
}

#[derive(Copy, Drop, PartialEq)]
struct Position {
    black: Points,
    white: Points,
}

/// Moves to compare one by one before the table is asked.
const WALK: felt252 = 8;
/// The table is asked at once when it lacks at most this many moves.
const NEAR: u32 = 24;

#[generate_trait]
pub impl HistoryImpl of HistoryTrait {
    /// The history of a game that starts with these black stones.
    fn new(black: Points) -> History {
        let filed = Filed { count: 0, position: Position { black, white: NONE } };
        History { log: array![], table: Default::default(), filed: BoxTrait::new(filed) }
    }

    #[inline(always)]
    fn record(ref self: History, past: Past) {
        self.log.append(past);
    }

    /// Is the position after the last recorded move, a comeback, one that was there before?
    fn repeats(ref self: History, ref cells: Cells) -> bool {
        if self.log.len() - self.filed.unbox().count > NEAR {
            if let Option::Some(answer) = walk(self.log.span(), ref cells) {
                return answer;
            }
        }
        self.file()
    }

    /// Enters all positions that the table lacks. Returns whether it had the last one.
    fn file(ref self: History) -> bool {
        let Filed { count, mut position } = self.filed.unbox();
        if count == 0 {
            self.table.insert(position.key(), 1);
        }
        let mut known = 0;
        for past in self.log.span().slice(count, self.log.len() - count) {
            position = position + change(*past);
            let (entry, before) = self.table.entry(position.key());
            self.table = entry.finalize(1);
            known = before;
        }
        self.filed = BoxTrait::new(Filed { count: self.log.len(), position });
        known != 0
    }
}

/// Compares the position after the last move of `log` with those before it. None: not decided
/// within WALK moves.
fn walk(mut log: Span<Past>, ref cells: Cells) -> Option<bool> {
    let mut difference = Position { black: NONE, white: NONE };
    if let Option::Some(last) = log.pop_back() {
        difference = change(*last);
    }
    let mut left = WALK;
    loop {
        // `difference`: the position now less the one after the last move that `log` still holds.
        if difference == (Position { black: NONE, white: NONE }) {
            break Option::Some(true);
        }
        let Option::Some(past) = log.pop_back() else {
            break Option::Some(false);
        };
        if is_first(*past) && is_stone(ref cells, *past.at) {
            break Option::Some(false);
        }
        if left == 0 {
            break Option::None;
        }
        left -= 1;
        difference = difference + change(*past);
    }
}

/// Had the point never held a stone before?
fn is_first(past: Past) -> bool {
    match match_nullable(past.event) {
        FromNullableResult::Null => true,
        FromNullableResult::NotNull(event) => !event.unbox().comeback,
    }
}

/// What a move added to the position.
fn change(past: Past) -> Position {
    let placed = *SPOTS.span()[past.at].bit;
    let taken = match match_nullable(past.event) {
        FromNullableResult::Null => NONE,
        FromNullableResult::NotNull(event) => event.unbox().taken,
    };
    if past.colour == BLACK {
        Position { black: placed, white: NONE - taken }
    } else {
        Position { black: NONE - taken, white: placed }
    }
}

impl PositionAdd of Add<Position> {
    fn add(lhs: Position, rhs: Position) -> Position {
        Position { black: lhs.black + rhs.black, white: lhs.white + rhs.white }
    }
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
