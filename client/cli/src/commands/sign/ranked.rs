//! `surround sign ranked`.

use std::path::PathBuf;

use super::Statement;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::keys::KeyArgs;
use crate::screen::Screen;
use crate::transcripts;

/// Which game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript that the statement is added to.
    #[arg(value_name = "FILE")]
    transcript: PathBuf,

    #[command(flatten)]
    key: KeyArgs,
}

/// Signs that the game counts.
///
/// # Errors
/// [`Failure::Referee`] when the terms name another referee.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let place = Source::File(args.transcript.clone());
    let mut game = transcripts::verified(&place)?;
    let signature = args.key.referee()?.sign_ranked(&game)?;
    game.add_ranked(signature)
        .map_err(|error| transcripts::at(&place, error))?;
    transcripts::replace(&args.transcript, &game)?;
    screen.show(&Statement {
        statement: "ranked",
        steps: None,
        channel_id: game.channel_id(),
        signature,
        file: Some(place.to_string()),
    })?;
    Ok(Exit::Ok)
}
