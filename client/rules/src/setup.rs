//! What is fixed before the first move: size, handicap and komi (protocol 1.1 and 2.1).

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::colour::Colour;
use crate::points::{Point, PointSet};

/// The length of a board's side, 2 to 19 (rule 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// A size of 2 to 19.
    ///
    /// # Errors
    /// [`SetupError::BadSize`] for any other.
    pub const fn new(size: u8) -> Result<Self, SetupError> {
        if 2 <= size && size <= 19 {
            Ok(Self(size))
        } else {
            Err(SetupError::BadSize)
        }
    }

    /// The length of a side.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// The number of points, N in the protocol.
    #[must_use]
    pub const fn points(self) -> u16 {
        self.0 as u16 * self.0 as u16
    }
}

/// Why no game can start (protocol 3.2), in the order of judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Error)]
#[serde(rename_all = "snake_case")]
pub enum SetupError {
    /// The size is not 2 to 19.
    #[error("bad_size")]
    BadSize,
    /// The handicap is neither 0 nor, on sizes 9, 13 and 19, 2 to 9.
    #[error("bad_handicap")]
    BadHandicap,
    /// Komi is more than a point of komi for every point of the board.
    #[error("bad_komi")]
    BadKomi,
}

impl SetupError {
    /// The name of protocol 3.2.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BadSize => "bad_size",
            Self::BadHandicap => "bad_handicap",
            Self::BadKomi => "bad_komi",
        }
    }
}

/// Size, handicap and komi of a game, not yet judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    /// The length of a side, 2 to 19.
    pub size: u8,
    /// The number of handicap stones: 0, or 2 to 9 on sizes 9, 13 and 19.
    pub handicap: u8,
    /// White's komi in half points, 0 to twice the number of points.
    pub komi_x2: u16,
}

impl Setup {
    /// Judges size, handicap and komi, in this order, and returns the size (protocol 1.1, 2.1).
    ///
    /// # Errors
    /// The first [`SetupError`] that applies.
    pub const fn validate(&self) -> Result<Size, SetupError> {
        let size = match Size::new(self.size) {
            Ok(size) => size,
            Err(error) => return Err(error),
        };
        let handicap_board = matches!(self.size, 9 | 13 | 19);
        if !(self.handicap == 0 || handicap_board && 2 <= self.handicap && self.handicap <= 9) {
            return Err(SetupError::BadHandicap);
        }
        if self.komi_x2 > 2 * size.points() {
            return Err(SetupError::BadKomi);
        }
        Ok(size)
    }

    /// Who makes the first move: Black, or White after handicap stones (rule 2).
    #[must_use]
    pub const fn first(&self) -> Colour {
        if self.handicap == 0 {
            Colour::Black
        } else {
            Colour::White
        }
    }

    /// Points that White receives for the handicap: one for each stone after the first (rule 12).
    #[must_use]
    pub const fn compensation(&self) -> u16 {
        self.handicap.saturating_sub(1) as u16
    }

    /// The handicap stones (rule 2; protocol 1.1).
    ///
    /// # Errors
    /// As [`Setup::validate`].
    pub fn handicap_stones(&self) -> Result<PointSet, SetupError> {
        let size = self.validate()?;
        // Edge distance, its mirror image, and the middle: e, f and m of the protocol.
        let last = size.get() - 1;
        let e = if size.get() == 9 { 2 } else { 3 };
        let (f, m) = (last.saturating_sub(e), last / 2);
        let handicap = usize::from(self.handicap);
        let corners = [(f, e), (e, f), (e, e), (f, f)].into_iter().take(handicap);
        // Side stones come in pairs, from the sixth stone on; an odd stone goes to the middle.
        let sides = [(e, m), (f, m), (m, e), (m, f)].into_iter();
        let sides = sides.take(handicap.saturating_sub(4) & !1);
        let middle = (handicap >= 5 && handicap % 2 == 1).then_some((m, m));
        let places = corners.chain(sides).chain(middle);
        Ok(places
            .filter_map(|(x, y)| Point::from_xy(size, x, y))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of protocol 3.2, which the contract panics with.
    #[test]
    fn a_refusal_has_one_name_everywhere() {
        for (error, name) in [
            (SetupError::BadSize, "bad_size"),
            (SetupError::BadHandicap, "bad_handicap"),
            (SetupError::BadKomi, "bad_komi"),
        ] {
            assert_eq!((error.as_str(), error.to_string().as_str()), (name, name));
            assert_eq!(serde_json::to_value(error).unwrap(), name);
        }
    }

    fn setup(size: u8, handicap: u8, komi_x2: u16) -> Setup {
        Setup {
            size,
            handicap,
            komi_x2,
        }
    }

    #[test]
    fn size_is_judged_before_handicap_and_handicap_before_komi() {
        for size in [0, 1, 20, 255] {
            assert_eq!(setup(size, 1, 999).validate(), Err(SetupError::BadSize));
        }
        assert_eq!(setup(9, 1, 999).validate(), Err(SetupError::BadHandicap));
        assert_eq!(setup(9, 2, 163).validate(), Err(SetupError::BadKomi));
        assert_eq!(setup(9, 2, 162).validate(), Size::new(9));
    }

    #[test]
    fn handicap_is_for_three_sizes() {
        for size in 2..=19 {
            for handicap in 0..=10 {
                let expected =
                    handicap == 0 || [9, 13, 19].contains(&size) && (2..=9).contains(&handicap);
                assert_eq!(setup(size, handicap, 0).validate().is_ok(), expected);
            }
        }
    }

    /// The points as (x, y), read off protocol 1.1 by hand for each of the three sizes.
    #[test]
    fn handicap_stones_stand_where_the_protocol_says() {
        for (size, e, m, f) in [(9, 2, 4, 6), (13, 3, 6, 9), (19, 3, 9, 15)] {
            let two = vec![(f, e), (e, f)];
            let three = [two.clone(), vec![(e, e)]].concat();
            let four = [three.clone(), vec![(f, f)]].concat();
            let five = [four.clone(), vec![(m, m)]].concat();
            let six = [four.clone(), vec![(e, m), (f, m)]].concat();
            let seven = [six.clone(), vec![(m, m)]].concat();
            let eight = [six.clone(), vec![(m, e), (m, f)]].concat();
            let nine = [eight.clone(), vec![(m, m)]].concat();
            let board = Size::new(size).unwrap();
            for stones in [two, three, four, five, six, seven, eight, nine] {
                let game = setup(size, u8::try_from(stones.len()).unwrap(), 0);
                let expected: PointSet = stones
                    .iter()
                    .map(|&(x, y)| Point::from_xy(board, x, y).unwrap())
                    .collect();
                assert_eq!(game.handicap_stones(), Ok(expected));
                assert_eq!(
                    (game.first(), game.compensation()),
                    (Colour::White, game.handicap as u16 - 1)
                );
            }
        }
        assert_eq!(setup(2, 0, 0).handicap_stones(), Ok(PointSet::EMPTY));
        assert_eq!(
            (setup(9, 0, 0).first(), setup(9, 0, 0).compensation()),
            (Colour::Black, 0)
        );
    }
}
