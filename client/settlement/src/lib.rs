//! The dispute, as pure functions: what the contract stores, when it admits a call, what the call
//! makes of the record, and what a player should do about it.
//!
//! Mirrors `contracts/src/settlement` module for module (protocol 2.3, 2.4 and 3); [`strategist`]
//! is the client's own (protocol 4). No network and no clock: times are handed in.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod authority;
pub mod choices;
pub mod clock;
pub mod contract;
pub mod errors;
pub mod fork;
pub mod gate;
pub mod keys;
pub mod record;
pub mod strategist;
pub mod transition;

pub use clock::{Moment, TimeClass, Window};
pub use contract::{Context, Contract};
pub use errors::Refusal;
pub use record::{Ending, Rating, Record, Status, Verdict};
