//! The life of a pair (account, session key): unknown, registered, revoked, never back
//! (protocol 2.4). A pair is stored as the second until which it counts.

use core::num::traits::{Bounded, SaturatingAdd};
use crate::channel::statements::is_key;
use crate::errors;

/// `until` of a pair that was never registered.
pub const UNKNOWN: u64 = 0;
/// `until` of a registered pair.
pub const REGISTERED: u64 = Bounded::MAX;

/// The new `until` of a pair that its account registers: a registered one stays as it is.
pub fn register(key: felt252, until: u64) -> Result<u64, felt252> {
    if !is_key(key) {
        Err(errors::BAD_KEY)
    } else if until == UNKNOWN || until == REGISTERED {
        Ok(REGISTERED)
    } else {
        Err(errors::KEY_REVOKED)
    }
}

/// The new `until` of a pair that its account revokes: it counts for `delay` more seconds.
pub fn revoke(until: u64, now: u64, delay: u64) -> Result<u64, felt252> {
    if until == REGISTERED {
        Ok(now.saturating_add(delay))
    } else if until == UNKNOWN {
        Err(errors::KEY_UNKNOWN)
    } else {
        Err(errors::KEY_REVOKED)
    }
}

/// Whether a pair counts.
pub fn counts(until: u64, now: u64) -> bool {
    now < until
}
