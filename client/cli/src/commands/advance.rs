//! `surround advance`: answers an open dispute, or voids a flag, with a longer line.

use surround_channel::evidence::Mark;
use surround_channel::line::Line;
use surround_channel::signer::SignerError;
use surround_channel::transcript::Verified;
use surround_rules::Step;

use crate::calls;
use crate::done;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::keys::OptionalKey;
use crate::margin;
use crate::node::wait_for;
use crate::screen::Screen;
use crate::sending::{Desk, SendArgs};
use crate::steps::StepArgs;
use crate::table::{GameArgs, player_of};
use crate::transcripts;

/// Which game, who sends, and the step that is still to be made.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    game: GameArgs,

    /// The step to answer with, signed with --key, or made by the account itself.
    #[command(flatten)]
    step: Option<StepArgs>,

    #[command(flatten)]
    key: OptionalKey,

    /// Make the step by the account alone, because the session key is lost. A step that the lost
    /// key has signed on the same board can still be used as proof of a fork, which loses the game.
    /// A key that is still there signs nothing, but its journal binds it to the step.
    #[arg(long, requires = "step")]
    by_wallet: bool,

    /// Sign also where the dead stones decide who wins.
    #[arg(long)]
    yes: bool,

    #[command(flatten)]
    send: SendArgs,
}

/// Said where the account is to make a step, and is not the due player's.
const NOT_DUE: &str = "the step can be made by the account of the player who is due alone: pass \
     that account, or with --calls its --account-address";

/// Said where the transcript holds nothing that the chain lacks.
const NO_STEP: &str = "the chain holds all steps of this transcript: answer with a step, such as \
     surround advance FILE D4 --key FOLDER";

/// Brings the longer line to the contract.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let mut table = args.game.table(&desk).await?;
        // Before anything is signed: a step beside the stored line would be a fork.
        table.check_line()?;
        if let Some(step) = &args.step {
            table.game = stepped(args, step, table.game, &desk, screen)?;
        }
        if table.dispute.is_some() && table.game.chain().steps() <= table.stored() {
            return Err(Failure::WrongCommand(NO_STEP));
        }
        let call = calls::submit(&table, Mark::Absent)?;
        done::deliver(&desk, table, call, &args.game.transcript, screen).await
    })
}

/// The game with the player's step. A signed one is kept in the transcript before it is sent, so
/// that nothing is lost if sending fails.
fn stepped(
    args: &Args,
    step: &StepArgs,
    mut game: Verified,
    desk: &Desk,
    screen: &Screen,
) -> Result<Verified, Failure> {
    let place = args.game.source();
    let step = step.on(game.game())?;
    margin::confirm(&game, &step, args.yes, screen)?;
    // A dry run signs nothing: the account stands for the signature.
    if args.by_wallet || desk.is_dry_run() {
        let caller = desk.caller.and_then(|account| player_of(&game, account));
        if caller.is_none() || caller != game.game().due() {
            return Err(Failure::WrongCommand(NOT_DUE));
        }
        if !desk.is_dry_run() {
            bind(args, &game, &step, screen)?;
        }
        let mut steps = game.transcript().steps.clone();
        steps.push(step);
        game.adopt(&Line::pack(&steps))
            .map_err(|error| transcripts::at(&place, error))?;
        return Ok(game);
    }
    let mut signer = args.key.signer()?.ok_or(Failure::NoKey)?;
    let signature = match signer.sign_step(&game, &step) {
        Err(SignerError::NotJoined) => return Err(Failure::NotJoined),
        signed => signed?,
    };
    game.append(step, signature)
        .map_err(|error| transcripts::at(&place, error))?;
    transcripts::replace(&args.game.transcript, &game)?;
    Ok(game)
}

/// The guard is for steps by key or by wallet: the journal of a key that is still there gets the
/// account's step, before it is made. Without one a warning is all there is.
fn bind(args: &Args, game: &Verified, step: &Step, screen: &Screen) -> Result<(), Failure> {
    let signer = args.key.signer_if_left()?;
    match signer.map(|mut signer| signer.reserve_step(game, step)) {
        Some(Ok(_)) => Ok(()),
        None | Some(Err(SignerError::NotAPlayer | SignerError::UnknownNonce { .. })) => {
            screen.warn(
                "made by the account alone: if the lost key has signed another step on this board, \
                 that step can be used as proof of a fork",
            );
            Ok(())
        }
        Some(Err(SignerError::NotJoined)) => Err(Failure::NotJoined),
        Some(Err(error)) => Err(error.into()),
    }
}
