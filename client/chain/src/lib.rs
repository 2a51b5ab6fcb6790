//! Submission to, and reading of, Surround's settlement contract on Starknet (protocol 3 and 4).
//!
//! A [`rpc::Node`] is a checked connection, a [`send::Sender`] an account on it. [`calls`] builds
//! the calls of protocol 3.2, [`read`] asks the views, [`deploy`] deploys. Resource bounds are
//! found by simulation ([`fees`]), what the public network would refuse is refused here first
//! ([`gateway`]), and outcomes are read from receipts ([`receipt`]).
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod account;
pub mod amount;
pub mod balance;
mod bindings;
pub mod bring;
pub mod call;
pub mod calls;
pub mod declare;
mod decode;
pub mod deploy;
pub mod devnet;
pub mod envelope;
pub mod error;
pub mod events;
pub mod fees;
pub mod gateway;
pub mod read;
pub mod receipt;
pub mod revert;
pub mod rpc;
pub mod send;
mod transaction;

pub use bindings::ABI;
pub use call::Call;
pub use error::{Category, ChainError};
