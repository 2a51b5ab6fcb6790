//! The commands, one a file.

mod completions;
mod replay;
mod score;

use clap::Subcommand;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Judge a game without signatures, given as bare JSON.
    Replay(replay::Args),
    /// Count a position, with and without dead stones.
    Score(score::Args),
    /// Print a completion script for a shell.
    Completions(completions::Args),
}

/// Runs a command.
///
/// # Errors
/// Whatever the command fails with.
pub fn run(command: Command, screen: &Screen) -> Result<Exit, Failure> {
    match command {
        Command::Replay(args) => replay::run(&args, screen),
        Command::Score(args) => score::run(&args, screen),
        Command::Completions(args) => completions::run(&args, screen),
    }
}
