//! Lines: packed steps, the hash chain over them, and their replay (protocol 2.2).

use core::poseidon::{hades_permutation, poseidon_hash_span};
use crate::rules::board::{BLACK, BOTH};
use crate::rules::game::{Ending, GameTrait, PROPOSE, Phase, Setup, check_setup};

mod packing;
mod stones;
mod tape;
use packing::ReaderTrait;

/// Bit i of the 384-bit little-endian set, lowest limb `d0`, is point i. No bit from size * size on
/// is set.
#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct DeadSet {
    pub d0: u128,
    pub d1: u128,
    pub d2: u128,
}

/// The steps of a game from the first on: 27 codes of 9 bits a felt, 14 in the low 128 bits and 13
/// in the high ones.
#[derive(Copy, Drop, Serde)]
pub struct Line {
    pub packed: Span<felt252>,
    /// Steps in the line.
    pub count: u16,
    /// The dead set of its proposal, zero without one.
    pub dead: DeadSet,
}

/// The first bad step, from 1, and its error; step 0 for the setup or the packing.
#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct Fault {
    pub step: u16,
    pub error: felt252,
}

/// What a line leads to.
#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct Replay {
    pub steps: u16,
    /// Head after the last step, and one and two steps before it (0: the line is shorter).
    pub head: felt252,
    pub before: felt252,
    pub before2: felt252,
    /// Author of the last step, 0 Black, 1 White, and how many of the last steps in a row are that
    /// player's: at most two, Resume and a move (0: the line is empty).
    pub author: u8,
    pub run: u8,
    /// Who is due: 0 Black, 1 White, 2 nobody.
    pub due: u8,
    pub phase: Phase,
    pub ending: Ending,
    /// Half points, 0 unless the game ended.
    pub black_x2: u16,
    pub white_x2: u16,
    /// Head after the asked number of steps (0: the line is shorter).
    pub at: felt252,
}

/// Replays a line of the game `setup` from the first step on, in full: packing, legality, hash
/// chain from `channel_id`
/// and score. `checkpoint` asks for the head after so many steps.
pub fn replay(
    setup: Setup, line: Line, channel_id: felt252, checkpoint: u16,
) -> Result<Replay, Fault> {
    let error = check_setup(setup);
    if error != 0 {
        return Err(Fault { step: 0, error });
    }
    let mut reader = ReaderTrait::new(setup, line, channel_id)?;
    let count = line.count;
    let mut at = 0;
    let (mut before, mut before2) = (0, 0);
    let (mut author, mut author2) = (BOTH + 1, BOTH + 2); // nobody, and nobody else
    if count >= 2 && checkpoint <= count - 2 {
        at = reader.head_after(checkpoint)?;
    }
    if count >= 2 {
        before2 = reader.head_after(count - 2)?;
        author2 = reader.game.due;
    }
    if count >= 1 {
        before = reader.head_after(count - 1)?;
        author = reader.game.due;
    }
    let head = reader.head_after(count)?;
    reader.finish()?;
    if checkpoint == count {
        at = head;
    } else if count >= 1 && checkpoint == count - 1 {
        at = before;
    }
    let ended = reader.game.phase == Phase::Ended;
    let (black_x2, white_x2) = if ended {
        reader.game.score()
    } else {
        (0, 0)
    };
    Ok(
        Replay {
            steps: count,
            head,
            before,
            before2,
            author: player(author),
            run: run(count, author == author2),
            due: if ended {
                NOBODY
            } else {
                player(reader.game.due)
            },
            phase: reader.game.phase,
            ending: reader.game.ending,
            black_x2,
            white_x2,
            at,
        },
    )
}

/// The word that a step of `author`, 0 or 1, adds to the chain. `code` is at most 364; only a
/// proposal has a dead set.
pub fn word(author: u8, code: u16, dead: DeadSet) -> felt252 {
    let plain = code.into() + BOTH * author.into();
    if code == PROPOSE {
        proposal_word(plain, dead)
    } else {
        plain
    }
}

/// H(head, word) of protocol 2.2.
#[inline(always)]
pub fn next_head(head: felt252, word: felt252) -> felt252 {
    let (next, _, _) = hades_permutation(head, word, 2);
    next
}

pub(crate) fn proposal_word(plain: felt252, dead: DeadSet) -> felt252 {
    poseidon_hash_span(array![plain, dead.d0.into(), dead.d1.into(), dead.d2.into()].span())
}

/// `due` of a replay when the game has ended.
const NOBODY: u8 = 2;

fn player(colour: felt252) -> u8 {
    if colour == BLACK {
        0
    } else {
        1
    }
}

fn run(count: u16, same_author: bool) -> u8 {
    if count == 0 {
        0
    } else if same_author {
        2
    } else {
        1
    }
}
