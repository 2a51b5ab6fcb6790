//! `--dev`: a local network with the contract, an account that pays, and a game that White has left,
//! in one folder that is made anew at each start.

mod game;

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use starknet_types_core::felt::Felt;
use surround_chain::account::Credentials;
use surround_chain::calls::Settlement;
use surround_chain::declare::Class;
use surround_chain::devnet::{Devnet, DevnetOptions};
use surround_chain::receipt::Wait;
use surround_chain::rpc::Node;
use surround_chain::send::Sender;
use surround_chain::{ChainError, amount::Fri};
use surround_channel::signer::SignerError;
use surround_channel::transcript::{FileError, TranscriptError};
use surround_channel::{Limits, felt};
use thiserror::Error;

use crate::config::{AccountConfig, Config, Fees, Guard, Margins, Pace, SecretSource, TokenConfig};
use crate::model::Seconds;

/// What a client says to this service alone: on a network that is made of nothing.
pub const TOKEN: &str = "dev";
/// Seconds that a player has to answer, and blocks that must pass, too.
pub const WINDOW: (Seconds, u64) = (20, 2);

/// Why the local stage cannot be set.
#[derive(Debug, Error)]
pub enum DevError {
    /// The local network, or the contract on it.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// The folder cannot be made or written.
    #[error("{}: {source}", path.display())]
    Folder {
        /// What was to be written.
        path: PathBuf,
        /// Why it was not.
        source: io::Error,
    },
    /// A player's key.
    #[error(transparent)]
    Signer(#[from] SignerError),
    /// The game that is left.
    #[error(transparent)]
    Game(#[from] TranscriptError),
    /// The game's file.
    #[error(transparent)]
    File(#[from] FileError),
    /// The network has no accounts.
    #[error("the local network has fewer than three accounts")]
    NoAccounts,
}

/// A local network and what is on it; dropping it ends the network.
#[derive(Debug)]
pub struct Dev {
    /// The configuration of a service on it.
    pub config: Config,
    /// The transcript of the game, Black's opening included.
    pub game: PathBuf,
    /// The game's channel.
    pub channel: Felt,
    devnet: Devnet,
}

impl Dev {
    /// Starts the network, deploys the class, and leaves a game in `folder`, which is emptied first.
    ///
    /// # Errors
    /// [`DevError`].
    pub async fn set(class: &Class, folder: &Path, listen: SocketAddr) -> Result<Self, DevError> {
        make_anew(folder)?;
        let devnet = Devnet::spawn(&DevnetOptions {
            seconds_between_blocks: Some(1),
            ..DevnetOptions::default()
        })
        .await
        .map_err(ChainError::from)?;
        let node = Node::connect(devnet.url()).await?;
        let accounts = devnet
            .control()
            .accounts()
            .await
            .map_err(ChainError::from)?;
        let [payer, black, white, ..] = accounts.as_slice() else {
            return Err(DevError::NoAccounts);
        };
        let sender = Sender::new(node.clone(), payer);
        let deployment = sender
            .deploy(class, &limits(), Felt::ZERO, Wait::default())
            .await?;
        let contract = deployment.settlement;
        let left = game::leave(&node, contract, folder, [black, white]).await?;
        let game = folder.join("stalled.json");
        left.transcript().write(&game)?;
        let channel = folder.join("channel");
        fs::write(&channel, felt::to_text(&left.channel_id()))
            .map_err(|source| failed(&channel, source))?;
        Ok(Self {
            config: config(&devnet, contract, folder, listen, payer)?,
            game,
            channel: left.channel_id(),
            devnet,
        })
    }

    /// The address of the local network.
    #[must_use]
    pub fn node(&self) -> &str {
        self.devnet.url()
    }
}

/// The shortest windows that can still be watched.
fn limits() -> Limits {
    let (min_seconds, min_blocks) = WINDOW;
    Limits {
        min_seconds,
        min_blocks,
        ..Limits::standard(Vec::new())
    }
}

fn config(
    devnet: &Devnet,
    contract: Settlement,
    folder: &Path,
    listen: SocketAddr,
    payer: &Credentials,
) -> Result<Config, DevError> {
    let (key, token) = (folder.join("account.key"), folder.join("token"));
    payer
        .write_key(&key)
        .map_err(|source| failed(&key, source))?;
    fs::write(&token, TOKEN).map_err(|source| failed(&token, source))?;
    Ok(Config {
        rpc: devnet.url().to_owned().into(),
        contract: contract.address,
        from_block: 0,
        listen,
        database: format!("sqlite:{}", folder.join("relayer.db").display()).into(),
        accounts: vec![AccountConfig {
            address: payer.address(),
            key: SecretSource::File(key),
        }],
        tokens: vec![TokenConfig {
            name: "dev".to_owned(),
            secret: SecretSource::File(token),
            channels: 1_000,
            requests_per_minute: 600,
        }],
        webhooks: Vec::new(),
        margins: Margins {
            alarms: vec![15, 10, 5],
            urgent: 5,
        },
        fees: Fees {
            low_balance: Fri(0),
            ..Fees::default()
        },
        pace: Pace {
            turn: 1,
            confirmations: 2,
            resend_after: 5,
            bump_after: 10,
            ..Pace::default()
        },
        guard: Guard::default(),
    })
}

fn make_anew(folder: &Path) -> Result<(), DevError> {
    match fs::remove_dir_all(folder) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            return Err(failed(folder, source));
        }
        _ => {}
    }
    fs::create_dir_all(folder).map_err(|source| failed(folder, source))
}

fn failed(path: &Path, source: io::Error) -> DevError {
    DevError::Folder {
        path: path.to_owned(),
        source,
    }
}
