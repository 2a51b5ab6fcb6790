//! What every story begins with: a network whose blocks can be aborted, a contract of its own on it,
//! a node with faults before it, and an account for the relayer.

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
}

impl Stage {
    /// Deploys a contract, and registers both players' keys.
    pub async fn set() -> Result<Self> {
        let network = Network::rewindable(&limits()).await?;
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
             confirmations = 2\n\
             {more}\n",
            rpc = self.proxy.url(),
            contract = felt::to_text(&self.network.settlement().address),
            from_block = self.from_block,
            database = place.url(),
            account = felt::to_text(&self.network.account(RELAYER)?.address()),
        );
        let path = self.folder.path().join("relay.toml");
        std::fs::write(&path, text)?;
        Ok(path)
    }

    /// A 9x9 game with these moves.
    pub async fn game(&self, points: &str) -> Result<SignedGame> {
        let mut game = SignedGame::new(&self.network, 9).await?;
        game.play(points)?;
        Ok(game)
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
