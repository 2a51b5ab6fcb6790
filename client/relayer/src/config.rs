//! What an operator sets: a TOML file, then the environment (`SURROUND_RELAY_RPC`,
//! `SURROUND_RELAY_FEES__PER_DAY`, ..), then flags; later ones win.
//!
//! Secrets are never in it: it names the file or the variable that holds each.

mod amounts;
mod check;
mod secret;

use std::net::SocketAddr;
use std::path::Path;

use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_chain::amount::{FRI_PER_STRK, Fri};
use surround_channel::felt;
use thiserror::Error;

use crate::model::Seconds;

use amounts::Amounts;
pub use check::Problem;
pub use secret::{Hidden, SecretError, SecretSource};

/// What every environment variable begins with; `__` separates the names of nested fields.
pub const ENVIRONMENT: &str = "SURROUND_RELAY_";

/// A configuration that cannot be read. Figment's text names file, variable and field.
#[derive(Debug, Error)]
#[error("configuration: {0}")]
pub struct ConfigError(#[from] Box<figment::Error>);

/// The whole configuration. Every field but `rpc` and `contract` has a default.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The Starknet node, RPC 0.10. Its address may hold an access key and is never shown.
    pub rpc: Hidden,
    /// The settlement contract.
    #[serde(with = "felt::text")]
    pub contract: Felt,
    /// The block in which the contract was deployed: events are read from there.
    #[serde(default)]
    pub from_block: u64,
    /// Where to listen.
    #[serde(default = "default_listen")]
    pub listen: SocketAddr,
    /// `sqlite:FILE`, or `postgres://..` when several processes share the work.
    #[serde(default = "default_database")]
    pub database: Hidden,
    /// The accounts that send and pay. Without one the service only watches, tells and alarms.
    #[serde(default)]
    pub accounts: Vec<AccountConfig>,
    /// Who may use the API.
    #[serde(default)]
    pub tokens: Vec<TokenConfig>,
    /// Who is called when something happens.
    #[serde(default)]
    pub webhooks: Vec<WebhookConfig>,
    /// When players are called, and when work becomes urgent.
    #[serde(default)]
    pub margins: Margins,
    /// What may be spent.
    #[serde(default)]
    pub fees: Fees,
    /// How the chain is followed and transactions are sent.
    #[serde(default)]
    pub pace: Pace,
    /// What a client may ask for.
    #[serde(default)]
    pub guard: Guard,
}

/// An account and where its key is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccountConfig {
    /// Its address.
    #[serde(with = "felt::text")]
    pub address: Felt,
    /// Its private key, in hexadecimal.
    pub key: SecretSource,
}

/// A bearer token and its quota.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenConfig {
    /// Its name in logs and in the store.
    pub name: String,
    /// The token.
    pub secret: SecretSource,
    /// Channels that may be handed in with it; those that are over count no more.
    #[serde(default = "default_channels")]
    pub channels: u32,
    /// Requests a minute.
    #[serde(default = "default_requests")]
    pub requests_per_minute: u32,
}

/// An address that is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WebhookConfig {
    /// Its name in logs and in the store.
    pub name: String,
    /// Where to.
    pub url: Hidden,
    /// The key of the signature in `Surround-Signature`, HMAC-SHA-256.
    pub secret: SecretSource,
    /// What is told; everything if empty.
    #[serde(default)]
    pub topics: Vec<crate::model::Topic>,
}

/// Times before deadlines, in seconds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Margins {
    /// A player that has to sign is called at once, and again at each of these before its deadline.
    pub alarms: Vec<Seconds>,
    /// Work whose deadline is nearer than this may cost up to [`Fees::urgent`].
    pub urgent: Seconds,
}

/// Most that may be spent, in STRK (text such as `"0.25"`, or a whole number); tips included.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fees {
    /// For one transaction.
    #[serde(with = "amounts")]
    pub per_transaction: Fri,
    /// For one transaction near its deadline ([`Margins::urgent`]).
    #[serde(with = "amounts")]
    pub urgent: Fri,
    /// For one player in a day.
    #[serde(with = "amounts")]
    pub per_player_per_day: Fri,
    /// For all in a day.
    #[serde(with = "amounts")]
    pub per_day: Fri,
    /// Below this balance the service is not armed.
    #[serde(with = "amounts")]
    pub low_balance: Fri,
}

/// Rhythm and patience, in seconds unless it says blocks.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pace {
    /// Between two looks at the chain.
    pub turn: Seconds,
    /// Blocks on top of a receipt's after which it counts as done.
    pub confirmations: u64,
    /// A transaction that a node took and that is not executed is handed in again after this.
    pub resend_after: Seconds,
    /// It is replaced by one that offers more after this.
    pub bump_after: Seconds,
    /// Transactions of one account on their way at once.
    pub in_flight: u32,
    /// How long a lease lasts without its holder's sign of life.
    pub lease: Seconds,
    /// A node that has not answered for this long makes the service not ready.
    pub stale_after: Seconds,
}

/// Bounds on what clients do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Guard {
    /// Requests a second from one address, with bursts of ten times as many.
    pub requests_per_second: u32,
    /// Most seconds that a request may take.
    pub request_seconds: Seconds,
    /// Listeners for server-sent events at once; one of several tokens has half of them at most.
    pub listeners: u32,
    /// Games verified at once; others wait their turn.
    pub verifications: u32,
    /// Rival lines kept for a channel.
    pub rivals: u32,
    /// Whether the sender's address is the last one in `X-Forwarded-For`: behind a proxy alone.
    pub behind_proxy: bool,
}

impl Config {
    /// Reads file (if there is one), environment and `flags` (a serialisable part of the
    /// configuration).
    ///
    /// # Errors
    /// [`ConfigError`], with the place of the fault.
    pub fn read(file: Option<&Path>, flags: impl Serialize) -> Result<Self, ConfigError> {
        let mut figment = Figment::new();
        if let Some(file) = file {
            figment = figment.merge(Toml::file_exact(file));
        }
        let environment = Env::prefixed(ENVIRONMENT).split("__");
        figment
            .merge(environment.clone())
            .merge(Amounts(environment))
            .merge(Serialized::defaults(flags))
            .extract()
            .map_err(|error| ConfigError(Box::new(error)))
    }
}

fn default_listen() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 8_480))
}

fn default_database() -> Hidden {
    Hidden::from("sqlite:surround-relayer.db".to_owned())
}

fn default_channels() -> u32 {
    1_000
}

fn default_requests() -> u32 {
    600
}

impl Default for Margins {
    fn default() -> Self {
        Self {
            alarms: vec![12 * 3_600, 3_600, 900, 300],
            urgent: 900,
        }
    }
}

impl Default for Fees {
    /// At the lowest public price the dearest game known takes 1.3 STRK, and the most that a transaction may
    /// declare, 1.2e9 L2 gas, 9.6.
    fn default() -> Self {
        let strk = |amount: u128| Fri(amount * FRI_PER_STRK);
        Self {
            per_transaction: strk(20),
            urgent: strk(60),
            per_player_per_day: strk(60),
            per_day: strk(500),
            low_balance: strk(60),
        }
    }
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            turn: 2,
            confirmations: 10,
            resend_after: 60,
            bump_after: 180,
            in_flight: 8,
            lease: 15,
            stale_after: 60,
        }
    }
}

impl Default for Guard {
    fn default() -> Self {
        Self {
            requests_per_second: 20,
            request_seconds: 15,
            listeners: 200,
            verifications: 2,
            rivals: 8,
            behind_proxy: false,
        }
    }
}

#[cfg(test)]
mod tests;
