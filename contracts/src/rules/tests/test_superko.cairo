use core::dict::Felt252DictTrait;
use core::nullable::NullableTrait;
use crate::rules::board::blocks::{Block, Blocks, EMPTIED, Stone};
use crate::rules::board::{BLACK, BOTH, WHITE};
use crate::rules::points::{NONE, Points, PointsAdd, PointsSub};
use crate::rules::spots::SPOTS;
use crate::rules::superko::{History, HistoryTrait, Position};

fn point(at: u32) -> Points {
    *SPOTS.span()[at].bit
}

/// A history that starts with a black stone on point 6.
fn one_stone() -> History {
    HistoryTrait::new(point(6))
}

/// A board where every point once held a stone and none does now.
fn emptied() -> Blocks {
    let stone = NullableTrait::new(Stone { colour: EMPTIED, chain: 0 });
    let block = NullableTrait::new(Block { nw: stone, ne: stone, sw: stone, se: stone });
    let mut blocks: Blocks = Default::default();
    for key in 0..100_u8 {
        blocks.insert(key.into(), block);
    }
    blocks
}

fn moved(history: @History, colour: felt252, placed: Points, taken: Points) -> Position {
    let Position { black, white } = history.position();
    if colour == BLACK {
        Position { black: black + placed, white: white - taken }
    } else {
        Position { black: black - taken, white: white + placed }
    }
}

/// A stone on a point that had never held one.
fn place(ref history: History, at: u32, colour: felt252) {
    let position = moved(@history, colour, point(at), NONE);
    history.record(position, at.into());
}

/// As `place`, and it takes the stone on `taken`.
fn take(ref history: History, at: u32, colour: felt252, taken: u32) {
    let position = moved(@history, colour, point(at), point(taken));
    history.record(position, at.into());
}

/// A stone on a point that has held one, which takes the stone on `taken`. Was that there before?
fn retake(ref history: History, ref blocks: Blocks, at: u32, colour: felt252, taken: u32) -> bool {
    let position = moved(@history, colour, point(at), point(taken));
    history.repeats(position, ref blocks)
}

#[test]
fn the_starting_position_is_one_of_the_game() {
    let mut blocks = emptied();
    let mut history = one_stone();
    take(ref history, 5, WHITE, 6);
    assert!(retake(ref history, ref blocks, 6, BLACK, 5));
}

/// One stone more, of either colour, in each of the four limbs of a set.
#[test]
fn another_stone_anywhere_makes_another_position() {
    for at in [0_u32, 20, 40, 60].span() {
        for colour in [BLACK, WHITE].span() {
            let mut blocks = emptied();
            let mut history = one_stone();
            take(ref history, 5, WHITE, 6);
            place(ref history, *at, *colour);
            assert!(!retake(ref history, ref blocks, 6, BLACK, 5));
        }
    }
}

#[test]
fn the_colour_of_a_stone_is_part_of_the_position() {
    let mut blocks = emptied();
    let mut history = one_stone();
    place(ref history, 5, BLACK);
    let position = Position { black: point(5), white: NONE };
    history.record(position, 6);
    assert!(!history.repeats(Position { black: NONE, white: point(6) }, ref blocks));
}

/// 30 stones, so that the start is out of reach of a walk; then a ko that is retaken at once.
#[test]
fn a_walk_finds_the_position_two_moves_ago() {
    let mut blocks = emptied();
    let mut history = one_stone();
    for i in 0..30_u32 {
        place(ref history, 50 + i, BLACK);
    }
    take(ref history, 5, WHITE, 6);
    assert!(retake(ref history, ref blocks, 6, BLACK, 5));
}

/// A first stone that is on the board now was on it in no position before its own.
#[test]
fn a_walk_ends_at_a_first_stone_that_still_stands() {
    let mut blocks = emptied();
    let wall = NullableTrait::new(Stone { colour: WHITE, chain: 1 });
    blocks.insert(0, NullableTrait::new(Block { nw: wall, ne: wall, sw: wall, se: wall }));
    let mut history = one_stone();
    take(ref history, 5, WHITE, 6);
    place(ref history, 0, WHITE);
    // Not a position that play could lead to: the walk ends before it is compared.
    assert!(!history.repeats(Position { black: point(6), white: NONE }, ref blocks));
}

/// A stone that wanders through eleven captures and comes back: more than a walk compares, so the
/// table finds it, and then finds what was entered before.
#[test]
fn the_table_finds_what_the_walk_does_not_reach() {
    let mut blocks = emptied();
    let mut history = one_stone();
    for i in 0..30_u32 {
        place(ref history, 50 + i, BLACK);
    }
    place(ref history, 200, WHITE);
    let mut colour = BLACK;
    for at in 201..212_u32 {
        assert!(!retake(ref history, ref blocks, at, colour, at - 1));
        colour = BOTH - colour;
    }
    assert!(retake(ref history, ref blocks, 200, WHITE, 211));
    assert!(!retake(ref history, ref blocks, 300, BLACK, 200));
    take(ref history, 310, WHITE, 300);
    take(ref history, 311, BLACK, 310);
    assert!(retake(ref history, ref blocks, 210, WHITE, 311));
}
