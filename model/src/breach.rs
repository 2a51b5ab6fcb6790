//! What a single call can break: judged on the record before it and the record after it.

use surround_settlement::record::RATED_STEPS;
use surround_settlement::{Ending, Record, Status, Verdict};

use crate::judge::Judge;
use crate::state::{Call, Clock, State};
use crate::table::{BLOCKS, SECONDS};

/// An invariant that a call broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Breach {
    /// I1.
    FinalChanged,
    /// I2.
    StepsFell,
    /// I4.
    LineIgnored,
    /// I5, first half.
    ForfeitTooEarly,
    /// I5, second half.
    Framed,
    /// I10.
    NotAdmitted,
    /// 3.2, `resign`.
    ResignedLate,
    /// 3.4, `decided_onchain`.
    WronglyMarked,
    /// 4: the strategist advised a call that is refused.
    BadAdvice,
}

/// The invariant that a call breaks, if it does; `before` and `next` differ.
#[must_use]
pub fn breach(
    judge: &Judge<'_>,
    before: &State,
    next: &Record,
    at: Clock,
    call: Call,
) -> Option<Breach> {
    let record = &before.record;
    let resigned = next.ending() == Some(Ending::Resigned);
    let due_lost = next.verdict.and_then(|verdict| verdict.loser()) == record.due;
    let since = before.due_since;
    let honest = judge.scenario.dishonest.other();
    if record.status == Status::Final {
        Some(Breach::FinalChanged)
    } else if next.steps < record.steps {
        Some(Breach::StepsFell)
    } else if call == Call::Claim
        && (at.now <= since.now + SECONDS || at.block < since.block + BLOCKS)
    {
        Some(Breach::ForfeitTooEarly)
    } else if call == Call::Claim && record.steps < judge.tree.node(before.held).steps() {
        Some(Breach::LineIgnored)
    } else if matches!(call, Call::Frame | Call::Expose(_) | Call::ExposeSelf)
        && next.verdict.and_then(|verdict| verdict.loser()) == Some(honest)
    {
        Some(Breach::Framed)
    } else if record.status == Status::Open && is_over(record, at) && resigned && due_lost {
        Some(Breach::ResignedLate)
    } else if wrongly_marked(record, next, call) {
        Some(Breach::WronglyMarked)
    } else if !is_admitted(judge, record, next, at, call) {
        Some(Breach::NotAdmitted)
    } else {
        None
    }
}

/// The window has passed, in seconds and in blocks.
#[must_use]
pub fn is_over(record: &Record, at: Clock) -> bool {
    at.now > record.deadline && at.block >= record.min_block
}

fn wrongly_marked(before: &Record, next: &Record, call: Call) -> bool {
    let Some(verdict) = next.verdict else {
        return false;
    };
    let onchain = match (call, before.verdict) {
        (Call::Finalize | Call::Submit(_), Some(old)) if old.ending == verdict.ending => {
            old.onchain
        }
        _ => !matches!(call, Call::Submit(_) | Call::Resign(_) | Call::Flag { .. }),
    };
    verdict.onchain != onchain
}

/// Protocol 3.3, as a table of what may follow what.
fn is_admitted(judge: &Judge<'_>, before: &Record, next: &Record, at: Clock, call: Call) -> bool {
    let old = before.verdict;
    let Some(new) = next.verdict else {
        // Open: a line opened, answered, or voided a flag.
        let by_line = matches!(call, Call::Submit(_)) && next.status == Status::Open;
        return by_line && old.is_none_or(|old| old.ending == Ending::Time);
    };
    match old {
        Some(old) if call == Call::Finalize => {
            old == new && next.status == Status::Final && is_over(before, at)
        }
        Some(old) if is_recount(&old, &new) => {
            // 3.3, 4: only the count grows, while it is short and the window runs.
            let waits = next.status == Status::Pending && next.deadline == before.deadline;
            let short = old.counted < RATED_STEPS && before.ranked && !is_over(before, at);
            let ends = next.status == Status::Final && new.counted >= RATED_STEPS;
            short && new.counted > old.counted && (waits && new.counted < RATED_STEPS || ends)
        }
        Some(old) => {
            // 3.3, 5 and 3: a stronger ending, or a line that voids a flag.
            let voids = old.ending == Ending::Time && matches!(call, Call::Submit(_));
            (voids || strength(&new) > strength(&old)) && waits_as_it_must(judge, next, &new, call)
        }
        None => waits_as_it_must(judge, next, &new, call),
    }
}

fn is_recount(old: &Verdict, new: &Verdict) -> bool {
    old.ending == new.ending
        && old.winner == new.winner
        && old.onchain == new.onchain
        && matches!(new.ending, Ending::Resigned | Ending::Forfeit)
}

/// 3.3, 5: fork > resignation > flag > score.
fn strength(verdict: &Verdict) -> u8 {
    match verdict.ending {
        Ending::Forfeit => 3,
        Ending::Resigned => 2,
        Ending::Time => 1,
        Ending::Agreed | Ending::PlayedOut | Ending::MoveLimit => 0,
    }
}

/// 3.3, 1 to 4: Final at once, or Pending for a full window.
fn waits_as_it_must(judge: &Judge<'_>, next: &Record, verdict: &Verdict, call: Call) -> bool {
    let stored = judge.tree.at_head(next.head);
    let author = stored.and_then(|stored| judge.tree.author(stored));
    let at_once = match verdict.ending {
        Ending::Time => false,
        Ending::Resigned | Ending::Forfeit => true,
        Ending::Agreed | Ending::PlayedOut | Ending::MoveLimit => {
            author.is_some() && verdict.loser() == author
        }
    };
    let short = next.ranked && verdict.counted < RATED_STEPS && call != Call::Claim;
    (next.status == Status::Final) == (at_once && !short)
}
