//! The command tree.

use clap::Parser;

use crate::commands::Command;
use crate::exit::Exit;

/// Signed games of Go, and what to do on the chain when one stalls.
///
/// A game is a file: a transcript that both players sign step by step. When a player stalls, the
/// other brings the game to the settlement contract, which replays it and waits for an answer.
#[derive(Debug, Parser)]
#[command(
    name = "surround",
    version,
    after_help = Exit::table(),
    after_long_help = Exit::table(),
    max_term_width = 100
)]
pub struct Cli {
    /// Answer with one JSON object on standard output, and with one on standard error on failure.
    #[arg(long, global = true)]
    pub json: bool,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}
