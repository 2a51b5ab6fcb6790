//! Amounts of STRK, the token that pays for transactions.

use std::fmt;

use serde::{Serialize, Serializer};

/// An amount in fri, the smallest unit of STRK: 1 STRK is 10^18 fri.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Fri(pub u128);

const FRI_PER_STRK: u128 = 1_000_000_000_000_000_000;
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
}
