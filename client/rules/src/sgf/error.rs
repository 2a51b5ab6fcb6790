use sgf_parse::SgfParseError;
use thiserror::Error;

use crate::colour::Colour;
use crate::setup::SetupError;
use crate::step::RuleError;

/// Why a file holds no game that Surround can play.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The file is larger than any record of a game.
    #[error("the file has {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// The size of the file.
        bytes: usize,
        /// The largest size read.
        limit: usize,
    },
    /// `CA` names an encoding that is not known.
    #[error("CA names the unknown encoding {0:?}; save the file as UTF-8")]
    UnknownEncoding(String),
    /// There is no `(;`.
    #[error("not SGF: no game begins with \"(;\"")]
    NotSgf,
    /// The file ends within the game.
    #[error("the file ends before the game does: a \"]\" or \")\" is missing")]
    Truncated,
    /// The collection has no game of that number.
    #[error("there is no game {asked}: the file holds {games}")]
    NoSuchGame {
        /// The number asked for, from 1.
        asked: usize,
        /// How many games there are.
        games: usize,
    },
    /// The main line has more of something than any game needs.
    #[error("the main line has more than {limit} {what}")]
    TooLong {
        /// Nodes, values, or rectangles of points.
        what: &'static str,
        /// The most that are read.
        limit: usize,
    },
    /// The text breaks the grammar.
    #[error("not SGF: {0}")]
    Syntax(SgfParseError),
    /// `GM` names another game than Go.
    #[error("GM says that this is not a game of Go")]
    NotGo,
    /// A property has a value that cannot be read.
    #[error("{property} has the value {value:?}, which cannot be read")]
    BadValue {
        /// The property.
        property: String,
        /// What it says.
        value: String,
    },
    /// A property that is said once is said again.
    #[error("{0} is given more than once")]
    Repeated(&'static str),
    /// Size, handicap or komi are not those of a Surround game.
    #[error("not a Surround game: {0}")]
    Setup(#[from] SetupError),
    /// Komi is missing, and the caller gave none.
    #[error("the record has no komi (KM); give it explicitly")]
    NoKomi,
    /// Komi is no number of points and half points from 0 on. Some servers write hundredths.
    #[error(
        "the komi {0} is not a whole or half number of points from 0 to one for each point of the board; give it explicitly"
    )]
    BadKomi(String),
    /// The stones set up are not the handicap stones of the protocol.
    #[error(
        "HA says {stated} handicap stones and AB places {placed}, not all on the handicap points"
    )]
    BadHandicap {
        /// The number of stones according to `HA`, 0 if there is none.
        stated: u8,
        /// The number of stones placed by `AB`.
        placed: u16,
    },
    /// A move, or what stands in its place, cannot be part of a Surround game.
    #[error("move {number}: {reason}")]
    Move {
        /// The number of the move, from 1, passes included.
        number: u16,
        /// What is wrong with it.
        reason: MoveError,
    },
    /// A dead set was given, but the record does not end with two passes that allow a proposal.
    #[error(
        "dead stones are given, but the record does not end in two passes that were never resumed"
    )]
    NothingToSettle,
    /// The dead set that was given is refused.
    #[error("the dead stones: {0}")]
    BadDead(RuleError),
}

/// The longest piece of a file that an error repeats, in characters.
const EXCERPT: usize = 64;

/// What of a file an error repeats: a value can be as long as the file.
pub(super) fn excerpt(value: &str) -> String {
    match value.char_indices().nth(EXCERPT) {
        Some((end, _)) => value.get(..end).unwrap_or_default().to_owned() + "...",
        None => value.to_owned(),
    }
}

/// What is wrong with a move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The rules refuse it.
    #[error("{0}")]
    Rule(#[from] RuleError),
    /// It is the other player's turn.
    #[error("{found} moves, but {due} is due")]
    WrongColour {
        /// Who moves in the record.
        found: Colour,
        /// Who is due.
        due: Colour,
    },
    /// One node has a black and a white move, or two.
    #[error("there are two moves in one node")]
    TwoMoves,
    /// Stones are set up, or taken off, other than handicap stones before the first move.
    #[error("{0} sets up the board; only handicap stones before the first move are allowed")]
    FreeSetup(&'static str),
    /// The move is no point.
    #[error("not a point")]
    NotAPoint,
    /// Size, komi or handicap is given after the first move.
    #[error("{0} is given after the first move")]
    LateHeader(&'static str),
}
