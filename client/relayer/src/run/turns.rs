//! One part in one task: turn after turn, until it is told to stop.

use std::fmt::Display;
use std::future::Future;
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use tracing::{info, warn};

use super::life::Life;
use crate::notify::Notifier;
use crate::ports::{Sending, Watching};
use crate::sender::SenderActor;
use crate::store::StoreError;
use crate::watcher::{Turn, Watcher};

/// A part of the service.
pub(super) trait Part: Send + 'static {
    /// Its name in logs.
    const NAME: &'static str;

    /// Does what there is to do; says whether there is more.
    fn turn(&mut self) -> impl Future<Output = Result<Turn, impl Display + Send>> + Send;

    /// Gives back what it holds.
    fn stop(&mut self) -> impl Future<Output = Result<(), impl Display + Send>> + Send;
}

impl<C: Watching> Part for Watcher<C> {
    const NAME: &'static str = "watcher";

    fn turn(&mut self) -> impl Future<Output = Result<Turn, impl Display + Send>> + Send {
        Watcher::turn(self)
    }

    fn stop(&mut self) -> impl Future<Output = Result<(), impl Display + Send>> + Send {
        Watcher::stop(self)
    }
}

impl<S: Sending> Part for SenderActor<S> {
    const NAME: &'static str = "sender";

    fn turn(&mut self) -> impl Future<Output = Result<Turn, impl Display + Send>> + Send {
        SenderActor::turn(self)
    }

    fn stop(&mut self) -> impl Future<Output = Result<(), impl Display + Send>> + Send {
        SenderActor::stop(self)
    }
}

impl Part for Notifier {
    const NAME: &'static str = "notifier";

    async fn turn(&mut self) -> Result<Turn, impl Display + Send> {
        let more = Notifier::turn(self).await?;
        Ok::<_, StoreError>(if more { Turn::More } else { Turn::Rests })
    }

    fn stop(&mut self) -> impl Future<Output = Result<(), impl Display + Send>> + Send {
        Notifier::stop(self)
    }
}

/// Turns a part until `stop`, with `rest` between turns that left nothing to do; its name once it has
/// stopped. A turn that has begun is finished, and `life` goes on during it.
pub(super) async fn keep<P: Part>(
    mut part: P,
    life: Life,
    rest: Duration,
    stop: CancellationToken,
) -> &'static str {
    let mut trouble = None;
    while !stop.is_cancelled() {
        let more = match life.during(part.turn()).await {
            Ok(turn) => {
                if trouble.take().is_some() {
                    info!(part = P::NAME, "goes on as before");
                }
                turn == Turn::More
            }
            Err(error) => {
                complain(P::NAME, &mut trouble, error.to_string());
                false
            }
        };
        if !more {
            stop.run_until_cancelled(sleep(rest)).await;
        }
    }
    if let Err(error) = part.stop().await {
        warn!(part = P::NAME, %error, "what it held is free once its lease runs out");
    }
    P::NAME
}

/// Says what is wrong once, and again when something else is.
fn complain(part: &'static str, last: &mut Option<String>, error: String) {
    if last.as_ref() != Some(&error) {
        warn!(part, error, "a turn ended early; the next one goes on");
        *last = Some(error);
    }
}
