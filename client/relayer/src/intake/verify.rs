//! The judgement on a game that is handed in. Pure.

use surround_channel::transcript::{Transcript, TranscriptError, Verified};
use surround_settlement::Record;

/// Judges a game that says nothing of a record by its signatures alone; where one is missing, with the
/// steps that our own view of the record holds, if the game goes through the record's head.
///
/// # Errors
/// What is wrong with it without the record's help.
pub(super) fn verify(
    mut transcript: Transcript,
    record: Option<&Record>,
) -> Result<Verified, TranscriptError> {
    let unsigned = match transcript.verify() {
        Err(error @ TranscriptError::Unsigned { .. }) => error,
        judged => return judged,
    };
    let Some(record) = record else {
        return Err(unsigned);
    };
    transcript.recorded_steps = record.steps;
    match transcript.verify() {
        Ok(game) if game.chain().head_at(record.steps) == Some(record.head) => Ok(game),
        _ => Err(unsigned),
    }
}
