//! What the views show (protocol 3.2 and 3.4).

use crate::channel::line::{Fault, Replay};
use crate::rules::game::{Ending, Phase};
use super::clock::Moment;
use super::interface::{Dispute, Outcome, Preview};
use super::record::{Record, RecordTrait, Side, SideTrait};

/// The pending or final result; zeros before one.
pub fn outcome(record: Record) -> Outcome {
    let verdict = record.verdict;
    Outcome {
        ending: verdict.ending,
        winner: verdict.winner,
        black_x2: verdict.black_x2,
        white_x2: verdict.white_x2,
        steps: verdict.counted,
        decided_onchain: verdict.onchain,
        rating: record.rating(),
    }
}

/// The record as it stands `at` a moment.
pub fn dispute(record: Record, at: Moment) -> Dispute {
    Dispute {
        status: record.status,
        ranked: record.ranked,
        steps: record.steps,
        head: record.head,
        due: record.due,
        deadline: record.deadline,
        min_block: record.min_block,
        time: record.time_class(at),
        outcome: outcome(record),
    }
}

/// The findings of a replay.
pub fn preview(replay: Result<Replay, Fault>) -> Preview {
    match replay {
        Ok(replay) => Preview {
            error: 0,
            step: 0,
            head: replay.head,
            steps: replay.steps,
            phase: replay.phase,
            due: SideTrait::player(replay.due),
            ending: replay.ending,
            black_x2: replay.black_x2,
            white_x2: replay.white_x2,
        },
        Err(fault) => Preview {
            error: fault.error,
            step: fault.step,
            head: 0,
            steps: 0,
            phase: Phase::Play,
            due: Side::None,
            ending: Ending::None,
            black_x2: 0,
            white_x2: 0,
        },
    }
}
