//! A process of the relayer inside the test: the same parts, put together the same way, that turn when
//! the story says so and read the time from the story's clock. Clients reach it over real HTTP.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Result, ensure};
use serde_json::{Value, json};
use surround_channel::transcript::Verified;
use surround_relayer::api::views::JobView;
use surround_relayer::client::Client;
use surround_relayer::config::{Config, Hidden};
use surround_relayer::intake::Accepted;
use surround_relayer::model::{Seconds, Sides, Topic};
use surround_relayer::ports::Clock;
use surround_relayer::run::Parts;
use surround_relayer::watcher::Turn;
use surround_tests::game::SignedGame;
use tokio::net::TcpListener;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::stage::TOKEN;

/// Turns in which a story's work is done, or never will be.
const TURNS: usize = 20;

/// A wall clock that the story sets; replicas of one story share it.
#[derive(Clone)]
pub struct Wall(Arc<AtomicU64>);

impl Wall {
    /// A clock at this second.
    pub fn at(now: Seconds) -> Self {
        Self(Arc::new(AtomicU64::new(now)))
    }

    /// Sets it.
    pub fn set(&self, now: Seconds) {
        self.0.store(now, Ordering::SeqCst);
    }

    /// Lets seconds pass.
    pub fn pass(&self, seconds: Seconds) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for Wall {
    fn now(&self) -> Seconds {
        self.0.load(Ordering::SeqCst)
    }
}

/// One process. Dropping it is what a crash is to the others: nothing is given back.
pub struct Replica {
    parts: Parts,
    /// Where it listens.
    pub url: String,
    /// A client of it.
    pub client: Client,
    _stop: DropGuard,
}

impl Replica {
    /// Puts a process together from a configuration file.
    pub async fn start(config: &Path, wall: &Wall) -> Result<Self> {
        Self::start_with(config, json!({}), wall).await
    }

    /// The same with flags, which win over the file.
    pub async fn start_with(config: &Path, flags: Value, wall: &Wall) -> Result<Self> {
        let config = Config::read(Some(config), flags)?;
        let problems = config.problems();
        ensure!(problems.is_empty(), "{problems:?}");
        let stop = CancellationToken::new();
        let parts = Parts::of(config, Arc::new(wall.clone()), stop.clone()).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let router = parts.router.clone();
        let service = router.into_make_service_with_connect_info::<SocketAddr>();
        let served = axum::serve(listener, service).with_graceful_shutdown({
            let stop = stop.clone();
            async move { stop.cancelled().await }
        });
        tokio::spawn(async move { served.await });
        Ok(Self {
            parts,
            client: Client::new(&url, Hidden::from(TOKEN.to_owned()))?,
            url,
            _stop: stop.drop_guard(),
        })
    }

    /// Turns every part until none has more to do, as a running process would within seconds. What
    /// fails is tried again by the next call, as by the next turn.
    pub async fn turn(&mut self) -> Result<()> {
        for _ in 0..TURNS {
            let mut more = false;
            more |= matches!(self.parts.watcher.turn().await, Ok(Turn::More));
            for sender in &mut self.parts.senders {
                more |= matches!(sender.turn().await, Ok(Turn::More));
            }
            more |= matches!(self.parts.notifier.turn().await, Ok(true));
            if !more {
                return Ok(());
            }
        }
        anyhow::bail!("it has more to do after {TURNS} turns")
    }

    /// Hands a game in.
    pub async fn hand_in(&self, game: &Verified, sides: Sides) -> Result<Accepted> {
        let text = game.transcript().to_json()?;
        Ok(self.client.hand_in(&text, sides).await?)
    }

    /// The one piece of work there is for a game.
    pub async fn job(&self, game: &SignedGame) -> Result<JobView> {
        let mut jobs = self.client.channel(game.channel_id()?).await?.jobs;
        ensure!(jobs.len() == 1, "not one piece of work: {jobs:?}");
        Ok(jobs.remove(0))
    }

    /// How often Black or White was called about a game.
    pub async fn alarms(&self, game: &SignedGame) -> Result<usize> {
        let history = self.client.history(game.channel_id()?, 0).await?;
        let told = history.entries.iter();
        Ok(told.filter(|told| told.topic == Topic::Alarm).count())
    }

    /// Turns that follow each other, for what takes patience.
    pub async fn turns(&mut self, number: usize) -> Result<()> {
        for _ in 0..number {
            self.turn().await?;
        }
        Ok(())
    }
}
