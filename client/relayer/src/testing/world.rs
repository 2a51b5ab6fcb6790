//! A relayer on a chain in memory, whose processes can die and start again on the same database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_chain::calls::Settlement;
use surround_channel::felt;
use surround_channel::transcript::Verified;
use surround_settlement::Record;
use surround_tests::game::{NO_SIGNATURE, SignedGame};

use super::account::Account;
use super::chain::{Chain, Point};
use super::place::Place;
use super::{CHAIN, CONTRACT, START};
use crate::config::Config;
use crate::journal::Stage;
use crate::model::{Action, Bearer, Job, JobKey, Seconds, Sides, Standing, Told, Topic};
use crate::ports::Clock;
use crate::pulse::Pulse;
use crate::sender::SenderActor;
use crate::store::bundles::{self, Kept};
use crate::store::{Store, channels, history, jobs};
use crate::watcher::{Turn, Watcher};

/// The account that sends.
pub const SENDER: Felt = Felt::from_hex_unchecked("0x5e4d");

/// A clock that stands until it is moved.
pub struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> Seconds {
        self.0.load(Ordering::SeqCst)
    }
}

/// Chain, database, clock and configuration.
pub struct World {
    pub chain: Chain,
    // Holds the database's file.
    _place: Place,
    pub store: Store,
    pub clock: Arc<HandClock>,
    pub config: Config,
    pub pulse: Pulse,
}

impl World {
    /// A chain on which this game's players have registered, and an empty database.
    pub async fn new(place: Place, game: &SignedGame) -> Self {
        let file = json!({
            "rpc": "http://127.0.0.1:9",
            "contract": felt::to_text(&CONTRACT),
            "from_block": START.block,
            "margins": { "alarms": [1_800, 600], "urgent": 900 },
            "fees": { "per_transaction": "0.1", "urgent": "0.3" },
        });
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        Self {
            chain: Chain::new(game),
            store,
            _place: place,
            clock: Arc::new(HandClock(AtomicU64::new(START.now))),
            config: Config::read(None, file).unwrap(),
            pulse: Pulse::default(),
        }
    }

    /// One in a file.
    pub async fn in_a_file(game: &SignedGame) -> Self {
        Self::new(Place::in_a_file(), game).await
    }

    /// The sender of a process.
    pub fn sender(&self, holder: &str) -> SenderActor<Account> {
        self.sender_of(SENDER, holder)
    }

    /// The sender of another account.
    pub fn sender_of(&self, address: Felt, holder: &str) -> SenderActor<Account> {
        let chain = self.chain.clone();
        let account = Account { chain, address };
        let (clock, pulse) = (self.clock.clone(), self.pulse.clone());
        SenderActor::new(
            account,
            self.store.clone(),
            clock,
            pulse,
            &self.config,
            holder,
        )
    }

    /// The watcher of a process.
    pub fn watcher(&self, holder: &str) -> Watcher<Chain> {
        let (clock, pulse) = (self.clock.clone(), self.pulse.clone());
        let chain = self.chain.clone();
        Watcher::new(
            chain,
            self.store.clone(),
            clock,
            pulse,
            &self.config,
            holder,
        )
    }

    /// One turn of a watcher that has just started.
    pub async fn watch(&self) {
        let mut watcher = self.watcher("a");
        while watcher.turn().await.unwrap() == Turn::More {}
    }

    /// One turn of a sender that has just started.
    pub async fn send(&self) {
        self.sender("a").turn().await.unwrap();
    }

    /// Lets time pass on the wall.
    pub fn wait(&self, seconds: Seconds) {
        self.clock.0.fetch_add(seconds, Ordering::SeqCst);
    }

    /// Makes a block `seconds` later, and has it watched.
    pub async fn next_block(&self, seconds: Seconds) {
        self.wait(seconds);
        self.chain.mine(seconds);
        self.watch().await;
    }

    /// Makes so many blocks of one second.
    pub async fn blocks(&self, blocks: u64) {
        for _ in 0..blocks {
            self.next_block(1).await;
        }
    }

    /// Takes a game in.
    pub async fn hand_in(&self, game: &Verified, sides: Sides) {
        let bearer = Bearer {
            name: "club".to_owned(),
            channels: 10,
        };
        let kept = Kept::new(game, Standing::Longest).unwrap();
        let (id, now) = (game.channel_id(), self.clock.now());
        let mut transaction = self.store.write().await.unwrap();
        channels::arrive(&mut transaction, id, game.terms(), sides, &bearer, now)
            .await
            .unwrap();
        bundles::keep(&mut transaction, id, &kept, now)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
    }

    /// Somebody opens a dispute over the game's head, in a block of its own.
    pub fn open(&self, game: &SignedGame) {
        let contract = Settlement { address: CONTRACT };
        let call = contract.submit(
            &game.terms,
            &game.line(),
            &game.authority().unwrap(),
            &game.opening().unwrap(),
            &NO_SIGNATURE,
        );
        self.chain.somebody(call);
    }

    /// The sender dies at a point of its turn: nothing after it happens.
    pub async fn die_at(&self, point: Point, holder: &str) {
        self.chain.inner().stop_at = Some(point);
        let mut sender = self.sender(holder);
        tokio::select! {
            biased;
            turn = sender.turn() => panic!("did not come to {point:?}: {turn:?}"),
            () = self.chain.stopped() => {}
        }
    }

    /// A piece of work.
    pub async fn job(&self, game: &SignedGame, action: Action, height: u16) -> Option<Job> {
        let key = JobKey {
            channel: game.channel_id().unwrap(),
            action,
            height,
        };
        jobs::get(&self.store, key).await.unwrap()
    }

    /// The stage of a piece of work that there is.
    pub async fn stage(&self, game: &SignedGame, action: Action, height: u16) -> Stage {
        self.job(game, action, height).await.unwrap().stage
    }

    /// Everything that was told about a topic.
    pub async fn told(&self, topic: Topic) -> Vec<Told> {
        let told = history::after(&self.store, None, 0, 1_000).await.unwrap();
        told.into_iter()
            .filter(|told| told.topic == topic)
            .collect()
    }

    /// The record that the chain has of the game.
    pub fn record(&self, game: &SignedGame) -> Record {
        self.chain.record(game)
    }
}
