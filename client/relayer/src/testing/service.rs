//! The HTTP interface on a store, over real connections.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_settlement::{Moment, Record};
use surround_tests::game::SignedGame;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::place::Place;
use super::{CHAIN, CONTRACT, START};
use crate::api::{State, router};
use crate::client::Client;
use crate::config::{Config, Hidden};
use crate::guard::Guard;
use crate::intake::Intake;
use crate::model::{Bearer, Observation, Seconds};
use crate::ports::{Block, Clock};
use crate::pulse::Pulse;
use crate::store::{Store, blocks, channels, observations};

/// A clock that stands until it is set.
#[derive(Clone, Debug)]
pub struct Wall(Arc<AtomicU64>);

impl Wall {
    pub fn at(now: Seconds) -> Self {
        Self(Arc::new(AtomicU64::new(now)))
    }

    pub fn pass(&self, seconds: Seconds) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for Wall {
    fn now(&self) -> Seconds {
        self.0.load(Ordering::SeqCst)
    }
}

/// A configuration with the tokens `wallet` and `server`, whose secrets are `secret of NAME`. The
/// folder holds the secrets.
pub fn config(more: &serde_json::Value) -> (Config, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| -> PathBuf {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("secret of {name}\n")).unwrap();
        path
    };
    let token = |name: &str, channels: u32| {
        json!({
            "name": name, "secret": { "file": file(name) }, "channels": channels,
            "requests_per_minute": 100_000,
        })
    };
    let mut all = json!({
        "rpc": "http://127.0.0.1:1",
        "contract": felt::to_text(&CONTRACT),
        "tokens": [token("wallet", 3), token("server", 1_000)],
        "guard": { "requests_per_second": 10_000 },
    });
    for (field, value) in more.as_object().into_iter().flatten() {
        all[field] = value.clone();
    }
    (Config::read(None, all).unwrap(), folder)
}

/// A process that answers. Dropping it is what a crash is to the others.
pub struct Service {
    pub state: State,
    pub wall: Wall,
    pub address: SocketAddr,
    _secrets: TempDir,
}

impl Service {
    /// One on a database, as the configuration has it.
    pub async fn start(place: &Place) -> Self {
        Self::start_with(place, &json!({})).await
    }

    /// One with another configuration.
    pub async fn start_with(place: &Place, more: &serde_json::Value) -> Self {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let (config, secrets) = config(more);
        let wall = Wall::at(START.now);
        let clock: Arc<dyn Clock> = Arc::new(wall.clone());
        let intake = Intake::new(store.clone(), clock.clone(), CHAIN, CONTRACT, &config.guard);
        let state = State {
            store,
            clock,
            pulse: Pulse::default(),
            guard: Arc::new(Guard::new(&config).unwrap()),
            config: Arc::new(config),
            intake: Arc::new(intake),
            stopping: CancellationToken::new(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let service = router(state.clone()).into_make_service_with_connect_info::<SocketAddr>();
        let stopping = state.stopping.clone();
        let served = axum::serve(listener, service)
            .with_graceful_shutdown(async move { stopping.cancelled().await });
        tokio::spawn(async move { served.await });
        Self {
            state,
            wall,
            address,
            _secrets: secrets,
        }
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A client with one of the tokens.
    pub fn client(&self, token: &str) -> Client {
        let secret = Hidden::from(format!("secret of {token}"));
        Client::new(&self.url(""), secret).unwrap()
    }

    /// The watcher reads a block, in which the game's record becomes this.
    pub async fn see(&self, at: Moment, game: Option<(&SignedGame, Record)>) {
        see(&self.state.store, at, game).await;
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.state.stopping.cancel();
    }
}

/// The watcher reads a block, in which the game's record becomes this.
pub async fn see(store: &Store, at: Moment, game: Option<(&SignedGame, Record)>) {
    let mut transaction = store.write().await.unwrap();
    let hash = Felt::from(at.block);
    blocks::follow(&mut transaction, &Block { at, hash })
        .await
        .unwrap();
    if let Some((game, record)) = game {
        let seen = Observation {
            channel: game.channel_id().unwrap(),
            block: at.block,
            position: 0,
            transaction: Felt::ONE,
            record,
            line: Some(game.line()),
        };
        observations::add(&mut transaction, &seen).await.unwrap();
        channels::wake(&mut transaction, seen.channel)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
}

/// The bearer of a token with a quota.
pub fn bearer(name: &str, channels: u32) -> Bearer {
    Bearer {
        name: name.to_owned(),
        channels,
    }
}

/// The JSON text of a game, as a client hands it in.
pub fn text(game: &SignedGame) -> String {
    super::bundle(game).transcript().to_json().unwrap()
}
