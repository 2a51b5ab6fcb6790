//! Session keys on the Stark curve: the secret half, and what makes a public half valid.

use starknet_types_core::curve::AffinePoint;
use starknet_types_core::felt::{Felt, secret_felt::SecretFelt};
use thiserror::Error;
use zeroize::Zeroizing;

use crate::felt::{self, FeltError};

/// Order of the curve's group: secrets are 1 to this number less one.
const CURVE_ORDER: Felt =
    Felt::from_hex_unchecked("0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f");

/// Whether a felt is the x coordinate of a curve point, as every key must be (protocol 2.4).
pub fn is_public_key(x: &Felt) -> bool {
    AffinePoint::new_from_x(x, false).is_some()
}

/// Why a text or a number is not a secret key. Says nothing about the secret itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SecretKeyError {
    /// Not a felt in its canonical form.
    #[error("the secret is not a field element: {0}")]
    NotAFelt(#[from] FeltError),
    /// 0, or not below the order of the curve.
    #[error("the secret is 0 or not below the order of the curve")]
    OutOfRange,
    /// The system gave no random numbers.
    #[error("the system gave no random numbers")]
    NoRandomness,
}

/// The secret half of a session key or of a referee's key.
///
/// It is wiped from memory when dropped, and cannot be shown:
///
/// ```compile_fail
/// fn show<T: std::fmt::Debug>() {}
/// show::<surround_channel::key::SecretKey>();
/// ```
///
/// ```compile_fail
/// fn show<T: std::fmt::Display>() {}
/// show::<surround_channel::key::SecretKey>();
/// ```
///
/// ```compile_fail
/// fn store<T: serde::Serialize>() {}
/// store::<surround_channel::key::SecretKey>();
/// ```
pub struct SecretKey(SecretFelt);

impl SecretKey {
    /// Draws a key, uniformly, from the system's random numbers.
    ///
    /// # Errors
    /// [`SecretKeyError::NoRandomness`].
    pub fn generate() -> Result<Self, SecretKeyError> {
        let order = CURVE_ORDER.to_bytes_be();
        loop {
            let mut bytes = Zeroizing::new([0u8; 32]);
            getrandom::fill(bytes.as_mut_slice()).map_err(|_| SecretKeyError::NoRandomness)?;
            // 252 bits, so that about every second draw lies below the order.
            bytes[0] &= 0x0f;
            if *bytes != [0u8; 32] && *bytes < order {
                return Ok(Self(SecretFelt::from_bytes_be(&mut bytes)));
            }
        }
    }

    /// Reads a key from its canonical text.
    ///
    /// # Errors
    /// [`SecretKeyError`]: the text is not a felt, or the number is not a secret.
    pub fn from_text(text: &str) -> Result<Self, SecretKeyError> {
        let mut secret = felt::parse(text)?;
        if secret == Felt::ZERO || secret >= CURVE_ORDER {
            return Err(SecretKeyError::OutOfRange);
        }
        Ok(Self(SecretFelt::from_felt(&mut secret)))
    }

    /// The canonical text, for the key's own file.
    pub(crate) fn to_text(&self) -> Zeroizing<String> {
        Zeroizing::new(felt::to_text(&self.0.inner_value()))
    }

    /// The secret number, for the signature alone.
    pub(crate) fn expose(&self) -> Zeroizing<Felt> {
        self.0.inner_value()
    }

    /// The public half: the x coordinate of secret times generator.
    pub fn public(&self) -> Felt {
        (&AffinePoint::generator() * *self.expose()).x()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Known answers of the reference implementation (crypto-cpp, crypto_lib_test.go).
    const SECRET: &str = "0x3c1e9550e66958296d11b60f8e8e7a7ad990d07fa65d5f7652c4a6c87d4e3cc";
    const PUBLIC: &str = "0x77a3b314db07c45076d11f62b6f9e748a39790441823307743cf00d6597ea43";

    #[test]
    fn the_public_half_is_the_known_one() {
        let key = SecretKey::from_text(SECRET).ok().map(|key| key.public());
        assert_eq!(key, Some(Felt::from_hex_unchecked(PUBLIC)));
    }

    #[test]
    fn a_secret_lies_between_1_and_the_order() {
        let read = |value: Felt| SecretKey::from_text(&felt::to_text(&value)).err();
        assert_eq!(read(Felt::ZERO), Some(SecretKeyError::OutOfRange));
        assert_eq!(read(Felt::ONE), None);
        assert_eq!(read(CURVE_ORDER - Felt::ONE), None);
        assert_eq!(read(CURVE_ORDER), Some(SecretKeyError::OutOfRange));
        let error = SecretKey::from_text("0x01").err();
        assert_eq!(
            error,
            Some(SecretKeyError::NotAFelt(FeltError::LeadingZero))
        );
    }

    #[test]
    fn the_order_is_the_order() {
        let last = &AffinePoint::generator() * (CURVE_ORDER - Felt::ONE);
        assert!((last + AffinePoint::generator()).is_identity());
    }

    #[test]
    fn drawn_keys_are_valid_and_differ() {
        let draw = || SecretKey::generate().map(|key| key.public());
        let (a, b) = (draw(), draw());
        assert!(a.is_ok_and(|x| is_public_key(&x)));
        assert_ne!(a, b);
    }

    #[test]
    fn only_x_coordinates_are_public_keys() {
        assert!(is_public_key(&Felt::from_hex_unchecked(PUBLIC)));
        // Euler's criterion on x^3 + x + b, computed apart.
        let known = [
            1, 2, 3, 4, 6, 7, 8, 10, 11, 16, 19, 20, 21, 22, 23, 24, 27, 30, 32, 33,
        ];
        let found: Vec<u8> = (0..35).filter(|x| is_public_key(&Felt::from(*x))).collect();
        assert_eq!(found, known);
    }
}
