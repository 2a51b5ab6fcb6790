//! Nonces that nothing waits for, below others that wait: those above can never be executed until
//! somebody takes them. A reorganisation leaves such gaps, when it drops what another program sent.

use surround_chain::send::Nonces;
use tracing::warn;

use super::sign::Draft;
use super::slots::{self, Slots};
use super::{SendError, SenderActor};
use crate::journal::Event;
use crate::model::Flight;
use crate::ports::Sending;
use crate::store::lease::Lease;

impl<A: Sending> SenderActor<A> {
    /// Takes the nonces that have been missing for a while by transactions without a call.
    pub(super) async fn close_gaps(
        &mut self,
        lease: &Lease,
        nonces: Nonces,
    ) -> Result<(), SendError> {
        let account = self.account.account();
        let slots = slots::read(&self.store, account, nonces.accepted).await?;
        for nonce in nonces.next..first_above_waiting(&slots, nonces.accepted) {
            let held = slots
                .get(&nonce)
                .is_some_and(|slot| slot.job.is_some() || slot.waits(nonce, nonces.accepted));
            let after = self.settings.pace.resend_after;
            if held {
                self.gaps.is_right(nonce);
            } else if self.gaps.is_over(nonce, self.clock.now(), after) {
                let closed = self
                    .close_gap(lease, &slots, Flight { account, nonce })
                    .await;
                self.bear(closed)?;
                self.gaps.is_right(nonce);
            }
        }
        Ok(())
    }

    async fn close_gap(
        &mut self,
        lease: &Lease,
        slots: &Slots,
        flight: Flight,
    ) -> Result<(), SendError> {
        warn!(nonce = flight.nonce, "closing a gap between nonces");
        let quote = self.account.simulate(&[]).await?;
        let mut bounds = quote.bounds;
        // A node may still have what was signed with this nonce before.
        if let Some(stray) = slots.get(&flight.nonce).and_then(|slot| slot.newest()) {
            let raised = stray.envelope.bounds().bumped(self.account.prices().await?);
            (bounds.prices, bounds.tip) = (raised.prices, raised.tip);
        }
        let pressure = slots::pressure(slots, flight.nonce);
        if let Err(over) = self.afford_idle(bounds.max_fee(), pressure).await? {
            warn!(nonce = flight.nonce, %over, "the gap stays");
            return Ok(());
        }
        let draft = Draft {
            job: None,
            event: Event::Sign,
            calls: &[],
            flight,
            bounds,
            promised: None,
            by: None,
        };
        self.sign(lease, &draft).await?;
        Ok(())
    }
}

/// The nonce after the highest one that waits.
fn first_above_waiting(slots: &Slots, accepted: u64) -> u64 {
    let waiting = |(nonce, slot): &(&u64, &slots::Slot)| slot.waits(**nonce, accepted);
    let highest = slots.iter().rev().find(waiting);
    highest.map_or(0, |(nonce, _)| nonce.saturating_add(1))
}
