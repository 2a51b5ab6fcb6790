//! Digits in base 512, the lowest first.

#[feature("bounded-int-utils")]
use bounded::{BoundedInt, DivRemHelper, UnitInt, bounded_int_div_rem, upcast};

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
