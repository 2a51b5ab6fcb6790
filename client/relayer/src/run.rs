//! The service as a process: its parts put together, turned, and stopped.
//!
//! Parts share the database alone, so each has a task of its own. On the signal to stop each finishes
//! its turn and gives its lease back; what does not within ten seconds is left as a crash would leave
//! it, which loses nothing.

mod life;
mod look;
mod parts;
mod turns;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use surround_chain::ChainError;
use surround_chain::account::AccountError;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use crate::api;
use crate::config::{Config, SecretError};
use crate::notify::NotifierError;
use crate::ports::SystemClock;
use crate::store::StoreError;

pub use life::Life;
pub use look::{AccountSeen, Seen, look};
pub use parts::Parts;

/// How long parts and clients have to finish.
const GRACE: Duration = Duration::from_secs(10);

/// Why the service does not start, or ended.
#[derive(Debug, Error)]
pub enum RunError {
    /// The node, the contract or an account.
    #[error(transparent)]
    Chain(#[from] ChainError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A secret cannot be read.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// An account cannot be used.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The address is taken, or is none of this computer.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// The webhooks cannot be called.
    #[error(transparent)]
    Notifier(#[from] NotifierError),
    /// The operating system gives no random numbers, which tell processes apart.
    #[error("the operating system gives no random numbers")]
    NoRandomness,
    /// A part of the program ended by itself, which is a fault in it.
    #[error("{0} ended by itself; the service stops, so that another process takes over")]
    Ended(String),
}

/// A service that listens.
pub struct Service {
    parts: Parts,
    listener: TcpListener,
    address: SocketAddr,
    rest: Duration,
    stop: CancellationToken,
}

impl Service {
    /// Opens database and node, puts the parts together, and listens. Nothing is done yet.
    ///
    /// # Errors
    /// [`RunError`].
    pub async fn start(config: Config) -> Result<Self, RunError> {
        let (wanted, rest) = (config.listen, Duration::from_secs(config.pace.turn));
        let stop = CancellationToken::new();
        let parts = Parts::of(config, Arc::new(SystemClock), stop.clone()).await?;
        let failed = |source| RunError::Listen {
            address: wanted,
            source,
        };
        let listener = TcpListener::bind(wanted).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        info!(%address, "starting");
        Ok(Self {
            parts,
            listener,
            address,
            rest,
            stop,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `signal`, finishes what it is at, and gives back what it holds.
    ///
    /// # Errors
    /// [`RunError::Ended`].
    pub async fn until(self, signal: CancellationToken) -> Result<(), RunError> {
        let stop = self.stop;
        let Parts {
            watcher,
            senders,
            notifier,
            router,
            lives,
        } = self.parts;
        let mut tasks = JoinSet::new();
        tasks.spawn(turns::keep(watcher, lives.watcher, self.rest, stop.clone()));
        for (sender, life) in senders.into_iter().zip(lives.senders) {
            tasks.spawn(turns::keep(sender, life, self.rest, stop.clone()));
        }
        tasks.spawn(turns::keep(
            notifier,
            lives.notifier,
            self.rest,
            stop.clone(),
        ));
        tasks.spawn(serve(self.listener, router, stop.clone()));
        let ended = tokio::select! {
            () = signal.cancelled() => None,
            ended = tasks.join_next() => ended,
        };
        stop.cancel();
        let finished = timeout(GRACE, async { while tasks.join_next().await.is_some() {} });
        if finished.await.is_err() {
            warn!("not everything finished in time; the next process goes on with it");
        }
        match ended {
            None => Ok(()),
            Some(Ok(name)) => Err(RunError::Ended(name.to_owned())),
            Some(Err(error)) => Err(RunError::Ended(error.to_string())),
        }
    }
}

/// Answers requests until `stop`.
async fn serve(
    listener: TcpListener,
    router: axum::Router,
    stop: CancellationToken,
) -> &'static str {
    api::serve(listener, router, stop).await;
    "the server"
}

/// Cancelled by Ctrl-C and by SIGTERM.
///
/// # Errors
/// The signals cannot be listened for.
pub fn stop_on_signals() -> io::Result<CancellationToken> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let stop = CancellationToken::new();
    let stopping = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        info!("stopping");
        stopping.cancel();
    });
    Ok(stop)
}
