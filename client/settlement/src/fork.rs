//! What a fork proof does to a record (protocol 3.2, `expose_fork`; 3.3, 6). The proof itself, and
//! how to make one, are in [`surround_channel::fork`].

use surround_channel::fork::{Fork, ForkFault};
use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::errors::Refusal;
use crate::record::Record;

/// The player a proof names: 0 black, 1 white, as the ABI has it.
#[must_use]
pub fn author(fork: &Fork) -> Option<Colour> {
    Colour::BOTH.get(usize::from(fork.author)).copied()
}

/// Whether `fork` proves its author's second step against the stored line; returns the author and
/// the counted steps, those of the longer branch.
///
/// # Errors
/// [`Refusal::BadForkStep`], [`Refusal::ForkTailTooLong`], [`Refusal::ForkOffTheLine`],
/// [`Refusal::SameForkStep`], [`Refusal::BadForkSignature`], in this order.
pub fn check(terms: &Terms, record: &Record, fork: &Fork) -> Result<(Colour, u16), Refusal> {
    let author = fork.check(terms, record.head)?;
    let length = |tail: &[_]| u16::try_from(tail.len()).map_err(|_| Refusal::ForkTailTooLong);
    let common = record
        .steps
        .checked_sub(length(&fork.tail)?)
        .ok_or(Refusal::ForkOffTheLine)?;
    Ok((author, record.steps.max(common + length(&fork.other_tail)?)))
}

impl From<ForkFault> for Refusal {
    fn from(fault: ForkFault) -> Self {
        match fault {
            ForkFault::Author | ForkFault::Code | ForkFault::Dead => Self::BadForkStep,
            ForkFault::TailTooLong => Self::ForkTailTooLong,
            ForkFault::WrongTail => Self::ForkOffTheLine,
            ForkFault::SameStep => Self::SameForkStep,
            ForkFault::Signature(_) => Self::BadForkSignature,
        }
    }
}
