//! `surround open`: takes a stalled game to the contract.

use surround_channel::evidence::{Mark, Signed};
use surround_settlement::Status;

use crate::calls;
use crate::done;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keys::OptionalKey;
use crate::node::wait_for;
use crate::screen::Screen;
use crate::sending::SendArgs;
use crate::table::{GameArgs, Table};
use crate::transcripts;

/// Which game, who sends, and who opens.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    key: OptionalKey,

    #[command(flatten)]
    send: SendArgs,
}

/// Opens the dispute: the player who is due has one window to answer.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let mut table = args.game.table(&desk).await?;
        check(&table)?;
        let mark = opening(args, &mut table)?;
        let call = calls::submit(&table, mark)?;
        done::deliver(&desk, table, call, &args.game.transcript, screen).await
    })
}

fn check(table: &Table) -> Result<(), Failure> {
    match table.dispute {
        Some(dispute) if dispute.record.status != Status::None => Err(Failure::WrongCommand(
            "the chain has a record of this game already: surround status tells what can be done",
        )),
        _ => Ok(()),
    }
}

/// The opener's mark: held, given by the calling account, or signed now for immediate use.
fn opening(args: &Args, table: &mut Table) -> Result<Mark, Failure> {
    let missing = match calls::opening(table) {
        Err(missing @ Failure::NoOpening { .. }) => missing,
        mark => return mark,
    };
    let mut signer = args.key.signer()?.ok_or(missing)?;
    let signature = signer.sign_open(&table.game)?;
    let steps = table.game.chain().steps();
    table
        .game
        .add_open(Signed { steps, signature })
        .map_err(|error| transcripts::at(&args.game.source(), error))?;
    calls::opening(table)
}
