//! A game as two players pass it on: terms, steps, and every statement signed so far.
//!
//! A [`Transcript`] is what a file says, nothing judged. [`Transcript::verify`] judges all of it in
//! one pass and gives a [`Verified`] one, which can only grow by legal, signed steps.

mod check;
mod error;
mod file;
mod verified;

use starknet_types_core::felt::Felt;
use surround_rules::Step;

use crate::evidence::Signed;
use crate::line::Line;
use crate::player::PerPlayer;
use crate::statements::Signature;
use crate::terms::Terms;

pub use error::{FileError, TranscriptError};
pub use file::MAX_BYTES;
pub use verified::Verified;

/// A game with its statements, as a file carries it. Nothing in it is judged yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcript {
    /// The network's identifier.
    pub chain_id: Felt,
    /// The settlement contract.
    pub contract: Felt,
    /// What the players agreed on.
    pub terms: Terms,
    /// The steps in order.
    pub steps: Vec<Step>,
    /// How many of the steps a record on the chain holds, as its holder has seen. Steps beyond that
    /// need a signature. The file cannot prove it; 0 if no dispute was opened.
    pub recorded_steps: u16,
    /// Each player's signature over the head after its own latest signed step.
    pub signatures: PerPlayer<Option<Signed>>,
    /// The signature that opens a dispute over the head after a number of steps, by the player who
    /// is not due there.
    pub open: Option<Signed>,
    /// Each player's resignation.
    pub resignations: PerPlayer<Option<Signature>>,
    /// The referee's flag over the head after a number of steps.
    pub flag: Option<Signed>,
    /// The referee's statement that the game counts.
    pub ranked: Option<Signature>,
}

impl Transcript {
    /// The transcript before the first step.
    pub fn new(chain_id: Felt, contract: Felt, terms: Terms) -> Self {
        Self {
            chain_id,
            contract,
            terms,
            steps: Vec::new(),
            recorded_steps: 0,
            signatures: PerPlayer::default(),
            open: None,
            resignations: PerPlayer::default(),
            flag: None,
            ranked: None,
        }
    }

    /// The transcript of a line that a record on the chain holds.
    ///
    /// # Errors
    /// The line is not canonical.
    pub fn recorded(
        chain_id: Felt,
        contract: Felt,
        terms: Terms,
        line: &Line,
    ) -> Result<Self, TranscriptError> {
        let steps = line.steps(terms.size).map_err(TranscriptError::Line)?;
        let recorded_steps = line.count;
        Ok(Self {
            steps,
            recorded_steps,
            ..Self::new(chain_id, contract, terms)
        })
    }

    /// Judges everything: terms, every step, every signature.
    ///
    /// The terms are judged without a contract's limits; see [`Terms::check`] for those. A player's
    /// latest step must be signed unless the record holds it.
    ///
    /// # Errors
    /// The first [`TranscriptError`], with the field or the step at fault.
    pub fn verify(&self) -> Result<Verified, TranscriptError> {
        check::verify(self)
    }
}

#[cfg(test)]
mod tests;
