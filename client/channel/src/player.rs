//! One value for each player.

use serde::{Deserialize, Serialize};
use surround_rules::Colour;

/// A pair of values, Black's and White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerPlayer<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> PerPlayer<T> {
    /// The value of a player.
    pub fn of(&self, player: Colour) -> &T {
        match player {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }

    /// The value of a player, to change it.
    pub fn of_mut(&mut self, player: Colour) -> &mut T {
        match player {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}
