use core::num::traits::Bounded;
use crate::errors;
use crate::settlement::keys::{REGISTERED, UNKNOWN, counts, register, revoke};
use super::known::BLACK_KEY;

#[test]
fn a_pair_never_comes_back() {
    assert_eq!(register(BLACK_KEY, UNKNOWN), Ok(REGISTERED));
    assert_eq!(register(BLACK_KEY, REGISTERED), Ok(REGISTERED));
    assert_eq!(revoke(REGISTERED, 100, 30), Ok(130));
    // While the delay runs, and after it.
    assert_eq!(register(BLACK_KEY, 130), Err(errors::KEY_REVOKED));
    assert_eq!(revoke(130, 200, 30), Err(errors::KEY_REVOKED));
    assert_eq!(revoke(UNKNOWN, 100, 30), Err(errors::KEY_UNKNOWN));
}

#[test]
fn a_key_is_on_the_curve() {
    assert_eq!(register(0, UNKNOWN), Err(errors::BAD_KEY));
    // x = 5 is no x coordinate of the curve: 5^3 + 5 + beta is no square.
    assert_eq!(register(5, UNKNOWN), Err(errors::BAD_KEY));
}

#[test]
fn a_key_counts_until_its_delay_ends() {
    assert!(!counts(UNKNOWN, 0));
    assert!(counts(REGISTERED, Bounded::MAX - 1));
    assert!(counts(130, 129));
    assert!(!counts(130, 130));
}
