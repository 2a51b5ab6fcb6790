//! Dead stones and the area score (protocol 1.2, 1.3).

use super::points::{NONE, Points, PointsAdd, PointsTrait, Set, SetTrait};
use super::spots::{SIDE, SPOTS};

/// Points of each colour's area, and points that count for nobody.
#[derive(Copy, Drop, PartialEq, Debug)]
pub struct Area {
    pub black: u16,
    pub white: u16,
    pub neutral: u16,
}

/// The area score of the living stones `black` and `white` on a board of the points `all`: a
/// player's stones and the empty regions that touch that player's stones alone.
pub fn area(black: Set, white: Set, all: Set) -> Area {
    let empty = all.without(black.or(white));
    let black_reach = black.flood(black.or(empty));
    let white_reach = white.flood(white.or(empty));
    let black = black_reach.without(white_reach).len();
    let white = white_reach.without(black_reach).len();
    Area { black, white, neutral: all.len() - black - white }
}

/// May the points `dead` be marked? Returns 0, or 'not_a_stone' or 'split_group', judged in this
/// order.
pub fn check_dead(dead: Set, black: Set, white: Set) -> felt252 {
    if !dead.within(black.or(white)) {
        return 'not_a_stone';
    }
    let black_dead = dead.and(black);
    let white_dead = dead.and(white);
    if black_dead.grow(black) != black_dead || white_dead.grow(white) != white_dead {
        return 'split_group';
    }
    0
}

/// All points of a board of `size` rows and columns, 2 to 19.
pub fn whole_board(size: u8) -> Set {
    let mut row = 0_felt252;
    for _ in 0..size {
        row = row * 2 + 1;
    }
    let mut all = NONE;
    for y in 0..size {
        all = all + row_of_points(y.into(), row);
    }
    all.open()
}

/// The points of row `y` whose columns are the bits of `row`.
fn row_of_points(y: u32, row: felt252) -> Points {
    let first = *SPOTS.span()[y * SIDE].bit;
    Points { a: first.a * row, b: first.b * row }
}

/// The set whose bit `y * size + x`, counted from the lowest bit of the first limb on, is the point
/// (x, y). None when a bit is set that is no point of the board.
pub fn from_bits(mut limbs: Span<u128>, size: u8) -> Option<Set> {
    let mut points = NONE;
    let mut bits: u128 = 0;
    let mut held: u32 = 0; // how many bits are in `bits`
    for y in 0..size {
        let width: u32 = size.into();
        let mut row: felt252 = 0;
        if held < width {
            let (rest, high) = split(*limbs.pop_front()?, width - held);
            row = bits.into() + high.into() * power(held).into();
            bits = rest;
            held += 128 - width;
        } else {
            let (rest, low) = split(bits, width);
            row = low.into();
            bits = rest;
            held -= width;
        }
        points = points + row_of_points(y.into(), row);
    }
    for limb in limbs {
        bits = bits | *limb;
    }
    if bits != 0 {
        return Option::None;
    }
    Option::Some(points.open())
}

/// `value` without its lowest `count` bits, and these, 0 to 19 of them.
fn split(value: u128, count: u32) -> (u128, u128) {
    DivRem::div_rem(value, power(count).try_into().unwrap())
}

const POWERS: [u128; 20] = [
    0x1, 0x2, 0x4, 0x8, 0x10, 0x20, 0x40, 0x80, 0x100, 0x200, 0x400, 0x800, 0x1000, 0x2000, 0x4000,
    0x8000, 0x10000, 0x20000, 0x40000, 0x80000,
];

/// 2 to the power `count`, 0 to 19.
fn power(count: u32) -> u128 {
    *POWERS.span()[count]
}
