//! From a game and the chain's record of it to the call that brings it to the contract.
//!
//! Chooses what a call carries and checks that it can be carried; whether the call is wise is the
//! strategist's part, whether it is admitted the contract's.

use surround_channel::evidence::{Authority, Evidence, EvidenceError, Mark};
use surround_channel::fork::{self, ForkError};
use surround_channel::line::Line;
use surround_channel::statements::Signature;
use surround_channel::transcript::Verified;
use surround_rules::Colour;
use surround_settlement::clock::{Moment, TimeClass};
use surround_settlement::record::{Record, Status};
use thiserror::Error;

use crate::call::Call;
use crate::calls::Settlement;

/// Why what is held cannot be brought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BringError {
    /// The held line neither equals nor extends the stored one.
    #[error("the chain holds another line of {stored} steps than the one of {held} that is held")]
    OtherLine {
        /// Steps of the stored line.
        stored: u16,
        /// Steps of the held line.
        held: u16,
    },
    /// Something of the line is not authorised.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// The first record needs the opening of the player who is not due.
    #[error("{opener} has not signed the opening over this line's head")]
    NoOpening {
        /// Who has to sign.
        opener: Colour,
    },
    /// The resignation is not held.
    #[error("no resignation of {player} is held")]
    NoResignation {
        /// The player.
        player: Colour,
    },
    /// The referee's flag is not held.
    #[error("no flag of the referee is held")]
    NoFlag,
    /// The lines prove no fork.
    #[error(transparent)]
    Fork(#[from] ForkError),
}

/// A game in hand, and what the chain has of it.
#[derive(Debug, Clone, Copy)]
pub struct Bringing<'a> {
    /// The contract.
    pub contract: Settlement,
    /// The game.
    pub game: &'a Verified,
    /// The chain's record.
    pub record: &'a Record,
    /// The block now.
    pub at: Moment,
    /// The player whose account calls; nobody's for a relayer (protocol 4).
    pub caller: Option<Colour>,
}

impl Bringing<'_> {
    /// `submit`: opens, answers, voids a flag, or ends by score. A record that is None and a line
    /// that did not end need the opening.
    ///
    /// # Errors
    /// [`BringError::OtherLine`], [`BringError::Evidence`], [`BringError::NoOpening`].
    pub fn submit(&self) -> Result<Call, BringError> {
        let Evidence { line, authority } = self.evidence()?;
        let open = match (self.record.status, self.game.game().due()) {
            (Status::None, Some(due)) => self.opening(due.other())?,
            _ => Mark::Absent,
        };
        let terms = self.game.terms();
        let ranked = self.ranked();
        Ok(self
            .contract
            .submit(terms, &line, &authority, &open, &ranked))
    }

    /// `resign`: ends the game by the signed resignation of `player`. Once a result is pending or
    /// the deadline has passed the contract looks at no line, so none is brought.
    ///
    /// # Errors
    /// [`BringError::NoResignation`], [`BringError::OtherLine`], [`BringError::Evidence`].
    pub fn resign(&self, player: Colour) -> Result<Call, BringError> {
        let resignations = &self.game.transcript().resignations;
        let signature = resignations
            .of(player)
            .ok_or(BringError::NoResignation { player })?;
        let Evidence { line, authority } = if self.resigning_takes_a_line() {
            self.evidence()?
        } else {
            Evidence {
                line: Line::default(),
                authority: Authority::NONE,
            }
        };
        let terms = self.game.terms();
        let ranked = self.ranked();
        Ok(self
            .contract
            .resign(terms, &line, &authority, player, &signature, &ranked))
    }

    /// `flag`: ends a ranked game by the referee's flag.
    ///
    /// # Errors
    /// [`BringError::NoFlag`], [`BringError::OtherLine`], [`BringError::Evidence`].
    pub fn flag(&self) -> Result<Call, BringError> {
        let flag = self.game.transcript().flag.ok_or(BringError::NoFlag)?;
        let Evidence { line, authority } = self.evidence()?;
        let terms = self.game.terms();
        let ranked = self.ranked();
        Ok(self
            .contract
            .flag(terms, &line, &authority, &flag.signature, &ranked))
    }

    /// `claim_forfeit`.
    #[must_use]
    pub fn claim(&self) -> Call {
        self.contract.claim_forfeit(self.game.terms())
    }

    /// `finalize`.
    #[must_use]
    pub fn finalize(&self) -> Call {
        self.contract.finalize(self.game.terms())
    }

    /// `expose_fork`: ends the game against the author of two different steps on one head, of which
    /// the record holds one and `other` the other.
    ///
    /// # Errors
    /// [`BringError::OtherLine`], [`BringError::Fork`].
    pub fn expose_fork(&self, other: &Verified) -> Result<Call, BringError> {
        self.check_line()?;
        let fork = fork::prove(self.game, self.record.steps, other)?;
        Ok(self.contract.expose_fork(self.game.terms(), &fork))
    }

    fn evidence(&self) -> Result<Evidence, BringError> {
        self.check_line()?;
        Ok(self.game.evidence(self.record.steps, self.caller)?)
    }

    fn check_line(&self) -> Result<(), BringError> {
        let (stored, chain) = (self.record, self.game.chain());
        if stored.steps == 0 || chain.head_at(stored.steps) == Some(stored.head) {
            return Ok(());
        }
        Err(BringError::OtherLine {
            stored: stored.steps,
            held: chain.steps(),
        })
    }

    /// The mark of the player who is not due: a signature over this very head, or the call itself.
    fn opening(&self, opener: Colour) -> Result<Mark, BringError> {
        let steps = self.game.chain().steps();
        let open = self.game.transcript().open;
        match open.filter(|open| open.steps == steps) {
            Some(open) => Ok(Mark::Signed(open.signature)),
            None if self.caller == Some(opener) => Ok(Mark::Caller),
            None => Err(BringError::NoOpening { opener }),
        }
    }

    fn resigning_takes_a_line(&self) -> bool {
        match self.record.status {
            Status::None => true,
            Status::Open => self.record.time_class(self.at) == TimeClass::Live,
            Status::Pending | Status::Final => false,
        }
    }

    fn ranked(&self) -> Signature {
        self.game.transcript().ranked.unwrap_or(Signature::NONE)
    }
}
