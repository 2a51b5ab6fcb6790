//! `surround sign step`.

use std::path::PathBuf;

use serde::Serialize;
use surround_channel::Felt;
use surround_channel::felt;
use surround_channel::signer::{Signer, SignerError};
use surround_channel::statements::Signature;
use surround_channel::transcript::Verified;
use surround_rules::{Step, gtp};

use crate::commands::transcript::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::joining;
use crate::keys::KeyArgs;
use crate::margin::{self, Margin};
use crate::node::OptionalNode;
use crate::screen::{Ink, Report, Screen};
use crate::steps::StepArgs;
use crate::transcripts;

/// Which step, in which game, with which key.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; it is replaced by the longer one, whole or not at all.
    #[arg(value_name = "FILE")]
    transcript: PathBuf,

    #[command(flatten)]
    step: StepArgs,

    #[command(flatten)]
    key: KeyArgs,

    /// Needed for this key's first step in a game: its conditions are checked on the chain.
    #[command(flatten)]
    node: OptionalNode,

    /// Sign also where the dead stones decide who wins.
    #[arg(long)]
    yes: bool,
}

/// Signs the step.
///
/// # Errors
/// [`Failure`]; nothing is signed then, or the step that was journalled can be signed again.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let place = Source::File(args.transcript.clone());
    let mut game = transcripts::verified(&place)?;
    let mut signer = args.key.signer()?;
    let step = args.step.on(game.game())?;
    let margin = margin::confirm(&game, &step, args.yes, screen)?;
    let signature = sign(&mut signer, &game, &step, &args.node)?;
    game.append(step, signature)
        .map_err(|error| transcripts::at(&place, error))?;
    transcripts::replace(&args.transcript, &game)?;
    screen.show(&Signed {
        step: gtp::word(game.game().board().size(), &step),
        head: game.chain().head(),
        signature,
        margin,
        game: Shown::of(&game),
    })?;
    Ok(Exit::Ok)
}

/// Signs, after the game was joined if this key never did.
fn sign(
    signer: &mut Signer,
    game: &Verified,
    step: &Step,
    node: &OptionalNode,
) -> Result<Signature, Failure> {
    match signer.sign_step(game, step) {
        Err(SignerError::NotJoined) => {
            joining::join(signer, game, node)?;
            Ok(signer.sign_step(game, step)?)
        }
        signed => Ok(signed?),
    }
}

#[derive(Serialize)]
struct Signed<'a> {
    step: String,
    #[serde(with = "felt::text")]
    head: Felt,
    signature: Signature,
    /// With and without the dead stones, for a proposal or an acceptance.
    margin: Option<Margin>,
    game: Shown<'a>,
}

impl Report for Signed<'_> {
    fn text(&self, ink: Ink) -> String {
        format!(
            "{}signed {}: {}\n",
            self.game.text(ink),
            self.step,
            super::comma(&self.signature)
        )
    }
}
