//! What every story begins with: a network whose blocks can be aborted, a contract of its own on it,
//! a node with faults before it, and an account for the relayer.

use std::cell::Cell;
use std::path::PathBuf;

use anyhow::{Result, bail};
use surround_chain::events::{Happening, events};
use surround_chain::receipt::Receipt;
use surround_chain::rpc::LATEST;
use surround_channel::evidence::{Mark, Signed};
use surround_channel::felt;
use surround_channel::transcript::Verified;
use surround_settlement::Record;
use surround_tests::game::SignedGame;
use surround_tests::network::{Network, THIRD, limits};
use surround_tests::place::Place;
use surround_tests::proxy::Proxy;
use tempfile::TempDir;

/// The account from which the relayer sends.
pub const RELAYER: usize = 3;
/// The bearer token of the relayer's client.
pub const TOKEN: &str = "a token of the tests";
/// Blocks on top of a receipt's after which work is done.
pub const CONFIRMATIONS: u64 = 2;
/// What L2 gas costs unless the story says otherwise, in fri.
pub const LOW_PRICE: u64 = 1_000_000_000;
/// How long a lease lasts, in seconds.
pub const LEASE: u64 = 3;

/// The network, as the players and the relayer see it.
pub struct Stage {
    /// As the players see it.
    pub network: Network,
    /// As the relayer sees it.
    pub proxy: Proxy,
    folder: TempDir,
    from_block: u64,
    games: Cell<u64>,
}

/// A game that Black has handed in, and the line with which White opens the dispute about it: it lacks
/// Black's last move, so that the chain waits for Black.
pub struct Stale {
    /// What Black has.
    pub game: SignedGame,
    /// What White brings.
    pub opening: SignedGame,
}

impl Stage {
    /// Deploys a contract, and registers both players' keys.
    pub async fn set() -> Result<Self> {
        let network = Network::rewindable(&limits()).await?;
        network.control().set_l2_gas_price(LOW_PRICE).await?;
        let from_block = network.node().block(LATEST).await?.number;
        network.register_keys().await?;
        let folder = tempfile::tempdir()?;
        let relayer = network.account(RELAYER)?;
        relayer.write_key(&folder.path().join("account.key"))?;
        std::fs::write(folder.path().join("token"), TOKEN)?;
        Ok(Self {
            proxy: Proxy::before(network.node_url()).await?,
            network,
            folder,
            from_block,
            games: Cell::new(0),
        })
    }

    /// Writes the configuration of a relayer on this database, with more settings at its end.
    pub fn config(&self, place: &Place, more: &str) -> Result<PathBuf> {
        let folder = self.folder.path().display();
        let text = format!(
            "rpc = '{rpc}'\n\
             contract = '{contract}'\n\
             from_block = {from_block}\n\
             listen = '127.0.0.1:0'\n\
             database = '{database}'\n\
             [[accounts]]\n\
             address = '{account}'\n\
             key = {{ file = '{folder}/account.key' }}\n\
             [[tokens]]\n\
             name = 'tests'\n\
             secret = {{ file = '{folder}/token' }}\n\
             requests_per_minute = 1000000\n\
             [guard]\n\
             requests_per_second = 100000\n\
             [pace]\n\
             turn = 1\n\
             lease = {LEASE}\n\
             confirmations = {CONFIRMATIONS}\n\
             {more}\n",
            rpc = self.proxy.url(),
            contract = felt::to_text(&self.network.settlement().address),
            from_block = self.from_block,
            database = place.url(),
            account = felt::to_text(&self.network.account(RELAYER)?.address()),
        );
        let path = self.path("relay.toml");
        std::fs::write(&path, text)?;
        Ok(path)
    }

    /// A 9x9 game with these moves, which is no other one's.
    pub async fn game(&self, points: &str) -> Result<SignedGame> {
        let number = self.games.get() + 1;
        self.games.set(number);
        let mut terms = SignedGame::new(&self.network, 9).await?.terms;
        terms.black_nonce = number.into();
        let mut game = SignedGame::on(&self.network, terms)?;
        game.play(points)?;
        Ok(game)
    }

    /// A game of five moves, and an opening of four.
    pub async fn stale(&self) -> Result<Stale> {
        let opening = self.game("E5 C3 G7 D4").await?;
        let mut game = opening.clone();
        game.play("C7")?;
        Ok(Stale { game, opening })
    }

    /// A file or folder of the story's own.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Somebody opens the dispute with this line, or answers with it.
    pub async fn submit(&self, game: &SignedGame) -> Result<Receipt> {
        let act = game.submit()?;
        let call = self.network.settlement().submit(
            &act.terms,
            &act.line,
            &act.authority,
            &act.open,
            &act.ranked,
        );
        self.network.send(THIRD, &call).await
    }

    /// The chain's record of a game.
    pub async fn record(&self, game: &SignedGame) -> Result<Record> {
        Ok(self
            .network
            .view()
            .dispute(game.channel_id()?)
            .await?
            .record)
    }

    /// How often the contract's record of a game was written.
    pub async fn writes(&self, game: &SignedGame) -> Result<usize> {
        let id = game.channel_id()?;
        let (node, contract) = (self.network.node(), self.network.settlement());
        let last = node.block(LATEST).await?.number;
        let seen = events(node, contract, Some(id), self.from_block, last).await?;
        let of_channel = seen.iter().filter(|seen| {
            matches!(
                &seen.happening,
                Happening::Created { channel_id, .. } | Happening::Updated { channel_id, .. }
                    if *channel_id == id
            )
        });
        Ok(of_channel.count())
    }

    /// The next nonce of the relayer's account.
    pub async fn nonce(&self) -> Result<u64> {
        Ok(self.network.sender(RELAYER)?.nonces().await?.next)
    }

    /// Lets seconds and blocks pass on the chain.
    pub async fn pass(&self, seconds: u64, blocks: u64) -> Result<()> {
        self.network.advance(seconds, blocks).await
    }

    /// The game as its players hand it in.
    pub fn bundle(&self, game: &SignedGame) -> Result<Verified> {
        let contract = self.network.settlement().address;
        let transcript = game.transcript(self.network.node().chain_id(), contract)?;
        Ok(transcript.verify()?)
    }

    /// The same with the opening over its newest head, by the player who is not due.
    pub fn bundle_to_open(&self, game: &SignedGame) -> Result<Verified> {
        let mut bundle = self.bundle(game)?;
        let Mark::Signed(signature) = game.opening()? else {
            bail!("an opening is signed");
        };
        let steps = game.chain().steps();
        bundle.add_open(Signed { steps, signature })?;
        Ok(bundle)
    }
}
