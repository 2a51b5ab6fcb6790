//! A local network for the demo and the tests: the devnet's process, its clock and its accounts.
//!
//! Facts of devnet 0.10.1 that callers build on: a transaction gets a block of its own; it executes
//! at the timestamp of the block before, so that after [`Devnet::set_time`] the next transaction
//! sees exactly that time.

mod process;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use starknet_rust::core::types::Felt;
use thiserror::Error;

use crate::account::{AccountKey, Credentials};
use process::Process;

/// Names the devnet's executable; without it the tool cache is used.
pub const BINARY_VARIABLE: &str = "SURROUND_DEVNET";
/// Where `scripts/setup` puts the executable, below the cache folder.
const CACHED_BINARY: &str = "surround/devnet-0.10.1/bin/starknet-devnet";
/// A replay of the longest game on a busy machine takes seconds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// Why the local network does not work.
#[derive(Debug, Error)]
pub enum DevnetError {
    /// The executable is missing.
    #[error("no devnet at {path}: run scripts/setup, or name the executable in {BINARY_VARIABLE}")]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// There is no cache folder to look in.
    #[error("neither {BINARY_VARIABLE}, XDG_CACHE_HOME nor HOME is set: cannot find the devnet")]
    NoCache,
    /// The process did not start.
    #[error("the devnet at {path} did not start: {source}; run scripts/setup")]
    Start {
        /// The executable.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The process ended, or said nothing, before it listened.
    #[error("the devnet did not come up: {output}")]
    Silent {
        /// The last lines it wrote.
        output: String,
    },
    /// A control request failed.
    #[error("the devnet refused {method}: {reason}")]
    Control {
        /// The request.
        method: &'static str,
        /// The devnet's words.
        reason: String,
    },
}

/// How to start a devnet.
#[derive(Debug, Clone, Default)]
pub struct DevnetOptions {
    /// Seed of the predeployed accounts: equal seeds, equal accounts.
    pub seed: u32,
    /// A Sierra class file for the predeployed accounts instead of the built-in one.
    pub account_class: Option<PathBuf>,
    /// Make blocks on demand only, so that transactions stay pre-confirmed until
    /// [`Devnet::create_block`].
    pub blocks_on_demand: bool,
    /// Keep every state, which aborting blocks needs.
    pub keep_states: bool,
}

/// A running devnet; dropping it ends the process.
#[derive(Debug)]
pub struct Devnet {
    // Held for its drop, which ends the process.
    _process: Process,
    url: String,
    client: reqwest::Client,
    next_id: AtomicU64,
}

/// A state to return to, any number of times.
#[derive(Debug, Clone)]
pub struct Snapshot(String);

impl Devnet {
    /// The executable: [`BINARY_VARIABLE`], or else the tool cache.
    ///
    /// # Errors
    /// [`DevnetError::Missing`], [`DevnetError::NoCache`].
    pub fn binary() -> Result<PathBuf, DevnetError> {
        let path = match std::env::var_os(BINARY_VARIABLE) {
            Some(path) => PathBuf::from(path),
            None => cache_folder()
                .ok_or(DevnetError::NoCache)?
                .join(CACHED_BINARY),
        };
        if path.is_file() {
            return Ok(path);
        }
        Err(DevnetError::Missing { path })
    }

    /// Starts a devnet on a free port and waits until it listens.
    pub async fn spawn(options: &DevnetOptions) -> Result<Self, DevnetError> {
        let mut arguments = vec!["--port=0".to_owned(), format!("--seed={}", options.seed)];
        if let Some(class) = &options.account_class {
            arguments.push(format!("--account-class-custom={}", class.display()));
        }
        if options.blocks_on_demand {
            arguments.push("--block-generation-on=demand".to_owned());
        }
        if options.keep_states {
            arguments.push("--state-archive-capacity=full".to_owned());
        }
        let process = Process::start(&Self::binary()?, &arguments).await?;
        let client = reqwest::Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|error| DevnetError::Control {
                method: "a connection",
                reason: error.to_string(),
            })?;
        Ok(Self {
            url: format!("http://{}", process.address()),
            _process: process,
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

    /// Remembers the present state, its clock included.
    pub async fn snapshot(&self) -> Result<Snapshot, DevnetError> {
        self.call("devnet_snapshot", json!({})).await.map(Snapshot)
    }

    /// Returns to a remembered state.
    pub async fn revert(&self, snapshot: &Snapshot) -> Result<(), DevnetError> {
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

    async fn call<R: serde::de::DeserializeOwned>(
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

fn cache_folder() -> Option<PathBuf> {
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
}
