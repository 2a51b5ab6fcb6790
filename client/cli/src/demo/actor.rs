//! Who acts in a story.

use std::fmt;

use serde::{Serialize, Serializer};
use surround_rules::Colour;

/// Who sends a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player's account.
    Player(Colour),
    /// An account that plays no part in the game.
    Third,
}

/// Black's account.
pub const BLACK: Actor = Actor::Player(Colour::Black);
/// White's account.
pub const WHITE: Actor = Actor::Player(Colour::White);

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Player(Colour::Black) => "Black",
            Self::Player(Colour::White) => "White",
            Self::Third => "a third account",
        })
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Player(Colour::Black) => "black",
            Self::Player(Colour::White) => "white",
            Self::Third => "third",
        })
    }
}
