//! Keeping alive what waits: handed in again unchanged, and replaced by a better offer in the end.

use surround_chain::ChainError;
use surround_chain::amount::Fri;
use surround_chain::call::Call;
use surround_chain::fees::{Bounds, Prices, Quote};
use surround_chain::send::Nonces;

use super::build::Built;
use super::caps::{self, OverCap};
use super::sign::Draft;
use super::slots::{self, Pressure, Slot};
use super::{SendError, SenderActor, Settings};
use crate::decide;
use crate::journal::Event;
use crate::model::{Attempt, Job, JobKey, Outcome, Seconds};
use crate::ports::Sending;
use crate::store::lease::Lease;
use crate::store::{StoreError, blocks, jobs, lease};

/// What a replacement does, and what that takes.
struct Offer {
    calls: Vec<Call>,
    quote: Quote,
}

impl Offer {
    /// What it takes, at prices that replace `newest` when resources cost `prices`.
    fn outbidding(&self, newest: &Attempt, prices: Prices) -> Bounds {
        let raised = newest.envelope.bounds().bumped(prices);
        Bounds {
            prices: raised.prices,
            tip: raised.tip,
            ..self.quote.bounds
        }
    }
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
        let (now, clock) = (self.clock.now(), self.chain_clock().await?);
        let slots = slots::read(&self.store, account, nonces.accepted).await?;
        for (nonce, slot) in &slots {
            // Below `next` the chain has executed something: the receipts will tell what.
            if *nonce < nonces.next || !slot.waits(*nonce, nonces.accepted) {
                continue;
            }
            let Some(newest) = slot.newest() else {
                continue;
            };
            // Only the first in the row can be held up by what it offers, and everything behind it too.
            let pressure = slots::pressure(&slots, *nonce);
            let hurries = caps::hurries(pressure.by, self.settings.urgent, clock);
            let patience = if hurries { resend_after } else { bump_after };
            let held_up = *nonce == nonces.next && now >= newest.signed_at.saturating_add(patience);
            let refused_at = self.underpriced.get(&newest.envelope.hash()).copied();
            let worth_more = held_up || refused_at.is_some();
            if worth_more && self.replace(lease, slot, newest, pressure).await? {
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
        pressure: Pressure,
    ) -> Result<bool, SendError> {
        match self.try_replace(lease, slot, newest, pressure).await {
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
        pressure: Pressure,
    ) -> Result<bool, SendError> {
        self.renew(lease).await?;
        let job = slot.flying();
        let prices = self.account.prices().await?;
        let Some(mut offer) = self.offer(job).await? else {
            return Ok(false);
        };
        let mut bounds = offer.outbidding(newest, prices);
        if let (Some(job), false) = (job, offer.calls.is_empty()) {
            let afford = self.afford(job, &bounds, slot.promise(), pressure.by);
            if let Err(over) = afford.await? {
                self.note_held(lease, job, job.not_before, &over.to_string())
                    .await?;
                if !pressure.followed {
                    return Ok(false);
                }
                // It waits in the queue for its price, and not in the way of the others.
                offer = self.offer_nothing().await?;
                bounds = offer.outbidding(newest, prices);
            }
        }
        let for_nothing = offer.calls.is_empty();
        if for_nothing && !self.may_idle(newest, &bounds, prices, pressure).await? {
            return Ok(false);
        }
        let promised = if for_nothing {
            slot.idle_promise()
        } else {
            slot.promise()
        };
        let draft = Draft {
            job,
            event: Event::Replace,
            calls: &offer.calls,
            flight: newest.flight,
            bounds,
            promised,
            by: pressure.by,
        };
        let replaced = self.sign(lease, &draft).await?;
        self.underpriced.remove(&newest.envelope.hash());
        Ok(replaced)
    }

    /// What is best for the work by now: its call, or nothing but to take the nonce if the call does
    /// not simulate any more. None as long as that cannot be told.
    async fn offer(&self, job: Option<&Job>) -> Result<Option<Offer>, SendError> {
        let Some(job) = job else {
            return self.offer_nothing().await.map(Some);
        };
        if self.is_outdone(job).await? {
            return self.offer_nothing().await.map(Some);
        }
        let calls = match self.build(job).await? {
            Built::Call(call, _) => vec![call],
            Built::TooEarly => return Ok(None),
            Built::Impossible(_) | Built::Unreadable(_) => {
                return self.offer_nothing().await.map(Some);
            }
        };
        match self.account.simulate(&calls).await {
            Ok(quote) => Ok(Some(Offer { calls, quote })),
            Err(ChainError::Reverted { .. } | ChainError::TooHeavy { .. }) => {
                self.offer_nothing().await.map(Some)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn offer_nothing(&self) -> Result<Offer, SendError> {
        let calls = Vec::new();
        let quote = self.account.simulate(&calls).await?;
        Ok(Offer { calls, quote })
    }

    /// Whether more may be offered for nothing but the nonce. Not again while no block is made and the
    /// price is what it was: that is not what it waits for.
    async fn may_idle(
        &self,
        newest: &Attempt,
        bounds: &Bounds,
        prices: Prices,
        pressure: Pressure,
    ) -> Result<bool, SendError> {
        if newest.key.is_none() {
            let head = blocks::newest(&self.store).await?;
            let moved = head.is_some_and(|head| head.at.now > newest.signed_at);
            let dearer = prices.l2_gas > newest.envelope.bounds().prices.l2_gas;
            if !moved && !dearer {
                return Ok(false);
            }
        }
        Ok(self.afford_idle(bounds.max_fee(), pressure).await?.is_ok())
    }

    /// Whether taking a nonce may cost so much.
    pub(super) async fn afford_idle(
        &self,
        fee: Fri,
        pressure: Pressure,
    ) -> Result<Result<(), OverCap>, StoreError> {
        let clock = self.chain_clock().await?;
        let Settings { fees, urgent, .. } = &self.settings;
        let hurries = caps::hurries(pressure.by, *urgent, clock);
        Ok(caps::check_one(fees, hurries, fee, self.balance))
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
        let level = |by| decide::level(&self.settings.alarms, by, now);
        let held = Outcome::Held {
            reason: reason.to_owned(),
            level: job.by.map_or(0, level),
        };
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        jobs::note(&mut transaction, job, not_before, held, now).await?;
        Ok(transaction.commit().await.map_err(StoreError::from)?)
    }
}
