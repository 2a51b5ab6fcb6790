//! The next record (protocol 3.2, column "what it does"; finality 3.3). Each function expects a
//! call that [`gate`](crate::gate) admitted and evidence that [`authority`](crate::authority) or
//! [`fork`](crate::fork) found good.

use starknet_types_core::felt::Felt;
use surround_channel::line::Replay;
use surround_channel::terms::Terms;
use surround_rules::{Colour, Winner};

use crate::authority::last_step;
use crate::clock::{Moment, Window};
use crate::errors::Refusal;
use crate::gate::unexpired;
use crate::record::{Ending, RATED_STEPS, Record, Status, Verdict};

/// A line opens, answers, ends by score, lengthens a resignation or a fork, or voids a flag.
///
/// # Errors
/// [`Refusal::ChannelExpired`], [`Refusal::LineNotLonger`], [`Refusal::WinnerAddsNoStep`],
/// [`Refusal::CountsNoMore`].
pub fn submit(
    terms: &Terms,
    record: &Record,
    line: &Replay,
    at: Moment,
) -> Result<Record, Refusal> {
    match record.status {
        Status::None => {
            if !(line.ending.is_some() && last_author_lost(line)) {
                unexpired(terms, at)?;
            }
            Ok(advance(terms, line, at))
        }
        Status::Open => {
            longer(record, line)?;
            Ok(advance(terms, line, at))
        }
        Status::Pending | Status::Final => {
            longer(record, line)?;
            if record.ending() == Some(Ending::Time) {
                void_flag(terms, record, line, at)
            } else {
                lengthen(record, line)
            }
        }
    }
}

/// The signed resignation of `player`, with the line it brings or, without one, the stored line.
#[must_use]
pub fn resign(
    terms: &Terms,
    record: &Record,
    line: Option<&Replay>,
    player: Colour,
    at: Moment,
) -> Record {
    let (stored, counted) = match line {
        Some(line) => (Stored::line(line), last_step(line, player).0),
        None => (Stored::of(record), record.steps),
    };
    conclude(terms, stored, resignation(player, counted, false), true, at)
}

/// The resignation of a player's account.
#[must_use]
pub fn resign_channel(terms: &Terms, record: &Record, player: Colour, at: Moment) -> Record {
    let verdict = resignation(player, record.steps, true);
    conclude(terms, Stored::of(record), verdict, true, at)
}

/// The referee's flag on `player` at the head after `counted` steps.
#[must_use]
pub fn flag(terms: &Terms, line: &Replay, player: Colour, counted: u16, at: Moment) -> Record {
    let verdict = unscored(Ending::Time, player, counted, false);
    conclude(terms, Stored::line(line), verdict, false, at)
}

/// The due player missed the deadline.
#[must_use]
pub fn claim_forfeit(record: &Record) -> Record {
    let verdict = record.due.map(|due| forfeit(due, record.steps));
    finish(Record { verdict, ..*record })
}

/// `author` signed two steps on one head; the longer branch counts.
///
/// # Errors
/// [`Refusal::CountsNoMore`] when a proof is already pending.
pub fn expose_fork(
    terms: &Terms,
    record: &Record,
    author: Colour,
    counted: u16,
    at: Moment,
) -> Result<Record, Refusal> {
    if record.ending() == Some(Ending::Forfeit) {
        recount(*record, counted)
    } else {
        Ok(conclude(
            terms,
            Stored::of(record),
            forfeit(author, counted),
            true,
            at,
        ))
    }
}

/// The objection window is over.
#[must_use]
pub fn finalize(record: &Record) -> Record {
    finish(*record)
}

/// The winner by score of a line that ended.
#[must_use]
pub fn scored_winner(line: &Replay) -> Winner {
    match line.black_x2.cmp(&line.white_x2) {
        std::cmp::Ordering::Greater => Winner::Black,
        std::cmp::Ordering::Less => Winner::White,
        std::cmp::Ordering::Equal => Winner::Draw,
    }
}

/// Whether a line that ended was ended by the player who lost: evidence that needs no window.
#[must_use]
pub fn last_author_lost(line: &Replay) -> bool {
    line.author
        .is_some_and(|author| scored_winner(line) == author.other().into())
}

/// The stored line of the next record.
#[derive(Clone, Copy)]
struct Stored {
    steps: u16,
    head: Felt,
}

impl Stored {
    fn of(record: &Record) -> Self {
        Self {
            steps: record.steps,
            head: record.head,
        }
    }

    fn line(line: &Replay) -> Self {
        Self {
            steps: line.steps,
            head: line.head,
        }
    }
}

/// Open at `line`, or ended by it by score.
fn advance(terms: &Terms, line: &Replay, at: Moment) -> Record {
    let Some(ending) = line.ending else {
        let window = Window::from(at, terms.turn_seconds, terms.turn_blocks);
        return Record {
            status: Status::Open,
            ranked: terms.is_ranked(),
            steps: line.steps,
            head: line.head,
            due: line.due,
            deadline: window.deadline,
            min_block: window.min_block,
            verdict: None,
        };
    };
    let verdict = Verdict {
        ending: ending.into(),
        winner: scored_winner(line),
        black_x2: line.black_x2,
        white_x2: line.white_x2,
        counted: line.steps,
        onchain: false,
    };
    conclude(
        terms,
        Stored::line(line),
        verdict,
        last_author_lost(line),
        at,
    )
}

/// A longer line counts more of the loser's steps: all but line and count stay (3.3, 4).
fn lengthen(record: &Record, line: &Replay) -> Result<Record, Refusal> {
    let loser = record.verdict.and_then(|verdict| verdict.loser());
    let counted = loser.map_or(0, |loser| last_step(line, loser).0);
    recount(
        Record {
            steps: line.steps,
            head: line.head,
            ..*record
        },
        counted,
    )
}

/// Play went on after the flag, as the winner's own step shows (3.3, 3).
fn void_flag(terms: &Terms, record: &Record, line: &Replay, at: Moment) -> Result<Record, Refusal> {
    let winner = record
        .verdict
        .and_then(|verdict| verdict.loser())
        .map(Colour::other);
    if winner.is_none_or(|winner| last_step(line, winner).0 <= record.steps) {
        return Err(Refusal::WinnerAddsNoStep);
    }
    Ok(advance(terms, line, at))
}

fn recount(record: Record, counted: u16) -> Result<Record, Refusal> {
    let verdict = record.verdict.filter(|verdict| counted > verdict.counted);
    let verdict = verdict.ok_or(Refusal::CountsNoMore)?;
    let record = Record {
        verdict: Some(Verdict { counted, ..verdict }),
        ..record
    };
    if counted < RATED_STEPS {
        Ok(record)
    } else {
        Ok(finish(record))
    }
}

/// An ending: Final where its kind is final at once, unless a ranked game counts too few steps;
/// else Pending for a full window (3.3, 1 to 5).
fn conclude(terms: &Terms, stored: Stored, verdict: Verdict, at_once: bool, at: Moment) -> Record {
    let window = Window::from(at, terms.turn_seconds, terms.turn_blocks);
    let ranked = terms.is_ranked();
    let pending = Record {
        status: Status::Pending,
        ranked,
        steps: stored.steps,
        head: stored.head,
        due: None,
        deadline: window.deadline,
        min_block: window.min_block,
        verdict: Some(verdict),
    };
    if at_once && (!ranked || verdict.counted >= RATED_STEPS) {
        finish(pending)
    } else {
        pending
    }
}

fn finish(record: Record) -> Record {
    Record {
        status: Status::Final,
        due: None,
        deadline: 0,
        min_block: 0,
        ..record
    }
}

fn resignation(player: Colour, counted: u16, onchain: bool) -> Verdict {
    unscored(Ending::Resigned, player, counted, onchain)
}

fn forfeit(player: Colour, counted: u16) -> Verdict {
    unscored(Ending::Forfeit, player, counted, true)
}

fn unscored(ending: Ending, loser: Colour, counted: u16, onchain: bool) -> Verdict {
    Verdict {
        ending,
        winner: loser.other().into(),
        black_x2: 0,
        white_x2: 0,
        counted,
        onchain,
    }
}

fn longer(record: &Record, line: &Replay) -> Result<(), Refusal> {
    if line.steps > record.steps {
        Ok(())
    } else {
        Err(Refusal::LineNotLonger)
    }
}
