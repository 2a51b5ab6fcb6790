//! `surround transcript verify`.

use super::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::screen::Screen;
use crate::transcripts;

/// Which transcript.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; `-` for standard input.
    #[arg(value_name = "FILE")]
    transcript: Source,
}

/// Judges a transcript.
///
/// # Errors
/// [`Failure::Transcript`] with the step or the field that does not hold.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let game = transcripts::verified(&args.transcript)?;
    screen.show(&Shown::of(&game))?;
    screen.note("every step and every signature holds");
    Ok(Exit::Ok)
}
