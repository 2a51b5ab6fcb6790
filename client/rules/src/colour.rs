//! The two players.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player, and the colour of its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Moves first, unless there are handicap stones.
    Black,
    /// Receives komi, and moves first in a handicap game.
    White,
}

impl Colour {
    /// Both colours, in the order of their index.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White: the number of a player in protocol 2.2.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Black => 0,
            Self::White => 1,
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `B` or `W`, as SGF and result texts write it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_told_in_words_and_as_a_letter() {
        let told = |colour: Colour| (colour.to_string(), colour.letter());
        assert_eq!(told(Colour::Black), ("black".to_owned(), 'B'));
        assert_eq!(told(Colour::White), ("white".to_owned(), 'W'));
    }
}
