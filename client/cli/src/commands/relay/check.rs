//! `--check-config`: what only the node can tell, after the configuration itself is in order.

use serde::Serialize;
use surround_chain::amount::Fri;
use surround_channel::{Felt, felt};
use surround_relayer::config::Config;
use surround_relayer::run as service;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::felts;
use crate::screen::{Ink, Report, Screen};

/// Asks the node for the contract and the accounts. Neither the database is opened, nor anything
/// sent.
///
/// # Errors
/// [`Failure::Relay`]: the node does not answer, or there is no settlement contract.
pub(super) async fn run(config: &Config, screen: &Screen) -> Result<Exit, Failure> {
    let found = service::look(config).await.map_err(Failure::Relay)?;
    let accounts = found.accounts.iter().map(|account| Account {
        address: account.address,
        balance: account.balance,
        low: account.balance < config.fees.low_balance,
    });
    screen.show(&Checked {
        network: felts::chain_name(&found.chain_id),
        contract: config.contract,
        accounts: accounts.collect(),
        tokens: config.tokens.len(),
        webhooks: config.webhooks.len(),
    })?;
    Ok(Exit::Ok)
}

#[derive(Serialize)]
struct Checked {
    network: String,
    #[serde(with = "felt::text")]
    contract: Felt,
    accounts: Vec<Account>,
    tokens: usize,
    webhooks: usize,
}

#[derive(Serialize)]
struct Account {
    #[serde(with = "felt::text")]
    address: Felt,
    balance: Fri,
    /// Below the configured `fees.low_balance`.
    low: bool,
}

impl Report for Checked {
    fn text(&self, ink: Ink) -> String {
        let mut text = format!(
            "network {}\ncontract {}\n",
            self.network,
            felt::to_text(&self.contract)
        );
        for account in &self.accounts {
            let address = felt::to_text(&account.address);
            text += &format!("account {address} has {}", account.balance);
            if account.low {
                text += &ink.warning(", below fees.low_balance: the service would not be armed");
            }
            text.push('\n');
        }
        if self.accounts.is_empty() {
            text += &ink.warning("no account: the service would watch and call, and send nothing");
            text.push('\n');
        }
        text + &format!(
            "tokens {}, webhooks {}\nthe configuration is in order\n",
            self.tokens, self.webhooks
        )
    }
}
