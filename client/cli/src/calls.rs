//! From a game to the call that brings it to the contract.

use surround_chain::Call;
use surround_chain::read::Dispute;
use surround_channel::evidence::{Authority, Evidence, Mark};
use surround_channel::fork;
use surround_channel::line::Line;
use surround_channel::transcript::Verified;
use surround_rules::Colour;
use surround_settlement::{Status, TimeClass};

use crate::failure::Failure;
use crate::table::Table;

/// Said where a dispute over a finished game is asked for.
const GAME_OVER: &str = "the game is over: surround settle takes it to the chain";

/// The line with the marks that the record still needs.
///
/// # Errors
/// [`Failure::OtherLine`], [`Failure::Evidence`].
fn evidence(table: &Table) -> Result<Evidence, Failure> {
    table.check_line()?;
    table
        .game
        .evidence(table.stored(), table.caller)
        .map_err(Failure::Evidence)
}

/// `submit`: opens, answers, or ends by score.
///
/// # Errors
/// [`Failure::Evidence`], [`Failure::OtherLine`].
pub fn submit(table: &Table, open: Mark) -> Result<Call, Failure> {
    let Evidence { line, authority } = evidence(table)?;
    Ok(table.contract.submit(
        table.game.terms(),
        &line,
        &authority,
        &open,
        &table.ranked(),
    ))
}

/// The mark with which the player who is not due opens: a signature over this very head, or the
/// call itself.
///
/// # Errors
/// [`Failure::NoOpening`], or the game is over.
pub fn opening(table: &Table) -> Result<Mark, Failure> {
    let due = table
        .game
        .game()
        .due()
        .ok_or(Failure::WrongCommand(GAME_OVER))?;
    let steps = table.game.chain().steps();
    match table
        .game
        .transcript()
        .open
        .filter(|open| open.steps == steps)
    {
        Some(open) => Ok(Mark::Signed(open.signature)),
        None if table.caller == Some(due.other()) => Ok(Mark::Caller),
        None => Err(Failure::NoOpening {
            opener: due.other(),
        }),
    }
}

/// `resign`: ends the game by a player's signed resignation. The contract looks at no line once a
/// result is pending or the deadline has passed (protocol 3.2), so none is brought then.
///
/// # Errors
/// [`Failure::NoResignation`], [`Failure::Evidence`], [`Failure::OtherLine`].
pub fn resign(table: &Table, player: Colour) -> Result<Call, Failure> {
    let signature =
        table
            .game
            .transcript()
            .resignations
            .of(player)
            .ok_or(Failure::NoResignation {
                player: Some(player),
            })?;
    let Evidence { line, authority } = match table.dispute {
        Some(dispute) if !looks_at_lines(&dispute) => Evidence {
            line: Line::default(),
            authority: Authority::NONE,
        },
        _ => evidence(table)?,
    };
    let (terms, ranked) = (table.game.terms(), table.ranked());
    Ok(table
        .contract
        .resign(terms, &line, &authority, player, &signature, &ranked))
}

fn looks_at_lines(dispute: &Dispute) -> bool {
    match dispute.record.status {
        Status::None => true,
        Status::Open => dispute.time == TimeClass::Live,
        Status::Pending | Status::Final => false,
    }
}

/// `flag`: ends a ranked game by the referee's flag.
///
/// # Errors
/// [`Failure::NoFlag`], [`Failure::Evidence`], [`Failure::OtherLine`].
pub fn flag(table: &Table) -> Result<Call, Failure> {
    let flag = table.game.transcript().flag.ok_or(Failure::NoFlag)?;
    let Evidence { line, authority } = evidence(table)?;
    let (terms, ranked) = (table.game.terms(), table.ranked());
    Ok(table
        .contract
        .flag(terms, &line, &authority, &flag.signature, &ranked))
}

/// `expose_fork`: ends the game against the author of two different steps on one head.
///
/// # Errors
/// [`Failure::Fork`], [`Failure::OtherLine`].
pub fn expose_fork(table: &Table, other: &Verified) -> Result<Call, Failure> {
    table.check_line()?;
    let fork = fork::prove(&table.game, table.stored(), other).map_err(Failure::Fork)?;
    Ok(table.contract.expose_fork(table.game.terms(), &fork))
}
