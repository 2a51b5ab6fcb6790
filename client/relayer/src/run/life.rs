//! Signs of life of a part that is in the middle of a turn: a slow node must not cost it its lease, or
//! two processes would pass the work back and forth and neither would finish.

use std::future::{Future, pending};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{sleep, timeout};
use tracing::warn;

use crate::model::Seconds;
use crate::ports::Clock;
use crate::store::{Store, lease};

/// A turn that takes longer hangs: then its lease runs out, and another process takes over.
const LONGEST_TURN: Duration = Duration::from_secs(600);

/// What keeps one lease of one process.
pub struct Life {
    store: Store,
    clock: Arc<dyn Clock>,
    lease: String,
    holder: String,
    seconds: Seconds,
}

impl Life {
    /// Keeps `lease` for `holder`, `seconds` at a time.
    pub(super) fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        lease: String,
        holder: String,
        seconds: Seconds,
    ) -> Self {
        Self {
            store,
            clock,
            lease,
            holder,
            seconds,
        }
    }

    /// Renews the lease while `turn` runs, three times as often as needed.
    pub(super) async fn during<T>(&self, turn: impl Future<Output = T>) -> T {
        let every = Duration::from_secs(self.seconds.div_ceil(3).max(1));
        beating(turn, every, || self.renew()).await
    }

    async fn renew(&self) {
        let now = self.clock.now();
        let renewed = lease::renew(&self.store, &self.lease, &self.holder, now, self.seconds);
        if let Err(error) = renewed.await {
            warn!(lease = self.lease, %error, "not renewed");
        }
    }
}

/// What `turn` comes to; `beat` is called every so often until then, but not for ever.
async fn beating<T, B: Future<Output = ()>>(
    turn: impl Future<Output = T>,
    every: Duration,
    beat: impl Fn() -> B,
) -> T {
    let beats = async {
        let forever = async {
            loop {
                sleep(every).await;
                beat().await;
            }
        };
        // It never completes, so this is the end of the time.
        let _: Result<(), _> = timeout(LONGEST_TURN, forever).await;
        pending().await
    };
    tokio::select! {
        biased;
        done = turn => done,
        done = beats => done,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// Beats during a turn of so many seconds. Time stands still until nothing but time can pass.
    async fn beats(seconds: u64) -> u32 {
        let count = AtomicU32::new(0);
        let turn = sleep(Duration::from_secs(seconds));
        beating(turn, Duration::from_secs(5), || async {
            count.fetch_add(1, Ordering::SeqCst);
        })
        .await;
        count.into_inner()
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_turn_gives_signs_of_life() {
        assert_eq!(beats(4).await, 0);
        assert_eq!(beats(121).await, 24);
    }

    #[tokio::test(start_paused = true)]
    async fn a_turn_that_hangs_gives_no_more() {
        let in_time = LONGEST_TURN.as_secs() / 5;
        assert!(u64::from(beats(10_000).await) <= in_time);
    }
}
