//! Dead stones and the area score (protocol 1.2, 1.3).

use core::gas::redeposit_gas;
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
    let size: u32 = size.into();
    let row = 2 * *SPOTS.span()[size - 1].bit.a - *SPOTS.span()[0].bit.a;
    let rows = ROWS.span();
    let a = *rows[(size + 3) / 4] + *rows[(size + 2) / 4] * HIGH;
    let b = *rows[(size + 1) / 4] + *rows[size / 4] * HIGH;
    Points { a: row * a, b: row * b }.open()
}

/// What copies the top row to so many rows of a limb.
const ROWS: [felt252; 6] = [
    0x0, 0x1, 0x100001, 0x10000100001, 0x1000010000100001, 0x100001000010000100001,
];
/// 2^128: to the limb in the high half.
const HIGH: felt252 = 0x100000000000000000000000000000000;

/// The points of row `y` whose columns are the bits of `row`.
fn row_of_points(y: u32, row: felt252) -> Points {
    let first = *SPOTS.span()[y * SIDE].bit;
    Points { a: first.a * row, b: first.b * row }
}

/// The set whose bit `y * size + x`, counted from the lowest bit of the first limb on, is the point
/// (x, y). None when a bit is set that is no point of the board.
pub fn from_bits(limbs: Span<u128>, size: u8) -> Option<Set> {
    let mut points = NONE;
    let mut bits = Bits { limbs, low: 0, held: 0 };
    for y in 0..size {
        points = points + row_of_points(y.into(), bits.take(size.into())?);
    }
    let Bits { limbs, mut low, .. } = bits;
    for limb in limbs {
        low = low | *limb;
    }
    if low != 0 {
        return None;
    }
    Some(points.open())
}

/// Bits not taken yet: the lowest `held` of them in `low`, the others in `limbs`.
#[derive(Drop)]
struct Bits {
    limbs: Span<u128>,
    low: u128,
    held: u32,
}

#[generate_trait]
impl BitsImpl of BitsTrait {
    /// The next `width` bits, 2 to 19 of them. None: there are no more.
    #[inline(never)]
    fn take(ref self: Bits, width: u32) -> Option<felt252> {
        redeposit_gas();
        if self.held >= width {
            let (rest, low) = split(self.low, width);
            self.low = rest;
            self.held -= width;
            return Some(low.into());
        }
        let (rest, high) = split(*self.limbs.pop_front()?, width - self.held);
        let taken = self.low.into() + high.into() * power(self.held).into();
        self.low = rest;
        self.held += 128 - width;
        Some(taken)
    }
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
