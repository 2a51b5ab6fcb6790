//! `surround terms check`.

use serde::Serialize;
use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::rpc::LATEST;
use surround_channel::terms::Terms;
use surround_channel::{Felt, PerPlayer};
use surround_rules::Colour;

use super::show::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::node::{OptionalNode, wait_for};
use crate::screen::{Ink, Report, Screen};
use crate::{clock, felts};

/// Which terms, and the contract they are for.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The terms; `-` for standard input.
    #[arg(value_name = "FILE")]
    terms: Source,

    /// With a node, the contract's limits and both keys are checked too.
    #[command(flatten)]
    node: OptionalNode,

    /// The settlement contract.
    #[arg(
        long,
        env = "SURROUND_CONTRACT",
        hide_env_values = true,
        value_parser = felts::parse,
        value_name = "ADDRESS"
    )]
    contract: Option<Felt>,
}

/// Checks accounts, keys, setup, nonces and expiry; on the chain, the contract's limits and how long
/// both keys count.
///
/// # Errors
/// [`Failure::Terms`], [`Failure::Incomplete`], [`Failure::Expired`], [`Failure::KeyEnds`].
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = super::read(&args.terms)?;
    complete(&terms, &args.terms)?;
    if clock::now() >= terms.expires_at {
        let (place, expired) = (args.terms.clone(), clock::date(terms.expires_at));
        return Err(Failure::Expired { place, expired });
    }
    let key_until = wait_for(on_chain(args, &terms))?;
    screen.show(&Checked {
        shown: Shown::new(&terms),
        key_until,
    })?;
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

/// Until when both keys count; none without a node.
async fn on_chain(args: &Args, terms: &Terms) -> Result<Option<PerPlayer<u64>>, Failure> {
    let Some(node) = args.node.connect().await? else {
        return Ok(None);
    };
    let contract = Settlement {
        address: args.contract.ok_or(Failure::NoContract)?,
    };
    let view = View::new(&node, contract, LATEST);
    let place = || args.terms.clone();
    terms
        .check(&view.limits().await?)
        .map_err(|error| Failure::Terms {
            place: place(),
            error,
        })?;
    let key_until = PerPlayer {
        black: view.key_until(terms.black, terms.black_key).await?,
        white: view.key_until(terms.white, terms.white_key).await?,
    };
    match Colour::BOTH
        .into_iter()
        .find(|player| *key_until.of(*player) <= terms.expires_at)
    {
        Some(player) => Err(Failure::KeyEnds {
            place: place(),
            player,
            until: *key_until.of(player),
            expires_at: terms.expires_at,
        }),
        None => Ok(Some(key_until)),
    }
}

#[derive(Serialize)]
struct Checked<'a> {
    #[serde(flatten)]
    shown: Shown<'a>,
    /// Until when the keys count, in seconds since 1970; null when no node was asked.
    key_until: Option<PerPlayer<u64>>,
}

impl Report for Checked<'_> {
    fn text(&self, ink: Ink) -> String {
        let seen = match self.key_until {
            Some(_) => "the contract allows these terms, and both keys count to their end\n",
            None => "not checked on the chain: pass --rpc and --contract\n",
        };
        self.shown.text(ink) + seen
    }
}
