use surround_tests::game::SignedGame;

use super::*;
use crate::testing::{bundle, bundle_to_open, game, opened};

const NONE: Record = Record::NONE;

fn hand(bundles: &[Verified], record: &Record, stored: Option<&SignedGame>) -> Hand {
    let line = stored.map(SignedGame::line);
    Hand::of(bundles, record, line.as_ref()).unwrap().unwrap()
}

#[test]
fn nothing_held_is_no_hand() {
    assert!(Hand::of(&[], &NONE, None).unwrap().is_none());
}

#[test]
fn the_longest_line_is_played() {
    let (short, long) = (bundle(&game("C3 G7")), bundle(&game("C3 G7 E5")));
    let hand = hand(&[short, long], &NONE, None);
    assert_eq!(hand.game.chain().steps(), 3);
    assert!(hand.forks.is_empty());
}

#[test]
fn of_two_lines_of_one_length_the_first_is_played() {
    let (first, second) = (game("C3 G7 E5"), game("C3 G7 E6"));
    let hand = hand(&[bundle(&first), bundle(&second)], &NONE, None);
    assert_eq!(hand.game.chain().head(), first.chain().head());
}

#[test]
fn the_chains_line_lengthens_a_shorter_bundle() {
    let stored = game("C3 G7 E5");
    let hand = hand(&[bundle(&game("C3 G7"))], &opened(&stored), Some(&stored));
    assert_eq!(hand.game.chain().head(), stored.chain().head());
    assert!(hand.game.evidence(3, None).is_ok());
}

#[test]
fn a_line_that_can_be_brought_goes_before_a_longer_one_that_cannot() {
    let (short, long) = (game("C3 G7"), game("C3 G7 E5 F4"));
    // White's last step was recorded once and is signed by nobody here: a reorganisation took the
    // record back.
    let mut leaning = long
        .transcript(crate::testing::CHAIN, crate::testing::CONTRACT)
        .unwrap();
    leaning.recorded_steps = 4;
    leaning.signatures.white = None;
    let leaning = leaning.verify().unwrap();
    let bundles = [bundle(&short), leaning];
    assert_eq!(hand(&bundles, &NONE, None).game.chain().steps(), 2);
    let on_record = hand(&bundles, &opened(&long), Some(&long));
    assert_eq!(on_record.game.chain().steps(), 4);
}

#[test]
fn statements_of_every_bundle_come_together() {
    let (short, long) = (game("C3 G7"), game("C3 G7 E5"));
    let mut resigned = bundle(&short);
    let signature = short.resignation(Colour::White).unwrap();
    resigned.add_resignation(Colour::White, signature).unwrap();
    let hand = hand(&[resigned, bundle_to_open(&long)], &NONE, None);
    let held = hand.game.transcript();
    assert_eq!(held.resignations.white, Some(signature));
    assert_eq!(held.open.map(|open| open.steps), Some(3));
}

#[test]
fn an_opening_over_an_earlier_head_is_left_behind() {
    let (short, long) = (game("C3 G7"), game("C3 G7 E5"));
    let hand = hand(&[bundle_to_open(&short), bundle(&long)], &NONE, None);
    assert_eq!(hand.game.transcript().open, None);
}

#[test]
fn a_line_that_parts_from_the_chains_proves_its_authors_fork() {
    let (stored, other) = (game("C3 G7 E5"), game("C3 G7 E6 D5 F6"));
    let hand = hand(&[bundle(&other)], &opened(&stored), Some(&stored));
    assert_eq!(hand.game.chain().head(), stored.chain().head());
    // The longer branch counts: two steps in common and three signed up to Black's last one.
    assert_eq!(hand.fork_of(Colour::Black), Some(5));
    assert_eq!(hand.fork_of(Colour::White), None);
}

#[test]
fn the_proof_that_counts_most_is_kept() {
    let stored = game("C3 G7 E5");
    let others = [game("C3 G7 E6"), game("C3 G7 D4 D5 F6"), game("C3 G7 E7")];
    let bundles = others.each_ref().map(bundle);
    let hand = hand(&bundles, &opened(&stored), Some(&stored));
    assert_eq!(hand.forks.len(), 1);
    assert_eq!(hand.fork_of(Colour::Black), Some(5));
}
