//! The smallest amount that is enough, found by trying.

use anyhow::Result;

/// Answers are at most this part of themselves too high.
const PRECISION: u64 = 1_000;

/// The smallest amount between `low` and `high` that `passes`, to a thousandth. What is not above
/// `low` is not looked at; `high` is taken to pass, and more to pass when less does.
///
/// Halves the ratio of the two, not their difference, so that an amount that is close to `low` is
/// found as quickly as one far above it.
///
/// # Errors
/// Those of `passes`.
pub fn smallest(
    mut low: u64,
    mut high: u64,
    mut passes: impl FnMut(u64) -> Result<bool>,
) -> Result<u64> {
    while high.saturating_sub(low) > (high / PRECISION).max(1) {
        let middle = geometric_mean(low, high);
        if passes(middle)? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high)
}

/// Rounded down, but above `low`.
fn geometric_mean(low: u64, high: u64) -> u64 {
    let root = (u128::from(low) * u128::from(high)).isqrt();
    u64::try_from(root).unwrap_or(high).max(low + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_threshold_to_a_thousandth() {
        for threshold in [1, 2, 999, 1_000, 5_123_456, 272_400_000, 1_110_000_000] {
            let found = smallest(0, 1_110_000_000, |amount| Ok(amount >= threshold)).unwrap();
            assert!(
                found >= threshold && found - threshold <= (found / PRECISION).max(1),
                "{found} for {threshold}"
            );
        }
    }

    #[test]
    fn takes_few_tries() {
        let mut tries = 0;
        let found = smallest(130_000_000, 1_110_000_000, |amount| {
            tries += 1;
            Ok(amount >= 214_500_000)
        });
        assert!((214_500_000..=214_720_000).contains(&found.unwrap()));
        assert!(tries <= 12, "{tries}");
    }

    #[test]
    fn an_error_ends_the_search() {
        assert!(smallest(1, 1_000_000, |_| anyhow::bail!("no answer")).is_err());
    }
}
