//! Exit codes and stable names of failures.

use surround_chain::Category;
use surround_channel::signer::{RefereeError, SignerError};
use surround_channel::transcript::TranscriptError;
use surround_relayer::dev::DevError;
use surround_relayer::run::RunError;
use surround_rules::sgf::{MoveError, SgfError};

use super::Failure;
use crate::exit::Exit;

impl Failure {
    /// The exit code.
    #[must_use]
    pub fn exit(&self) -> Exit {
        match self {
            Self::Read { .. }
            | Self::Write { .. }
            | Self::Print(_)
            | Self::Exists { .. }
            | Self::Malformed { .. }
            | Self::Terms { .. }
            | Self::NonceDrawn { .. }
            | Self::Incomplete { .. }
            | Self::KeyEnds { .. }
            | Self::Expired { .. }
            | Self::OtherSetup { .. }
            | Self::OtherNetwork { .. }
            | Self::Runtime(_)
            | Self::NoKey
            | Self::TwoAccounts
            | Self::NoAccount
            | Self::NoAccountKey
            | Self::NoNode
            | Self::NoContract
            | Self::NoRecord { .. }
            | Self::NoOtherLine
            | Self::OtherAccount { .. }
            | Self::NoResignation { .. }
            | Self::NoFlag
            | Self::NoOpening { .. }
            | Self::WrongCommand(_)
            | Self::Class(_)
            | Self::Limits(_)
            | Self::Config(_)
            | Self::Problems(_)
            | Self::NotAPoint { .. }
            | Self::EmptyPoint { .. } => Exit::Input,
            Self::Illegal { .. } => Exit::RefusedGame,
            Self::Sgf { error, .. } => sgf_exit(error),
            Self::Transcript { error, .. } => transcript_exit(error),
            Self::NothingToAppend | Self::DeadWithoutProposal => Exit::Usage,
            Self::BadLine
            | Self::Forked(_)
            | Self::NotFetched { .. }
            | Self::Parted { .. }
            | Self::OtherLine { .. }
            | Self::OtherEnding { .. }
            | Self::Evidence(_)
            | Self::Fork(_) => Exit::Refused,
            Self::Chain(error)
            | Self::Relay(RunError::Chain(error))
            | Self::Dev(DevError::Chain(error)) => chain_exit(error.category()),
            Self::Relay(_) | Self::Dev(_) => Exit::Input,
            Self::Signer(error) => signer_exit(error),
            Self::Referee(RefereeError::NotTheReferee) => Exit::Input,
            Self::Referee(_) | Self::NotJoined | Self::WinnerFlips { .. } => Exit::Guard,
        }
    }

    /// A stable name for programs.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Read { .. } => "unreadable",
            Self::Write { .. } | Self::Print(_) => "unwritable",
            Self::Exists { .. } => "exists",
            Self::Malformed { .. } => "malformed",
            Self::Illegal { .. } => "illegal",
            Self::Transcript { .. } => "bad_transcript",
            Self::Terms { .. } => "bad_terms",
            Self::NonceDrawn { .. } => "nonce_drawn",
            Self::Incomplete { .. } => "incomplete_terms",
            Self::KeyEnds { .. } => "key_ends",
            Self::Expired { .. } => "expired_terms",
            Self::Forked(_) => "forked",
            Self::NotFetched { .. } => "not_fetched",
            Self::Parted { .. } => "parted",
            Self::Signer(_) | Self::Referee(_) => "not_signed",
            Self::NotJoined => "not_joined",
            Self::WinnerFlips { .. } => "winner_flips",
            Self::Sgf { .. } => "bad_sgf",
            Self::OtherSetup { .. } => "other_setup",
            Self::OtherNetwork { .. } => "other_network",
            Self::Runtime(_) => "runtime",
            Self::TwoAccounts | Self::NoAccount | Self::NoAccountKey => "no_account",
            Self::NoNode => "no_node",
            Self::NoContract => "no_contract",
            Self::NoRecord { .. } => "no_record",
            Self::NoOtherLine => "no_fork",
            Self::OtherAccount { .. } => "other_account",
            Self::NoKey => "no_key",
            Self::BadLine => "bad_line",
            Self::OtherLine { .. } => "other_line",
            Self::OtherEnding { .. } => "other_ending",
            Self::Evidence(_) => "not_authorised",
            Self::Fork(_) => "no_fork",
            Self::NoResignation { .. } | Self::NoFlag | Self::NoOpening { .. } => "no_statement",
            Self::WrongCommand(_) => "wrong_command",
            Self::Class(_) => "bad_class",
            Self::Limits(_) => "bad_limits",
            Self::Chain(error)
            | Self::Relay(RunError::Chain(error))
            | Self::Dev(DevError::Chain(error)) => chain_kind(error.category()),
            Self::Config(_) | Self::Problems(_) => "bad_configuration",
            Self::Relay(_) => "relay",
            Self::Dev(_) => "no_stage",
            Self::NothingToAppend | Self::DeadWithoutProposal => "usage",
            Self::NotAPoint { .. } => "not_a_point",
            Self::EmptyPoint { .. } => "empty_point",
        }
    }
}

const fn chain_exit(category: Category) -> Exit {
    match category {
        Category::Input | Category::Local => Exit::Input,
        Category::Network | Category::Unknown => Exit::Network,
        Category::Refused | Category::Reverted => Exit::Refused,
    }
}

const fn chain_kind(category: Category) -> &'static str {
    match category {
        Category::Input => "bad_input",
        Category::Local => "local_network",
        Category::Network => "network",
        Category::Unknown => "unknown_outcome",
        Category::Refused => "refused",
        Category::Reverted => "refused_by_contract",
    }
}

/// A record can hold a game that breaks a rule, or no game at all.
const fn sgf_exit(error: &SgfError) -> Exit {
    match error {
        SgfError::Move {
            reason: MoveError::Rule(_) | MoveError::WrongColour { .. },
            ..
        }
        | SgfError::Setup(_)
        | SgfError::BadDead(_) => Exit::RefusedGame,
        _ => Exit::Input,
    }
}

/// A transcript can be malformed, against the rules, or not authorised by its signatures.
const fn transcript_exit(error: &TranscriptError) -> Exit {
    match error {
        TranscriptError::Illegal { .. } | TranscriptError::Line(_) => Exit::RefusedGame,
        TranscriptError::Unsigned { .. }
        | TranscriptError::NotOwnStep { .. }
        | TranscriptError::StepSignature { .. }
        | TranscriptError::OpenSignature { .. }
        | TranscriptError::Resignation { .. }
        | TranscriptError::FlagSignature { .. }
        | TranscriptError::Ranked(_)
        | TranscriptError::OtherThanRecorded { .. } => Exit::Refused,
        _ => Exit::Input,
    }
}

const fn signer_exit(error: &SignerError) -> Exit {
    match error {
        SignerError::Folder(_) | SignerError::NotAPlayer => Exit::Input,
        SignerError::Illegal(_) => Exit::RefusedGame,
        _ => Exit::Guard,
    }
}
