//! Signed statements (protocol 2.3): what is signed, and by whom a signature can be.
//!
//! Each statement has its own tag, so that no signature serves for another purpose.

use serde::{Deserialize, Serialize};
use starknet_rust_crypto::{SignError, rfc6979_generate_k};
use starknet_types_core::curve::AffinePoint;
use starknet_types_core::felt::Felt;
use thiserror::Error;
use zeroize::Zeroizing;

use crate::felt::{self, TWO_POW_251};
use crate::hash::tagged;
use crate::key::SecretKey;

/// What the author of a step signs: the head after it.
pub fn step_hash(head: Felt) -> Felt {
    tagged("surround.step", head)
}

/// What the player who opens a dispute signs: the head of the line.
pub fn open_hash(head: Felt) -> Felt {
    tagged("surround.open", head)
}

/// What a resigning player signs.
pub fn resign_hash(channel_id: Felt) -> Felt {
    tagged("surround.resign", channel_id)
}

/// What a referee signs to flag the player who is due at the head.
pub fn flag_hash(head: Felt) -> Felt {
    tagged("surround.flag", head)
}

/// What a referee signs before play: this game counts.
pub fn ranked_hash(channel_id: Felt) -> Felt {
    tagged("surround.ranked", channel_id)
}

/// An ECDSA signature on the Stark curve. Never an identifier: another one for the same statement
/// can be made from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// x coordinate of the ephemeral point, 1 to 2^251 - 1.
    #[serde(with = "felt::text")]
    pub r: Felt,
    /// The proof, 1 to 2^251 - 1.
    #[serde(with = "felt::text")]
    pub s: Felt,
}

impl Signature {
    /// What a call carries where no signature is needed. Verifies for nothing.
    pub const NONE: Self = Self {
        r: Felt::ZERO,
        s: Felt::ZERO,
    };
}

/// Why a signature does not hold, or cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SignatureError {
    /// r is 0 or not below 2^251.
    #[error("r is 0 or not below 2^251")]
    ROutOfRange,
    /// s is 0 or not below 2^251.
    #[error("s is 0 or not below 2^251")]
    SOutOfRange,
    /// The hash to sign is not below 2^251. It happens to one statement in 2^55; another step has
    /// another hash.
    #[error("the hash to sign is not below 2^251: this statement cannot be signed")]
    HashOutOfRange,
    /// The key is not the x coordinate of a curve point.
    #[error("the key is not the x coordinate of a curve point")]
    KeyNotAPoint,
    /// The signature is not one of this key over this statement.
    #[error("not a signature of this key over this statement")]
    Mismatch,
}

/// Whether a hash can be signed at all.
///
/// # Errors
/// [`SignatureError::HashOutOfRange`].
pub fn check_hash(hash: Felt) -> Result<(), SignatureError> {
    if hash < TWO_POW_251 {
        Ok(())
    } else {
        Err(SignatureError::HashOutOfRange)
    }
}

/// Signs a statement's hash, deterministically (RFC 6979).
///
/// There is no guard here: a player signs through [`Signer`](crate::signer::Signer), which never
/// signs two steps on one head. Referees and tests sign here.
///
/// # Errors
/// [`SignatureError::HashOutOfRange`].
pub fn sign(key: &SecretKey, hash: Felt) -> Result<Signature, SignatureError> {
    check_hash(hash)?;
    let secret = key.expose();
    let mut seed: Option<Felt> = None;
    loop {
        let k = Zeroizing::new(rfc6979_generate_k(&hash, &secret, seed.as_ref()));
        match starknet_rust_crypto::sign(&secret, &hash, &k) {
            Ok(made) => {
                return Ok(Signature {
                    r: made.r,
                    s: made.s,
                });
            }
            Err(SignError::InvalidMessageHash) => return Err(SignatureError::HashOutOfRange),
            // r or s out of range, once in 2^54: the next k of the series.
            Err(SignError::InvalidK) => seed = Some(seed.unwrap_or_default() + Felt::ONE),
        }
    }
}

/// Verifies a signature with the range rules of protocol 2.3.
///
/// It is the check of Cairo's `check_ecdsa_signature`, point for point, so that client and contract
/// never differ; the usual library check inverts s and refuses or panics on inputs that an
/// adversary can craft.
///
/// # Errors
/// [`SignatureError`].
pub fn verify(key: Felt, hash: Felt, signature: &Signature) -> Result<(), SignatureError> {
    let Signature { r, s } = *signature;
    let in_range = |scalar: Felt| scalar != Felt::ZERO && scalar < TWO_POW_251;
    if !in_range(r) {
        return Err(SignatureError::ROutOfRange);
    }
    if !in_range(s) {
        return Err(SignatureError::SOutOfRange);
    }
    check_hash(hash)?;
    let key = AffinePoint::new_from_x(&key, false).ok_or(SignatureError::KeyNotAPoint)?;
    let ephemeral = AffinePoint::new_from_x(&r, false).ok_or(SignatureError::Mismatch)?;

    // s * R = +-(z * G +- r * Q), compared by x: neither R's nor the key's y is known.
    let expected = (&ephemeral * s).x();
    let hash_part = &AffinePoint::generator() * hash;
    let key_part = &key * r;
    let sums = [hash_part.clone() + key_part.clone(), hash_part + -&key_part];
    if sums
        .iter()
        .any(|sum| !sum.is_identity() && sum.x() == expected)
    {
        Ok(())
    } else {
        Err(SignatureError::Mismatch)
    }
}

#[cfg(test)]
#[path = "statements_tests.rs"]
mod tests;
