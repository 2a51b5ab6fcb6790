//! What can go wrong, said so that a person knows where, and what to do.

use std::io;
use std::path::PathBuf;

use surround_rules::bare;
use surround_rules::gtp::GtpError;
use thiserror::Error;

use crate::exit::Exit;
use crate::files::Source;

/// Why a command failed. Nothing was changed on disk, nor sent, unless the message says so.
#[derive(Debug, Error)]
pub enum Failure {
    /// A file or standard input cannot be read.
    #[error("cannot read {place}: {source}")]
    Read {
        /// What was read.
        place: Source,
        /// Why it failed.
        source: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// Standard output is closed or full.
    #[error("cannot write to standard output: {0}")]
    Print(io::Error),
    /// A file would be overwritten.
    #[error(
        "{} exists already and was left as it is: choose another name, or pass --force",
        path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The contents of a file are not what they should be.
    #[error("{place}: {reason}")]
    Malformed {
        /// Where, down to the line if known.
        place: String,
        /// What is wrong.
        reason: String,
    },
    /// A game breaks a rule.
    #[error("{place}: {}", told(refused))]
    Illegal {
        /// The game.
        place: Source,
        /// The first step that is refused, and why.
        refused: bare::Refused,
    },
    /// A text names no point of the board.
    #[error("{text:?}: {error}")]
    NotAPoint {
        /// The text.
        text: String,
        /// Why.
        error: GtpError,
    },
    /// A dead chain is named by a point without a stone.
    #[error("{point} is empty: a dead chain is named by one of its stones")]
    EmptyPoint {
        /// The point as it was written.
        point: String,
    },
}

impl Failure {
    /// The contents of a source are not what they should be.
    pub fn malformed(place: &Source, reason: impl ToString) -> Self {
        Self::Malformed {
            place: place.to_string(),
            reason: reason.to_string(),
        }
    }

    /// The exit code.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::Read { .. }
            | Self::Write { .. }
            | Self::Print(_)
            | Self::Exists { .. }
            | Self::Malformed { .. }
            | Self::NotAPoint { .. }
            | Self::EmptyPoint { .. } => Exit::Input,
            Self::Illegal { .. } => Exit::RefusedGame,
        }
    }

    /// A stable name for programs.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Read { .. } => "unreadable",
            Self::Write { .. } | Self::Print(_) => "unwritable",
            Self::Exists { .. } => "exists",
            Self::Malformed { .. } => "malformed",
            Self::Illegal { .. } => "illegal",
            Self::NotAPoint { .. } => "not_a_point",
            Self::EmptyPoint { .. } => "empty_point",
        }
    }
}

/// Tells in words what a verdict refuses.
#[must_use]
pub fn told(refused: &bare::Refused) -> String {
    match refused.step {
        0 => format!("no such game can start: {}", refused.error),
        step => format!("step {step} is not legal: {}", refused.error),
    }
}
