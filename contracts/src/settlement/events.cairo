//! One event for every write, with all that a watcher needs to rebuild the game from the chain
//! alone (protocol 3.5).

use starknet::ContractAddress;
use crate::channel::line::Line;
use crate::channel::terms::Terms;
use super::interface::Dispute;

/// The call that left None: a dispute opened, or a game ended, for the first time.
#[derive(Drop, starknet::Event)]
pub struct DisputeCreated {
    #[key]
    pub channel_id: felt252,
    #[key]
    pub black: ContractAddress,
    #[key]
    pub white: ContractAddress,
    /// The record after the call.
    pub dispute: Dispute,
    /// The stored line.
    pub line: Line,
    pub terms: Terms,
}

/// Any later call.
#[derive(Drop, starknet::Event)]
pub struct DisputeUpdated {
    #[key]
    pub channel_id: felt252,
    #[key]
    pub black: ContractAddress,
    #[key]
    pub white: ContractAddress,
    /// The record after the call.
    pub dispute: Dispute,
    /// The stored line, when the call brought it; empty when the stored line stays as it was.
    pub line: Line,
}

#[derive(Drop, starknet::Event)]
pub struct KeyRegistered {
    #[key]
    pub account: ContractAddress,
    #[key]
    pub key: felt252,
}

#[derive(Drop, starknet::Event)]
pub struct KeyRevoked {
    #[key]
    pub account: ContractAddress,
    #[key]
    pub key: felt252,
    /// The second from which it no longer counts.
    pub until: u64,
}
