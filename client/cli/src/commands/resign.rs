//! `surround resign`: ends a game on the chain by a resignation.

use surround_rules::Colour;

use crate::calls;
use crate::done;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::node::wait_for;
use crate::screen::Screen;
use crate::sending::SendArgs;
use crate::side::Side;
use crate::table::{GameArgs, Table};

/// Which game, whose resignation, and who sends.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// Whose signed resignation, if the transcript holds both.
    #[arg(long, value_name = "COLOUR", conflicts_with = "onchain")]
    player: Option<Side>,

    /// Resign by the calling account itself, without a signed resignation, in a game that is on the
    /// chain already.
    #[arg(long)]
    onchain: bool,

    #[command(flatten)]
    send: SendArgs,
}

/// Brings the signed resignation that the transcript holds to the contract; anyone can. It is
/// signed by `surround sign resign`.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let table = args.game.table(&desk).await?;
        let call = if args.onchain {
            table.contract.resign_channel(table.game.terms())
        } else {
            calls::resign(&table, player(args, &table)?)?
        };
        done::deliver(&desk, table, call, &args.game.transcript, screen).await
    })
}

fn player(args: &Args, table: &Table) -> Result<Colour, Failure> {
    if let Some(side) = args.player {
        return Ok(side.into());
    }
    let resigned = |player: &Colour| table.game.transcript().resignations.of(*player).is_some();
    let mut held = Colour::BOTH.into_iter().filter(resigned);
    match (held.next(), held.next()) {
        (Some(player), None) => Ok(player),
        (Some(_), Some(_)) => Err(Failure::WrongCommand(
            "the transcript holds both resignations: say whose with --player",
        )),
        (None, _) => Err(Failure::NoResignation { player: None }),
    }
}
