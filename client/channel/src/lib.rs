//! Signed games: what two players agree on, the chain of their steps, the statements they sign,
//! the file that carries all of it, and the signer that never contradicts itself.
//!
//! No network and no clock: times are handed in. Implements sections 2 and 4 of the protocol.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod evidence;
pub mod felt;
pub mod fork;
pub mod hash;
pub mod key;
pub mod line;
mod player;
pub mod policy;
pub mod signer;
pub mod statements;
mod storage;
pub mod terms;
#[cfg(test)]
mod testing;
pub mod transcript;

pub use evidence::{Authority, Evidence, Mark, Signed};
pub use player::PerPlayer;
pub use policy::Limits;
pub use statements::Signature;
pub use terms::Terms;
pub use transcript::{Transcript, Verified};

pub use starknet_types_core::felt::Felt;
