//! What the integration tests share: compiled contracts, a local network, the Cairo VM.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod acts;
pub mod artifacts;
pub mod game;
pub mod kifu;
pub mod network;
pub mod place;
pub mod proxy;
pub mod shapes;
pub mod table;
pub mod vm;
