//! The calls of the stories, as the command line makes them.

use surround_chain::Call;
use surround_channel::Mark;

use crate::calls;
use crate::failure::Failure;
use crate::table::Table;

/// Opens a dispute, by the account of the player who is not due.
///
/// # Errors
/// As the other calls here: [`Failure`] when the game does not give what the call needs.
pub fn open(table: &Table) -> Result<Call, Failure> {
    calls::submit(table, calls::opening(table)?)
}

/// Answers with a longer line, or brings a finished game.
pub fn submit(table: &Table) -> Result<Call, Failure> {
    calls::submit(table, Mark::Absent)
}

/// Resigns for the player whose account sends.
pub fn resign(table: &Table) -> Result<Call, Failure> {
    Ok(table.contract.resign_channel(table.game.terms()))
}

/// Claims the game from a player who missed the deadline.
pub fn claim(table: &Table) -> Result<Call, Failure> {
    Ok(table.contract.claim_forfeit(table.game.terms()))
}

/// Makes a pending result final.
pub fn finalize(table: &Table) -> Result<Call, Failure> {
    Ok(table.contract.finalize(table.game.terms()))
}
