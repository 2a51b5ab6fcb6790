//! `surround terms check`.

use surround_channel::Felt;
use surround_channel::terms::Terms;
use surround_rules::Colour;

use super::show::Shown;
use crate::clock;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::screen::Screen;

/// Which terms.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The terms; `-` for standard input.
    #[arg(value_name = "FILE")]
    terms: Source,
}

/// Checks accounts, keys, setup, nonces and expiry.
///
/// # Errors
/// [`Failure::Terms`], [`Failure::Incomplete`], [`Failure::Expired`].
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = super::read(&args.terms)?;
    complete(&terms, &args.terms)?;
    if clock::now() >= terms.expires_at {
        let (place, expired) = (args.terms.clone(), clock::date(terms.expires_at));
        return Err(Failure::Expired { place, expired });
    }
    screen.show(&Shown::new(&terms))?;
    Ok(Exit::Ok)
}

/// Judges the form of terms, and that both players have joined.
///
/// # Errors
/// [`Failure::Terms`], [`Failure::Incomplete`].
pub fn complete(terms: &Terms, place: &Source) -> Result<(), Failure> {
    terms.check_form().map_err(|error| Failure::Terms {
        place: place.clone(),
        error,
    })?;
    match Colour::BOTH
        .into_iter()
        .find(|player| terms.nonce(*player) == Felt::ZERO)
    {
        Some(player) => Err(Failure::Incomplete {
            place: place.clone(),
            player,
        }),
        None => Ok(()),
    }
}
