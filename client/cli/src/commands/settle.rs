//! `surround settle`: ends a game by its score.

use surround_channel::evidence::Mark;

use crate::calls;
use crate::done;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::node::wait_for;
use crate::screen::Screen;
use crate::sending::SendArgs;
use crate::table::GameArgs;

/// Which game, and who sends.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    send: SendArgs,
}

/// Brings the finished game to the contract. Anyone can.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let table = args.game.table(&desk).await?;
        if table.game.game().ending().is_none() {
            return Err(Failure::WrongCommand(
                "the game goes on: surround open takes a stalled one to the chain",
            ));
        }
        let call = calls::submit(&table, Mark::Absent)?;
        done::deliver(&desk, table, call, &args.game.transcript, screen).await
    })
}
