//! `surround status`: the board, who is due and for how long, and what can be done now.

mod choice;
mod shown;

use std::path::PathBuf;

use surround_chain::calls::Settlement;
use surround_chain::rpc::Node;
use surround_chain::send::Sender;
use surround_channel::Felt;
use surround_channel::transcript::Verified;

use crate::account::AccountArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::node::{NodeArgs, wait_for};
use crate::screen::Screen;
use crate::side::Side;
use crate::table::{Table, moment, player_of};
use crate::{felts, history, transcripts};

use choice::priced;
use shown::{Origin, Shown};

/// Which game, and who asks.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript of the game.
    #[arg(value_name = "TRANSCRIPT", required_unless_present = "channel")]
    transcript: Option<PathBuf>,

    /// The channel, instead of a transcript: the game is rebuilt from the contract's events.
    #[arg(long, value_parser = felts::parse, value_name = "ID", conflicts_with = "transcript")]
    channel: Option<Felt>,

    /// The contract of --channel.
    #[arg(long, env = "SURROUND_CONTRACT", hide_env_values = true, value_parser = felts::parse, value_name = "ADDRESS")]
    contract: Option<Felt>,

    /// Whose side is taken in the advice: that of the account, if one is given, else both.
    #[arg(long = "as", value_name = "COLOUR")]
    side: Option<Side>,

    #[command(flatten)]
    node: NodeArgs,

    /// With an account and its key, what can be done is simulated and its cost told.
    #[command(flatten)]
    account: AccountArgs,
}

/// Tells where a game stands.
///
/// # Errors
/// [`Failure`] when the transcript does not hold or the node cannot be asked.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let (credentials, caller) = args.account.known()?;
        let node = args.node.connect().await?;
        let (game, origin) = game(args, &node).await?;
        let side = args.side.map(Into::into);
        let player = side.or_else(|| caller.and_then(|account| player_of(&game, account)));
        let table = Table::new(game, Some(&node), caller).await?;
        let at = moment(&node).await?;
        let sender = credentials.map(|account| Sender::new(node.clone(), &account));
        let choices = priced(&table, at, sender.as_ref()).await?;
        screen.show(&Shown::new(&table, origin, at, player, choices))?;
        Ok(Exit::Ok)
    })
}

/// The game of the transcript; or what the chain holds, from its events.
async fn game(args: &Args, node: &Node) -> Result<(Verified, Origin), Failure> {
    let Some(channel_id) = args.channel else {
        let path = args.transcript.clone().unwrap_or_default();
        return Ok((
            transcripts::verified(&Source::File(path))?,
            Origin::Transcript,
        ));
    };
    let contract = Settlement {
        address: args.contract.ok_or(Failure::NoContract)?,
    };
    let stored = history::stored(node, contract, channel_id).await?;
    let (terms, line) = stored.ok_or(Failure::NoRecord { channel_id })?;
    let game = history::game(node, contract, terms, &line)?;
    Ok((game, Origin::Events))
}
