//! A local network with the contract deployed, two players with their keys, a referee, and a third
//! account: what every story needs.

mod chain;
mod play;

use std::path::Path;

use surround_chain::account::Credentials;
use surround_chain::calls::Settlement;
use surround_chain::declare::Class;
use surround_chain::deploy::Deployment;
use surround_chain::devnet::{Devnet, DevnetError, DevnetOptions};
use surround_chain::receipt::Wait;
use surround_chain::rpc::Node;
use surround_chain::send::Sender;
use surround_channel::signer::{Referee, Signer, SignerError};
use surround_channel::transcript::TranscriptError;
use surround_channel::{Felt, Limits, PerPlayer, felt};
use surround_rules::Colour;
use tempfile::TempDir;

use crate::failure::Failure;
use crate::screen::Screen;

use super::actor::Actor;
use super::voice::Voice;

pub use play::Kind;

/// A player: the account that pays, and the session key that signs.
struct Player {
    sender: Sender,
    signer: Signer,
}

impl Player {
    /// A player with a fresh key in its folder.
    fn new(node: &Node, account: &Credentials, folder: &Path) -> Result<Self, Failure> {
        Ok(Self {
            sender: Sender::new(node.clone(), account),
            signer: Signer::create(folder)?,
        })
    }
}

/// All that stories are told with.
pub struct Stage<'a> {
    /// What the audience hears.
    pub voice: Voice<'a>,
    devnet: Devnet,
    node: Node,
    contract: Settlement,
    players: PerPlayer<Player>,
    third: Sender,
    referee: Referee,
    folder: TempDir,
}

impl<'a> Stage<'a> {
    /// Starts a network, deploys the class, and registers a fresh session key for each player.
    ///
    /// # Errors
    /// [`Failure::Chain`], [`Failure::Signer`], [`Failure::Write`].
    pub async fn set(class: &Class, screen: &'a Screen) -> Result<Self, Failure> {
        let mut voice = Voice::new(screen);
        voice.open(
            "set-up",
            "Set-up: a local Starknet network and the settlement contract",
        )?;
        let devnet = Devnet::spawn(&DevnetOptions::default())
            .await
            .map_err(local)?;
        let node = Node::connect(devnet.url()).await?;
        let accounts = devnet.control().accounts().await.map_err(local)?;
        let [third, black, white, ..] = accounts.as_slice() else {
            let reason = "it has fewer than three accounts".to_owned();
            return Err(local(DevnetError::Control {
                method: "the stage",
                reason,
            }));
        };
        let folder = tempfile::tempdir().map_err(|source| Failure::Write {
            path: std::env::temp_dir(),
            source,
        })?;
        let players = PerPlayer {
            black: Player::new(&node, black, &folder.path().join("black"))?,
            white: Player::new(&node, white, &folder.path().join("white"))?,
        };
        let third = Sender::new(node.clone(), third);
        let referee = referee(folder.path())?;
        let limits = Limits::standard(vec![referee.public_key()]);
        let deployment = third
            .deploy(class, &limits, Felt::ZERO, Wait::default())
            .await?;
        let contract = deployment.settlement;
        let mut stage = Self {
            voice,
            devnet,
            node,
            contract,
            players,
            third,
            referee,
            folder,
        };
        stage.tell_deployment(class, &deployment)?;
        stage.register().await?;
        Ok(stage)
    }

    fn tell_deployment(&mut self, class: &Class, deployment: &Deployment) -> Result<(), Failure> {
        let url = self.devnet.url();
        self.voice.say(&format!(
            "The network answers at {url}, for as long as the demo runs."
        ))?;
        let transactions = [
            ("declare", &deployment.declared),
            ("deploy", &deployment.deployed),
        ];
        for (name, receipt) in transactions {
            if let Some(receipt) = receipt {
                self.voice.paid(Actor::Third, name, &receipt.spent)?;
            }
        }
        self.voice.say(&format!(
            "The class {}\nis deployed at {}.",
            felt::to_text(&class.hash()),
            felt::to_text(&self.contract.address)
        ))
    }

    async fn register(&mut self) -> Result<(), Failure> {
        self.voice.say(
            "Each player's client makes a session key, which will sign the steps of its games,\n\
             and the player's account registers it once.",
        )?;
        for player in Colour::BOTH {
            let key = self.players.of(player).signer.public_key();
            let call = self.contract.register_key(key);
            self.send(Actor::Player(player), call).await?;
        }
        Ok(())
    }

    const fn sender(&self, actor: Actor) -> &Sender {
        match actor {
            Actor::Player(Colour::Black) => &self.players.black.sender,
            Actor::Player(Colour::White) => &self.players.white.sender,
            Actor::Third => &self.third,
        }
    }
}

/// A referee with a fresh key.
fn referee(folder: &Path) -> Result<Referee, Failure> {
    let folder = folder.join("referee");
    drop(Signer::create(&folder)?);
    Ok(Referee::open(&folder).map_err(SignerError::from)?)
}

fn local(error: DevnetError) -> Failure {
    Failure::Chain(error.into())
}

/// A game that does not hold.
pub fn broken(error: TranscriptError) -> Failure {
    Failure::Transcript {
        place: "the demo's game".to_owned(),
        error,
    }
}

fn other(expected: &str, found: &str) -> Failure {
    Failure::OtherEnding {
        expected: expected.to_owned(),
        found: found.to_owned(),
    }
}
