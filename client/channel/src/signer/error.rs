//! Why a signer does not open or does not sign. Nothing here ever holds a secret.

use std::io;
use std::path::PathBuf;

use surround_rules::{Colour, RuleError};
use thiserror::Error;

use crate::key::SecretKeyError;
use crate::statements::SignatureError;

use super::conditions::FirstStepError;

/// What is wrong with the folder of a key.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A file cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder holds a key already.
    #[error("{}: a key is here already; it is never replaced", path.display())]
    Exists {
        /// The file of the key.
        path: PathBuf,
    },
    /// Another program has the key open.
    #[error("{}: another program is using this key; try again when it has finished", path.display())]
    Busy {
        /// The lock.
        path: PathBuf,
    },
    /// Others than the owner can read the key.
    #[error("{}: mode {mode:o} lets others read the key; make it 600", path.display())]
    Readable {
        /// The file of the key.
        path: PathBuf,
        /// Its permissions.
        mode: u32,
    },
    /// Not the file of a key. What it holds is not shown.
    #[error("{}: line {line}, column {column}: not the file of a key", path.display())]
    KeyForm {
        /// The file of the key.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// The public half in the file is not that of the secret.
    #[error("{}: the public key does not belong to the secret", path.display())]
    KeyMismatch {
        /// The file of the key.
        path: PathBuf,
    },
    /// The secret is none.
    #[error("{0}")]
    Secret(#[from] SecretKeyError),
    /// A journal that cannot be trusted: nothing is signed in its game.
    #[error("{}: {detail}; nothing is signed in this game", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// What is wrong.
        detail: String,
    },
    /// The system gave no random numbers.
    #[error("the system gave no random numbers")]
    NoRandomness,
}

/// Why a statement is not signed.
#[derive(Debug, Error)]
pub enum SignerError {
    /// The folder of the key is not in order.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The terms name this key as neither player's.
    #[error("this key is neither Black's nor White's in these terms")]
    NotAPlayer,
    /// The player's nonce in the terms was not drawn by this signer, or its journal is gone.
    #[error("{player}_nonce: not drawn here, or its journal is lost; this device can only watch")]
    UnknownNonce {
        /// The player this key is.
        player: Colour,
    },
    /// The player's nonce was used for another game.
    #[error("{player}_nonce: used for another game; draw a new one for each")]
    UsedNonce {
        /// The player this key is.
        player: Colour,
    },
    /// The terms are not those that the player agreed to when its nonce was drawn.
    #[error("{field}: not as this key agreed to in these terms: compare them before you play")]
    OtherTerms {
        /// The first field that differs.
        field: &'static str,
    },
    /// A condition for the first step fails.
    #[error(transparent)]
    FirstStep(#[from] FirstStepError),
    /// The game was not joined.
    #[error("the conditions for a first step were not checked yet: join the game first")]
    NotJoined,
    /// The player has resigned.
    #[error("this player has resigned: no further step is signed")]
    Resigned,
    /// The referee's flag stands.
    #[error("the referee's flag after step {steps} stands: no further step is signed")]
    Flagged {
        /// The steps of the flagged head.
        steps: u16,
    },
    /// It is not this player's turn.
    #[error("{player} is not due: {}", due.map_or("the game is over".into(), |due| format!("{due} is")))]
    NotDue {
        /// The player this key is.
        player: Colour,
        /// Who is due.
        due: Option<Colour>,
    },
    /// The step breaks a rule.
    #[error("the step is illegal: {0}")]
    Illegal(RuleError),
    /// Another step was signed on the same head.
    #[error("this key has already signed {signed:?} here, and signing another step loses the game")]
    OtherStep {
        /// The step that was signed.
        signed: String,
    },
    /// The line holds a step of this player that it neither signed nor decided on here.
    #[error(
        "step {step} of the line is said to be this player's, but this key neither signed nor \
         reserved it: only the account can go on from a step that it made alone"
    )]
    UnknownStep {
        /// The number of the step.
        step: u16,
    },
    /// A player has made no step yet.
    #[error("{0} has made no step yet: there is no dispute before that")]
    NoStepOf(Colour),
    /// The game is over.
    #[error("the game is over: settle it instead")]
    GameOver,
    /// The player who is due cannot open.
    #[error("this player is due: only the opponent can open the dispute")]
    OpenerIsDue,
    /// The statement cannot be signed.
    #[error(transparent)]
    Signature(#[from] SignatureError),
}
