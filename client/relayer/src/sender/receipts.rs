//! What became of the transactions that were sent.

use surround_chain::amount::Fri;
use surround_chain::receipt::{Finality, Receipt};
use surround_chain::send::Nonces;
use surround_channel::felt;
use tracing::{info, warn};

use super::slots::{self, Slot};
use super::{SendError, SenderActor};
use crate::journal::{Event, Stage};
use crate::model::{Attempt, Job, Outcome};
use crate::ports::Sending;
use crate::store::lease::Lease;
use crate::store::{StoreError, blocks, channels, jobs, lease, spending};

/// What became of work.
struct News {
    event: Event,
    /// How it ended, if it has.
    outcome: Option<Outcome>,
    /// The fee of a transaction that only took the nonce.
    paid_for_nothing: Fri,
}

impl News {
    fn of(event: Event) -> Self {
        Self {
            event,
            outcome: None,
            paid_for_nothing: Fri(0),
        }
    }
}

impl<A: Sending> SenderActor<A> {
    /// Looks at every nonce that is held.
    pub(super) async fn look_at_receipts(
        &mut self,
        lease: &Lease,
        nonces: Nonces,
    ) -> Result<(), SendError> {
        let account = self.account.account();
        for (nonce, slot) in &slots::read(&self.store, account, nonces.accepted).await? {
            if let Some(job) = &slot.job {
                let looked = self.look_at(lease, nonces, *nonce, slot, job).await;
                self.bear(looked)?;
            }
        }
        Ok(())
    }

    async fn look_at(
        &mut self,
        lease: &Lease,
        nonces: Nonces,
        nonce: u64,
        slot: &Slot,
        job: &Job,
    ) -> Result<(), SendError> {
        let found = self.receipt(slot).await?;
        if found.is_some() || nonces.accepted <= nonce {
            self.lost.is_right(nonce);
        }
        if found.is_some() {
            self.vanished.is_right(nonce);
        }
        let executed = matches!(job.stage, Stage::Included | Stage::Reverted);
        match found {
            Some((attempt, receipt)) if attempt.key == Some(job.key) => {
                self.executed(lease, slot, job, &receipt).await
            }
            // One of work that a reorganisation brought back, or our own one without a call.
            Some((attempt, receipt))
                if attempt.key.is_some() && receipt.finality >= Finality::AcceptedOnL2 =>
            {
                self.settle(lease, slot, job, News::of(Event::Lose)).await
            }
            Some((_, receipt)) if receipt.finality >= Finality::AcceptedOnL2 => {
                let news = News {
                    paid_for_nothing: receipt.spent.fee,
                    ..News::of(Event::Lose)
                };
                self.settle(lease, slot, job, news).await
            }
            Some(_) => Ok(()),
            None if executed => {
                let after = self.settings.pace.resend_after;
                if self.vanished.is_over(nonce, self.clock.now(), after) {
                    self.settle(lease, slot, job, News::of(Event::Vanish))
                        .await?;
                    self.vanished.is_right(nonce);
                }
                Ok(())
            }
            None if nonces.accepted > nonce => {
                let after = self.settings.pace.resend_after;
                if self.lost.is_over(nonce, self.clock.now(), after) {
                    warn!(nonce, "another program used this account's nonce");
                    self.settle(lease, slot, job, News::of(Event::Lose)).await?;
                    self.lost.is_right(nonce);
                }
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The one transaction of a nonce that was executed.
    async fn receipt<'a>(
        &self,
        slot: &'a Slot,
    ) -> Result<Option<(&'a Attempt, Receipt)>, SendError> {
        for attempt in slot.attempts.iter().rev() {
            if let Some(receipt) = self.account.receipt(attempt.envelope.hash()).await? {
                return Ok(Some((attempt, receipt)));
            }
        }
        Ok(None)
    }

    async fn executed(
        &self,
        lease: &Lease,
        slot: &Slot,
        job: &Job,
        receipt: &Receipt,
    ) -> Result<(), SendError> {
        let (event, there) = match receipt.revert {
            None => (Event::Include, Stage::Included),
            Some(_) => (Event::Revert, Stage::Reverted),
        };
        let outcome = outcome(receipt);
        let known = |event| News {
            outcome: Some(outcome.clone()),
            ..News::of(event)
        };
        if job.stage != there {
            return self.settle(lease, slot, job, known(event)).await;
        }
        if self.is_settled(receipt).await? {
            return self.settle(lease, slot, job, known(Event::Bury)).await;
        }
        if job.outcome.as_ref() != Some(&outcome) {
            // A reorganisation executed it again in another block.
            let now = self.clock.now();
            let mut transaction = self.store.write().await?;
            lease::hold(&mut transaction, lease).await?;
            jobs::note(&mut transaction, job, job.not_before, outcome, now).await?;
            transaction.commit().await.map_err(StoreError::from)?;
        }
        Ok(())
    }

    /// By the blocks that the watcher has taken in: what is done is in our own view of the chain. What
    /// reverted changed nothing that could be dropped with it, and may be wanted again at once.
    async fn is_settled(&self, receipt: &Receipt) -> Result<bool, StoreError> {
        if receipt.revert.is_some() {
            return Ok(receipt.finality >= Finality::AcceptedOnL2);
        }
        let head = blocks::newest(&self.store).await?;
        let deep = receipt
            .block
            .saturating_add(self.settings.pace.confirmations);
        Ok(receipt.finality >= Finality::AcceptedOnL2
            && head.is_some_and(|head| head.at.block >= deep))
    }

    /// Moves work, and what is promised or spent for it.
    async fn settle(
        &self,
        lease: &Lease,
        slot: &Slot,
        job: &Job,
        news: News,
    ) -> Result<(), SendError> {
        let event = news.event;
        let now = self.clock.now();
        let channel = channels::get(&self.store, job.key.channel).await?;
        let player = channel.map(|channel| channel.account(job.player));
        let before = cost(job, slot);
        let moved = Job {
            flight: job.flight.filter(|_| event != Event::Lose),
            outcome: news.outcome,
            ..job.clone()
        };
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        let Some(moved) = jobs::pass(&mut transaction, &moved, event, now).await? else {
            return Ok(());
        };
        if let Some((at, promised)) = before {
            let after = cost(&moved, slot).map_or(Fri(0), |(_, fri)| fri);
            spending::replace(&mut transaction, at, player, promised, after).await?;
        }
        if let Some((at, promised)) = slot.idle_promise() {
            let open = |job: &Job, closed| {
                if job.stage.is_in_flight() {
                    promised
                } else {
                    closed
                }
            };
            let (before, after) = (open(job, Fri(0)), open(&moved, news.paid_for_nothing));
            spending::replace(&mut transaction, at, None, before, after).await?;
        }
        if !moved.stage.is_in_flight() && moved.stage != Stage::Included {
            // It waits again, or has ended, as of a decision that may be outdated.
            channels::wake(&mut transaction, job.key.channel).await?;
        }
        transaction.commit().await.map_err(StoreError::from)?;
        info!(channel = %felt::to_text(&job.key.channel), action = %job.key.action,
            height = job.key.height, stage = %moved.stage, ?event, "work moved on");
        Ok(())
    }
}

/// What work costs at its stage: the fee once it is executed, before that what was promised, nothing
/// without a nonce. And the time at whose day's expense.
fn cost(job: &Job, slot: &Slot) -> Option<(u64, Fri)> {
    let (at, promised) = slot.promise()?;
    let cost = match (&job.outcome, job.flight) {
        (Some(Outcome::Executed { fee, .. }), _) => *fee,
        (_, Some(_)) => promised,
        (_, None) => Fri(0),
    };
    Some((at, cost))
}

fn outcome(receipt: &Receipt) -> Outcome {
    let revert = receipt.revert.as_ref();
    Outcome::Executed {
        transaction: receipt.hash,
        block: receipt.block,
        fee: receipt.spent.fee,
        revert: revert.map(|revert| revert.name().unwrap_or(&revert.trace).to_owned()),
    }
}
