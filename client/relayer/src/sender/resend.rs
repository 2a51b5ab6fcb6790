//! Keeping alive what waits: handed in again unchanged, and replaced by a better offer in the end.

use surround_chain::ChainError;
use surround_chain::amount::Fri;
use surround_chain::call::Call;
use surround_chain::fees::{Bounds, Quote};
use surround_chain::send::Nonces;

use super::build::Built;
use super::sign::Draft;
use super::slots::{self, Slot};
use super::{SendError, SenderActor};
use crate::journal::Event;
use crate::model::{Attempt, Job, JobKey, Outcome, Seconds};
use crate::ports::Sending;
use crate::store::lease::Lease;
use crate::store::{StoreError, jobs, lease};

/// What a replacement does, and what that takes.
struct Offer {
    calls: Vec<Call>,
    quote: Quote,
}

impl<A: Sending> SenderActor<A> {
    /// Sends, sends again or replaces whatever waits for a block.
    pub(super) async fn keep_alive(
        &mut self,
        lease: &Lease,
        nonces: Nonces,
    ) -> Result<(), SendError> {
        let account = self.account.account();
        let (bump_after, resend_after) = (
            self.settings.pace.bump_after,
            self.settings.pace.resend_after,
        );
        let now = self.clock.now();
        for (nonce, slot) in &slots::read(&self.store, account, nonces.accepted).await? {
            // Below `next` the chain has executed something: the receipts will tell what.
            if *nonce < nonces.next || !slot.waits(*nonce, nonces.accepted) {
                continue;
            }
            let Some(newest) = slot.newest() else {
                continue;
            };
            // Only the first in the row can be held up by what it offers.
            let held_up =
                *nonce == nonces.next && now >= newest.signed_at.saturating_add(bump_after);
            let refused_at = self.underpriced.get(&newest.envelope.hash()).copied();
            let worth_more = held_up || refused_at.is_some();
            if worth_more && self.replace(lease, slot, newest).await? {
                continue;
            }
            // What was too cheap may be dear enough again.
            let due = refused_at.map_or_else(
                || slot.wants_sending(now, resend_after),
                |at| now >= at.saturating_add(resend_after),
            );
            if due {
                self.send(lease, slot.flying(), newest).await?;
            }
        }
        Ok(())
    }

    /// Signs another transaction with the same nonce, which offers more, and sends it. False if that
    /// cannot be done now.
    async fn replace(
        &mut self,
        lease: &Lease,
        slot: &Slot,
        newest: &Attempt,
    ) -> Result<bool, SendError> {
        match self.try_replace(lease, slot, newest).await {
            Err(SendError::Chain(error)) => {
                self.have_trouble(error);
                Ok(false)
            }
            replaced => replaced,
        }
    }

    async fn try_replace(
        &mut self,
        lease: &Lease,
        slot: &Slot,
        newest: &Attempt,
    ) -> Result<bool, SendError> {
        self.renew(lease).await?;
        let job = slot.flying();
        let Offer { calls, quote } = self.offer(job).await?;
        let raised = newest
            .envelope
            .bounds()
            .bumped(self.account.prices().await?);
        let bounds = Bounds {
            prices: raised.prices,
            tip: raised.tip,
            ..quote.bounds
        };
        let promised = promised(slot, newest, calls.is_empty());
        if let Some(job) = job {
            let counted = promised.map_or(Fri(0), |(_, fri)| fri);
            if let Err(over) = self.afford(job, &bounds, counted).await? {
                self.note_held(lease, job, job.not_before, &over.to_string())
                    .await?;
                return Ok(false);
            }
        }
        let draft = Draft {
            job,
            event: Event::Replace,
            calls: &calls,
            flight: newest.flight,
            bounds,
            promised,
        };
        let replaced = self.sign(lease, &draft).await?;
        self.underpriced.remove(&newest.envelope.hash());
        Ok(replaced)
    }

    /// What is best for the work by now: its call, or nothing but to take the nonce if the call does
    /// not simulate any more.
    async fn offer(&self, job: Option<&Job>) -> Result<Offer, SendError> {
        if let Some(job) = job
            && !self.is_outdone(job).await?
            && let Built::Call(call, _) = self.build(job).await?
        {
            let calls = vec![call];
            match self.account.simulate(&calls).await {
                Ok(quote) => return Ok(Offer { calls, quote }),
                Err(ChainError::Reverted { .. } | ChainError::TooHeavy { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let calls = Vec::new();
        let quote = self.account.simulate(&calls).await?;
        Ok(Offer { calls, quote })
    }

    /// Whether work for a longer line is in the air: built anew, this one would bring the same.
    async fn is_outdone(&self, job: &Job) -> Result<bool, StoreError> {
        let JobKey {
            channel,
            action,
            height,
        } = job.key;
        let flying = jobs::flying(self.store.pool(), channel, action).await?;
        Ok(flying.into_iter().any(|other| other > height))
    }

    /// Writes down why work waits; its stage stays.
    pub(super) async fn note_held(
        &self,
        lease: &Lease,
        job: &Job,
        not_before: Seconds,
        reason: &str,
    ) -> Result<(), SendError> {
        let now = self.clock.now();
        let reason = reason.to_owned();
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        let held = Outcome::Held { reason };
        jobs::note(&mut transaction, job, not_before, held, now).await?;
        Ok(transaction.commit().await.map_err(StoreError::from)?)
    }
}

/// What is counted already for what the replacement is for: the work, or the nonce alone.
fn promised(slot: &Slot, newest: &Attempt, for_nothing: bool) -> Option<(Seconds, Fri)> {
    if !for_nothing {
        return slot.promise();
    }
    let fee = newest.envelope.bounds().max_fee();
    newest.key.is_none().then_some((newest.signed_at, fee))
}
