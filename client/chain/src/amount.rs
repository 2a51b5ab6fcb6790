//! Amounts of STRK, the token that pays for transactions.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use thiserror::Error;

/// An amount in fri, the smallest unit of STRK: 1 STRK is 10^18 fri.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fri(pub u128);

/// Fri in one STRK.
pub const FRI_PER_STRK: u128 = 1_000_000_000_000_000_000;
/// Digits of STRK after the point.
const FRI_DIGITS: usize = 18;
/// Digits after the point that [`Fri`] shows: a micro-STRK is far below any fee.
const SHOWN_DIGITS: u32 = 6;

impl Fri {
    /// The cost of `amount` units at `price` each, saturating.
    pub fn cost(amount: u64, price: u128) -> Self {
        Self(price.saturating_mul(u128::from(amount)))
    }

    /// The sum, saturating.
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

/// A text that is no amount of STRK.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not an amount of STRK such as 0.25: digits, and at most 18 after the point")]
pub struct NotStrk;

/// Reads an amount of STRK in decimal notation, such as `0.25`.
impl FromStr for Fri {
    type Err = NotStrk;

    fn from_str(text: &str) -> Result<Self, NotStrk> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(part) || part.len() > FRI_DIGITS {
            return Err(NotStrk);
        }
        let number = |text: &str| text.parse::<u128>().map_err(|_| NotStrk);
        let part = number(&format!("{part:0<FRI_DIGITS$}"))?;
        let whole = number(whole)?.checked_mul(FRI_PER_STRK).ok_or(NotStrk)?;
        whole.checked_add(part).map(Self).ok_or(NotStrk)
    }
}

/// Shows STRK with six digits, rounded up so that a fee is never shown as less than it is.
impl fmt::Display for Fri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = FRI_PER_STRK / 10u128.pow(SHOWN_DIGITS);
        let micros = self.0.div_ceil(unit);
        let scale = FRI_PER_STRK / unit;
        write!(f, "{}.{:06} STRK", micros / scale, micros % scale)
    }
}

/// Serialises as a decimal string: JSON numbers lose digits above 2^53.
impl Serialize for Fri {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Reads what [`Serialize`] writes: fri, as a decimal string.
impl<'de> Deserialize<'de> for Fri {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        let fri = text.parse().map_err(|_| {
            de::Error::custom("an amount in fri is a decimal number below 2^128, as a string")
        })?;
        Ok(Self(fri))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_strk_rounded_up() {
        assert_eq!(Fri(0).to_string(), "0.000000 STRK");
        assert_eq!(Fri(1).to_string(), "0.000001 STRK");
        assert_eq!(Fri(1_500_000_000_000_000_000).to_string(), "1.500000 STRK");
        assert_eq!(Fri(9_600_000_000_000_000_001).to_string(), "9.600001 STRK");
    }

    #[test]
    fn serialises_without_losing_digits() {
        let json = serde_json::to_string(&Fri(u128::MAX)).unwrap();
        assert_eq!(json, "\"340282366920938463463374607431768211455\"");
    }

    #[test]
    fn costs_saturate() {
        assert_eq!(Fri::cost(2, u128::MAX), Fri(u128::MAX));
        assert_eq!(Fri(u128::MAX).plus(Fri(1)), Fri(u128::MAX));
    }

    #[test]
    fn reads_strk_exactly_or_not_at_all() {
        for (text, fri) in [
            ("0", 0),
            ("12", 12_000_000_000_000_000_000),
            ("0.25", 250_000_000_000_000_000),
            ("1.000000000000000001", 1_000_000_000_000_000_001),
        ] {
            assert_eq!(text.parse(), Ok(Fri(fri)));
        }
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "1e3",
            "0.0000000000000000001",
            "1 ",
        ] {
            assert_eq!(text.parse::<Fri>(), Err(NotStrk), "{text}");
        }
        let largest = "340282366920938463463.374607431768211455";
        assert_eq!(largest.parse(), Ok(Fri(u128::MAX)));
        assert_eq!("340282366920938463464".parse::<Fri>(), Err(NotStrk));
    }

    #[test]
    fn fri_come_back_from_json() {
        let text = serde_json::to_string(&Fri(u128::MAX)).unwrap();
        assert_eq!(serde_json::from_str::<Fri>(&text).unwrap(), Fri(u128::MAX));
        assert!(serde_json::from_str::<Fri>("5").is_err());
    }
}
