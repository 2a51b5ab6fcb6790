//! The engines to compare with.

mod cairo;
mod gnugo;
mod process;
mod tenuki;

use anyhow::Result;
use clap::ValueEnum;

use crate::case::Case;
use crate::moment::Difference;

/// An engine that replays games and says where it sees something else than the rules in Rust.
pub trait Peer {
    /// The first difference of each game.
    ///
    /// # Errors
    /// When the engine cannot be asked. That it differs is no error.
    fn differences(&mut self, cases: &[Case]) -> Result<Vec<Option<Difference>>>;

    /// How many steps are best asked about at once.
    fn batch(&self) -> usize;
}

/// The names of the engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// The contract's own code, in the Cairo VM.
    Cairo,
    /// GNU Go 3.8: legality, stones and captures.
    Gnugo,
    /// Tenuki 0.3.1: legality, stones, captures, and the score counted in both ways.
    Tenuki,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Cairo, Self::Gnugo, Self::Tenuki];

    /// The name in reports and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cairo => "cairo",
            Self::Gnugo => "gnugo",
            Self::Tenuki => "tenuki",
        }
    }

    /// Starts the engine.
    ///
    /// # Errors
    /// When it is not installed; the error says what is to be done.
    pub fn start(self) -> Result<Box<dyn Peer>> {
        Ok(match self {
            Self::Cairo => Box::new(cairo::Cairo::start()?),
            Self::Gnugo => Box::new(gnugo::GnuGo::start()?),
            Self::Tenuki => Box::new(tenuki::Tenuki::start()?),
        })
    }
}
