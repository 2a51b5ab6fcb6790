//! `surround transcript new`.

use std::path::PathBuf;

use surround_channel::transcript::Transcript;

use super::Shown;
use crate::commands::terms;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::network::NetworkArgs;
use crate::screen::Screen;
use crate::transcripts;

/// The terms and where disputes are settled.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The terms that both players have joined; `-` for standard input.
    #[arg(value_name = "TERMS")]
    terms: Source,

    #[command(flatten)]
    network: NetworkArgs,

    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Writes a transcript without a step.
///
/// # Errors
/// [`Failure`]; nothing is written then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = terms::read(&args.terms)?;
    terms::complete(&terms, &args.terms)?;
    let transcript = Transcript::new(args.network.chain_id, args.network.contract, terms);
    let game = transcript
        .verify()
        .map_err(|error| transcripts::at(&args.terms, error))?;
    transcripts::create(&args.out, &transcript, args.force)?;
    screen.show(&Shown::of(&game))?;
    Ok(Exit::Ok)
}
