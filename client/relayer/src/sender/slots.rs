//! The account's nonces, and everything that was signed for each.

use std::collections::BTreeMap;

use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;

use crate::journal::Stage;
use crate::model::{Attempt, Job, Seconds};
use crate::store::{Store, StoreError, attempts, jobs};

/// One nonce.
#[derive(Debug, Default)]
pub(super) struct Slot {
    /// The work that holds it and that a block can still change.
    pub job: Option<Job>,
    /// Every transaction signed with it, the newest last.
    pub attempts: Vec<Attempt>,
}

/// The nonces from the lowest on that can still matter, by number.
pub(super) type Slots = BTreeMap<u64, Slot>;

/// Reads them; `accepted` is the chain's first free nonce.
pub(super) async fn read(store: &Store, account: Felt, accepted: u64) -> Result<Slots, StoreError> {
    let mut slots = Slots::new();
    for job in jobs::in_the_air(store, account).await? {
        if let Some(flight) = job.flight {
            slots.entry(flight.nonce).or_default().job = Some(job);
        }
    }
    let lowest = slots.keys().next().copied().unwrap_or(accepted);
    for attempt in attempts::from_nonce(store, account, lowest.min(accepted)).await? {
        let slot = slots.entry(attempt.flight.nonce).or_default();
        slot.attempts.push(attempt);
    }
    Ok(slots)
}

impl Slot {
    /// The transaction that counts.
    pub fn newest(&self) -> Option<&Attempt> {
        self.attempts.last()
    }

    /// The work, if one of its transactions may still be executed.
    pub fn flying(&self) -> Option<&Job> {
        self.job.as_ref().filter(|job| job.stage.is_in_flight())
    }

    /// Whether something was sent with this nonce that is still wanted; `accepted` as in [`read`].
    pub fn waits(&self, nonce: u64, accepted: u64) -> bool {
        let only_takes_its_nonce = || self.newest().is_some_and(|newest| newest.key.is_none());
        self.flying().is_some()
            || (self.job.is_none() && nonce >= accepted && only_takes_its_nonce())
    }

    /// The transactions of the work itself.
    pub fn own(&self) -> impl Iterator<Item = &Attempt> {
        let key = self.job.as_ref().map(|job| job.key);
        self.attempts
            .iter()
            .filter(move |attempt| key.is_some() && attempt.key == key)
    }

    /// What the work may cost at most, and the time at whose day's expense.
    pub fn promise(&self) -> Option<(Seconds, Fri)> {
        promise_of(self.own())
    }

    /// The same for taking the nonce without a call.
    pub fn idle_promise(&self) -> Option<(Seconds, Fri)> {
        promise_of(self.attempts.iter().filter(|attempt| attempt.key.is_none()))
    }

    /// Whether the newest transaction is to be handed to a node (again).
    pub fn wants_sending(&self, now: Seconds, resend_after: Seconds) -> bool {
        let unknown = self.flying().is_some_and(|job| job.stage == Stage::Unknown);
        let Some(newest) = self.newest() else {
            return false;
        };
        match newest.sent_at {
            Some(at) if !unknown => now >= at.saturating_add(resend_after),
            _ => true,
        }
    }
}

fn promise_of<'a>(attempts: impl Iterator<Item = &'a Attempt>) -> Option<(Seconds, Fri)> {
    let mut attempts = attempts.peekable();
    let first = attempts.peek()?.signed_at;
    let highest = attempts.map(|attempt| attempt.envelope.bounds().max_fee());
    Some((first, highest.max()?))
}

/// What depends on a nonce being taken soon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pressure {
    /// The nearest second by which work at or behind it has to be done.
    pub by: Option<Seconds>,
    /// Whether anything waits behind it.
    pub followed: bool,
}

/// What depends on a nonce.
pub(super) fn pressure(slots: &Slots, nonce: u64) -> Pressure {
    let flying = |from: u64| slots.range(from..).filter_map(|(_, slot)| slot.flying());
    Pressure {
        by: flying(nonce).filter_map(|job| job.by).min(),
        followed: flying(nonce.saturating_add(1)).next().is_some(),
    }
}

/// The first nonce that nothing holds.
pub(super) fn next_free(slots: &Slots, next: u64, accepted: u64) -> u64 {
    let held = |(nonce, slot): &(&u64, &Slot)| slot.job.is_some() || slot.waits(**nonce, accepted);
    let highest = slots.iter().rev().find(held).map(|(nonce, _)| *nonce);
    next.max(highest.map_or(0, |nonce| nonce.saturating_add(1)))
}

/// Since when something looks wrong with a nonce. Nodes behind one address lag behind each other, so
/// nothing is believed before it lasts.
#[derive(Debug, Default)]
pub(super) struct Patience(BTreeMap<u64, Seconds>);

impl Patience {
    /// Whether it has looked wrong for so long.
    pub fn is_over(&mut self, nonce: u64, now: Seconds, after: Seconds) -> bool {
        let since = *self.0.entry(nonce).or_insert(now);
        now >= since.saturating_add(after)
    }

    /// It looks right.
    pub fn is_right(&mut self, nonce: u64) {
        self.0.remove(&nonce);
    }
}
