//! An adversary for the dispute: a model checker tries every order of calls, statements and time that
//! one dishonest player, a late or colluding referee, and anyone who makes calls can bring about.
//!
//! The rules, the gate, the transition, the proof of a fork and the strategist are the project's own.
//! Signatures are not made but known: the dishonest player signs whatever it likes, the honest one
//! what the strategist advises, one word on a head. [`invariants`] says what must hold (protocol 5),
//! and [`without::Without`] what can be taken away to see it fail.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod adversary;
pub mod breach;
pub mod dispute;
mod effects;
pub mod honest;
pub mod invariants;
pub mod judge;
pub mod pairs;
pub mod scenario;
pub mod start;
pub mod state;
pub mod table;
pub mod time;
pub mod tree;
pub mod without;

pub use dispute::Dispute;
pub use pairs::Pairs;
pub use scenario::{Referee, Scenario, SetupFault};
pub use start::Start;
pub use without::Without;
