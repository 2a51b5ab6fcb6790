//! `surround transcript`: the file of a game.

mod append;
mod fetch;
mod from_sgf;
mod new;
mod show;
mod to_sgf;
mod verify;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;

pub use show::Shown;

/// What to do with a transcript.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Begin the transcript of a game, from its terms.
    New(new::Args),
    /// Add the opponent's step, or take over what its longer transcript holds.
    Append(append::Args),
    /// Take over the steps that the chain holds beyond this transcript.
    Fetch(fetch::Args),
    /// Draw the board and tell where the game stands.
    Show(show::Args),
    /// Judge a transcript from its first step: terms, rules and every signature.
    Verify(verify::Args),
    /// Make an unsigned transcript of a record in SGF.
    FromSgf(from_sgf::Args),
    /// Write the game as a record in SGF.
    ToSgf(to_sgf::Args),
}

/// Runs a command on a transcript.
///
/// # Errors
/// Whatever the command fails with.
pub fn run(command: &Command, screen: &Screen) -> Result<Exit, Failure> {
    match command {
        Command::New(args) => new::run(args, screen),
        Command::Append(args) => append::run(args, screen),
        Command::Fetch(args) => fetch::run(args, screen),
        Command::Show(args) => show::run(args, screen),
        Command::Verify(args) => verify::run(args, screen),
        Command::FromSgf(args) => from_sgf::run(args, screen),
        Command::ToSgf(args) => to_sgf::run(args, screen),
    }
}
