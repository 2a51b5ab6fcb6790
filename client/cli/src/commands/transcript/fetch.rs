//! `surround transcript fetch`.

use surround_chain::calls::Settlement;

use super::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::history;
use crate::joining::same_network;
use crate::node::{NodeArgs, wait_for};
use crate::screen::Screen;
use crate::table::GameArgs;
use crate::transcripts;

/// Which transcript, and which node.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    node: NodeArgs,
}

/// Takes over the steps that the chain holds beyond this transcript.
///
/// # Errors
/// [`Failure`] when the lines part, or the node cannot be asked; the transcript is as it was then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let place = args.game.source();
        let mut game = transcripts::verified(&place)?;
        let node = args.node.connect().await?;
        same_network(&game, &node)?;
        let contract = Settlement {
            address: game.transcript().contract,
        };
        match history::stored(&node, contract, game.channel_id()).await? {
            Some((_, line)) => {
                game.adopt(&line)
                    .map_err(|error| transcripts::at(&place, error))?;
                transcripts::replace(&args.game.transcript, &game)?;
            }
            None => screen.note("the chain has no record of this game"),
        }
        screen.show(&Shown::of(&game))?;
        Ok(Exit::Ok)
    })
}
