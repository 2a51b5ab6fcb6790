//! What can be wrong with a transcript, and where.

use std::io;
use std::path::PathBuf;

use surround_rules::{Colour, RuleError};
use thiserror::Error;

use crate::line::Fault;
use crate::statements::SignatureError;
use crate::terms::TermsError;

use super::MAX_BYTES;

/// A file that is no valid transcript.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It can be read, but is no valid transcript.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: TranscriptError,
    },
}

/// Why a transcript is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TranscriptError {
    /// Longer than any transcript.
    #[error("longer than {MAX_BYTES} bytes, which no transcript is")]
    TooLarge,
    /// Not JSON, or not of the form of a transcript.
    #[error("line {line}, column {column}: {detail}")]
    Json {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What was found and expected.
        detail: String,
    },
    /// Another kind of file.
    #[error("format: {found:?} is not \"surround.transcript\"")]
    Format {
        /// The format it says to have.
        found: String,
    },
    /// Of a version that this program does not know.
    #[error("version: {found} is not 1; a newer program may read it")]
    Version {
        /// The version it says to have.
        found: u64,
    },
    /// A word that is neither a point of the board nor one of the four words.
    #[error("step {step}: {word:?} is neither a point of this board nor a step such as pass")]
    Word {
        /// The step, from 1.
        step: usize,
        /// What was found.
        word: String,
    },
    /// An entry of the dead set that is no point of the board.
    #[error("dead, entry {entry}: {word:?} is not a point of this board")]
    DeadPoint {
        /// The entry, from 1.
        entry: usize,
        /// What was found.
        word: String,
    },
    /// Dead stones, but no step proposes them.
    #[error("dead: no step proposes these stones")]
    DeadWithoutProposal,
    /// A line that is not canonical.
    #[error("line: {0}")]
    Line(Fault),
    /// The contract is no address.
    #[error("contract: 0 or not below 2^251")]
    Contract,
    /// The terms are not valid.
    #[error("terms: {0}")]
    Terms(#[from] TermsError),
    /// A step breaks a rule.
    #[error("step {step}: {error}")]
    Illegal {
        /// The step, from 1.
        step: u16,
        /// The rule.
        error: RuleError,
    },
    /// More steps are said to be recorded than there are.
    #[error("recorded_steps: {recorded} are more than the {steps} steps of the game")]
    Recorded {
        /// What the file says.
        recorded: u16,
        /// The number of steps.
        steps: u16,
    },
    /// A player's latest step is neither signed nor on the chain.
    #[error("signatures.{player}: step {step} of {player} is neither signed nor recorded")]
    Unsigned {
        /// The author.
        player: Colour,
        /// The step.
        step: u16,
    },
    /// A signature that names a step which is not its player's.
    #[error("signatures.{player}: step {step} is not a step of {player}")]
    NotOwnStep {
        /// The player.
        player: Colour,
        /// The step named.
        step: u16,
    },
    /// A step signature that does not hold.
    #[error("signatures.{player}, step {step}: {error}")]
    StepSignature {
        /// The player.
        player: Colour,
        /// The step.
        step: u16,
        /// Why not.
        error: SignatureError,
    },
    /// An opening over a head that the game does not have, or at which it is over.
    #[error("open: nobody is due after {steps} steps")]
    OpenHead {
        /// The number of steps named.
        steps: u16,
    },
    /// An opening whose signature does not hold.
    #[error("open: not by {player}, who is not due after {steps} steps: {error}")]
    OpenSignature {
        /// Who had to sign.
        player: Colour,
        /// The number of steps named.
        steps: u16,
        /// Why not.
        error: SignatureError,
    },
    /// A resignation whose signature does not hold.
    #[error("resignations.{player}: {error}")]
    Resignation {
        /// The player.
        player: Colour,
        /// Why not.
        error: SignatureError,
    },
    /// A referee's statement in a game without one.
    #[error("{field}: the game has no referee")]
    NoReferee {
        /// `flag` or `ranked`.
        field: &'static str,
    },
    /// A flag over a head that the game does not have, or at which it is over.
    #[error("flag: nobody is due after {steps} steps")]
    FlagHead {
        /// The number of steps named.
        steps: u16,
    },
    /// A flag whose signature does not hold.
    #[error("flag, after {steps} steps: {error}")]
    FlagSignature {
        /// The number of steps named.
        steps: u16,
        /// Why not.
        error: SignatureError,
    },
    /// The referee's statement that the game counts does not hold.
    #[error("ranked: {0}")]
    Ranked(SignatureError),
    /// The game goes on differently than the line that the record holds.
    #[error("step {step}: another step than the record's")]
    OtherThanRecorded {
        /// The first step that differs.
        step: u16,
    },
    /// A transcript of another game.
    #[error("another channel: terms, network or contract differ")]
    OtherChannel,
}
