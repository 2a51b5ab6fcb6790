//! One piece of work and the transactions signed for it.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_chain::envelope::Envelope;
use surround_channel::felt;
use surround_rules::Colour;
use surround_settlement::Record;
use surround_settlement::strategist::Reason;

use super::{Action, Seconds};
use crate::journal::Stage;

/// The natural key of a piece of work. The channel's identifier commits to chain and contract
/// (protocol 2.2), and a store belongs to one contract, so they are not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct JobKey {
    /// The channel.
    #[serde(with = "felt::text")]
    pub channel: Felt,
    /// The call.
    pub action: Action,
    /// Steps: of the line that `submit`, `resign` and `flag` bring, of the record for `claim` and
    /// `finalize`, counted by the proof for `expose_fork`.
    pub height: u16,
}

/// Why there is a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum Origin {
    /// The relayer's own decision.
    Decision {
        /// Why.
        reason: Reason,
    },
    /// Somebody asked for it.
    Request,
}

/// One piece of work.
#[derive(Clone, Debug)]
pub struct Job {
    /// What it is.
    pub key: JobKey,
    /// Where it stands; moved by [`Stage::after`] alone.
    pub stage: Stage,
    /// The record it was decided on. A finished job starts again only on another one.
    pub basis: Record,
    /// For whom, and at whose daily allowance.
    pub player: Colour,
    /// Why.
    pub origin: Origin,
    /// Last second in which it is in time; jobs are taken in this order, those without it last, but
    /// see [`Self::refusals`].
    pub by: Option<Seconds>,
    /// Not taken before this second of the wall clock: a price is waited for, or a node.
    pub not_before: Seconds,
    /// How often a simulation refused it on this record. Jobs that never were refused are taken first.
    pub refusals: u32,
    /// The nonce it holds, from [`Stage::Signed`] on; none again once the nonce is lost.
    pub flight: Option<Flight>,
    /// How it ended, or why it waits.
    pub outcome: Option<Outcome>,
}

/// A nonce of an account: of all transactions signed for it one can be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Flight {
    /// The account.
    pub account: Felt,
    /// The nonce.
    pub nonce: u64,
}

/// What is known about how a job went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum Outcome {
    /// Executed.
    Executed {
        /// The transaction.
        #[serde(with = "felt::text")]
        transaction: Felt,
        /// Height of its block.
        block: u64,
        /// The fee that was charged.
        fee: Fri,
        /// The contract's error, if it reverted.
        revert: Option<String>,
    },
    /// Never sent: the simulation says what the contract would.
    Refused {
        /// The contract's error, or the runtime's.
        reason: String,
    },
    /// Not sent yet.
    Held {
        /// What is waited for: a price, the allowance, the node.
        reason: String,
        /// How many of the alarms' margins before its deadline have begun.
        #[serde(default)]
        level: u32,
    },
}

impl Outcome {
    /// How near its deadline work is that is held; none for what is not.
    #[must_use]
    pub const fn held(&self) -> Option<u32> {
        match self {
            Self::Held { level, .. } => Some(*level),
            Self::Executed { .. } | Self::Refused { .. } => None,
        }
    }
}

/// One signed transaction. All attempts of a job's flight have the same nonce.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// For what; none for a transaction that only takes its nonce.
    pub key: Option<JobKey>,
    /// Whose transaction, and with which nonce.
    pub flight: Flight,
    /// 0, and one more for each replacement on this nonce.
    pub number: u32,
    /// What was signed.
    pub envelope: Envelope,
    /// When it was signed, by the wall clock.
    pub signed_at: Seconds,
    /// When a node last took it, by the wall clock; none until one is known to have.
    pub sent_at: Option<Seconds>,
}
