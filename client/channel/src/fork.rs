//! Two lines of one game: which is longer, where they part, and the proof of a fork.
//!
//! A player who signed two different steps on one head loses by it (protocol 3.2, `expose_fork`).

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Size};
use thiserror::Error;

use crate::line::{self, DeadSet};
use crate::statements::{self, Signature, SignatureError};
use crate::terms::Terms;
use crate::transcript::Verified;

/// How one line of a channel stands to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The same steps.
    Same,
    /// It goes on where the other one stops.
    Longer,
    /// It stops where the other one goes on.
    Shorter,
    /// The two differ from some step on.
    Forked(Divergence),
}

/// Where two lines part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Divergence {
    /// The first step that differs, from 1.
    pub step: u16,
    /// Its author, who is the same on both lines: who is due follows from the steps before.
    pub author: Colour,
}

/// Why two transcripts give no proof of a fork.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ForkError {
    /// Terms, network or contract differ.
    #[error("the transcripts are of different channels")]
    OtherChannel,
    /// One line extends the other.
    #[error("the lines do not part: one extends the other")]
    NoFork,
    /// The record does not hold the step at which the lines part, or more than the transcript has.
    #[error(
        "the lines part at step {step}, and {stored} stored steps do not reach it in this line"
    )]
    NotStored {
        /// The step at which they part.
        step: u16,
        /// The number of stored steps.
        stored: u16,
    },
    /// The author's own signature is missing on the other line.
    #[error("{author} has not signed the other line at step {step} or later")]
    NotSigned {
        /// The author of the step at which they part.
        author: Colour,
        /// That step.
        step: u16,
    },
}

/// Why a proof of a fork does not hold, in the contract's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ForkFault {
    /// The author is neither 0 nor 1.
    #[error("author: neither 0 nor 1")]
    Author,
    /// The code means nothing.
    #[error("code: above 364")]
    Code,
    /// A dead set with another step than a proposal.
    #[error("dead: not zero, and the step is no proposal")]
    Dead,
    /// A tail is longer than any game.
    #[error("tail, other_tail: longer than any game of this size")]
    TailTooLong,
    /// The tail does not lead from the step to the stored head.
    #[error("tail: does not lead to the stored head")]
    WrongTail,
    /// Both words are the same.
    #[error("other: the same step")]
    SameStep,
    /// The signature does not hold.
    #[error("signature: {0}")]
    Signature(SignatureError),
}

/// The proof that a player signed two different steps on one head (protocol 2.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fork {
    /// A head of the stored line.
    pub head: Felt,
    /// Author of the stored next step: 0 Black, 1 White.
    pub author: u8,
    /// Code of the stored next step.
    pub code: u16,
    /// Its dead set; zero unless it is a proposal.
    pub dead: DeadSet,
    /// The stored words after it.
    pub tail: Vec<Felt>,
    /// Another word on the same head.
    pub other: Felt,
    /// The words after that one, up to the signed head.
    pub other_tail: Vec<Felt>,
    /// The author's step signature over the head that `other` and `other_tail` lead to.
    pub signature: Signature,
}

impl Fork {
    /// Judges the proof against the stored head, as the contract does.
    ///
    /// # Errors
    /// The first [`ForkFault`], in the order of the fields.
    pub fn check(&self, terms: &Terms, stored_head: Felt) -> Result<Colour, ForkFault> {
        let author = match self.author {
            0 => Colour::Black,
            1 => Colour::White,
            _ => return Err(ForkFault::Author),
        };
        if self.code > line::RESUME {
            return Err(ForkFault::Code);
        }
        if self.code != line::PROPOSE && !self.dead.is_zero() {
            return Err(ForkFault::Dead);
        }
        let max = Size::new(terms.size).map_or(0, line::max_steps);
        if self.tail.len().max(self.other_tail.len()) > usize::from(max) {
            return Err(ForkFault::TailTooLong);
        }
        let stored = line::word_of(author, self.code, &self.dead);
        if self.lead(stored, &self.tail) != stored_head {
            return Err(ForkFault::WrongTail);
        }
        if self.other == stored {
            return Err(ForkFault::SameStep);
        }
        let signed = statements::step_hash(self.lead(self.other, &self.other_tail));
        statements::verify(terms.key(author), signed, &self.signature)
            .map_err(ForkFault::Signature)?;
        Ok(author)
    }

    /// The head that a word and the words after it lead to.
    fn lead(&self, word: Felt, tail: &[Felt]) -> Felt {
        let first = line::next_head(self.head, word);
        tail.iter()
            .fold(first, |head, word| line::next_head(head, *word))
    }
}

/// Compares two lines of one channel.
///
/// # Errors
/// [`ForkError::OtherChannel`].
pub fn relation(line: &Verified, other: &Verified) -> Result<Relation, ForkError> {
    if line.channel_id() != other.channel_id() {
        return Err(ForkError::OtherChannel);
    }
    let (a, b) = (line.chain(), other.chain());
    let apart = a
        .words()
        .iter()
        .zip(b.words())
        .zip(1..)
        .find(|((a, b), _)| a != b);
    let divergence = apart.and_then(|(_, step)| {
        Some(Divergence {
            step,
            author: a.author(step)?,
        })
    });
    Ok(match divergence {
        Some(divergence) => Relation::Forked(divergence),
        None if a.steps() > b.steps() => Relation::Longer,
        None if a.steps() < b.steps() => Relation::Shorter,
        None => Relation::Same,
    })
}

/// Proves that the author of the step at which two lines part signed both. The record must hold
/// that step: it stores the first `stored` steps of `line`; `other` carries the author's signature.
///
/// # Errors
/// [`ForkError`].
pub fn prove(line: &Verified, stored: u16, other: &Verified) -> Result<Fork, ForkError> {
    let Relation::Forked(Divergence { step, author }) = relation(line, other)? else {
        return Err(ForkError::NoFork);
    };
    let not_stored = ForkError::NotStored { step, stored };
    let not_signed = ForkError::NotSigned { author, step };
    let before = usize::from(step) - 1;
    let (stored_words, other_words) = (line.chain().words(), other.chain().words());
    let tail = stored_words
        .get(usize::from(step)..usize::from(stored))
        .ok_or(not_stored)?;
    let stored_step = line.transcript().steps.get(before).ok_or(not_stored)?;
    let head = line.chain().head_at(step - 1).ok_or(not_stored)?;

    let signed = other.transcript().signatures.of(author).ok_or(not_signed)?;
    let other_tail = other_words.get(usize::from(step)..usize::from(signed.steps));
    let word = other_words.get(before).ok_or(not_signed)?;
    Ok(Fork {
        head,
        author: author.index() as u8,
        code: line::code(stored_step),
        dead: line::dead_set(stored_step),
        tail: tail.to_vec(),
        other: *word,
        other_tail: other_tail.ok_or(not_signed)?.to_vec(),
        signature: signed.signature,
    })
}

#[cfg(test)]
#[path = "fork_tests.rs"]
mod tests;
