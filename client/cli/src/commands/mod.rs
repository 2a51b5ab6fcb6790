//! The commands, one a file.

mod advance;
mod claim;
mod completions;
mod demo;
mod deploy;
mod expose_fork;
mod finalize;
mod flag;
mod key;
mod keys;
mod open;
mod preview;
mod relay;
mod replay;
mod resign;
mod score;
mod settle;
mod sign;
mod status;
mod terms;
mod transcript;

use clap::Subcommand;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a session key, or show its public half.
    #[command(subcommand)]
    Key(key::Command),
    /// What two players agree on before play.
    #[command(subcommand)]
    Terms(terms::Command),
    /// The file of a game: steps and signed statements.
    #[command(subcommand)]
    Transcript(transcript::Command),
    /// Sign steps and statements.
    #[command(subcommand)]
    Sign(sign::Command),
    /// Judge a game without signatures, given as bare JSON.
    Replay(replay::Args),
    /// Count a position, with and without dead stones.
    Score(score::Args),
    /// Declare and deploy the settlement contract.
    Deploy(deploy::Args),
    /// Register a session key for the sending account.
    RegisterKey(keys::Args),
    /// Revoke a session key of the sending account, for good, after the contract's delay.
    RevokeKey(keys::Args),
    /// Have the contract replay a game, without a dispute.
    Preview(preview::Args),
    /// Take a stalled game to the chain: the opponent has one window to answer.
    Open(open::Args),
    /// Answer a dispute with a longer line.
    Advance(advance::Args),
    /// Take a finished game to the chain, to end by its score.
    Settle(settle::Args),
    /// End a game on the chain by a resignation.
    Resign(resign::Args),
    /// End a ranked game on the chain by the referee's flag.
    Flag(flag::Args),
    /// Claim the game from a player who missed the deadline.
    Claim(claim::Args),
    /// Prove that a player signed two different steps on one board, which loses the game.
    ExposeFork(expose_fork::Args),
    /// Make a pending result final once its window is over.
    Finalize(finalize::Args),
    /// Draw the board, tell who is due and for how long, and what can be done now.
    Status(status::Args),
    /// Serve players, wallets and game servers: submit their games in time, and never twice.
    Relay(relay::Args),
    /// Tell stories of games that end on the chain, on a local network made for them.
    Demo(demo::Args),
    /// Print a completion script for a shell.
    Completions(completions::Args),
}

/// Runs a command.
///
/// # Errors
/// Whatever the command fails with.
pub fn run(command: Command, screen: &Screen) -> Result<Exit, Failure> {
    match command {
        Command::Key(command) => key::run(&command, screen),
        Command::Terms(command) => terms::run(&command, screen),
        Command::Transcript(command) => transcript::run(&command, screen),
        Command::Sign(command) => sign::run(&command, screen),
        Command::Replay(args) => replay::run(&args, screen),
        Command::Score(args) => score::run(&args, screen),
        Command::Deploy(args) => deploy::run(&args, screen),
        Command::RegisterKey(args) => keys::run(keys::Change::Register, &args, screen),
        Command::RevokeKey(args) => keys::run(keys::Change::Revoke, &args, screen),
        Command::Preview(args) => preview::run(&args, screen),
        Command::Open(args) => open::run(&args, screen),
        Command::Advance(args) => advance::run(&args, screen),
        Command::Settle(args) => settle::run(&args, screen),
        Command::Resign(args) => resign::run(&args, screen),
        Command::Flag(args) => flag::run(&args, screen),
        Command::Claim(args) => claim::run(&args, screen),
        Command::ExposeFork(args) => expose_fork::run(&args, screen),
        Command::Finalize(args) => finalize::run(&args, screen),
        Command::Status(args) => status::run(&args, screen),
        Command::Relay(args) => relay::run(&args, screen),
        Command::Demo(args) => demo::run(&args, screen),
        Command::Completions(args) => completions::run(&args, screen),
    }
}
