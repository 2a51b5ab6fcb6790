//! A logarithmic scale.

/// Maps values onto a stretch of the drawing, equal ratios to equal lengths.
#[derive(Debug, Clone, Copy)]
pub struct Scale {
    /// The lowest and the highest value.
    pub values: [f64; 2],
    /// Where these lie.
    pub ends: [f64; 2],
}

impl Scale {
    /// Where a value lies.
    pub fn at(self, value: f64) -> f64 {
        let ([low, high], [from, to]) = (self.values, self.ends);
        from + (to - from) * (value / low).ln() / (high / low).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ratios_are_equal_lengths() {
        let scale = Scale {
            values: [10.0, 1_000.0],
            ends: [500.0, 100.0],
        };
        let places = [10.0, 100.0, 1_000.0].map(|value| scale.at(value).round());
        assert_eq!(places, [500.0, 300.0, 100.0]);
    }
}
