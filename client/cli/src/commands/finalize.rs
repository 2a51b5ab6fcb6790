//! `surround finalize`: makes a pending result final.

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

/// Makes the pending result final once its window is over. Anyone can.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let table = args.game.table(&desk).await?;
        let call = table.contract.finalize(table.game.terms());
        done::deliver(&desk, table, call, &args.game.transcript, screen).await
    })
}
