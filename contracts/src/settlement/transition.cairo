//! The next record (protocol 3.2, column "what it does"; finality 3.3). Each function expects a
//! call that `gate` admitted and evidence that `authority` or `fork` found good.

use crate::channel::line::Replay;
use crate::channel::terms::{Terms, TermsTrait};
use crate::errors;
use crate::rules::game::Ending;
use super::authority::last_step;
use super::clock::{Moment, window};
use super::gate::unexpired;
use super::record::{RATED_STEPS, Record, Side, SideTrait, Status, Verdict};

/// A line opens, answers, ends by score, lengthens a resignation or a fork, or voids a flag.
pub fn submit(terms: Terms, record: Record, line: Replay, at: Moment) -> Result<Record, felt252> {
    match record.status {
        Status::None => {
            if !(line.ending != Ending::None && last_author_lost(line)) {
                unexpired(terms, at)?;
            }
            Ok(advance(terms, line, at))
        },
        Status::Open => {
            longer(record, line)?;
            Ok(advance(terms, line, at))
        },
        Status::Pending |
        Status::Final => {
            longer(record, line)?;
            if record.verdict.ending == Ending::Time {
                void_flag(terms, record, line, at)
            } else {
                lengthen(record, line)
            }
        },
    }
}

/// The signed resignation of `player`, with the line it brings or, without one, the stored line.
pub fn resign(
    terms: Terms, record: Record, line: Option<Replay>, player: u8, at: Moment,
) -> Record {
    let (stored, counted) = match line {
        Some(line) => {
            let (own, _) = last_step(line, player);
            (Stored { steps: line.steps, head: line.head }, own)
        },
        None => (stored_line(record), record.steps),
    };
    let verdict = resignation(SideTrait::player(player), counted, false);
    conclude(terms, stored, verdict, true, at)
}

/// The resignation of a player's account.
pub fn resign_channel(terms: Terms, record: Record, player: Side, at: Moment) -> Record {
    conclude(terms, stored_line(record), resignation(player, record.steps, true), true, at)
}

/// The referee's flag on `player` at the head after `counted` steps.
pub fn flag(terms: Terms, line: Replay, player: Side, counted: u16, at: Moment) -> Record {
    let verdict = Verdict {
        ending: Ending::Time, winner: player.other(), counted, ..Default::default(),
    };
    conclude(terms, Stored { steps: line.steps, head: line.head }, verdict, false, at)
}

/// The due player missed the deadline.
pub fn claim_forfeit(record: Record) -> Record {
    finish(Record { verdict: forfeit(record.due, record.steps), ..record })
}

/// `author` signed two steps on one head; the longer branch counts.
pub fn expose_fork(
    terms: Terms, record: Record, author: Side, counted: u16, at: Moment,
) -> Result<Record, felt252> {
    if record.verdict.ending == Ending::Forfeit {
        recount(record, counted)
    } else {
        Ok(conclude(terms, stored_line(record), forfeit(author, counted), true, at))
    }
}

/// The objection window is over.
pub fn finalize(record: Record) -> Record {
    finish(record)
}

/// The stored line of the next record.
#[derive(Copy, Drop)]
struct Stored {
    steps: u16,
    head: felt252,
}

fn stored_line(record: Record) -> Stored {
    Stored { steps: record.steps, head: record.head }
}

/// Open at `line`, or ended by it by score.
fn advance(terms: Terms, line: Replay, at: Moment) -> Record {
    let stored = Stored { steps: line.steps, head: line.head };
    if line.ending == Ending::None {
        let window = window(at, terms.turn_seconds, terms.turn_blocks);
        return Record {
            status: Status::Open,
            ranked: terms.is_ranked(),
            steps: line.steps,
            head: line.head,
            due: SideTrait::player(line.due),
            deadline: window.deadline,
            min_block: window.min_block,
            verdict: Default::default(),
        };
    }
    let verdict = Verdict {
        ending: line.ending,
        winner: scored_winner(line),
        black_x2: line.black_x2,
        white_x2: line.white_x2,
        counted: line.steps,
        onchain: false,
    };
    conclude(terms, stored, verdict, last_author_lost(line), at)
}

/// A longer line counts more of the loser's steps: all but line and count stay (3.3, 4).
fn lengthen(record: Record, line: Replay) -> Result<Record, felt252> {
    let loser = record.verdict.winner.other();
    let counted = own_steps(line, loser);
    recount(Record { steps: line.steps, head: line.head, ..record }, counted)
}

/// Play went on after the flag, as the winner's own step shows (3.3, 3).
fn void_flag(terms: Terms, record: Record, line: Replay, at: Moment) -> Result<Record, felt252> {
    if own_steps(line, record.verdict.winner) <= record.steps {
        return Err(errors::WINNER_ADDS_NO_STEP);
    }
    Ok(advance(terms, line, at))
}

fn recount(record: Record, counted: u16) -> Result<Record, felt252> {
    if counted <= record.verdict.counted {
        return Err(errors::COUNTS_NO_MORE);
    }
    let record = Record { verdict: Verdict { counted, ..record.verdict }, ..record };
    if counted < RATED_STEPS {
        Ok(record)
    } else {
        Ok(finish(record))
    }
}

/// An ending: Final where its kind is final at once, unless a ranked game counts too few steps;
/// else Pending for a full window (3.3, 1 to 5).
fn conclude(terms: Terms, stored: Stored, verdict: Verdict, at_once: bool, at: Moment) -> Record {
    let window = window(at, terms.turn_seconds, terms.turn_blocks);
    let ranked = terms.is_ranked();
    let pending = Record {
        status: Status::Pending,
        ranked,
        steps: stored.steps,
        head: stored.head,
        due: Side::None,
        deadline: window.deadline,
        min_block: window.min_block,
        verdict,
    };
    if at_once && (!ranked || verdict.counted >= RATED_STEPS) {
        finish(pending)
    } else {
        pending
    }
}

fn finish(record: Record) -> Record {
    Record { status: Status::Final, due: Side::None, deadline: 0, min_block: 0, ..record }
}

fn resignation(player: Side, counted: u16, onchain: bool) -> Verdict {
    Verdict {
        ending: Ending::Resigned, winner: player.other(), counted, onchain, ..Default::default(),
    }
}

fn forfeit(player: Side, counted: u16) -> Verdict {
    Verdict {
        ending: Ending::Forfeit,
        winner: player.other(),
        counted,
        onchain: true,
        ..Default::default(),
    }
}

fn longer(record: Record, line: Replay) -> Result<(), felt252> {
    if line.steps > record.steps {
        Ok(())
    } else {
        Err(errors::LINE_NOT_LONGER)
    }
}

fn own_steps(line: Replay, side: Side) -> u16 {
    let (own, _) = match side {
        Side::None => (0, 0),
        Side::Black => last_step(line, 0),
        Side::White => last_step(line, 1),
    };
    own
}

fn scored_winner(line: Replay) -> Side {
    if line.black_x2 > line.white_x2 {
        Side::Black
    } else if line.black_x2 < line.white_x2 {
        Side::White
    } else {
        Side::None
    }
}

fn last_author_lost(line: Replay) -> bool {
    scored_winner(line) == SideTrait::player(line.author).other()
}
