//! `surround transcript fetch`.

use std::path::PathBuf;

use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::rpc::{LATEST, Node};
use surround_channel::Felt;
use surround_channel::line::Line;
use surround_channel::terms::Terms;
use surround_channel::transcript::TranscriptError;
use surround_settlement::Status;

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

    /// Leave the transcript as it is and write what the chain holds to this new file: for a line that
    /// parts from the transcript's.
    #[arg(short, long, value_name = "NEW")]
    out: Option<PathBuf>,

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
        match (stored(&node, contract, game.channel_id()).await?, &args.out) {
            (Some((terms, line)), Some(out)) => {
                game = history::game(&node, contract, terms, &line)?;
                transcripts::create(out, game.transcript(), false)?;
            }
            (Some((_, line)), None) => {
                game.adopt(&line).map_err(|error| match error {
                    TranscriptError::OtherThanRecorded { step } => Failure::Parted { step },
                    error => transcripts::at(&place, error),
                })?;
                transcripts::replace(&args.game.transcript, &game)?;
            }
            (None, _) => screen.note("the chain has no record of this game"),
        }
        screen.show(&Shown::of(&game))?;
        Ok(Exit::Ok)
    })
}

/// What the chain holds. Its events are searched only if there is a record.
async fn stored(
    node: &Node,
    contract: Settlement,
    channel_id: Felt,
) -> Result<Option<(Terms, Line)>, Failure> {
    let view = View::new(node, contract, LATEST);
    match view.dispute(channel_id).await?.record.status {
        Status::None => Ok(None),
        _ => history::stored(node, contract, channel_id).await,
    }
}
