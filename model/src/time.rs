//! Time as the model knows it: before, in and after the last second of a window, and the chain's halts.

use surround_settlement::{Record, Status, TimeClass};

use crate::state::{Action, Clock, State};
use crate::table::{BEGIN, EXPIRES_AT, SECONDS};

/// What time can do in a state, and the second that it gets to.
#[must_use]
pub fn moves(state: &State) -> Vec<(Action, u64)> {
    let Record {
        deadline,
        min_block,
        ..
    } = state.record;
    let expired = state.record.time_class(state.moment()) == TimeClass::Expired;
    let mut moves = Vec::new();
    if state.record.status == Status::None {
        moves.extend(next_landmark(state.at).map(|next| (Action::Wait, next)));
    } else if state.is_running() && !expired {
        if state.at.now < deadline {
            moves.push((Action::LastSecond, deadline));
        }
        if state.at.now <= deadline && state.at.block < min_block {
            // Nobody is late yet, for the chain took no call.
            moves.push((Action::Halt, deadline));
        }
        moves.push((Action::Past, deadline + 1));
    }
    moves
}

/// The state after some time.
#[must_use]
pub fn passed(state: &State, action: Action) -> State {
    let Record {
        deadline,
        min_block,
        ..
    } = state.record;
    let Clock { now, block } = state.at;
    let mut next = state.clone();
    let blocks = block.max(min_block);
    let (now, block) = match action {
        Action::LastSecond => (deadline, blocks),
        Action::Halt => (deadline + 1, block),
        Action::Past => (now.max(deadline + 1), blocks),
        _ => (next_landmark(state.at).unwrap_or(now), block),
    };
    next.at = Clock { now, block };
    next.passed += u8::from(action == Action::Past);
    // What some time has passed over is not forgotten.
    next.before = None;
    next
}

/// Whether a full window starts (protocol 3.3, 5): always when a record becomes Open or Pending, and
/// not when only the count of a pending result grows.
#[must_use]
pub fn starts_window(before: &Record, next: &Record) -> bool {
    let ending = |record: &Record| {
        record
            .verdict
            .map(|verdict| (verdict.ending, verdict.winner))
    };
    match next.status {
        Status::Open => true,
        Status::Pending => ending(before) != ending(next),
        Status::None | Status::Final => false,
    }
}

/// Lets the window that has just started be the first one. Once there is a record, nothing depends
/// on the time but how much of its window has passed.
pub fn rebase(state: &mut State) {
    let (now, block) = (state.at.now - BEGIN, state.at.block - BEGIN);
    let earlier = |record: &mut Record| {
        record.deadline = record.deadline.saturating_sub(now);
        record.min_block = record.min_block.saturating_sub(block);
    };
    earlier(&mut state.record);
    state.before.iter_mut().for_each(earlier);
    state.due_since.now = state.due_since.now.saturating_sub(now);
    state.due_since.block = state.due_since.block.saturating_sub(block);
    state.at = Clock {
        now: BEGIN,
        block: BEGIN,
    };
}

/// The next second that matters while there is no record.
fn next_landmark(at: Clock) -> Option<u64> {
    let landmarks = [EXPIRES_AT - 2 * SECONDS, EXPIRES_AT - 1, EXPIRES_AT];
    landmarks.into_iter().find(|landmark| *landmark > at.now)
}
