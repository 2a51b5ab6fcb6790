//! A local network with the contract deployed, two players with their keys, a referee, and a third
//! account: what every story needs.

use std::path::Path;

use surround_chain::calls::Settlement;
use surround_chain::declare::Class;
use surround_chain::deploy::Deployment;
use surround_chain::devnet::{Devnet, DevnetError, DevnetOptions};
use surround_chain::read::View;
use surround_chain::receipt::Wait;
use surround_chain::rpc::{LATEST, Node};
use surround_chain::send::Sender;
use surround_chain::{Call, ChainError};
use surround_channel::signer::{FirstStep, Referee, Signer};
use surround_channel::terms::Terms;
use surround_channel::transcript::{Transcript, TranscriptError, Verified};
use surround_channel::{Felt, Limits, PerPlayer, felt};
use surround_rules::{Colour, Setup, Step};
use tempfile::TempDir;

use crate::dispute::Shown;
use crate::failure::Failure;
use crate::files::Source;
use crate::history;
use crate::screen::Screen;
use crate::table::{Table, moment};
use crate::transcripts;

use super::voice::{Actor, Voice};

/// Seconds that a player has to answer on the chain.
const TURN_SECONDS: u64 = 3_600;
/// Blocks that must pass, too.
const TURN_BLOCKS: u64 = 60;
/// Seconds from a game's start until no dispute about it can be opened.
const LIFETIME: u64 = 7 * 24 * 3_600;

/// A player: the account that pays, and the session key that signs.
struct Player {
    sender: Sender,
    signer: Signer,
}

/// Whether a referee watches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nobody watches, and nothing is rated.
    Unranked,
    /// A referee watches, and the result is rated.
    Ranked,
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
        let player = |name, account| -> Result<Player, Failure> {
            let signer = Signer::create(&folder.path().join(name))?;
            Ok(Player {
                sender: Sender::new(node.clone(), account),
                signer,
            })
        };
        let players = PerPlayer {
            black: player("black", black)?,
            white: player("white", white)?,
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

    /// Two players agree on terms, and both clients check on the chain that a dispute about the game
    /// can be counted on.
    ///
    /// # Errors
    /// [`Failure::Signer`], [`Failure::Chain`].
    pub async fn begin(&mut self, setup: Setup, kind: Kind) -> Result<Verified, Failure> {
        let terms = self.terms(setup, kind).await?;
        let view = View::new(&self.node, self.contract, LATEST);
        let seen = FirstStep {
            now: self.node.block(LATEST).await?.timestamp,
            limits: &view.limits().await?,
            black_key_until: view.key_until(terms.black, terms.black_key).await?,
            white_key_until: view.key_until(terms.white, terms.white_key).await?,
        };
        let transcript = Transcript::new(self.node.chain_id(), self.contract.address, terms);
        let mut game = transcript.verify().map_err(broken)?;
        if kind == Kind::Ranked {
            game.add_ranked(self.referee.sign_ranked(&game)?)
                .map_err(broken)?;
        }
        for player in Colour::BOTH {
            self.players.of_mut(player).signer.join(&game, &seen)?;
        }
        Ok(game)
    }

    async fn terms(&mut self, setup: Setup, kind: Kind) -> Result<Terms, Failure> {
        let expires_at = self.node.block(LATEST).await?.timestamp + LIFETIME;
        let PerPlayer { black, white } = &mut self.players;
        Ok(Terms {
            black: black.sender.address(),
            white: white.sender.address(),
            black_key: black.signer.public_key(),
            white_key: white.signer.public_key(),
            referee_key: match kind {
                Kind::Unranked => Felt::ZERO,
                Kind::Ranked => self.referee.public_key(),
            },
            size: setup.size,
            handicap: setup.handicap,
            komi_x2: setup.komi_x2,
            turn_seconds: TURN_SECONDS,
            turn_blocks: TURN_BLOCKS,
            expires_at,
            black_nonce: black.signer.draw_nonce()?,
            white_nonce: white.signer.draw_nonce()?,
        })
    }

    /// Plays steps: each is signed by the player who is due, and checked before it is added.
    ///
    /// # Errors
    /// [`Failure::Signer`], [`Failure::Transcript`].
    pub fn play(&mut self, game: &mut Verified, steps: &[Step]) -> Result<(), Failure> {
        for step in steps {
            // Where nobody is due, any signer says so.
            let due = game.game().due().unwrap_or(Colour::Black);
            let signature = self.players.of_mut(due).signer.sign_step(game, step)?;
            game.append(*step, signature).map_err(broken)?;
        }
        Ok(())
    }

    /// Has a player's signer refuse a step, and returns its words.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] if it signs.
    pub fn refused(&mut self, game: &Verified, by: Colour, step: &Step) -> Result<String, Failure> {
        match self.players.of_mut(by).signer.sign_step(game, step) {
            Err(refusal) => Ok(refusal.to_string()),
            Ok(_) => Err(other("the signer refuses", "it signed")),
        }
    }

    /// Has the referee flag the player who is due.
    ///
    /// # Errors
    /// [`Failure::Referee`].
    pub fn flag(&self, game: &mut Verified) -> Result<(), Failure> {
        let flag = self.referee.sign_flag(game, game.chain().steps())?;
        game.add_flag(flag).map_err(broken)
    }

    /// Writes a game to its file and reads it again: a game that is taken to the chain has been
    /// judged from its first step on.
    ///
    /// # Errors
    /// [`Failure::Write`], [`Failure::Transcript`].
    pub fn keep(&self, game: &Verified) -> Result<Verified, Failure> {
        let path = self.folder.path().join("game.json");
        transcripts::replace(&path, game)?;
        transcripts::verified(&Source::File(path))
    }

    /// The game as the chain holds it, rebuilt from the contract's events alone.
    ///
    /// # Errors
    /// [`Failure::Chain`], [`Failure::Transcript`], [`Failure::OtherEnding`] if there is no record.
    pub async fn stored(&self, game: &Verified) -> Result<Verified, Failure> {
        let found = history::stored(&self.node, self.contract, game.channel_id()).await?;
        let (terms, line) = found.ok_or_else(|| other("a record", "none"))?;
        let (chain_id, contract) = (self.node.chain_id(), self.contract.address);
        let transcript = Transcript::recorded(chain_id, contract, terms, &line);
        transcript
            .and_then(|transcript| transcript.verify())
            .map_err(broken)
    }

    /// Makes a call about a game, says what it cost and how the dispute stands after it.
    ///
    /// # Errors
    /// [`Failure::Chain`], or whatever `call` fails with.
    pub async fn act(
        &mut self,
        by: Actor,
        game: &Verified,
        call: impl FnOnce(&Table) -> Result<Call, Failure>,
    ) -> Result<(), Failure> {
        let call = call(&self.table(by, game).await?)?;
        self.send(by, call).await?;
        let view = View::new(&self.node, self.contract, LATEST);
        let dispute = view.dispute(game.channel_id()).await?;
        let at = moment(&self.node).await?;
        self.voice.say(&format!(
            "The chain says: {}",
            Shown::from(&dispute).text(Some(at))
        ))
    }

    /// Tries a call that the contract must refuse, sends nothing, and says the refusal.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] if the contract does not refuse it with this name.
    pub async fn try_in_vain(
        &mut self,
        by: Actor,
        game: &Verified,
        call: impl FnOnce(&Table) -> Result<Call, Failure>,
        name: &str,
    ) -> Result<(), Failure> {
        let call = call(&self.table(by, game).await?)?;
        let found = match self.sender(by).dry_run(&[call]).await {
            Ok(_) => "no refusal".to_owned(),
            Err(ChainError::Reverted { revert, .. }) => revert.to_string(),
            Err(error) => return Err(error.into()),
        };
        if !found.contains(name) {
            return Err(other(name, &found));
        }
        self.voice.say(&format!("The contract refuses: {name}."))
    }

    /// Lets the running window of a game pass: a second more than its deadline, and its blocks.
    ///
    /// # Errors
    /// [`Failure::Chain`].
    pub async fn let_window_pass(&mut self, game: &Verified) -> Result<(), Failure> {
        let view = View::new(&self.node, self.contract, LATEST);
        let deadline = view.dispute(game.channel_id()).await?.record.deadline;
        let control = self.devnet.control();
        control.create_blocks(TURN_BLOCKS).await.map_err(local)?;
        control.set_time(deadline + 1).await.map_err(local)?;
        self.voice.say("An hour passes, and 60 blocks.")
    }

    /// Reads the result back from the contract; it must be the one that the story says.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] if it is not; [`Failure::Chain`] if there is none.
    pub async fn ends(&mut self, game: &Verified, expected: &str) -> Result<(), Failure> {
        let view = View::new(&self.node, self.contract, LATEST);
        let (verdict, _) = view.result(game.channel_id()).await?;
        let found = verdict.outcome().to_string();
        if found != expected {
            return Err(other(expected, &found));
        }
        self.voice.result(&found)
    }

    async fn table(&self, by: Actor, game: &Verified) -> Result<Table, Failure> {
        let caller = self.sender(by).address();
        Table::new(game.clone(), Some(&self.node), Some(caller)).await
    }

    async fn send(&mut self, by: Actor, call: Call) -> Result<(), Failure> {
        let name = call.entrypoint;
        let receipt = self.sender(by).send(&[call], Wait::default()).await?;
        self.voice.paid(by, name, &receipt.spent)
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
    Ok(Referee::open(&folder).map_err(surround_channel::signer::SignerError::from)?)
}

fn local(error: DevnetError) -> Failure {
    Failure::Chain(error.into())
}

fn broken(error: TranscriptError) -> Failure {
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
