//! `surround transcript verify`.

use surround_channel::transcript::Verified;

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
    if let Some(step) = first_unsigned(&game) {
        screen.note(&format!(
            "from step {step} on a player's steps are not signed: the file says that the chain holds them"
        ));
    }
    Ok(Exit::Ok)
}

/// The first step that no signature of its author endorses.
fn first_unsigned(game: &Verified) -> Option<u16> {
    let endorsed = |player| {
        game.transcript()
            .signatures
            .of(player)
            .map_or(0, |s| s.steps)
    };
    let authors = game.chain().authors().iter().zip(1..);
    authors
        .filter(|(author, step)| *step > endorsed(**author))
        .map(|(_, step)| step)
        .next()
}
