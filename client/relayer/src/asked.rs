//! From what somebody asks for to the work that it is, or the reason why it is none. Pure.
//!
//! A relayer makes no call whose authority is the caller (protocol 4): what a player or the referee has
//! to sign must be in the hand.

use surround_chain::bring::{BringError, Bringing};
use surround_chain::calls::Settlement;
use surround_rules::{Colour, Winner};
use surround_settlement::choices::{self, Call};
use surround_settlement::clock::Moment;
use surround_settlement::record::{Record, Status};
use surround_settlement::strategist::Reason;
use thiserror::Error;

use crate::decide::{Work, key};
use crate::hand::Hand;
use crate::model::{Action, Seconds};

/// Why a request is no work.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AskError {
    /// The record does not admit the call at the newest block.
    #[error("{action} is not admitted: {}", standing(.record, .at))]
    NotAdmitted {
        /// What was asked for.
        action: Action,
        /// The record.
        record: Record,
        /// The newest block.
        at: Moment,
    },
    /// The chain has the whole line already.
    #[error("the chain has all {steps} steps that are held: there is nothing to submit")]
    NothingNew {
        /// Steps of both.
        steps: u16,
    },
    /// Something that the call needs was not handed in.
    #[error("{0}; hand in a transcript that has it")]
    Missing(#[from] BringError),
    /// Nobody's resignation is held that the record admits.
    #[error("no resignation is held; hand in a transcript that has it")]
    NoResignation,
    /// No proof of a fork is held.
    #[error("no line is held that proves a fork of the stored one; hand it in")]
    NoFork,
}

/// What a request rests on.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The contract.
    pub contract: Settlement,
    /// What is held.
    pub hand: &'a Hand,
    /// The chain's record.
    pub record: &'a Record,
    /// The newest block.
    pub at: Moment,
}

impl Asking<'_> {
    /// The work that `action` is: for whom, and by when.
    ///
    /// # Errors
    /// [`AskError`].
    pub fn work(&self, action: Action) -> Result<Work, AskError> {
        self.admitted(action)?;
        let player = match action {
            Action::Submit => self.submit()?,
            Action::Resign => self.resign()?,
            Action::Flag => self.flag()?,
            Action::ExposeFork => self.expose_fork()?,
            Action::Claim => self.record.due.map_or(Colour::Black, Colour::other),
            Action::Finalize => self.winner().unwrap_or(Colour::Black),
        };
        Ok(Work {
            key: key(action, self.hand, self.record, player),
            player,
            reason: self.reason(action),
            by: self.by(action),
        })
    }

    /// Whether the line would open a dispute: one with an opening over its head.
    #[must_use]
    pub fn opens(&self) -> bool {
        self.record.status == Status::None && self.hand.game.game().due().is_some()
    }

    fn admitted(&self, action: Action) -> Result<(), AskError> {
        let call = match action {
            Action::Submit => Call::Submit,
            Action::Resign => Call::Resign,
            Action::Flag => Call::Flag,
            Action::Claim => Call::ClaimForfeit,
            Action::ExposeFork => Call::ExposeFork,
            Action::Finalize => Call::Finalize,
        };
        let admitted = choices::choices(self.hand.game.terms(), self.record, self.at);
        if admitted.iter().any(|choice| choice.call == call) {
            return Ok(());
        }
        Err(AskError::NotAdmitted {
            action,
            record: *self.record,
            at: self.at,
        })
    }

    fn bringing(&self) -> Bringing<'_> {
        Bringing {
            contract: self.contract,
            game: &self.hand.game,
            record: self.record,
            at: self.at,
            caller: None,
        }
    }

    /// For the opener, the one who is due, or the one whom the longer line helps.
    fn submit(&self) -> Result<Colour, AskError> {
        let steps = self.hand.game.chain().steps();
        if self.record.status != Status::None && steps <= self.record.steps {
            return Err(AskError::NothingNew { steps });
        }
        self.bringing().submit()?;
        let opener = self.hand.game.game().due().map(Colour::other);
        let helped = match self.record.status {
            Status::None => opener.or_else(|| self.winner()),
            _ => self.record.due.or_else(|| self.winner().map(Colour::other)),
        };
        Ok(helped.unwrap_or(Colour::Black))
    }

    fn resign(&self) -> Result<Colour, AskError> {
        let held = &self.hand.game.transcript().resignations;
        let needed = choices::choices(self.hand.game.terms(), self.record, self.at);
        let resigned = needed.iter().find_map(|choice| match choice.needs {
            choices::Needs::ResignationOf(player) if held.of(player).is_some() => Some(player),
            _ => None,
        });
        let player = resigned.ok_or(AskError::NoResignation)?;
        self.bringing().resign(player)?;
        Ok(player.other())
    }

    fn flag(&self) -> Result<Colour, AskError> {
        self.bringing().flag()?;
        let game = &self.hand.game;
        let flagged = game
            .transcript()
            .flag
            .and_then(|flag| game.chain().due_at(flag.steps));
        Ok(flagged.map_or(Colour::Black, Colour::other))
    }

    fn expose_fork(&self) -> Result<Colour, AskError> {
        let fork = self.hand.forks.first().ok_or(AskError::NoFork)?;
        Ok(fork.author.other())
    }

    /// Who wins by the record's verdict, or else by the score of what is held.
    fn winner(&self) -> Option<Colour> {
        let scored = || match self.hand.game.game().winner()? {
            Winner::Black => Some(Colour::Black),
            Winner::White => Some(Colour::White),
            Winner::Draw => None,
        };
        match self.record.verdict {
            Some(verdict) => verdict.loser().map(Colour::other),
            None => scored(),
        }
    }

    fn reason(&self, action: Action) -> Reason {
        match action {
            Action::Submit if self.opens() => Reason::OpponentStalls,
            Action::Submit if self.hand.game.game().due().is_none() => Reason::Settle,
            Action::Submit => Reason::LongerLine,
            Action::Resign => Reason::OpponentResigned,
            Action::Flag => Reason::OpponentFlagged,
            Action::Claim => Reason::OpponentLate,
            Action::ExposeFork => Reason::OpponentForked,
            Action::Finalize => Reason::WindowOver,
        }
    }

    /// The last second: of the running window, or before the terms expire.
    fn by(&self, action: Action) -> Option<Seconds> {
        match (action, self.record.status) {
            (Action::Claim | Action::Finalize, _) => None,
            (_, Status::Open | Status::Pending) => Some(self.record.deadline),
            _ if self.opens() => self.hand.game.terms().expires_at.checked_sub(1),
            _ => None,
        }
    }
}

/// How a record stands, as a sentence.
fn standing(record: &Record, at: &Moment) -> String {
    let window = format!(
        "its window lasts until second {} and block {}, and the newest block is {} at second {}",
        record.deadline, record.min_block, at.block, at.now
    );
    match record.status {
        Status::None => "the chain has no record of the channel".to_owned(),
        Status::Open => format!("the record is open, {window}"),
        Status::Pending => format!("a result is pending, {window}"),
        Status::Final => "the result is final".to_owned(),
    }
}

#[cfg(test)]
mod tests;
