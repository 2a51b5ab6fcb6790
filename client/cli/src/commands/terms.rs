//! `surround terms`: what two players agree on before play.

mod check;
mod id;
mod join;
mod new;
mod show;

use surround_channel::terms::Terms;

pub use check::complete;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::screen::Screen;

/// What to do with terms.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Propose terms to an opponent, with a fresh nonce of this key.
    New(new::Args),
    /// Join terms that an opponent proposed: adds a fresh nonce of this key.
    Join(join::Args),
    /// Show terms.
    Show(show::Args),
    /// Check terms, by themselves.
    Check(check::Args),
    /// Print the identifier of the channel that terms name on a network.
    Id(id::Args),
}

/// Runs a command on terms.
///
/// # Errors
/// Whatever the command fails with.
pub fn run(command: &Command, screen: &Screen) -> Result<Exit, Failure> {
    match command {
        Command::New(args) => new::run(args, screen),
        Command::Join(args) => join::run(args, screen),
        Command::Show(args) => show::run(args, screen),
        Command::Check(args) => check::run(args, screen),
        Command::Id(args) => id::run(args, screen),
    }
}

/// Reads terms. They are not judged.
///
/// # Errors
/// [`Failure::Read`], [`Failure::Malformed`].
pub fn read(source: &Source) -> Result<Terms, Failure> {
    serde_json::from_str(&source.text()?).map_err(|error| Failure::json(source, &error))
}

/// The file of terms.
///
/// # Errors
/// [`Failure::Print`], which does not happen: terms are plain data.
fn to_json(terms: &Terms) -> Result<Vec<u8>, Failure> {
    let mut json = serde_json::to_vec_pretty(terms)
        .map_err(std::io::Error::from)
        .map_err(Failure::Print)?;
    json.push(b'\n');
    Ok(json)
}
