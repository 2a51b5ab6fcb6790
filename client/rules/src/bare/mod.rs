//! A game as bare JSON, without players or signatures, and the verdict on it.
//!
//! ```json
//! {"size":9,"handicap":0,"komi_x2":14,"moves":["D6","pass","pass","propose","accept"],"dead":["D6"]}
//! ```
//!
//! `moves` holds GTP points and the words `pass`, `propose`, `accept`, `resume`. `dead` is what
//! `propose` proposes; a repeated point counts once. A game can also carry `name`, `source`, `note`
//! and `expect`, which are not looked at, as the test vectors of this project do.

mod read;
mod verdict;

pub use read::{BareError, BareGame, parse};
pub use verdict::{Error, Refused, Stands, Verdict, judge};
