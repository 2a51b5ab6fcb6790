//! When a call is admitted at all (protocol 3.2, column "when"; precedence 3.3, 5): what status and
//! time say before any evidence is looked at. What the call then does is in `transition`.

use crate::channel::terms::{Terms, TermsTrait};
use crate::errors;
use crate::rules::game::Ending;
use super::clock::{Moment, TimeClass};
use super::record::{Record, RecordTrait, Side, SideTrait, Status};

pub fn submit(record: Record, at: Moment) -> Result<(), felt252> {
    match record.status {
        Status::None => Ok(()),
        Status::Open => live(record, at),
        Status::Pending => {
            live(record, at)?;
            if is_score(record.verdict.ending) {
                Err(errors::ENDING_STANDS)
            } else {
                Ok(())
            }
        },
        Status::Final => Err(errors::IS_FINAL),
    }
}

/// Also says, with true, that the call brings a line: while Pending, and in Open once the deadline
/// has passed, the stored line is the one that is resigned.
pub fn resign(record: Record, player: u8, at: Moment) -> Result<bool, felt252> {
    if player > 1 {
        return Err(errors::BAD_PLAYER);
    }
    match record.status {
        Status::None => Ok(true),
        Status::Open |
        Status::Pending => {
            resignable(record, SideTrait::player(player), at)?;
            Ok(record.status == Status::Open && record.time_class(at) == TimeClass::Live)
        },
        Status::Final => Err(errors::IS_FINAL),
    }
}

pub fn resign_channel(record: Record, player: Side, at: Moment) -> Result<(), felt252> {
    recorded(record)?;
    if player == Side::None {
        return Err(errors::NOT_A_PLAYER);
    }
    resignable(record, player, at)
}

pub fn flag(terms: Terms, record: Record, at: Moment) -> Result<(), felt252> {
    if !terms.is_ranked() {
        return Err(errors::NOT_RANKED);
    }
    match record.status {
        Status::None => unexpired(terms, at),
        Status::Open => live(record, at),
        Status::Pending => if is_score(record.verdict.ending) {
            Ok(())
        } else {
            Err(errors::ENDING_STANDS)
        },
        Status::Final => Err(errors::IS_FINAL),
    }
}

pub fn claim_forfeit(record: Record, at: Moment) -> Result<(), felt252> {
    recorded(record)?;
    if record.status == Status::Pending {
        return Err(errors::NOT_OPEN);
    }
    expired(record, at)
}

/// A proof is never late, and nothing but a proof displaces one: a second, against the same author,
/// for more steps, while the first is Live (protocol 3.3, 4).
pub fn expose_fork(record: Record, author: Side, at: Moment) -> Result<(), felt252> {
    recorded(record)?;
    if record.verdict.ending != Ending::Forfeit {
        return Ok(());
    }
    if author != record.verdict.winner.other() {
        return Err(errors::ENDING_STANDS);
    }
    live(record, at)
}

pub fn finalize(record: Record, at: Moment) -> Result<(), felt252> {
    recorded(record)?;
    if record.status == Status::Open {
        return Err(errors::NOT_PENDING);
    }
    expired(record, at)
}

/// Before `expires_at` (protocol 3.2).
pub fn unexpired(terms: Terms, at: Moment) -> Result<(), felt252> {
    if at.now < terms.expires_at {
        Ok(())
    } else {
        Err(errors::CHANNEL_EXPIRED)
    }
}

/// Open or Pending, by `player`: once its deadline has passed a player forfeits and cannot resign
/// instead; only a flag or a score gives way to a resignation.
fn resignable(record: Record, player: Side, at: Moment) -> Result<(), felt252> {
    if record.status == Status::Open {
        if record.due == player && record.time_class(at) == TimeClass::Expired {
            return Err(errors::DUE_PLAYER_IS_LATE);
        }
        Ok(())
    } else if record.verdict.ending == Ending::Time || is_score(record.verdict.ending) {
        Ok(())
    } else {
        Err(errors::ENDING_STANDS)
    }
}

/// Open or Pending.
fn recorded(record: Record) -> Result<(), felt252> {
    match record.status {
        Status::None => Err(errors::NO_RECORD),
        Status::Open | Status::Pending => Ok(()),
        Status::Final => Err(errors::IS_FINAL),
    }
}

fn live(record: Record, at: Moment) -> Result<(), felt252> {
    match record.time_class(at) {
        TimeClass::Live => Ok(()),
        TimeClass::Expired => Err(errors::DEADLINE_PASSED),
    }
}

fn expired(record: Record, at: Moment) -> Result<(), felt252> {
    match record.time_class(at) {
        TimeClass::Live => Err(errors::WINDOW_RUNNING),
        TimeClass::Expired => Ok(()),
    }
}

fn is_score(ending: Ending) -> bool {
    match ending {
        Ending::Agreed | Ending::PlayedOut | Ending::MoveLimit => true,
        Ending::None | Ending::Resigned | Ending::Time | Ending::Forfeit => false,
    }
}
