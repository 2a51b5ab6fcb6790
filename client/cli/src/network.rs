//! The network and the contract that a game is bound to, where no node is asked.

use surround_channel::Felt;

use crate::felts;

/// Where disputes of a game are settled.
#[derive(Clone, Debug, clap::Args)]
pub struct NetworkArgs {
    /// The network: a name such as SN_MAIN or SN_SEPOLIA, or its felt.
    #[arg(long, env = "SURROUND_CHAIN_ID", hide_env_values = true, value_parser = felts::chain_id, value_name = "NETWORK")]
    pub chain_id: Felt,

    /// The settlement contract.
    #[arg(long, env = "SURROUND_CONTRACT", hide_env_values = true, value_parser = felts::parse, value_name = "ADDRESS")]
    pub contract: Felt,
}
