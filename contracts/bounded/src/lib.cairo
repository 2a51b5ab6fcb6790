//! Parts of the corelib that are not public yet, re-exported for the package `surround`.
//!
//! Bounded integers make cutting and assembling of packed felts cheap: their arithmetic needs no
//! overflow checks. Their libfuncs are on the audited list, only their Cairo names are private;
//! this package's edition does not look at visibility.

pub use core::integer::{U128sFromFelt252Result, u128s_from_felt252};
#[feature("bounded-int-utils")]
pub use core::internal::bounded_int::{
    AddHelper, BoundedInt, DivRemHelper, MulHelper, UnitInt, bounded_int_add, bounded_int_div_rem,
    bounded_int_mul, upcast,
};
pub use core::nullable::nullable_from_box;
