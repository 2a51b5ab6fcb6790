//! What is told to whoever listens: history, server-sent events, webhooks.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use utoipa::ToSchema;

use super::Seconds;

/// What a history entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// A bundle was kept.
    Bundle,
    /// The chain's record changed, or a reorganisation took a change back.
    Record,
    /// A job moved to another stage.
    Job,
    /// A player has to sign.
    Alarm,
    /// Work cannot be sent though its deadline is near: the operator has to act.
    Late,
}

impl Topic {
    /// The name in events and configurations.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Bundle => "bundle",
            Self::Record => "record",
            Self::Job => "job",
            Self::Alarm => "alarm",
            Self::Late => "late",
        }
    }
}

/// One entry of the history: of a channel, and of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Told {
    /// Its place in the history of all channels, from 1, in the order of the commits.
    pub number: u64,
    /// The channel.
    #[serde(with = "felt::text")]
    #[schema(value_type = String)]
    pub channel: Felt,
    /// When, by the wall clock.
    pub at: Seconds,
    /// About what.
    pub topic: Topic,
    /// The particulars, by topic.
    pub what: serde_json::Value,
}
