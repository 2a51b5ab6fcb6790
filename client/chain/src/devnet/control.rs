//! What a devnet can be told: its clock, its blocks, its accounts.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use starknet_rust::core::types::Felt;

use super::DevnetError;
use crate::account::{AccountKey, Credentials};

/// A replay of the longest game on a busy machine takes seconds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// A connection to a running devnet's control requests.
#[derive(Debug)]
pub struct Control {
    url: String,
    client: reqwest::Client,
    next_id: AtomicU64,
}

/// A state to return to, once: returning uses it up, and all later ones.
#[derive(Debug)]
pub struct Snapshot(String);

impl Control {
    /// Connects to the devnet at `url`.
    ///
    /// Connections belong to the asynchronous runtime that made them: make a control for each.
    pub fn new(url: &str) -> Result<Self, DevnetError> {
        let client = reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|error| DevnetError::Control {
                method: "a connection",
                reason: error.to_string(),
            })?;
        Ok(Self {
            url: url.to_owned(),
            client,
            next_id: AtomicU64::new(1),
        })
    }

    /// The node's URL.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The predeployed accounts, ten, each with 1,000 STRK.
    pub async fn accounts(&self) -> Result<Vec<Credentials>, DevnetError> {
        #[derive(Deserialize)]
        struct Account {
            address: String,
            private_key: String,
        }
        const METHOD: &str = "devnet_getPredeployedAccounts";
        let accounts: Vec<Account> = self.call(METHOD, json!({})).await?;
        accounts
            .iter()
            .map(|account| {
                AccountKey::parse(&account.private_key)
                    .and_then(|key| Credentials::new(&account.address, key))
                    .map_err(|error| DevnetError::Control {
                        method: METHOD,
                        reason: error.to_string(),
                    })
            })
            .collect()
    }

    /// Makes a block at `time`, in seconds. The next transaction executes at exactly this time.
    pub async fn set_time(&self, time: u64) -> Result<(), DevnetError> {
        let parameters = json!({ "time": time, "generate_block": true });
        self.call("devnet_setTime", parameters).await.map(ignore)
    }

    /// Makes a block `seconds` after the present time.
    pub async fn increase_time(&self, seconds: u64) -> Result<(), DevnetError> {
        let parameters = json!({ "time": seconds });
        self.call("devnet_increaseTime", parameters)
            .await
            .map(ignore)
    }

    /// Makes `count` empty blocks; in demand mode the first takes the waiting transactions.
    pub async fn create_blocks(&self, count: u64) -> Result<(), DevnetError> {
        for _ in 0..count {
            self.call("devnet_createBlock", json!({}))
                .await
                .map(ignore)?;
        }
        Ok(())
    }

    /// Undoes the blocks from height `first` on, as a reorganisation would; needs `keep_states`.
    pub async fn abort_blocks(&self, first: u64) -> Result<(), DevnetError> {
        let parameters = json!({ "starting_block_id": { "block_number": first } });
        self.call("devnet_abortBlocks", parameters)
            .await
            .map(ignore)
    }

    /// Gives `address` more STRK, in fri.
    pub async fn mint(&self, address: Felt, fri: u64) -> Result<(), DevnetError> {
        let parameters = json!({ "address": address, "amount": fri, "unit": "FRI" });
        self.call("devnet_mint", parameters).await.map(ignore)
    }

    /// Changes the price of L2 gas, in fri, from a new block on.
    pub async fn set_l2_gas_price(&self, fri: u64) -> Result<(), DevnetError> {
        let parameters = json!({ "l2_gas_price_fri": fri, "generate_block": true });
        self.call("devnet_setGasPrice", parameters)
            .await
            .map(ignore)
    }

    /// Remembers the present state, its clock included.
    pub async fn snapshot(&self) -> Result<Snapshot, DevnetError> {
        self.call("devnet_snapshot", json!({})).await.map(Snapshot)
    }

    /// Returns to a remembered state.
    pub async fn revert(&self, snapshot: Snapshot) -> Result<(), DevnetError> {
        const METHOD: &str = "devnet_revert";
        match self
            .call(METHOD, json!({ "snapshot_id": snapshot.0 }))
            .await?
        {
            true => Ok(()),
            false => Err(DevnetError::Control {
                method: METHOD,
                reason: format!("no snapshot {}", snapshot.0),
            }),
        }
    }

    async fn call<R: DeserializeOwned>(
        &self,
        method: &'static str,
        params: Value,
    ) -> Result<R, DevnetError> {
        let failed = |reason: String| DevnetError::Control { method, reason };
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        let response = self
            .client
            .post(&self.url)
            .header("Content-Type", "application/json")
            .body(request.to_string())
            .send()
            .await
            .map_err(|error| failed(error.to_string()))?;
        let text = response
            .text()
            .await
            .map_err(|error| failed(error.to_string()))?;
        let mut answer: Value =
            serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
        if let Some(error) = answer.get("error") {
            return Err(failed(error.to_string()));
        }
        let result = answer
            .get_mut("result")
            .map(Value::take)
            .unwrap_or_default();
        serde_json::from_value(result).map_err(|error| failed(error.to_string()))
    }
}

/// Answers whose content nobody needs.
fn ignore(_: Value) {}
