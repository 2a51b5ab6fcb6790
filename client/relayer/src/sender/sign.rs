//! Signing: written down with its nonce, under the lease, in one database transaction; then sent.

use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_chain::call::Call;
use surround_chain::envelope::Envelope;
use surround_chain::fees::Bounds;
use surround_channel::felt;
use tracing::info;

use super::caps::{self, Expense, OverCap};
use super::{SendError, SenderActor, Settings};
use crate::journal::Event;
use crate::model::{Attempt, Flight, Job, JobKey, Seconds};
use crate::ports::Sending;
use crate::store::lease::Lease;
use crate::store::spending::Spent;
use crate::store::{StoreError, Transaction, attempts, channels, jobs, lease, spending};

/// A transaction that is about to be signed.
pub(super) struct Draft<'a> {
    /// The work that holds the nonce, or is to.
    pub job: Option<&'a Job>,
    /// What signing does to that work.
    pub event: Event,
    /// What it calls; nothing for a transaction that only takes its nonce.
    pub calls: &'a [Call],
    /// Whose transaction, and with which nonce.
    pub flight: Flight,
    /// What it may spend.
    pub bounds: Bounds,
    /// What is promised for it already, and at which day's expense.
    pub promised: Option<(Seconds, Fri)>,
    /// The last second in which it, and whatever waits behind it, is in time.
    pub by: Option<Seconds>,
}

impl Draft<'_> {
    fn key(&self) -> Option<JobKey> {
        self.job
            .map(|job| job.key)
            .filter(|_| !self.calls.is_empty())
    }
}

impl<A: Sending> SenderActor<A> {
    /// Signs, writes down and sends. False, and nothing is sent, if the work has moved on meanwhile, or
    /// the allowance for it went to other work.
    pub(super) async fn sign(
        &mut self,
        lease: &Lease,
        draft: &Draft<'_>,
    ) -> Result<bool, SendError> {
        let nonce = draft.flight.nonce;
        let envelope = self.account.sign(draft.calls, nonce, &draft.bounds).await?;
        let Some((job, attempt)) = self.write_signed(lease, draft, envelope).await? else {
            return Ok(false);
        };
        self.send(lease, job.as_ref(), &attempt).await?;
        Ok(true)
    }

    async fn write_signed(
        &self,
        lease: &Lease,
        draft: &Draft<'_>,
        envelope: Envelope,
    ) -> Result<Option<(Option<Job>, Attempt)>, SendError> {
        let now = self.clock.now();
        let payer = match draft.key() {
            Some(_) => self.payer(draft.job).await?,
            None => None,
        };
        let clock = self.chain_clock().await?;
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        if draft.key().is_some() {
            let spent = spending::on(&mut *transaction, now, payer.unwrap_or_default()).await?;
            let expense = self.expense(&draft.bounds, draft.promised, draft.by);
            if self.check(&expense, &spent, clock).is_err() {
                return Ok(None);
            }
        }
        let job = match draft.job {
            None => None,
            Some(job) => match move_on(&mut transaction, draft, job, now).await? {
                None => return Ok(None),
                moved => moved,
            },
        };
        let fee = draft.bounds.max_fee();
        let (day, promised) = draft.promised.unwrap_or((now, Fri(0)));
        spending::replace(&mut transaction, day, payer, promised, fee.max(promised)).await?;
        let attempt =
            attempts::add(&mut transaction, draft.key(), draft.flight, envelope, now).await?;
        transaction.commit().await.map_err(StoreError::from)?;
        log(&attempt, fee);
        Ok(Some((job, attempt)))
    }

    /// The account whose allowance pays for work.
    pub(super) async fn payer(&self, job: Option<&Job>) -> Result<Option<Felt>, StoreError> {
        let Some(job) = job else { return Ok(None) };
        let channel = channels::get(&self.store, job.key.channel).await?;
        Ok(channel.map(|channel| channel.account(job.player)))
    }

    /// Whether work may cost anything today.
    pub(super) async fn has_allowance(&self, job: &Job) -> Result<Result<(), OverCap>, StoreError> {
        let payer = self.payer(Some(job)).await?.unwrap_or_default();
        let spent = spending::on(self.store.pool(), self.clock.now(), payer).await?;
        Ok(caps::check_day(&self.settings.fees, &spent))
    }

    /// Whether work may cost so much, when `promised` is counted for it already, on that day, and it,
    /// or what waits behind it, has to be done by a time. Others may spend it before this one is signed:
    /// [`Self::write_signed`] looks again.
    pub(super) async fn afford(
        &self,
        job: &Job,
        bounds: &Bounds,
        promised: Option<(Seconds, Fri)>,
        by: Option<Seconds>,
    ) -> Result<Result<(), OverCap>, StoreError> {
        let payer = self.payer(Some(job)).await?.unwrap_or_default();
        let spent = spending::on(self.store.pool(), self.clock.now(), payer).await?;
        let expense = self.expense(bounds, promised, by);
        Ok(self.check(&expense, &spent, self.chain_clock().await?))
    }

    fn expense(
        &self,
        bounds: &Bounds,
        promised: Option<(Seconds, Fri)>,
        by: Option<Seconds>,
    ) -> Expense {
        // What was promised on another day is not part of what this one has cost.
        let today = self.clock.now();
        let counted = promised.filter(|(at, _)| spending::is_same_day(*at, today));
        Expense {
            fee: bounds.max_fee(),
            promised: counted.map_or(Fri(0), |(_, fri)| fri),
            by,
            balance: self.balance,
        }
    }

    /// Whether it may be sent at `clock`, the time of deadlines, on a day that has cost `spent`.
    fn check(&self, expense: &Expense, spent: &Spent, clock: Seconds) -> Result<(), OverCap> {
        let Settings { fees, urgent, .. } = &self.settings;
        caps::check(fees, *urgent, expense, spent, clock)
    }
}

/// Moves work to where signing brings it. None, and nothing is written, if it has moved on meanwhile, or
/// if the same call is on its way under another key: it would be paid twice.
async fn move_on(
    transaction: &mut Transaction,
    draft: &Draft<'_>,
    job: &Job,
    now: Seconds,
) -> Result<Option<Job>, StoreError> {
    let JobKey {
        channel, action, ..
    } = job.key;
    let flying = jobs::flying(&mut **transaction, channel, action).await?;
    if draft.event == Event::Sign && !flying.is_empty() {
        return Ok(None);
    }
    let signed = Job {
        flight: Some(draft.flight),
        outcome: None,
        ..job.clone()
    };
    jobs::pass(transaction, &signed, draft.event, now).await
}

fn log(attempt: &Attempt, fee: Fri) {
    info!(
        channel = attempt.key.map(|key| felt::to_text(&key.channel)),
        action = attempt.key.map(|key| key.action.as_str()),
        height = attempt.key.map(|key| key.height),
        nonce = attempt.flight.nonce,
        number = attempt.number,
        tx = %felt::to_text(&attempt.envelope.hash()),
        highest_fee = %fee,
        "signed"
    );
}
