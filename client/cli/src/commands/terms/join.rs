//! `surround terms join`.

use std::path::PathBuf;

use surround_channel::Felt;
use surround_channel::signer::SignerError;

use super::show::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::{self, Source};
use crate::keys::KeyArgs;
use crate::screen::Screen;

/// Which terms, and which key.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The terms that the opponent sent; `-` for standard input.
    #[arg(value_name = "FILE")]
    terms: Source,

    #[command(flatten)]
    key: KeyArgs,

    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Writes the terms with this player's nonce.
///
/// # Errors
/// [`Failure`]; nothing is written then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = super::read(&args.terms)?;
    let place = || args.terms.clone();
    terms.check_form().map_err(|error| Failure::Terms {
        place: place(),
        error,
    })?;
    let mut signer = args.key.signer()?;
    let player = terms
        .player_with_key(&signer.public_key())
        .ok_or(SignerError::NotAPlayer)?;
    if terms.nonce(player) != Felt::ZERO {
        return Err(Failure::NonceDrawn {
            place: place(),
            player,
        });
    }
    if args.out.exists() && !args.force {
        return Err(Failure::Exists {
            path: args.out.clone(),
        });
    }
    let terms = signer.agree(terms)?;
    files::create(&args.out, &super::to_json(&terms)?, args.force)?;
    screen.show(&Shown::written(&terms, &args.out))?;
    Ok(Exit::Ok)
}
