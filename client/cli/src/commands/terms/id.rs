//! `surround terms id`.

use serde::Serialize;
use surround_channel::Felt;
use surround_channel::felt;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::network::NetworkArgs;
use crate::screen::{Ink, Report, Screen};

/// Which terms, on which network.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The terms; `-` for standard input.
    #[arg(value_name = "FILE")]
    terms: Source,

    #[command(flatten)]
    network: NetworkArgs,
}

/// Prints the identifier of the channel.
///
/// # Errors
/// [`Failure`] when the terms cannot be read.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = super::read(&args.terms)?;
    let channel_id = terms.channel_id(args.network.chain_id, args.network.contract);
    screen.show(&Id { channel_id })?;
    Ok(Exit::Ok)
}

#[derive(Serialize)]
struct Id {
    #[serde(with = "felt::text")]
    channel_id: Felt,
}

impl Report for Id {
    fn text(&self, _: Ink) -> String {
        felt::to_text(&self.channel_id)
    }
}
