//! `surround expose-fork`: ends a game by the proof of two different steps on one head.

use crate::calls;
use crate::done;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::node::wait_for;
use crate::screen::Screen;
use crate::sending::SendArgs;
use crate::table::GameArgs;
use crate::transcripts;

/// Which game, and who sends.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The other transcript, signed by the same player; the first one holds the line that the chain
    /// stores.
    #[arg(value_name = "OTHER")]
    other: Source,

    #[command(flatten)]
    send: SendArgs,
}

/// Proves that the author of the step at which two transcripts part has signed both. Anyone can.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let table = args.game.table(&desk).await?;
        let other = transcripts::verified(&args.other)?;
        let call = calls::expose_fork(&table, &other)?;
        done::deliver(&desk, table, call, &args.game.transcript, screen).await
    })
}
