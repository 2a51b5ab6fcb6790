//! One account that sends: its nonces, its journal and its fees.
//!
//! One sender an account works at a time: the lease `send:<account>` is part of everything that it
//! writes. A turn first finds out what became of the transactions that were sent, then keeps those
//! alive that still wait, closes gaps between nonces, and only then takes new work, the nearest
//! deadline first.
//!
//! A transaction is written down with its nonce before it is sent, and is never deleted. One that can
//! never be taken is replaced on its nonce: by one that offers more, or by one without a call when
//! what it was for does not simulate any more.

mod build;
mod caps;
mod gap;
mod receipts;
mod resend;
mod rests;
mod sign;
mod slots;
mod take;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_chain::calls::Settlement;
use surround_chain::{Category, ChainError};
use surround_channel::felt;
use thiserror::Error;
use tracing::{info, warn};

use crate::config::{Config, Fees, Pace};
use crate::journal::Event;
use crate::model::{Attempt, Job, JobKey, Seconds};
use crate::ports::{Clock, Sending};
use crate::pulse::{Pulse, SenderPulse};
use crate::store::lease::Lease;
use crate::store::{Store, StoreError, attempts, blocks, jobs, lease};
use crate::watcher::Turn;
use slots::Patience;

/// Why a turn of the sender ended early, or could not do everything. The next one goes on.
#[derive(Debug, Error)]
pub enum SendError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The node.
    #[error("sending: {0}")]
    Chain(#[from] ChainError),
}

/// The sender of one account.
pub struct SenderActor<A> {
    account: A,
    store: Store,
    clock: Arc<dyn Clock>,
    pulse: SenderPulse,
    settings: Settings,
    holder: String,
    /// Nonces that the chain has taken, with none of our transactions to be seen.
    lost: Patience,
    /// Nonces of executed transactions whose receipts are not found any more.
    vanished: Patience,
    /// Nonces below waiting ones that nothing waits for.
    gaps: Patience,
    /// Transactions that a node found too cheap, and when it last did.
    underpriced: BTreeMap<Felt, Seconds>,
    /// What the account had at the begin of the turn.
    balance: Fri,
    /// How long work last had to wait for a price or an allowance.
    rests: HashMap<JobKey, Seconds>,
    /// Until when work rests for this account alone, which lacks what another one may have.
    rests_here: HashMap<JobKey, Seconds>,
    /// The first error of the node in this turn that did not end it.
    trouble: Option<ChainError>,
}

/// What the sender takes from the configuration.
struct Settings {
    contract: Settlement,
    fees: Fees,
    urgent: Seconds,
    alarms: Vec<Seconds>,
    pace: Pace,
}

/// The lease of the one that sends from an account.
#[must_use]
pub fn lease_name(account: Felt) -> String {
    format!("send:{}", felt::to_text(&account))
}

impl<A: Sending> SenderActor<A> {
    /// A sender; `holder` is a name that no other process has.
    pub fn new(
        account: A,
        store: Store,
        clock: Arc<dyn Clock>,
        pulse: Pulse,
        config: &Config,
        holder: &str,
    ) -> Self {
        let contract = Settlement {
            address: config.contract,
        };
        let pulse = pulse.of(account.account());
        Self {
            account,
            store,
            clock,
            pulse,
            settings: Settings {
                contract,
                fees: config.fees.clone(),
                urgent: config.margins.urgent,
                alarms: config.margins.alarms.clone(),
                pace: config.pace.clone(),
            },
            holder: holder.to_owned(),
            lost: Patience::default(),
            vanished: Patience::default(),
            gaps: Patience::default(),
            underpriced: BTreeMap::new(),
            balance: Fri(0),
            rests: HashMap::new(),
            rests_here: HashMap::new(),
            trouble: None,
        }
    }

    /// One look at everything that was sent, and whatever can be sent now.
    ///
    /// # Errors
    /// [`SendError`]; what was written is consistent, and the next turn goes on from it.
    pub async fn turn(&mut self) -> Result<Turn, SendError> {
        match self.work().await {
            // Somebody else goes on with what is written down.
            Err(SendError::Store(StoreError::LeaseLost { .. })) => Ok(self.stand_by()),
            turn => turn,
        }
    }

    async fn work(&mut self) -> Result<Turn, SendError> {
        self.trouble = None;
        let Some(lease) = self.lease().await? else {
            return Ok(self.stand_by());
        };
        self.pulse.see(|seen| seen.leads = true);
        let nonces = self.account.nonces().await?;
        let balance = self.account.balance().await?;
        self.balance = balance;
        self.pulse.see(|seen| seen.balance = Some(balance));
        self.look_at_receipts(&lease, nonces).await?;
        self.keep_alive(&lease, nonces).await?;
        self.close_gaps(&lease, nonces).await?;
        let turn = self.take(&lease, nonces).await?;
        self.rehearse().await;
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble.into());
        }
        let now = self.clock.now();
        self.pulse.see(|seen| seen.sender_at = now);
        Ok(turn)
    }

    fn stand_by(&self) -> Turn {
        self.pulse.see(|seen| seen.leads = false);
        Turn::StandsBy
    }

    /// Gives the lease back, so that another process need not wait for its end.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub async fn stop(&mut self) -> Result<(), StoreError> {
        self.pulse.see(|seen| seen.leads = false);
        match self.lease().await? {
            Some(lease) => lease::give_back(&self.store, &lease).await,
            None => Ok(()),
        }
    }

    async fn lease(&self) -> Result<Option<Lease>, StoreError> {
        let name = lease_name(self.account.account());
        let (now, seconds) = (self.clock.now(), self.settings.pace.lease);
        lease::take(&self.store, &name, &self.holder, now, seconds).await
    }

    /// Makes the lease last, before something that takes time.
    async fn renew(&self, lease: &Lease) -> Result<(), StoreError> {
        if self.lease().await?.as_ref() == Some(lease) {
            return Ok(());
        }
        let name = lease.name.clone();
        Err(StoreError::LeaseLost { name })
    }

    /// The later of the newest block's time and the wall clock: deadlines are compared with it.
    async fn chain_clock(&self) -> Result<Seconds, StoreError> {
        let head = blocks::newest(&self.store).await?;
        Ok(self.clock.now().max(head.map_or(0, |head| head.at.now)))
    }

    /// Hands a transaction that is written down to the node, and writes down what the node says.
    async fn send(
        &mut self,
        lease: &Lease,
        job: Option<&Job>,
        attempt: &Attempt,
    ) -> Result<(), SendError> {
        let hash = attempt.envelope.hash();
        let sent = self.account.send(&attempt.envelope).await;
        let event = match &sent {
            Ok(()) => Some(Event::Take),
            // It may have been taken all the same.
            Err(error) if error.category() == Category::Network => Some(Event::Silence),
            // The nonce is taken, perhaps by this very transaction: the receipts will tell.
            Err(ChainError::Nonce { .. }) => Some(Event::Silence),
            Err(_) => None,
        };
        match &sent {
            Ok(()) => info!(tx = %felt::to_text(&hash), nonce = attempt.flight.nonce, "sent"),
            Err(error) => warn!(tx = %felt::to_text(&hash), nonce = attempt.flight.nonce, %error,
                "the node did not take a transaction"),
        }
        if let Some(event) = event {
            self.write_sent(lease, job, hash, event).await?;
        }
        match sent {
            Err(ChainError::Underpriced { .. }) => {
                self.underpriced.insert(hash, self.clock.now());
            }
            Ok(()) => {
                self.underpriced.remove(&hash);
            }
            Err(ChainError::Nonce { .. }) => {}
            Err(error) => self.have_trouble(error),
        }
        Ok(())
    }

    async fn write_sent(
        &self,
        lease: &Lease,
        job: Option<&Job>,
        hash: Felt,
        event: Event,
    ) -> Result<(), SendError> {
        let now = self.clock.now();
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        if event == Event::Take {
            attempts::taken(&mut transaction, hash, now).await?;
        }
        let news = |job: &&Job| job.stage.after(event) != Ok(job.stage);
        if let Some(job) = job.filter(news) {
            jobs::pass(&mut transaction, job, event, now).await?;
        }
        Ok(transaction.commit().await.map_err(StoreError::from)?)
    }

    /// Lets the turn go on after what the node said of one transaction: the others are to be kept alive
    /// all the same. Not if it cannot be reached at all.
    fn bear(&mut self, done: Result<(), SendError>) -> Result<(), SendError> {
        match done {
            Err(SendError::Chain(error)) if !is_unreachable(&error) => {
                self.have_trouble(error);
                Ok(())
            }
            done => done,
        }
    }

    /// Remembers an error of the node that does not keep the turn from going on.
    fn have_trouble(&mut self, error: ChainError) {
        self.trouble.get_or_insert(error);
    }
}

/// Whether the node would not answer any other question either.
fn is_unreachable(error: &ChainError) -> bool {
    matches!(error, ChainError::Unreachable { .. })
}
