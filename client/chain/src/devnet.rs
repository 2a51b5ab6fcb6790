//! A local network for the demo and the tests: the devnet's process, its clock and its accounts.
//!
//! Facts of devnet 0.10.1 that callers build on: a transaction gets a block of its own; it executes
//! at the timestamp of the block before, so that after [`Control::set_time`] the next transaction
//! sees exactly that time.

mod control;
mod process;

use std::path::PathBuf;

use thiserror::Error;

pub use control::{Control, Snapshot};
use process::Process;

/// Names the devnet's executable; without it the tool cache is used.
pub const BINARY_VARIABLE: &str = "SURROUND_DEVNET";
/// Where `scripts/setup` puts the executable, below the cache folder.
const CACHED_BINARY: &str = "surround/devnet-0.10.1/bin/starknet-devnet";

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
    /// [`Control::create_blocks`].
    pub blocks_on_demand: bool,
    /// Make a block every so many seconds, as the public network does, instead of one for each
    /// transaction.
    pub seconds_between_blocks: Option<u64>,
    /// Keep every state, which aborting blocks needs.
    pub keep_states: bool,
}

/// A running devnet; dropping it ends the process.
#[derive(Debug)]
pub struct Devnet {
    // Held for its drop, which ends the process.
    _process: Process,
    control: Control,
}

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
        if let Some(seconds) = options.seconds_between_blocks {
            arguments.push(format!("--block-generation-on={seconds}"));
        }
        if options.keep_states {
            arguments.push("--state-archive-capacity=full".to_owned());
        }
        let process = Process::start(&Self::binary()?, &arguments).await?;
        let control = Control::new(&format!("http://{}", process.address()))?;
        Ok(Self {
            _process: process,
            control,
        })
    }

    /// The clock, the blocks and the accounts.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// The node's URL.
    pub fn url(&self) -> &str {
        self.control.url()
    }
}

fn cache_folder() -> Option<PathBuf> {
    let absolute = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
}
