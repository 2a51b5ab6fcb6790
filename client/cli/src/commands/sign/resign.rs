//! `surround sign resign`.

use std::path::PathBuf;

use surround_channel::signer::SignerError;

use super::Statement;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::keys::KeyArgs;
use crate::screen::Screen;
use crate::transcripts;

/// Which game, and which key.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript that the resignation is added to. Who holds it can end the game with it.
    #[arg(value_name = "FILE")]
    transcript: PathBuf,

    #[command(flatten)]
    key: KeyArgs,
}

/// Signs the resignation. No step of this game is signed afterwards.
///
/// # Errors
/// [`Failure::Signer`] when the guard refuses.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let place = Source::File(args.transcript.clone());
    let mut game = transcripts::verified(&place)?;
    let mut signer = args.key.signer()?;
    let player = game
        .terms()
        .player_with_key(&signer.public_key())
        .ok_or(SignerError::NotAPlayer)?;
    let signature = signer.sign_resign(&game)?;
    game.add_resignation(player, signature)
        .map_err(|error| transcripts::at(&place, error))?;
    transcripts::replace(&args.transcript, &game)?;
    screen.show(&Statement {
        statement: "resign",
        steps: None,
        channel_id: game.channel_id(),
        signature,
        file: Some(place.to_string()),
    })?;
    Ok(Exit::Ok)
}
