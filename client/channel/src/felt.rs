//! Field elements as text: one form only.
//!
//! A felt in a file, an address or a key is `0x` followed by lowercase hexadecimal digits without
//! leading zeros (`0x0` for zero), and below the field's prime. Any other text is refused: general
//! parsers reduce what is too large, so that two different texts would name one value.

use starknet_types_core::felt::Felt;
use thiserror::Error;

/// 2^251: the bound of addresses, of signature scalars and of signed hashes (protocol 2.3).
pub const TWO_POW_251: Felt = Felt::from_hex_unchecked(concat!(
    "0x8",
    "00000000000000000000000000000000000000000000000000000000000000"
));

/// Hexadecimal digits of the largest felt.
const MAX_DIGITS: usize = 63;
/// Characters of the longest short string.
const MAX_SHORT_STRING: usize = 31;

/// Why a text is not a felt in its canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FeltError {
    /// Does not start with `0x`.
    #[error("a field element starts with 0x")]
    NoPrefix,
    /// Nothing follows the prefix.
    #[error("a field element needs at least one digit after 0x")]
    Empty,
    /// Digits before the first significant one.
    #[error("a field element is written without leading zeros")]
    LeadingZero,
    /// A character other than `0-9a-f`; the position counts from 0, the prefix included.
    #[error("character {at} is not a lowercase hexadecimal digit")]
    NotHex {
        /// Position of the character, from 0.
        at: usize,
    },
    /// The number is not below the field's prime.
    #[error("the number is not below the prime 2^251 + 17 * 2^192 + 1")]
    TooLarge,
    /// A short string is 1 to 31 printable ASCII characters.
    #[error("a short string is 1 to 31 printable ASCII characters")]
    NotShortString,
}

/// Reads a felt in its canonical form.
///
/// # Errors
/// Every text but the one that [`to_text`] writes for the same value.
pub fn parse(text: &str) -> Result<Felt, FeltError> {
    let digits = text.strip_prefix("0x").ok_or(FeltError::NoPrefix)?;
    if digits.is_empty() {
        return Err(FeltError::Empty);
    }
    if let Some(at) = digits
        .bytes()
        .position(|b| !matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    {
        return Err(FeltError::NotHex { at: at + 2 });
    }
    if digits.len() > 1 && digits.starts_with('0') {
        return Err(FeltError::LeadingZero);
    }
    if digits.len() > MAX_DIGITS {
        return Err(FeltError::TooLarge);
    }
    let value = Felt::from_hex(text).map_err(|_| FeltError::TooLarge)?;
    // The library reduces modulo the prime: only a number below it comes back unchanged.
    if to_text(&value) == text {
        Ok(value)
    } else {
        Err(FeltError::TooLarge)
    }
}

/// Writes a felt in its canonical form.
pub fn to_text(value: &Felt) -> String {
    format!("{value:#x}")
}

/// A Cairo short string as a felt: its bytes, big-endian.
///
/// # Errors
/// [`FeltError::NotShortString`].
pub fn short_string(text: &str) -> Result<Felt, FeltError> {
    let printable = text.bytes().all(|b| matches!(b, b' '..=b'~'));
    if text.is_empty() || text.len() > MAX_SHORT_STRING || !printable {
        return Err(FeltError::NotShortString);
    }
    Ok(Felt::from_bytes_be_slice(text.as_bytes()))
}

/// Whether the felt can be the address of an account or a contract: neither 0 nor 2^251 or more.
pub fn is_address(value: &Felt) -> bool {
    *value != Felt::ZERO && *value < TWO_POW_251
}

/// Serde form of a felt: the canonical text.
pub mod text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use starknet_types_core::felt::Felt;
    use std::borrow::Cow;

    /// Writes the canonical text.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(value: &Felt, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::to_text(value))
    }

    /// Reads the canonical text.
    ///
    /// # Errors
    /// Any other text, with the reason.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Felt, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        super::parse(&text).map_err(D::Error::custom)
    }
}

/// Serde form of a list of felts: their canonical texts.
pub mod texts {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use starknet_types_core::felt::Felt;

    #[derive(Serialize, Deserialize)]
    struct Text(#[serde(with = "super::text")] Felt);

    /// Writes the canonical texts.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(values: &[Felt], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().map(|value| Text(*value)))
    }

    /// Reads canonical texts.
    ///
    /// # Errors
    /// Any other text, with the reason.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Felt>, D::Error> {
        let texts = Vec::<Text>::deserialize(deserializer)?;
        Ok(texts.into_iter().map(|text| text.0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PRIME: &str = "0x800000000000011000000000000000000000000000000000000000000000001";
    const BELOW: &str = "0x800000000000011000000000000000000000000000000000000000000000000";

    #[test]
    fn reads_the_one_form() {
        assert_eq!(parse("0x0"), Ok(Felt::ZERO));
        assert_eq!(parse("0xab"), Ok(Felt::from(171)));
        assert_eq!(parse(BELOW), Ok(Felt::MAX));
    }

    #[test]
    fn refuses_every_other_form() {
        for (text, error) in [
            ("", FeltError::NoPrefix),
            ("12", FeltError::NoPrefix),
            ("0X1", FeltError::NoPrefix),
            (" 0x1", FeltError::NoPrefix),
            ("-0x1", FeltError::NoPrefix),
            ("0x", FeltError::Empty),
            ("0x00", FeltError::LeadingZero),
            ("0x01", FeltError::LeadingZero),
            ("0xA", FeltError::NotHex { at: 2 }),
            ("0x1_0", FeltError::NotHex { at: 3 }),
            ("0x1 ", FeltError::NotHex { at: 3 }),
            ("0x+1", FeltError::NotHex { at: 2 }),
            (PRIME, FeltError::TooLarge),
            (&format!("0x{}", "f".repeat(63)), FeltError::TooLarge),
            (&format!("0x1{}", "0".repeat(63)), FeltError::TooLarge),
            (&format!("0x{}", "f".repeat(10_000)), FeltError::TooLarge),
        ] {
            assert_eq!(parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn the_bound_is_two_to_the_251() {
        assert_eq!(TWO_POW_251, Felt::TWO.pow(251u32));
        assert!(is_address(&(TWO_POW_251 - Felt::ONE)));
        assert!(!is_address(&TWO_POW_251));
        assert!(!is_address(&Felt::ZERO));
    }

    #[test]
    fn short_strings_are_their_bytes() {
        // "SN_SEPOLIA" as every Starknet node reports it.
        let sepolia = Felt::from_hex_unchecked("0x534e5f5345504f4c4941");
        assert_eq!(short_string("SN_SEPOLIA"), Ok(sepolia));
        assert!(short_string(&"a".repeat(31)).is_ok());
        for text in ["", &"a".repeat(32), "caf\u{e9}", "a\n"] {
            assert_eq!(
                short_string(text),
                Err(FeltError::NotShortString),
                "{text:?}"
            );
        }
    }

    proptest! {
        #[test]
        fn text_and_value_are_one_to_one(bytes: [u8; 32]) {
            let value = Felt::from_bytes_be(&bytes);
            prop_assert_eq!(parse(&to_text(&value)), Ok(value));
        }

        #[test]
        fn no_text_panics(text: String) {
            if let Ok(value) = parse(&text) {
                prop_assert_eq!(to_text(&value), text);
            }
        }
    }
}
