//! The life of a pair (account, session key): unknown, registered, revoked, never back
//! (protocol 2.4). A pair is stored as the second until which it counts.

use starknet_types_core::felt::Felt;
use surround_channel::key::is_public_key;

use crate::errors::Refusal;

/// `until` of a pair that was never registered.
pub const UNKNOWN: u64 = 0;
/// `until` of a registered pair.
pub const REGISTERED: u64 = u64::MAX;

/// The new `until` of a pair that its account registers: a registered one stays as it is.
///
/// # Errors
/// [`Refusal::BadKey`], [`Refusal::KeyRevoked`].
pub fn register(key: Felt, until: u64) -> Result<u64, Refusal> {
    if !is_public_key(&key) {
        return Err(Refusal::BadKey);
    }
    match until {
        UNKNOWN | REGISTERED => Ok(REGISTERED),
        _ => Err(Refusal::KeyRevoked),
    }
}

/// The new `until` of a pair that its account revokes: it counts for `delay` more seconds.
///
/// # Errors
/// [`Refusal::KeyUnknown`], [`Refusal::KeyRevoked`].
pub fn revoke(until: u64, now: u64, delay: u64) -> Result<u64, Refusal> {
    match until {
        REGISTERED => Ok(now.saturating_add(delay)),
        UNKNOWN => Err(Refusal::KeyUnknown),
        _ => Err(Refusal::KeyRevoked),
    }
}

/// Whether a pair counts.
#[must_use]
pub fn counts(until: u64, now: u64) -> bool {
    now < until
}

#[cfg(test)]
mod tests {
    use super::*;

    /// x = 1 is on the curve, x = 0 is not (corelib documentation of `new_from_x`).
    const KEY: Felt = Felt::ONE;

    #[test]
    fn a_pair_never_comes_back() {
        assert_eq!(register(KEY, UNKNOWN), Ok(REGISTERED));
        assert_eq!(register(KEY, REGISTERED), Ok(REGISTERED));
        assert_eq!(revoke(REGISTERED, 100, 30), Ok(130));
        // While the delay runs, and after it.
        assert_eq!(register(KEY, 130), Err(Refusal::KeyRevoked));
        assert_eq!(revoke(130, 200, 30), Err(Refusal::KeyRevoked));
        assert_eq!(revoke(UNKNOWN, 100, 30), Err(Refusal::KeyUnknown));
        assert_eq!(register(Felt::ZERO, UNKNOWN), Err(Refusal::BadKey));
    }

    #[test]
    fn a_key_counts_until_its_delay_ends() {
        assert!(!counts(UNKNOWN, 0));
        assert!(counts(REGISTERED, u64::MAX - 1));
        assert!(counts(130, 129));
        assert!(!counts(130, 130));
    }
}
