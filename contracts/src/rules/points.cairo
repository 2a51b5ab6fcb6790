//! Sets of points.
//!
//! Every board lies in the top left corner of a 19x19 grid. Row y of the grid takes slot `1 + y /
//! 4`, 20 bits wide, of limb `y % 4`: the rows above and below a limb are its two neighbours, and
//! slot 0 and bit 19 of each slot stay empty, so no shift by a row or a column ever loses a bit or
//! needs a mask.

use bounded::{U128sFromFelt252Result, u128s_from_felt252};
use core::gas::redeposit_gas;

/// A set that only adds and subtracts: limbs 0 and 1 in `a`, 2 and 3 in `b`, the even one in the
/// low half.
#[derive(Copy, Drop, PartialEq, Debug)]
pub struct Points {
    pub a: felt252,
    pub b: felt252,
}

pub impl PointsAdd of Add<Points> {
    #[inline(always)]
    fn add(lhs: Points, rhs: Points) -> Points {
        Points { a: lhs.a + rhs.a, b: lhs.b + rhs.b }
    }
}

pub impl PointsSub of Sub<Points> {
    #[inline(always)]
    fn sub(lhs: Points, rhs: Points) -> Points {
        Points { a: lhs.a - rhs.a, b: lhs.b - rhs.b }
    }
}

pub const NONE: Points = Points { a: 0, b: 0 };

/// A set that intersects, unites and grows.
#[derive(Copy, Drop, PartialEq, Debug)]
pub struct Set {
    pub l0: u128,
    pub l1: u128,
    pub l2: u128,
    pub l3: u128,
}

const ROW: felt252 = 0x100000; // 2^20: one slot up
const UNROW: felt252 =
    0x7ffff8000000010fffef0000000000000000000000000000000000000000001; // 1 / 2^20
const HALF: felt252 = 0x400000000000008800000000000000000000000000000000000000000000001; // 1 / 2

#[generate_trait]
pub impl PointsImpl of PointsTrait {
    fn open(self: Points) -> Set {
        let (l1, l0) = halves(self.a);
        let (l3, l2) = halves(self.b);
        Set { l0, l1, l2, l3 }
    }
}

#[generate_trait]
pub impl SetImpl of SetTrait {
    fn and(self: Set, other: Set) -> Set {
        Set {
            l0: self.l0 & other.l0,
            l1: self.l1 & other.l1,
            l2: self.l2 & other.l2,
            l3: self.l3 & other.l3,
        }
    }

    fn or(self: Set, other: Set) -> Set {
        Set {
            l0: self.l0 | other.l0,
            l1: self.l1 | other.l1,
            l2: self.l2 | other.l2,
            l3: self.l3 | other.l3,
        }
    }

    fn without(self: Set, other: Set) -> Set {
        Set {
            l0: self.l0 ^ (self.l0 & other.l0),
            l1: self.l1 ^ (self.l1 & other.l1),
            l2: self.l2 ^ (self.l2 & other.l2),
            l3: self.l3 ^ (self.l3 & other.l3),
        }
    }

    fn within(self: Set, other: Set) -> bool {
        self.and(other) == self
    }

    /// The set, which must lie in `mask`, and the points of `mask` beside it. Each limb already
    /// sees the new one above it, so downwards it may reach further: repeated, it covers regions in
    /// fewer rounds.
    fn grow(self: Set, mask: Set) -> Set {
        redeposit_gas();
        let l0 = (wide(self.l0) | self.l1 | low(self.l3.into() * ROW)) & mask.l0;
        let l1 = (wide(self.l1) | l0 | self.l2) & mask.l1;
        let l2 = (wide(self.l2) | l1 | self.l3) & mask.l2;
        let l3 = (wide(self.l3) | l2 | low(l0.into() * UNROW)) & mask.l3;
        Set { l0, l1, l2, l3 }
    }

    /// All points of `mask` that paths inside `mask` join to the set, which must lie in it.
    fn flood(self: Set, mask: Set) -> Set {
        let mut reached = self.grow(mask);
        loop {
            let next = reached.grow(mask);
            if next == reached {
                break reached;
            }
            reached = next;
        }
    }

    /// Number of points.
    fn len(self: Set) -> u16 {
        redeposit_gas();
        let pairs = fold(low(nibbles(self.l0) + nibbles(self.l1)), BYTES, SIXTEENTH)
            + fold(low(nibbles(self.l2) + nibbles(self.l3)), BYTES, SIXTEENTH);
        let words = low(fold(low(pairs), WORDS, BYTE));
        (words % 0xffff).try_into().unwrap()
    }
}

/// The high and the low 128 bits.
#[inline(always)]
pub fn halves(value: felt252) -> (u128, u128) {
    match u128s_from_felt252(value) {
        U128sFromFelt252Result::Narrow(low) => (0, low),
        U128sFromFelt252Result::Wide(halves) => halves,
    }
}

/// One row and its neighbours to the left and right.
#[inline(always)]
fn wide(limb: u128) -> u128 {
    let row: felt252 = limb.into();
    limb | low(row * 2) | low(row * HALF)
}

#[inline(always)]
fn low(value: felt252) -> u128 {
    let (_, low) = halves(value);
    low
}

const BITS: u128 = 0x55555555555555555555555555555555;
const PAIRS: u128 = 0x33333333333333333333333333333333;
const BYTES: u128 = 0x0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f;
const WORDS: u128 = 0x00ff00ff00ff00ff00ff00ff00ff00ff;
const QUARTER: felt252 = 0x60000000000000cc00000000000000000000000000000000000000000000001;
const SIXTEENTH: felt252 = 0x78000000000000ff00000000000000000000000000000000000000000000001;
const BYTE: felt252 = 0x7f8000000000010ef0000000000000000000000000000000000000000000001;

/// Sums neighbouring digits: `mask` keeps the even ones, `shift` brings the odd ones down.
#[inline(always)]
fn fold(value: u128, mask: u128, shift: felt252) -> felt252 {
    let even: felt252 = (value & mask).into();
    even + (value.into() - even) * shift
}

#[inline(always)]
fn nibbles(limb: u128) -> felt252 {
    fold(low(fold(limb, BITS, HALF)), PAIRS, QUARTER)
}
