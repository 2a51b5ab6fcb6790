//! What the node says about a configuration, before anything is started.

use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_chain::balance::balance;
use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::rpc::{LATEST, Node};

use super::RunError;
use super::parts::credentials;
use crate::config::Config;

/// What was found.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The chain's identifier.
    pub chain_id: Felt,
    /// The accounts, in the order of the configuration.
    pub accounts: Vec<AccountSeen>,
}

/// An account.
#[derive(Clone, Copy, Debug)]
pub struct AccountSeen {
    /// Its address.
    pub address: Felt,
    /// What it has to pay with.
    pub balance: Fri,
}

/// Asks the node whether there is a settlement contract, and what the accounts have.
///
/// # Errors
/// [`RunError`].
pub async fn look(config: &Config) -> Result<Seen, RunError> {
    let node = Node::connect(config.rpc.reveal()).await?;
    let contract = Settlement {
        address: config.contract,
    };
    View::new(&node, contract, LATEST).limits().await?;
    let mut accounts = Vec::new();
    for account in credentials(config)? {
        let address = account.address();
        accounts.push(AccountSeen {
            address,
            balance: balance(&node, address).await?,
        });
    }
    Ok(Seen {
        chain_id: node.chain_id(),
        accounts,
    })
}
