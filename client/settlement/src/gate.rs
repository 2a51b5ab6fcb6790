//! When a call is admitted at all (protocol 3.2, column "when"; precedence 3.3, 5): what status and
//! time say before any evidence is looked at. What the call then does is in
//! [`transition`](crate::transition).

use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::clock::{Moment, TimeClass};
use crate::errors::Refusal;
use crate::record::{Ending, Record, Status};

/// `submit`.
///
/// # Errors
/// The contract's refusal.
pub fn submit(record: &Record, at: Moment) -> Result<(), Refusal> {
    match record.status {
        Status::None => Ok(()),
        Status::Open => live(record, at),
        Status::Pending => {
            live(record, at)?;
            if is_score(record) {
                Err(Refusal::EndingStands)
            } else {
                Ok(())
            }
        }
        Status::Final => Err(Refusal::IsFinal),
    }
}

/// `resign`. Also says, with true, that the call brings a line: while Pending, and in Open once the
/// deadline has passed, the stored line is the one that is resigned.
///
/// # Errors
/// The contract's refusal.
pub fn resign(record: &Record, player: Colour, at: Moment) -> Result<bool, Refusal> {
    match record.status {
        Status::None => Ok(true),
        Status::Open | Status::Pending => {
            resignable(record, player, at)?;
            Ok(record.status == Status::Open && record.time_class(at) == TimeClass::Live)
        }
        Status::Final => Err(Refusal::IsFinal),
    }
}

/// `resign_channel`; the caller's player, if any.
///
/// # Errors
/// The contract's refusal.
pub fn resign_channel(
    record: &Record,
    player: Option<Colour>,
    at: Moment,
) -> Result<Colour, Refusal> {
    recorded(record)?;
    let player = player.ok_or(Refusal::NotAPlayer)?;
    resignable(record, player, at)?;
    Ok(player)
}

/// `flag`.
///
/// # Errors
/// The contract's refusal.
pub fn flag(terms: &Terms, record: &Record, at: Moment) -> Result<(), Refusal> {
    if !terms.is_ranked() {
        return Err(Refusal::NotRanked);
    }
    match record.status {
        Status::None => unexpired(terms, at),
        Status::Open => live(record, at),
        Status::Pending => {
            if is_score(record) {
                Ok(())
            } else {
                Err(Refusal::EndingStands)
            }
        }
        Status::Final => Err(Refusal::IsFinal),
    }
}

/// `claim_forfeit`.
///
/// # Errors
/// The contract's refusal.
pub fn claim_forfeit(record: &Record, at: Moment) -> Result<(), Refusal> {
    recorded(record)?;
    if record.status == Status::Pending {
        return Err(Refusal::NotOpen);
    }
    expired(record, at)
}

/// `expose_fork`. A proof is never late, and nothing but a proof displaces one: a second, against
/// the same author, for more steps, while the first is Live (protocol 3.3, 4).
///
/// # Errors
/// The contract's refusal.
pub fn expose_fork(record: &Record, author: Option<Colour>, at: Moment) -> Result<(), Refusal> {
    recorded(record)?;
    match record.verdict {
        Some(verdict) if verdict.ending == Ending::Forfeit => {
            if author != verdict.loser() {
                return Err(Refusal::EndingStands);
            }
            live(record, at)
        }
        _ => Ok(()),
    }
}

/// `finalize`.
///
/// # Errors
/// The contract's refusal.
pub fn finalize(record: &Record, at: Moment) -> Result<(), Refusal> {
    recorded(record)?;
    if record.status == Status::Open {
        return Err(Refusal::NotPending);
    }
    expired(record, at)
}

/// Before `expires_at` (protocol 3.2).
///
/// # Errors
/// [`Refusal::ChannelExpired`].
pub fn unexpired(terms: &Terms, at: Moment) -> Result<(), Refusal> {
    if at.now < terms.expires_at {
        Ok(())
    } else {
        Err(Refusal::ChannelExpired)
    }
}

/// Open or Pending, by `player`: once its deadline has passed a player forfeits and cannot resign
/// instead; only a flag or a score gives way to a resignation.
fn resignable(record: &Record, player: Colour, at: Moment) -> Result<(), Refusal> {
    if record.status == Status::Open {
        let late = record.due == Some(player) && record.time_class(at) == TimeClass::Expired;
        return if late {
            Err(Refusal::DuePlayerIsLate)
        } else {
            Ok(())
        };
    }
    if record.ending() == Some(Ending::Time) || is_score(record) {
        Ok(())
    } else {
        Err(Refusal::EndingStands)
    }
}

/// Open or Pending.
fn recorded(record: &Record) -> Result<(), Refusal> {
    match record.status {
        Status::None => Err(Refusal::NoRecord),
        Status::Open | Status::Pending => Ok(()),
        Status::Final => Err(Refusal::IsFinal),
    }
}

fn live(record: &Record, at: Moment) -> Result<(), Refusal> {
    match record.time_class(at) {
        TimeClass::Live => Ok(()),
        TimeClass::Expired => Err(Refusal::DeadlinePassed),
    }
}

fn expired(record: &Record, at: Moment) -> Result<(), Refusal> {
    match record.time_class(at) {
        TimeClass::Live => Err(Refusal::WindowRunning),
        TimeClass::Expired => Ok(()),
    }
}

fn is_score(record: &Record) -> bool {
    record.ending().is_some_and(Ending::is_score)
}
