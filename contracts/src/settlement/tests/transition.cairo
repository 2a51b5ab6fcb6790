//! What admitted calls make of the record (protocol 3.2 and 3.3).

use crate::channel::line::Replay;
use crate::channel::terms::Terms;
use crate::errors;
use crate::rules::game::Ending;
use crate::settlement::clock::Moment;
use crate::settlement::record::{Record, Side, Status, Verdict};
use crate::settlement::transition;
use super::known::{NOW, ended, last, late, open, pending, ranked, running, unranked};

fn none() -> Record {
    Default::default()
}

fn submit(terms: Terms, record: Record, line: Replay, at: Moment) -> Record {
    transition::submit(terms, record, line, at).unwrap()
}

fn assert_ends(
    record: Record, status: Status, ending: Ending, winner: Side, counted: u16, onchain: bool,
) {
    let verdict = record.verdict;
    assert_eq!(record.status, status);
    assert_eq!(record.due, Side::None);
    assert_eq!(
        (verdict.ending, verdict.winner, verdict.counted, verdict.onchain),
        (ending, winner, counted, onchain),
    );
    if status == Status::Final {
        assert_eq!((record.deadline, record.min_block), (0, 0));
    }
}

fn assert_full_window(record: Record, at: Moment) {
    assert_eq!((record.deadline, record.min_block), (at.now + 3600, at.block + 60));
}

#[test]
fn a_line_opens_and_answers() {
    let opened = submit(ranked(), none(), running(23), NOW);
    assert_eq!((opened.status, opened.ranked, opened.due), (Status::Open, true, Side::White));
    assert_eq!((opened.steps, opened.head), (23, 0x111));
    assert_full_window(opened, NOW);
    let answered = submit(ranked(), opened, running(24), last());
    assert_eq!((answered.status, answered.due), (Status::Open, Side::Black));
    assert_full_window(answered, last());
    assert_eq!(
        transition::submit(ranked(), opened, running(23), NOW), Err(errors::LINE_NOT_LONGER),
    );
    assert!(!submit(unranked(), none(), running(23), NOW).ranked);
}

#[test]
fn the_losers_own_end_is_final_at_once() {
    // The author of step 23 is Black, of step 24 White.
    for before in [none(), open(21, Side::White)].span() {
        let lost = submit(ranked(), *before, ended(24, 90, 33), NOW);
        assert_ends(lost, Status::Final, Ending::Agreed, Side::Black, 24, false);
        assert_eq!((lost.verdict.black_x2, lost.verdict.white_x2), (90, 33));
        let won = submit(ranked(), *before, ended(23, 90, 33), NOW);
        assert_ends(won, Status::Pending, Ending::Agreed, Side::Black, 23, false);
        assert_full_window(won, NOW);
        let draw = submit(unranked(), *before, ended(24, 33, 33), NOW);
        assert_ends(draw, Status::Pending, Ending::Agreed, Side::None, 24, false);
    }
}

#[test]
fn after_expires_at_only_the_losers_own_evidence_opens_a_record() {
    let terms = ranked();
    let before = Moment { now: terms.expires_at - 1, block: 0 };
    let after = Moment { now: terms.expires_at, block: 0 };
    let expired = Err(errors::CHANNEL_EXPIRED);
    assert!(transition::submit(terms, none(), running(23), before).is_ok());
    assert_eq!(transition::submit(terms, none(), running(23), after), expired);
    assert_eq!(transition::submit(terms, none(), ended(23, 90, 33), after), expired);
    assert_eq!(transition::submit(terms, none(), ended(24, 33, 33), after), expired);
    assert!(transition::submit(terms, none(), ended(24, 90, 33), after).is_ok());
    assert!(transition::submit(terms, open(21, Side::White), running(24), after).is_ok());
}

#[test]
fn short_endings_wait_in_ranked_games() {
    for (steps, status) in [(18, Status::Pending), (20, Status::Final)].span() {
        let record = submit(ranked(), none(), ended(*steps, 90, 33), NOW);
        assert_eq!(record.status, *status);
        let record = submit(unranked(), none(), ended(*steps, 90, 33), NOW);
        assert_eq!(record.status, Status::Final);
    }
    for (steps, player, status) in [
        (20, 1, Status::Final), (20, 0, Status::Pending), (21, 0, Status::Final),
    ]
        .span() {
        let record = transition::resign(ranked(), none(), Some(running(*steps)), *player, NOW);
        assert_eq!(record.status, *status);
    }
    let record = transition::resign_channel(ranked(), open(19, Side::White), Side::White, NOW);
    assert_eq!(record.status, Status::Pending);
    let record = transition::resign_channel(ranked(), open(20, Side::White), Side::White, NOW);
    assert_eq!(record.status, Status::Final);
    // The exception: a missed deadline.
    let record = transition::claim_forfeit(open(3, Side::White));
    assert_ends(record, Status::Final, Ending::Forfeit, Side::Black, 3, true);
}

#[test]
fn a_resignation_counts_its_players_last_own_step() {
    let resigned = |player: u8| {
        transition::resign(ranked(), open(15, Side::White), Some(running(25)), player, NOW)
    };
    assert_ends(resigned(0), Status::Final, Ending::Resigned, Side::White, 25, false);
    assert_ends(resigned(1), Status::Final, Ending::Resigned, Side::Black, 24, false);
    assert_eq!((resigned(1).steps, resigned(1).head), (25, 0x111));
    // The end of the line is not scored.
    let resigned = transition::resign(ranked(), none(), Some(ended(25, 90, 33)), 0, NOW);
    assert_ends(resigned, Status::Final, Ending::Resigned, Side::White, 25, false);
    assert_eq!((resigned.verdict.black_x2, resigned.verdict.white_x2), (0, 0));
    // Without a line, the stored one.
    let record = transition::resign(ranked(), pending(25, Ending::Agreed, 25), None, 0, late());
    assert_ends(record, Status::Final, Ending::Resigned, Side::White, 25, false);
    assert_eq!((record.steps, record.head), (25, 0x999));
}

#[test]
fn a_short_resignation_is_lengthened() {
    let before = pending(10, Ending::Resigned, 10);
    // White lost; Black's own step counts nothing more.
    assert_eq!(
        transition::submit(ranked(), before, running(11), last()), Err(errors::COUNTS_NO_MORE),
    );
    assert_eq!(
        transition::submit(ranked(), before, running(10), last()), Err(errors::LINE_NOT_LONGER),
    );
    let longer = submit(ranked(), before, running(15), last());
    assert_ends(longer, Status::Pending, Ending::Resigned, Side::Black, 14, false);
    assert_eq!((longer.steps, longer.head), (15, 0x111));
    assert_eq!((longer.deadline, longer.min_block), (before.deadline, before.min_block));
    let rated = submit(ranked(), before, ended(20, 33, 90), last());
    assert_ends(rated, Status::Final, Ending::Resigned, Side::Black, 20, false);
    assert_eq!(rated.verdict.black_x2, 0);
    // A fork keeps its flag of the chain.
    let fork = Record {
        verdict: Verdict { onchain: true, ..pending(10, Ending::Forfeit, 15).verdict },
        ..pending(10, Ending::Forfeit, 15),
    };
    assert_eq!(
        transition::submit(ranked(), fork, running(15), last()), Err(errors::COUNTS_NO_MORE),
    );
    let longer = submit(ranked(), fork, running(16), last());
    assert_ends(longer, Status::Pending, Ending::Forfeit, Side::Black, 16, true);
}

#[test]
fn a_flag_waits_and_is_voided_by_the_winners_own_step() {
    let flagged = transition::flag(ranked(), running(24), Side::White, 23, NOW);
    assert_ends(flagged, Status::Pending, Ending::Time, Side::Black, 23, false);
    assert_eq!(flagged.steps, 24);
    assert_full_window(flagged, NOW);
    // However long the game.
    let record = transition::flag(ranked(), running(300), Side::White, 300, NOW);
    assert_eq!(record.status, Status::Pending);
    // White's own steps alone are the late answer.
    let late_steps = Replay { run: 2, ..running(26) };
    assert_eq!(
        transition::submit(ranked(), flagged, late_steps, last()), Err(errors::WINNER_ADDS_NO_STEP),
    );
    assert_eq!(
        transition::submit(ranked(), flagged, running(24), last()), Err(errors::LINE_NOT_LONGER),
    );
    let reopened = submit(ranked(), flagged, running(25), last());
    assert_eq!((reopened.status, reopened.due), (Status::Open, Side::White));
    assert_eq!(reopened.verdict, Default::default());
    assert_full_window(reopened, last());
    let scored = submit(ranked(), flagged, ended(26, 90, 33), last());
    assert_ends(scored, Status::Final, Ending::Agreed, Side::Black, 26, false);
}

#[test]
fn a_fork_counts_the_longer_branch() {
    let fork = |record: Record, counted: u16| {
        transition::expose_fork(ranked(), record, Side::White, counted, late())
    };
    let ended = fork(open(15, Side::White), 24).unwrap();
    assert_ends(ended, Status::Final, Ending::Forfeit, Side::Black, 24, true);
    assert_eq!((ended.steps, ended.head), (15, 0x999));
    let short = fork(pending(15, Ending::Resigned, 15), 15).unwrap();
    assert_ends(short, Status::Pending, Ending::Forfeit, Side::Black, 15, true);
    assert_full_window(short, late());
    // A second proof has to count more.
    let first = pending(15, Ending::Forfeit, 16);
    assert_eq!(fork(first, 16), Err(errors::COUNTS_NO_MORE));
    let second = fork(first, 17).unwrap();
    assert_eq!((second.status, second.verdict.counted), (Status::Pending, 17));
    assert_eq!((second.deadline, second.min_block), (first.deadline, first.min_block));
    assert_eq!(fork(first, 20).unwrap().status, Status::Final);
}

#[test]
fn finalize_keeps_the_result() {
    let before = pending(23, Ending::Time, 22);
    let ended = transition::finalize(before);
    assert_eq!((ended.status, ended.deadline, ended.min_block), (Status::Final, 0, 0));
    assert_eq!((ended.verdict, ended.steps, ended.head), (before.verdict, 23, 0x999));
}
