//! The relayer: a service that submits in time, and never twice (protocol 4).
//!
//! Players, wallets and the game server hand it signed games. It watches their channels on the
//! chain, and acts before the deadline while the player sleeps. It holds no player's key: what
//! only a player can sign it asks for, early and again.
//!
//! # The parts, and what passes between them
//!
//! ```text
//!  HTTP ──► api ──► intake ──► store: bundles, channels.decide_at = 0
//!                                │
//!  chain ──► watcher ──► store: observations, cursor, channels.decide_at = 0
//!                │
//!                └─► hand + decide (pure) ──► store: jobs (Queued), alarms, channels.decide_at
//!                                                │
//!  chain ◄── sender ◄── journal (pure) ◄─────────┘     store: history ──► notify: SSE, webhooks
//! ```
//!
//! The database is the only thing that parts share; none calls another. Whoever changes what a
//! decision depends on sets the channel's `decide_at` to 0 in the same transaction, and the
//! [`watcher`] decides every channel whose time has come. So a part can die between
//! any two transactions, and another process finds everything it needs to go on.
//!
//! - [`decide`]: what to do for a channel, by when, and when to look again; on top of
//!   [`surround_settlement::strategist`], the same that the command line asks.
//! - [`hand`]: the one line and the proofs that a channel's bundles and the chain's line make.
//! - [`watcher`]: follows the chain, goes back when it was reorganised, and decides.
//! - [`journal`]: the life of one piece of work, as a table of transitions.
//! - [`sender`]: one account's nonces: receipts, what waits, gaps, then new work.
//! - [`ports`]: what is asked of a chain and of a clock; [`starknet`] answers it.
//! - [`store`]: SQLite or PostgreSQL, by the same statements.
//!
//! # Never twice
//!
//! A piece of work has the natural key (chain, contract, channel, action, height). The channel's
//! identifier commits to chain and contract (protocol 2.2), so a key is (channel, action, height),
//! and inserting the row is the lock. One sender an account holds a lease with a fencing number;
//! it writes the signed transaction and its nonce down in one database transaction, which fails if
//! the lease is lost, and only then sends. What a crash interrupts is sent again byte for byte:
//! the same hash, the same nonce, executed once. A time-out is *unknown*, never failed. Another
//! transaction for the same work is signed only on the same nonce (a replacement), or after the
//! chain shows that the nonce went to something else.
//!
//! # In time
//!
//! Work is taken by its deadline. Whatever waits for a player is told early and again, work that
//! waits for a price is told when it begins to, and the nearest deadline that nobody has answered
//! yet is a metric, to be alarmed on.
//!
//! # Reorganisations
//!
//! What was seen is kept by block: a reorganisation deletes the observations above the common
//! ancestor, and each channel touched decides again. A receipt that vanished sends the work back to
//! *unknown*, from where it is sent again unchanged.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod api;
mod asked;
pub mod client;
pub mod config;
pub mod decide;
pub mod dev;
pub mod guard;
pub mod hand;
pub mod intake;
pub mod journal;
pub mod logging;
pub mod metrics;
pub mod model;
pub mod notify;
pub mod ports;
pub mod pulse;
pub mod run;
pub mod sender;
pub mod starknet;
pub mod store;
#[cfg(test)]
mod testing;
pub mod watcher;
