//! A watched channel: what was handed in, what the chain has, and what that means.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_channel::line::Line;
use surround_channel::transcript::Verified;
use surround_rules::Colour;
use surround_settlement::Record;
use surround_settlement::strategist::Reason;
use utoipa::ToSchema;

use super::{Action, Seconds, Sides};

/// A channel that somebody asked to watch.
#[derive(Clone, Debug)]
pub struct Channel {
    /// Its identifier.
    pub id: Felt,
    /// Black's account.
    pub black: Felt,
    /// White's account.
    pub white: Felt,
    /// For whom.
    pub sides: Sides,
    /// The step count of the line that somebody asked to open with (`submit` while the chain has no
    /// record); the opening statement over that head is in a bundle.
    pub open_at: Option<u16>,
    /// When to decide next, in seconds of the later of block and wall clock; 0 for now.
    pub decide_at: Seconds,
    /// How often it was woken. If it is no longer this when a decision is written down, it is decided
    /// again at once.
    pub woken: u64,
    /// The latest decision, as it was taken.
    pub advice: Option<Advice>,
    /// The alarm that was told last.
    pub alarmed: Option<Alarm>,
    /// The place of its newest history entry.
    pub version: u64,
}

impl Channel {
    /// A player's account.
    #[must_use]
    pub fn account(&self, player: Colour) -> Felt {
        match player {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }
}

/// How a kept bundle stands to the others of its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// The longest line whose signatures alone authorise it: survives any reorganisation.
    Longest,
    /// A longer one that leans on steps which the chain recorded; worth as much as that record.
    Leaning,
    /// One that parts from the longest: evidence of a fork.
    Rival,
}

impl Standing {
    /// The name in answers and metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Longest => "longest",
            Self::Leaning => "leaning",
            Self::Rival => "rival",
        }
    }
}

/// One verified game that was handed in.
#[derive(Clone, Debug)]
pub struct Bundle {
    /// The game. Its `recorded_steps` are those of our own view of the chain, never the file's.
    pub game: Verified,
    /// How it stands to the others.
    pub standing: Standing,
}

/// The record of a channel after one event, where it was seen (protocol 3.5).
///
/// A channel's record is that of its latest observation; a reorganisation deletes observations.
#[derive(Clone, Debug)]
pub struct Observation {
    /// The channel.
    pub channel: Felt,
    /// Height of the block.
    pub block: u64,
    /// Position of the event among those of the contract in that block, from 0.
    pub position: u32,
    /// The transaction.
    pub transaction: Felt,
    /// The record after the call.
    pub record: Record,
    /// The stored line, if the call brought one; else the one before stays.
    pub line: Option<Line>,
}

/// What was decided for a channel, for whoever asks (`GET /v1/channels/{id}`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Advice {
    /// The block on which it rests.
    pub block: u64,
    /// That block's hash.
    #[serde(with = "felt::text")]
    pub block_hash: Felt,
    /// What the relayer does.
    pub action: Option<Action>,
    /// The player that has to sign, since nobody else can.
    pub alarm: Option<Alarm>,
    /// The last second in which it is in time; none without hurry.
    pub by: Option<Seconds>,
    /// Why.
    pub reason: Reason,
}

/// A player is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarm {
    /// Who.
    pub player: Colour,
    /// The last second for it.
    pub by: Seconds,
    /// How many of the operator's alarm margins have begun; told again whenever it grows.
    pub level: u32,
}
