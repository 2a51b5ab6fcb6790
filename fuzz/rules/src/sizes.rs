//! The sizes that are played.

use std::str::FromStr;

use fastrand::Rng;
use surround_rules::{SetupError, Size};

/// Sizes of boards to draw from, one as likely as the other.
#[derive(Clone, Debug)]
pub struct Sizes(Vec<Size>);

impl Sizes {
    /// A size.
    pub fn draw(&self, rng: &mut Rng) -> Option<Size> {
        rng.choice(&self.0).copied()
    }
}

/// Every size, the small ones more often: their games are short and full of kos.
const MIXED: &str = "2-5,2-5,2-5,2-5,2-5,2-5,6-9,6-9,9,9,10-19,13,19";

impl FromStr for Sizes {
    type Err = String;

    /// Reads sizes and ranges of sizes, such as `2-5,9`; nothing stands for a mixture of all.
    fn from_str(text: &str) -> Result<Self, String> {
        let text = if text.is_empty() { MIXED } else { text };
        let number = |text: &str| {
            text.parse::<u8>()
                .map_err(|error| format!("{text:?}: {error}"))
        };
        let mut sizes = Vec::new();
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let range = (number(first)?..=number(last)?).map(Size::new);
            let range: Result<Vec<_>, SetupError> = range.collect();
            sizes.extend(range.map_err(|_| format!("{part}: sizes are 2 to 19"))?);
        }
        if sizes.is_empty() {
            return Err(format!("{text}: no size in it"));
        }
        Ok(Self(sizes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<u8>, String> {
        let sizes = text.parse::<Sizes>()?;
        Ok(sizes.0.into_iter().map(Size::get).collect())
    }

    #[test]
    fn sizes_and_ranges_are_read() {
        assert_eq!(read("2-5,9"), Ok(vec![2, 3, 4, 5, 9]));
        let every = read("").unwrap();
        assert!((2..=19).all(|size| every.contains(&size)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["1", "20", "5-2", "2-", "x", "2,,3"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
