//! Tells the operator's webhooks what happened, in the order of the history, at least once each.
//!
//! Server-sent events need no part of their own: each listener reads the history from the number that
//! it has. Webhooks have a cursor in the store, which moves when a call was answered with success, under
//! the lease `notify`: so one process calls at a time, and another one goes on where it died.

mod signature;
mod webhook;

use std::sync::Arc;

use thiserror::Error;
use tokio::task::JoinSet;

use crate::config::{Config, SecretError};
use crate::metrics;
use crate::model::Seconds;
use crate::ports::Clock;
use crate::store::lease::{self, Lease};
use crate::store::webhooks::{self, Cursor};
use crate::store::{Store, StoreError, history};

pub use signature::{HEADER, NotSigned, verify};
use webhook::{CallError, Webhook};

/// The lease of the one that calls.
pub const LEASE: &str = "notify";
/// Entries of one call.
const PAGE: u32 = 100;
/// Rest after the first call that fails; it doubles with each one more.
const FIRST_REST: Seconds = 5;
/// Longest rest.
const LONGEST_REST: Seconds = 15 * 60;

/// Why the notifier cannot be made.
#[derive(Debug, Error)]
pub enum NotifierError {
    /// A key cannot be read.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// The calls cannot be made at all.
    #[error("webhooks: {0}")]
    Http(#[from] reqwest::Error),
}

/// Calls webhooks.
pub struct Notifier {
    store: Store,
    clock: Arc<dyn Clock>,
    holder: String,
    lease: Seconds,
    webhooks: Vec<Arc<Webhook>>,
}

impl Notifier {
    /// A notifier; `holder` is a name that no other process has.
    ///
    /// # Errors
    /// [`NotifierError`].
    pub fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        config: &Config,
        holder: &str,
    ) -> Result<Self, NotifierError> {
        let http = webhook::http()?;
        let read = |hook| Webhook::read(hook, &http).map(Arc::new);
        Ok(Self {
            store,
            clock,
            holder: holder.to_owned(),
            lease: config.pace.lease,
            webhooks: config.webhooks.iter().map(read).collect::<Result<_, _>>()?,
        })
    }

    /// Tells each webhook whose time has come its next page of the history. True if there is more.
    ///
    /// # Errors
    /// [`StoreError`]; what was told and not written down is told again.
    pub async fn turn(&mut self) -> Result<bool, StoreError> {
        // The one part that turns in every process, whether or not anybody asks for metrics.
        metrics::upkeep();
        if self.webhooks.is_empty() {
            return Ok(false);
        }
        let Some(lease) = self.take().await? else {
            return Ok(false);
        };
        let mut calls = JoinSet::new();
        for hook in &self.webhooks {
            calls.spawn(page(self.store.clone(), Arc::clone(hook), self.clock.now()));
        }
        let mut more = false;
        while let Some(told) = calls.join_next().await {
            // A call that panicked leaves its cursor where it was.
            let Ok(told) = told else { continue };
            let Some(told) = told? else { continue };
            more |= told.more;
            self.advance(&lease, &told).await?;
        }
        Ok(more)
    }

    /// Gives the lease back, so that another process need not wait for its end.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn stop(&mut self) -> Result<(), StoreError> {
        match self.take().await? {
            Some(lease) => lease::give_back(&self.store, &lease).await,
            None => Ok(()),
        }
    }

    async fn take(&self) -> Result<Option<Lease>, StoreError> {
        let now = self.clock.now();
        lease::take(&self.store, LEASE, &self.holder, now, self.lease).await
    }

    async fn advance(&self, lease: &Lease, told: &Page) -> Result<(), StoreError> {
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        webhooks::advance(&mut transaction, &told.name, &told.cursor).await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// What came of a page.
struct Page {
    name: String,
    cursor: Cursor,
    more: bool,
}

/// Tells a webhook the page after its cursor; none while it rests, or if nothing is new. One that is
/// new is told what comes after the history's end.
async fn page(store: Store, hook: Arc<Webhook>, now: Seconds) -> Result<Option<Page>, StoreError> {
    let name = hook.name.clone();
    let Some(cursor) = webhooks::cursor(&store, &name).await? else {
        let cursor = Cursor::at(history::end(&store).await?);
        let more = false;
        return Ok(Some(Page { name, cursor, more }));
    };
    if cursor.not_before > now {
        return Ok(None);
    }
    let mut entries = history::after(&store, None, cursor.told, PAGE).await?;
    let Some(last) = entries.last().map(|last| last.number) else {
        return Ok(None);
    };
    let full = u32::try_from(entries.len()).is_ok_and(|found| found == PAGE);
    entries.retain(|entry| hook.wants(entry.topic));
    let called = if entries.is_empty() {
        Ok(())
    } else {
        hook.call(&entries, now).await
    };
    let more = full && called.is_ok();
    let cursor = match called {
        Ok(()) => Cursor::at(last),
        Err(error) => later(&name, cursor, now, &error),
    };
    Ok(Some(Page { name, cursor, more }))
}

/// The cursor of a webhook that could not be told.
fn later(name: &str, cursor: Cursor, now: Seconds, error: &CallError) -> Cursor {
    tracing::warn!(webhook = name, failures = cursor.failures + 1, %error, "could not be told");
    let rest = FIRST_REST
        .checked_shl(cursor.failures)
        .unwrap_or(LONGEST_REST);
    Cursor {
        failures: cursor.failures.saturating_add(1),
        not_before: now.saturating_add(rest.clamp(FIRST_REST, LONGEST_REST)),
        ..cursor
    }
}

#[cfg(test)]
mod tests;
