//! A line together with what authorises it: what a call brings to the contract (protocol 2.2, 2.3).

use surround_rules::Colour;
use thiserror::Error;

use crate::line::{Chain, Line};
use crate::player::PerPlayer;
use crate::statements::Signature;

/// How a player's consent to a statement is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Not at all.
    Absent,
    /// By the call itself: the caller is the player's account.
    Caller,
    /// By a signature of the player's session key.
    Signed(Signature),
}

/// What authorises the steps of a line that the record does not hold yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    /// Black's mark over the head after Black's last own step.
    pub black: Mark,
    /// White's mark over the head after White's last own step.
    pub white: Mark,
}

impl Authority {
    /// No mark at all: where no step is new.
    pub const NONE: Self = Self {
        black: Mark::Absent,
        white: Mark::Absent,
    };

    /// The mark of a player.
    pub fn of(&self, player: Colour) -> Mark {
        match player {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }
}

/// A line and its authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The packed game.
    pub line: Line,
    /// What authorises it.
    pub authority: Authority,
}

/// A signature over the head after a number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed {
    /// The number of steps the head stands after.
    pub steps: u16,
    /// The signature.
    pub signature: Signature,
}

/// Why no call can bring a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EvidenceError {
    /// The player has made no step: the contract refuses such a line (protocol 2.3).
    #[error("{0} has made no step yet, so the line cannot be brought to the contract")]
    NoStepOf(Colour),
    /// The record does not hold the player's last step, nor is it signed, nor does the player call.
    #[error("step {step} of {player} is not signed: only {player}'s own account can bring it")]
    NotAuthorised {
        /// The author.
        player: Colour,
        /// The number of its last step.
        step: u16,
    },
}

/// The marks a line needs beyond the `stored` steps that the record holds. `caller` is the player
/// whose account will call, and whose mark can stand for its signature.
pub(crate) fn authority(
    chain: &Chain,
    signatures: &PerPlayer<Option<Signed>>,
    stored: u16,
    caller: Option<Colour>,
) -> Result<Authority, EvidenceError> {
    let mark = |player: Colour| {
        let step = chain.last_step_of(player);
        let signed = signatures.of(player).filter(|signed| signed.steps == step);
        match signed {
            _ if step == 0 => Err(EvidenceError::NoStepOf(player)),
            _ if step <= stored => Ok(Mark::Absent),
            Some(signed) => Ok(Mark::Signed(signed.signature)),
            None if caller == Some(player) => Ok(Mark::Caller),
            None => Err(EvidenceError::NotAuthorised { player, step }),
        }
    };
    Ok(Authority {
        black: mark(Colour::Black)?,
        white: mark(Colour::White)?,
    })
}
