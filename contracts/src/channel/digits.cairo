//! Digits in base 512, the lowest first.

#[feature("bounded-int-utils")]
use bounded::{
    AddHelper, BoundedInt, DivRemHelper, MulHelper, UnitInt, bounded_int_add, bounded_int_div_rem,
    bounded_int_mul, upcast,
};
use crate::rules::spots::WALL;

pub type Digit = BoundedInt<0, 511>;

impl Div512 of DivRemHelper<u128, UnitInt<512>> {
    type DivT = BoundedInt<0, 0x7fffffffffffffffffffffffffffff>;
    type RemT = Digit;
}

/// What is left of `half`, and its lowest digit.
#[inline(always)]
#[feature("bounded-int-utils")]
pub fn split_digit(half: u128) -> (u128, Digit) {
    let (rest, digit) = bounded_int_div_rem::<u128, UnitInt<512>>(half, 512);
    (upcast(rest), digit)
}

#[inline(always)]
#[feature("bounded-int-utils")]
pub fn as_felt(digit: Digit) -> felt252 {
    upcast(digit)
}

#[inline(always)]
#[feature("bounded-int-utils")]
pub fn as_index(digit: Digit) -> u32 {
    upcast(digit)
}

#[inline(always)]
#[feature("bounded-int-utils")]
pub fn as_code(digit: Digit) -> u16 {
    upcast(digit)
}

impl DivSide of DivRemHelper<Digit, u8> {
    type DivT = Digit;
    type RemT = BoundedInt<0, 254>;
}

impl MulSide of MulHelper<Digit, UnitInt<19>> {
    type Result = BoundedInt<0, 9709>;
}

impl AddColumn of AddHelper<BoundedInt<0, 9709>, BoundedInt<0, 254>> {
    type Result = BoundedInt<0, 9963>;
}

/// The number on the grid of the point `digit` of a board of `side` rows and columns, WALL when
/// there is no such point.
#[inline(always)]
#[feature("bounded-int-utils")]
pub fn on_grid(digit: Digit, side: NonZero<u8>) -> u32 {
    let (row, column) = bounded_int_div_rem(digit, side);
    let rows: u8 = side.into();
    let row_number: u16 = upcast(row);
    if row_number < rows.into() {
        upcast(bounded_int_add(bounded_int_mul::<_, UnitInt<19>>(row, 19), column))
    } else {
        WALL
    }
}
