//! `surround sign flag`.

use std::path::PathBuf;

use super::Statement;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::keys::KeyArgs;
use crate::screen::Screen;
use crate::transcripts;

/// Which game, and which head.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript that the flag is added to.
    #[arg(value_name = "FILE")]
    transcript: PathBuf,

    #[command(flatten)]
    key: KeyArgs,

    /// Flag the player who was due after this step, instead of after the last one.
    #[arg(long, value_name = "NUMBER")]
    steps: Option<u16>,
}

/// Signs the flag.
///
/// # Errors
/// [`Failure::Referee`] when the terms name another referee, or no flag stands there.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let place = Source::File(args.transcript.clone());
    let mut game = transcripts::verified(&place)?;
    let steps = args.steps.unwrap_or(game.chain().steps());
    let signed = args.key.referee()?.sign_flag(&game, steps)?;
    game.add_flag(signed)
        .map_err(|error| transcripts::at(&place, error))?;
    transcripts::replace(&args.transcript, &game)?;
    screen.show(&Statement {
        statement: "flag",
        steps: Some(steps),
        channel_id: game.channel_id(),
        signature: signed.signature,
        file: Some(place.to_string()),
    })?;
    Ok(Exit::Ok)
}
