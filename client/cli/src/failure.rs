//! What can go wrong, said so that a person knows where, and what to do.

mod codes;

use std::io;
use std::path::PathBuf;

use surround_chain::ChainError;
use surround_chain::account::AccountError;
use surround_chain::declare::ClassError;
use surround_channel::evidence::EvidenceError;
use surround_channel::fork::{Divergence, ForkError};
use surround_channel::policy::LimitsError;
use surround_channel::signer::{RefereeError, SignerError};
use surround_channel::terms::TermsError;
use surround_channel::transcript::{FileError, TranscriptError};
use surround_channel::{Felt, felt};
use surround_relayer::config::{ConfigError, Problem};
use surround_relayer::dev::DevError;
use surround_relayer::run::RunError;
use surround_rules::gtp::GtpError;
use surround_rules::sgf::SgfError;
use surround_rules::{Colour, bare};
use thiserror::Error;

use crate::clock;
use crate::felts;
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
    /// A transcript does not hold.
    #[error("{place}: {error}")]
    Transcript {
        /// The file.
        place: String,
        /// What is wrong with it, and where.
        error: TranscriptError,
    },
    /// Terms are not valid.
    #[error("{place}: {error}")]
    Terms {
        /// The file.
        place: Source,
        /// The field that is wrong, and why.
        error: TermsError,
    },
    /// A player has not drawn its nonce yet.
    #[error("{place}: {player} has not joined these terms yet: surround terms join")]
    Incomplete {
        /// The terms.
        place: Source,
        /// The player.
        player: Colour,
    },
    /// The terms have expired.
    #[error("{place}: expires_at: these terms have expired at {expired}")]
    Expired {
        /// The terms.
        place: Source,
        /// When, in words.
        expired: String,
    },
    /// A key does not count to the end of the terms.
    #[error(
        "{place}: {player}_key: {}, and the terms run until {}",
        match until {
            0 => "not registered for its account".to_owned(),
            until => format!("counts until {}", clock::date(*until)),
        },
        clock::date(*expires_at)
    )]
    KeyEnds {
        /// The terms.
        place: Source,
        /// Whose key.
        player: Colour,
        /// Until when it counts; 0 if it was never registered.
        until: u64,
        /// The end of the terms.
        expires_at: u64,
    },
    /// The nonce of a player who joins is in the terms already.
    #[error("{place}: {player}_nonce is drawn already: these terms are complete")]
    NonceDrawn {
        /// The terms.
        place: Source,
        /// The player whose key it is.
        player: Colour,
    },
    /// Two lines of one game part.
    #[error(
        "the games part at step {}, by {}: nothing was changed. Keep both files, they are the \
         proof of a fork if both are signed",
        .0.step, .0.author
    )]
    Forked(Divergence),
    /// A step that another's transcript calls recorded, and nobody signed.
    #[error(
        "{place}: step {step} of {player} is not signed, and only the chain tells what it holds: take \
         it over from there with surround transcript fetch"
    )]
    NotFetched {
        /// The other's transcript.
        place: Source,
        /// The author.
        player: Colour,
        /// The number of the step.
        step: u16,
    },
    /// The chain's line parts from the transcript's.
    #[error(
        "the chain holds another step {step} than this transcript: surround transcript fetch with \
         --out writes the chain's line to a file of its own"
    )]
    Parted {
        /// The first step that differs.
        step: u16,
    },
    /// The key, its guard or its journal.
    #[error(transparent)]
    Signer(#[from] SignerError),
    /// A key that is not joined to the game, and no node to check the conditions on.
    #[error(
        "this key has not signed in this game yet, and the conditions for a first step are checked \
         on the chain: surround sign step with --rpc"
    )]
    NotJoined,
    /// A referee's statement.
    #[error(transparent)]
    Referee(#[from] RefereeError),
    /// A step that decides the game was not confirmed.
    #[error("nothing was signed. {warning}. Pass --yes to sign it all the same")]
    WinnerFlips {
        /// What the dead stones decide.
        warning: String,
    },
    /// A record in SGF holds no game.
    #[error("{place}: {error}")]
    Sgf {
        /// The file.
        place: Source,
        /// Where it stops being a game, and why.
        error: SgfError,
    },
    /// The terms are those of another game than the record's.
    #[error("{place}: size, handicap or komi are not those of the terms")]
    OtherSetup {
        /// The record.
        place: Source,
    },
    /// The chain, the node or the account.
    #[error("{}", chain_text(.0))]
    Chain(ChainError),
    /// The program cannot wait for answers.
    #[error("cannot start: {0}")]
    Runtime(io::Error),
    /// The node is one of another network than the game's.
    #[error(
        "the game is bound to {}, and this node is one of {}: pass another --rpc",
        felts::chain_name(own),
        felts::chain_name(found)
    )]
    OtherNetwork {
        /// The network of the game.
        own: Felt,
        /// The network of the node.
        found: Felt,
    },
    /// A step is to be signed, and there is no key.
    #[error("a step is signed with --key; --by-wallet makes it without, if the key is lost")]
    NoKey,
    /// Two accounts are named.
    #[error("name one account: by its file (--account) or by its address (--account-address)")]
    TwoAccounts,
    /// No account is named.
    #[error(
        "no account to send from: pass --account or --account-address with --private-key-file, or \
         --calls to print the calls for a wallet"
    )]
    NoAccount,
    /// The key of the account is missing.
    #[error(
        "the key of the account is missing: pass --private-key-file, or set {}",
        crate::account::KEY_VARIABLE
    )]
    NoAccountKey,
    /// The chain has no record of a channel.
    #[error("the contract has no record of channel {}", felt::to_text(channel_id))]
    NoRecord {
        /// The channel.
        channel_id: Felt,
    },
    /// A call is another account's.
    #[error("the account is not {player}'s")]
    OtherAccount {
        /// Whose account it takes.
        player: Colour,
    },
    /// A fork is proven with two transcripts.
    #[error("it takes a second transcript")]
    NoOtherLine,
    /// No contract is named.
    #[error("no contract to ask: pass --contract, or set SURROUND_CONTRACT")]
    NoContract,
    /// No node is named.
    #[error("no node to ask: pass --rpc, or set SURROUND_RPC")]
    NoNode,
    /// The chain holds another line than the transcript.
    #[error(
        "the chain holds a line of {stored} steps that this transcript of {held} does not contain: \
         take it over with surround transcript fetch; where they part, fetch it with --out to a file \
         of its own, and prove a fork with surround expose-fork"
    )]
    OtherLine {
        /// The steps that the chain holds.
        stored: u16,
        /// The steps of the transcript.
        held: u16,
    },
    /// The line lacks a signature.
    #[error(transparent)]
    Evidence(EvidenceError),
    /// Two transcripts are no proof of a fork.
    #[error(transparent)]
    Fork(ForkError),
    /// The transcript holds no resignation.
    #[error("the transcript holds no resignation{}", player.map_or(String::new(), |p| format!(" of {p}")))]
    NoResignation {
        /// Of whom, if one was asked for.
        player: Option<Colour>,
    },
    /// The transcript holds no flag.
    #[error("the transcript holds no flag of the referee: surround sign flag")]
    NoFlag,
    /// Nobody has signed the opening.
    #[error(
        "opening a dispute takes the player who is not due: send from the account of {opener}, \
         pass its --key, or use a transcript with its opening (surround sign open)"
    )]
    NoOpening {
        /// The player who is not due.
        opener: Colour,
    },
    /// The contract refuses the packing of a line that was packed here.
    #[error(
        "the contract calls a line malformed that is not: is it a settlement contract of this version?"
    )]
    BadLine,
    /// Another command fits the state of the game.
    #[error("{0}")]
    WrongCommand(&'static str),
    /// No contract can be deployed with these limits.
    #[error(transparent)]
    Limits(LimitsError),
    /// A class file was not built.
    #[error("no class to deploy: {0}")]
    Class(ClassError),
    /// The relayer's configuration cannot be read.
    #[error(transparent)]
    Config(ConfigError),
    /// The relayer's configuration can be read, and is wrong.
    #[error("the configuration is not in order:{}", lines(.0))]
    Problems(Vec<Problem>),
    /// The relayer does not start, or ended.
    #[error(transparent)]
    Relay(RunError),
    /// The local stage of the relayer cannot be set.
    #[error(transparent)]
    Dev(DevError),
    /// A game of the demo does not end as its story says.
    #[error("the story does not hold: expected {expected}, found {found}")]
    OtherEnding {
        /// What the story says.
        expected: String,
        /// What was seen.
        found: String,
    },
    /// Neither a step with its signature nor another transcript.
    #[error("give a step with its --signature, or the opponent's transcript with --from")]
    NothingToAppend,
    /// Dead stones with a step that proposes nothing.
    #[error("--dead belongs to the step propose")]
    DeadWithoutProposal,
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

    /// JSON that is not of its form, with its line and column as editors have it.
    #[must_use]
    pub fn json(place: &Source, error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let end = format!(" at line {line} column {column}");
        let reason = text.strip_suffix(&end).unwrap_or(&text).to_owned();
        Self::Malformed {
            place: format!("{place}:{line}:{column}"),
            reason,
        }
    }

    /// Files of transcripts name themselves in their errors.
    #[must_use]
    pub fn file(error: FileError) -> Self {
        match error {
            FileError::Io { path, source } => Self::Write { path, source },
            FileError::Content { path, error } => Self::Transcript {
                place: path.display().to_string(),
                error,
            },
        }
    }

    /// An account that cannot be used.
    #[must_use]
    pub fn account(error: AccountError) -> Self {
        Self::Chain(error.into())
    }
}

impl From<ChainError> for Failure {
    fn from(error: ChainError) -> Self {
        Self::Chain(error)
    }
}

/// All problems, one a line.
fn lines(problems: &[Problem]) -> String {
    let lines = problems.iter().map(|problem| format!("\n  {problem}"));
    lines.collect()
}

/// Who was refused by the contract after sending has paid for it.
fn chain_text(error: &ChainError) -> String {
    match error {
        ChainError::Reverted {
            receipt: Some(receipt),
            ..
        } => format!(
            "{error}; transaction {} was executed and cost {}",
            felt::to_text(&receipt.hash),
            receipt.spent.fee
        ),
        ChainError::Reverted { receipt: None, .. } => format!("{error}; nothing was sent"),
        _ => error.to_string(),
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
