//! Taking work: built, simulated, within the caps, signed, written down, sent.

use surround_chain::ChainError;
use surround_chain::fees::Quote;
use surround_chain::send::Nonces;
use surround_channel::felt;
use surround_settlement::Record;
use tracing::info;

use super::build::Built;
use super::caps::OverCap;
use super::rests::{self, Ahead, HELD_FOR};
use super::sign::Draft;
use super::slots;
use super::{SendError, SenderActor, is_unreachable};
use crate::journal::Event;
use crate::model::{Flight, Job, Origin, Outcome};
use crate::ports::Sending;
use crate::store::lease::Lease;
use crate::store::{StoreError, channels, jobs, lease};
use crate::watcher::Turn;

/// Why work waits while the node is away.
const UNREACHABLE: &str = "the node does not answer";
/// Work looked at in a turn, for each transaction that may be sent: some of it has to wait.
const LOOKED_AT: u32 = 4;

/// What became of work that was looked at.
enum Taken {
    /// It holds the nonce now.
    Signed,
    /// It waits, has ended, or somebody else has taken it.
    Not,
}

impl<A: Sending> SenderActor<A> {
    /// Takes as much work as may be on its way at once.
    pub(super) async fn take(&mut self, lease: &Lease, nonces: Nonces) -> Result<Turn, SendError> {
        let account = self.account.account();
        let slots = slots::read(&self.store, account, nonces.accepted).await?;
        let waiting = slots
            .iter()
            .filter(|(nonce, slot)| slot.waits(**nonce, nonces.accepted))
            .count();
        let waiting = u32::try_from(waiting).unwrap_or(u32::MAX);
        let mut room = self.settings.pace.in_flight.saturating_sub(waiting);
        let mut nonce = slots::next_free(&slots, nonces.next, nonces.accepted);
        for job in self.waiting(room.saturating_mul(LOOKED_AT)).await? {
            if room == 0 {
                break;
            }
            self.renew(lease).await?;
            let flight = Flight { account, nonce };
            match self.take_one(lease, &job, flight).await {
                Ok(Taken::Signed) => {
                    nonce = nonce.saturating_add(1);
                    room -= 1;
                }
                Ok(Taken::Not) => {}
                Err(SendError::Chain(error)) => {
                    let ends = is_unreachable(&error);
                    self.hold_for_node(lease, &job, &error).await?;
                    self.have_trouble(error);
                    if ends {
                        break;
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Turn::Rests)
    }

    /// Work that may be taken by this account, `most` at most.
    async fn waiting(&mut self, most: u32) -> Result<Vec<Job>, StoreError> {
        let now = self.clock.now();
        self.rests_here.retain(|_, until| *until > now);
        let resting = u32::try_from(self.rests_here.len()).unwrap_or(u32::MAX);
        let mut waiting = jobs::queued(&self.store, now, most.saturating_add(resting)).await?;
        waiting.retain(|job| !self.rests_here.contains_key(&job.key));
        Ok(waiting)
    }

    async fn take_one(
        &mut self,
        lease: &Lease,
        job: &Job,
        flight: Flight,
    ) -> Result<Taken, SendError> {
        let (call, record) = match self.build(job).await? {
            Built::Call(call, record) => (call, record),
            Built::Impossible(reason) => return self.refuse(lease, job, reason).await,
            Built::Unreadable(reason) => return self.hold(lease, job, &reason).await,
            Built::TooEarly => return Ok(Taken::Not),
        };
        if is_outdated(job, &record) {
            return self.have_decided_again(lease, job).await;
        }
        if let Err(over) = self.has_allowance(job).await? {
            return self.hold_longer(lease, job, &over.to_string()).await;
        }
        let calls = [call];
        let quote = match self.simulate(&calls).await {
            Ok(quote) => quote,
            Err(ChainError::Reverted { revert, .. }) => {
                let reason = revert.name().unwrap_or(&revert.trace).to_owned();
                return self.refuse(lease, job, reason).await;
            }
            Err(error @ (ChainError::TooHeavy { .. } | ChainError::Gateway(_))) => {
                return self.refuse(lease, job, error.to_string()).await;
            }
            Err(error) => return Err(error.into()),
        };
        match self.afford(job, &quote.bounds, None, job.by).await? {
            Ok(()) => {}
            Err(over @ OverCap::Balance { .. }) => {
                return self.hold_here(lease, job, &over.to_string()).await;
            }
            Err(over) => return self.hold_longer(lease, job, &over.to_string()).await,
        }
        let draft = Draft {
            job: Some(job),
            event: Event::Sign,
            calls: &calls,
            flight,
            bounds: quote.bounds,
            promised: None,
            by: job.by,
        };
        let signed = self.sign(lease, &draft).await?;
        self.rests.remove(&job.key);
        Ok(if signed { Taken::Signed } else { Taken::Not })
    }

    async fn simulate(&self, calls: &[surround_chain::call::Call]) -> Result<Quote, ChainError> {
        let quote = self.account.simulate(calls).await;
        if let Ok(_) | Err(ChainError::Reverted { .. }) = quote {
            let now = self.clock.now();
            self.pulse.see(|seen| seen.simulated_at = now);
        }
        quote
    }

    /// Simulates a transaction without calls when nothing was simulated for a while: it shows before it
    /// matters whether account and node would do their part.
    pub(super) async fn rehearse(&mut self) {
        let idle = self
            .clock
            .now()
            .saturating_sub(self.pulse.seen().simulated_at);
        if idle <= self.settings.pace.stale_after {
            return;
        }
        if let Err(error) = self.simulate(&[]).await {
            self.have_trouble(error);
        }
    }

    /// Lets work wait for something that time may bring.
    async fn hold(&self, lease: &Lease, job: &Job, reason: &str) -> Result<Taken, SendError> {
        let until = self.clock.now().saturating_add(HELD_FOR);
        self.note_held(lease, job, until, reason).await?;
        Ok(Taken::Not)
    }

    /// Lets work wait for something that this account lacks: others may take it at once.
    async fn hold_here(
        &mut self,
        lease: &Lease,
        job: &Job,
        reason: &str,
    ) -> Result<Taken, SendError> {
        let until = self.clock.now().saturating_add(HELD_FOR);
        self.rests_here.insert(job.key, until);
        self.note_held(lease, job, job.not_before, reason).await?;
        Ok(Taken::Not)
    }

    /// Lets work wait that the node did not get along with.
    async fn hold_for_node(
        &mut self,
        lease: &Lease,
        job: &Job,
        error: &ChainError,
    ) -> Result<Taken, SendError> {
        match error {
            ChainError::Balance { .. } => self.hold_here(lease, job, &error.to_string()).await,
            // Its text has the node's address, which is nobody's business but the operator's.
            ChainError::Unreachable { .. } => self.hold(lease, job, UNREACHABLE).await,
            _ => self.hold(lease, job, &error.to_string()).await,
        }
    }

    /// Lets work wait for a price or an allowance, longer each time.
    async fn hold_longer(
        &mut self,
        lease: &Lease,
        job: &Job,
        reason: &str,
    ) -> Result<Taken, SendError> {
        let last = self.rests.get(&job.key).copied();
        let rest = rests::held(last, &self.ahead(job).await?);
        self.rests.insert(job.key, rest);
        let until = self.clock.now().saturating_add(rest);
        self.note_held(lease, job, until, reason).await?;
        Ok(Taken::Not)
    }

    async fn ahead(&self, job: &Job) -> Result<Ahead<'_>, StoreError> {
        Ok(Ahead {
            by: job.by,
            urgent: self.settings.urgent,
            alarms: &self.settings.alarms,
            now: self.chain_clock().await?,
        })
    }

    /// Wakes a channel whose work rests on another record than the chain's, unless it is to be decided
    /// anyway.
    async fn have_decided_again(&self, lease: &Lease, job: &Job) -> Result<Taken, SendError> {
        let channel = channels::get(&self.store, job.key.channel).await?;
        if channel.is_some_and(|channel| channel.decide_at > 0) {
            let mut transaction = self.store.write().await?;
            lease::hold(&mut transaction, lease).await?;
            channels::wake(&mut transaction, job.key.channel).await?;
            transaction.commit().await.map_err(StoreError::from)?;
        }
        Ok(Taken::Not)
    }

    /// Ends work that the contract would refuse, and has its channel decided again: for as long as it
    /// is wanted, it is tried again, after a longer rest each time.
    async fn refuse(&self, lease: &Lease, job: &Job, reason: String) -> Result<Taken, SendError> {
        let now = self.clock.now();
        let rest = rests::refused(job.refusals, &self.ahead(job).await?);
        info!(channel = %felt::to_text(&job.key.channel), action = %job.key.action,
            height = job.key.height, reason, "does not simulate");
        let refused = Job {
            not_before: now.saturating_add(rest),
            outcome: Some(Outcome::Refused { reason }),
            ..job.clone()
        };
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        jobs::pass(&mut transaction, &refused, Event::Refuse, now).await?;
        channels::wake(&mut transaction, job.key.channel).await?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(Taken::Not)
    }
}

/// Whether the record has moved on since the work was decided on: it will be decided on again.
fn is_outdated(job: &Job, record: &Record) -> bool {
    job.origin != Origin::Request && job.basis != *record
}
