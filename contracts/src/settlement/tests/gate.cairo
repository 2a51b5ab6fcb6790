//! The table of protocol 3.2: every call at every status and time.

use crate::errors;
use crate::rules::game::Ending;
use crate::settlement::clock::Moment;
use crate::settlement::gate;
use crate::settlement::record::{Record, Side};
use super::known::{NOW, concluded, last, late, open, pending, ranked, unranked};

const OK: felt252 = 0;

fn named<T, +Drop<T>>(result: Result<T, felt252>) -> felt252 {
    match result {
        Ok(_) => OK,
        Err(error) => error,
    }
}


fn rows() -> Span<(Record, Moment)> {
    [
        (Default::default(), NOW), (open(12, Side::White), last()), (open(12, Side::White), late()),
        (pending(12, Ending::Agreed, 12), last()), (pending(12, Ending::Agreed, 12), late()),
        (pending(12, Ending::Time, 12), last()), (pending(12, Ending::Time, 12), late()),
        (pending(12, Ending::Resigned, 12), last()), (pending(12, Ending::Resigned, 12), late()),
        (pending(12, Ending::Forfeit, 12), last()), (pending(12, Ending::Forfeit, 12), late()),
        (concluded(12, Ending::Time), NOW),
    ]
        .span()
}

/// None; Open with White due; Pending by score, by time, by resignation and by fork, won by Black;
/// each of them Live and Expired; Final.
const ROWS: u32 = 12;

#[test]
fn submit() {
    let expected = [
        OK, OK, errors::DEADLINE_PASSED, errors::ENDING_STANDS, errors::DEADLINE_PASSED, OK,
        errors::DEADLINE_PASSED, OK, errors::DEADLINE_PASSED, OK, errors::DEADLINE_PASSED,
        errors::IS_FINAL,
    ];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        assert_eq!(named(gate::submit(record, at)), *expected.span()[i], "row {i}");
    }
}

#[test]
fn resign() {
    let stands = errors::ENDING_STANDS;
    let late = errors::DUE_PLAYER_IS_LATE;
    let end = errors::IS_FINAL;
    let black = [OK, OK, OK, OK, OK, OK, OK, stands, stands, stands, stands, end];
    let white = [OK, OK, late, OK, OK, OK, OK, stands, stands, stands, stands, end];
    // Which of them look at the line that the call brings.
    let lines = [true, true, false, false, false, false, false];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        assert_eq!(named(gate::resign(record, 0, at)), *black.span()[i], "black, row {i}");
        assert_eq!(named(gate::resign(record, 1, at)), *white.span()[i], "white, row {i}");
        if let Ok(brings_line) = gate::resign(record, 0, at) {
            assert_eq!(brings_line, *lines.span()[i], "row {i}");
        }
        assert_eq!(named(gate::resign(record, 2, at)), errors::BAD_PLAYER);
    }
}

#[test]
fn resign_channel() {
    let none = errors::NO_RECORD;
    let stands = errors::ENDING_STANDS;
    let late = errors::DUE_PLAYER_IS_LATE;
    let end = errors::IS_FINAL;
    let black = [none, OK, OK, OK, OK, OK, OK, stands, stands, stands, stands, end];
    let white = [none, OK, late, OK, OK, OK, OK, stands, stands, stands, stands, end];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        let by = |player: Side| named(gate::resign_channel(record, player, at));
        assert_eq!(by(Side::Black), *black.span()[i], "black, row {i}");
        assert_eq!(by(Side::White), *white.span()[i], "white, row {i}");
    }
    let (record, at) = *rows()[1];
    assert_eq!(named(gate::resign_channel(record, Side::None, at)), errors::NOT_A_PLAYER);
}

#[test]
fn flag() {
    let stands = errors::ENDING_STANDS;
    let expected = [
        OK, OK, errors::DEADLINE_PASSED, OK, OK, stands, stands, stands, stands, stands, stands,
        errors::IS_FINAL,
    ];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        assert_eq!(named(gate::flag(ranked(), record, at)), *expected.span()[i], "row {i}");
        assert_eq!(named(gate::flag(unranked(), record, at)), errors::NOT_RANKED);
    }
    let none: Record = Default::default();
    let before = Moment { now: ranked().expires_at - 1, block: 0 };
    assert_eq!(named(gate::flag(ranked(), none, before)), OK);
    let after = Moment { now: ranked().expires_at, block: 0 };
    assert_eq!(named(gate::flag(ranked(), none, after)), errors::CHANNEL_EXPIRED);
}

#[test]
fn claim_forfeit() {
    let not_open = errors::NOT_OPEN;
    let expected = [
        errors::NO_RECORD, errors::WINDOW_RUNNING, OK, not_open, not_open, not_open, not_open,
        not_open, not_open, not_open, not_open, errors::IS_FINAL,
    ];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        assert_eq!(named(gate::claim_forfeit(record, at)), *expected.span()[i], "row {i}");
    }
}

#[test]
fn expose_fork() {
    let none = errors::NO_RECORD;
    let stands = errors::ENDING_STANDS;
    let end = errors::IS_FINAL;
    // Against White, whose fork is the pending one in rows 9 and 10; and against Black.
    let white = [none, OK, OK, OK, OK, OK, OK, OK, OK, OK, errors::DEADLINE_PASSED, end];
    let black = [none, OK, OK, OK, OK, OK, OK, OK, OK, stands, stands, end];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        let against = |author: Side| named(gate::expose_fork(record, author, at));
        assert_eq!(against(Side::White), *white.span()[i], "white, row {i}");
        assert_eq!(against(Side::Black), *black.span()[i], "black, row {i}");
    }
}

#[test]
fn finalize() {
    let running = errors::WINDOW_RUNNING;
    let not_pending = errors::NOT_PENDING;
    let expected = [
        errors::NO_RECORD, not_pending, not_pending, running, OK, running, OK, running, OK, running,
        OK, errors::IS_FINAL,
    ];
    for i in 0..ROWS {
        let (record, at) = *rows()[i];
        assert_eq!(named(gate::finalize(record, at)), *expected.span()[i], "row {i}");
    }
}
