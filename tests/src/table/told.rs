//! What a call has to tell: one event, with all that a watcher needs (protocol 3.5).

use anyhow::{Context as _, Result, ensure};
use starknet_types_core::felt::Felt;
use surround_chain::events::Happening;
use surround_chain::read::Dispute;
use surround_chain::receipt::Receipt;
use surround_channel::line::Line;
use surround_settlement::{Moment, Record, Status, gate};

use super::Table;
use crate::acts::Act;

/// A call about a channel that was accepted.
pub(super) struct Told<'a> {
    pub act: &'a Act,
    pub before: Record,
    pub after: Record,
    pub at: Moment,
}

impl Told<'_> {
    /// The event that it has to emit.
    fn event(&self, channel_id: Felt) -> Happening {
        let dispute = Dispute {
            record: self.after,
            time: self.after.time_class(self.at),
            rating: self.after.rating(),
        };
        let line = self.line();
        if self.before.status != Status::None {
            return Happening::Updated {
                channel_id,
                dispute,
                line,
            };
        }
        Happening::Created {
            channel_id,
            dispute,
            line,
            terms: Box::new(self.act.terms().clone()),
        }
    }

    /// The line that it stored; empty where the stored line stays, or the brought one is not looked at.
    fn line(&self) -> Line {
        let resigned = |player: u8| {
            let player = surround_rules::Colour::BOTH.get(usize::from(player));
            player.is_some_and(|player| {
                gate::resign(&self.before, *player, self.at).unwrap_or_default()
            })
        };
        match self.act {
            Act::Submit(act) => act.line.clone(),
            Act::Flag(act) => act.line.clone(),
            Act::Resign(act) if resigned(act.player) => act.line.clone(),
            _ => Line::default(),
        }
    }
}

impl Table {
    /// Compares the contract's one event in a receipt with what the call has to tell.
    pub(super) fn check_told(&self, receipt: &Receipt, told: &Told<'_>) -> Result<()> {
        let (terms, id) = (told.act.terms(), self.channel_id(told.act.terms()));
        let (keys, found) = self.only_event(receipt)?;
        let expected = told.event(id);
        ensure!(
            found == expected,
            "the event is {found:?}, not {expected:?}"
        );
        let named = [id, terms.black, terms.white];
        ensure!(
            keys.get(1..) == Some(named.as_slice()),
            "the event's keys are {keys:?}, not {named:?}"
        );
        Ok(())
    }

    /// The keys and the content of the contract's one event in a receipt.
    pub(super) fn only_event(&self, receipt: &Receipt) -> Result<(Vec<Felt>, Happening)> {
        let own = receipt.events.iter();
        let own: Vec<_> = own
            .filter(|event| event.from_address == self.contract.address)
            .collect();
        ensure!(own.len() == 1, "{} events, not one", own.len());
        let event = own.first().context("an event")?;
        Ok((event.keys.clone(), Happening::read(event)?))
    }
}
