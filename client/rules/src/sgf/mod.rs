//! Game records in SGF: in from FF 3 and 4, out as FF 4.
//!
//! A record holds moves, and neither proposals nor answers. Reading takes a move after two passes
//! as a resumption, leaves a record that ends with two passes in the phase
//! [`Propose`](crate::Phase::Propose), and settles it with a dead set where the caller gives one.

mod error;
mod header;
mod main_line;
mod read;
mod text;
mod write;

pub use error::{MoveError, SgfError};
pub use read::{Options, read};
pub use write::{WriteError, write};

use crate::outcome::Outcome;
use crate::setup::Setup;
use crate::step::Step;

/// A game with what a record says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Size, handicap and komi.
    pub setup: Setup,
    /// The steps from the first on, all legal if the record was read.
    pub steps: Vec<Step>,
    /// Black's name.
    pub black: Option<String>,
    /// White's name.
    pub white: Option<String>,
    /// The recorded result, if it is one that this toolkit knows. Nothing was derived from it.
    pub outcome: Option<Outcome>,
}
