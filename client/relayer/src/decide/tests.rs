use surround_channel::line::Line;
use surround_tests::game::SignedGame;

use super::*;
use crate::testing::{EXPIRES_AT, START, WINDOW, bundle, bundle_to_open, game, opened};

const MARGINS: [Seconds; 2] = [1_800, 600];
const DEADLINE: u64 = START.now + WINDOW;

fn hand(bundles: &[Verified], record: &Record, stored: Option<&SignedGame>) -> Hand {
    let line: Option<Line> = stored.map(SignedGame::line);
    Hand::of(bundles, record, line.as_ref()).unwrap().unwrap()
}

fn at(now: u64) -> Moment {
    Moment {
        now,
        block: START.block + 60,
    }
}

fn ask(hand: &Hand, record: &Record, now: u64, sides: Sides) -> Decision {
    decide(&Situation {
        hand,
        record,
        at: at(now),
        clock: now,
        sides,
        open_at: None,
        alarm_margins: &MARGINS,
    })
}

fn work(decision: &Decision) -> Option<(Action, u16, Colour)> {
    let work = decision.work.first()?;
    Some((work.key.action, work.key.height, work.player))
}

#[test]
fn a_stale_opening_is_answered_with_the_best_line() {
    let (stale, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let record = opened(&stale);
    let hand = hand(&[bundle(&best)], &record, Some(&stale));
    let decision = ask(&hand, &record, START.now, Sides::Black);
    assert_eq!(work(&decision), Some((Action::Submit, 4, Colour::Black)));
    assert_eq!(decision.by, Some(DEADLINE));
    assert_eq!(decision.reason, Reason::LongerLine);
}

#[test]
fn a_due_player_is_called_early_and_again() {
    let stored = game("C3 G7");
    let record = opened(&stored);
    let hand = hand(&[bundle(&stored)], &record, Some(&stored));
    let level = |now| {
        let decision = ask(&hand, &record, now, Sides::Black);
        assert_eq!(decision.work, []);
        let alarm = decision.alarm.unwrap();
        assert_eq!((alarm.player, alarm.by), (Colour::Black, DEADLINE));
        (alarm.level, decision.look_again)
    };
    assert_eq!(level(START.now), (0, DEADLINE - 1_800));
    assert_eq!(level(DEADLINE - 1_801), (0, DEADLINE - 1_800));
    assert_eq!(level(DEADLINE - 1_800), (1, DEADLINE - 600));
    assert_eq!(level(DEADLINE - 600), (2, DEADLINE + 1));
    assert_eq!(level(DEADLINE), (2, DEADLINE + 1));
    let late = ask(&hand, &record, DEADLINE + 1, Sides::Black);
    assert_eq!((late.alarm, late.reason), (None, Reason::PlayerLate));
}

#[test]
fn the_forfeit_is_claimed_the_second_after_the_deadline() {
    let stored = game("C3 G7");
    let record = opened(&stored);
    let hand = hand(&[bundle(&stored)], &record, Some(&stored));
    let before = ask(&hand, &record, DEADLINE, Sides::White);
    assert_eq!((work(&before), before.look_again), (None, DEADLINE + 1));
    let after = ask(&hand, &record, DEADLINE + 1, Sides::White);
    assert_eq!(work(&after), Some((Action::Claim, 2, Colour::White)));
}

#[test]
fn a_chain_that_halts_is_looked_at_with_every_block() {
    let stored = game("C3 G7");
    let record = opened(&stored);
    let hand = hand(&[bundle(&stored)], &record, Some(&stored));
    let halted = Moment {
        now: DEADLINE + 100,
        block: record.min_block - 1,
    };
    let decision = decide(&Situation {
        hand: &hand,
        record: &record,
        at: halted,
        clock: halted.now,
        sides: Sides::White,
        open_at: None,
        alarm_margins: &MARGINS,
    });
    assert_eq!(decision.work, []);
    assert!(decision.look_again <= halted.now);
}

#[test]
fn a_game_is_opened_when_asked_and_signed_for() {
    let stalled = game("C3 G7 E5");
    let ask = |bundle: Verified, open_at| {
        let hand = hand(&[bundle], &Record::NONE, None);
        decide(&Situation {
            hand: &hand,
            record: &Record::NONE,
            at: START,
            clock: START.now,
            sides: Sides::Black,
            open_at,
            alarm_margins: &MARGINS,
        })
    };
    let opening = Some((Action::Submit, 3, Colour::Black));
    assert_eq!(work(&ask(bundle_to_open(&stalled), Some(3))), opening);
    assert_eq!(work(&ask(bundle_to_open(&stalled), None)), None);
    // Asked for at an earlier step: the opponent has moved since.
    assert_eq!(work(&ask(bundle_to_open(&stalled), Some(1))), None);
    // Nobody but the player can sign the opening.
    let unsigned = ask(bundle(&stalled), Some(3));
    assert_eq!(unsigned.work, []);
    let alarm = unsigned.alarm.unwrap();
    assert_eq!(alarm.player, Colour::Black);
    assert_eq!(alarm.by, EXPIRES_AT - 2 * WINDOW);
}

/// What is held of a game that White resigned.
fn resigned(game: &SignedGame) -> Verified {
    let mut resigned = bundle(game);
    let signature = game.resignation(Colour::White).unwrap();
    resigned.add_resignation(Colour::White, signature).unwrap();
    resigned
}

#[test]
fn for_both_sides_work_goes_before_calls() {
    let stored = game("C3 G7");
    let record = opened(&stored);
    let hand = hand(&[resigned(&stored)], &record, Some(&stored));
    let both = ask(&hand, &record, START.now, Sides::Both);
    assert_eq!(work(&both), Some((Action::Resign, 2, Colour::Black)));
    // White's resignation is no work of White's: it waits for Black.
    let white = ask(&hand, &record, START.now, Sides::White);
    assert_eq!(work(&white), None);
    assert_eq!(white.look_again, DEADLINE + 1);
}

#[test]
fn for_both_sides_the_work_of_each_is_named_once() {
    let (stored, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let record = opened(&stored);
    let keys = |bundle: Verified, now| {
        let decision = ask(
            &hand(&[bundle], &record, Some(&stored)),
            &record,
            now,
            Sides::Both,
        );
        let keys = decision.work.iter().map(|work| work.key.action);
        keys.collect::<Vec<_>>()
    };
    assert_eq!(keys(bundle(&best), START.now), [Action::Submit]);
    assert_eq!(
        keys(resigned(&stored), DEADLINE + 1),
        [Action::Resign, Action::Claim]
    );
}

#[test]
fn work_that_is_both_players_is_done_for_the_one_who_is_due() {
    for (stored, due) in [("C3 G7", Colour::Black), ("C3 G7 E5", Colour::White)] {
        let (stored, best) = (game(stored), game("C3 G7 E5 F4 D6 F6"));
        let record = opened(&stored);
        let hand = hand(&[bundle(&best)], &record, Some(&stored));
        let both = ask(&hand, &record, START.now, Sides::Both);
        assert_eq!(work(&both), Some((Action::Submit, 6, due)));
    }
}

#[test]
fn a_fork_is_exposed_under_the_steps_that_it_counts() {
    let (stored, other) = (game("C3 G7 E5"), game("C3 G7 E6 D5 F6"));
    let record = opened(&stored);
    let hand = hand(&[bundle(&other)], &record, Some(&stored));
    let decision = ask(&hand, &record, START.now, Sides::White);
    assert_eq!(
        work(&decision),
        Some((Action::ExposeFork, 5, Colour::White))
    );
}

#[test]
fn the_end_is_the_end() {
    let stored = game("C3 G7");
    let record = Record {
        status: surround_settlement::Status::Final,
        due: None,
        deadline: 0,
        min_block: 0,
        ..opened(&stored)
    };
    let hand = hand(&[bundle(&stored)], &record, Some(&stored));
    let decision = ask(&hand, &record, START.now, Sides::Both);
    assert_eq!((decision.work, decision.alarm), (Vec::new(), None));
    assert_eq!(decision.look_again, NEVER);
}
