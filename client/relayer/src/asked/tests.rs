use starknet_types_core::felt::Felt;
use surround_channel::transcript::Verified;
use surround_tests::game::SignedGame;

use super::*;
use crate::testing::{CONTRACT, EXPIRES_AT, START, WINDOW, bundle, bundle_to_open, game, opened};

fn ask(
    bundles: &[Verified],
    stored: Option<&SignedGame>,
    action: Action,
    at: Moment,
) -> Result<Work, AskError> {
    let record = stored.map_or(Record::NONE, opened);
    let line = stored.map(SignedGame::line);
    let hand = Hand::of(bundles, &record, line.as_ref()).unwrap().unwrap();
    let asking = Asking {
        contract: Settlement { address: CONTRACT },
        hand: &hand,
        record: &record,
        at,
    };
    asking.work(action)
}

fn in_time(
    bundle: Verified,
    stored: Option<&SignedGame>,
    action: Action,
) -> Result<Work, AskError> {
    ask(&[bundle], stored, action, START)
}

const LATE: Moment = Moment {
    now: START.now + WINDOW + 1,
    block: START.block + 60,
};

#[test]
fn an_opening_needs_the_signature_of_the_player_who_waits() {
    let game = game("C3 G7 E5");
    let opens = in_time(bundle_to_open(&game), None, Action::Submit).unwrap();
    assert_eq!((opens.key.height, opens.player), (3, Colour::Black));
    assert_eq!(opens.by, Some(EXPIRES_AT - 1));
    let refused = in_time(bundle(&game), None, Action::Submit);
    let opener = Colour::Black;
    assert_eq!(
        refused,
        Err(AskError::Missing(BringError::NoOpening { opener }))
    );
}

#[test]
fn an_answer_is_longer_than_the_stored_line() {
    let stored = game("C3 G7");
    let answers = in_time(bundle(&game("C3 G7 E5")), Some(&stored), Action::Submit).unwrap();
    assert_eq!((answers.key.height, answers.player), (3, Colour::Black));
    assert_eq!(answers.by, Some(START.now + WINDOW));
    let refused = in_time(bundle(&stored), Some(&stored), Action::Submit);
    assert_eq!(refused, Err(AskError::NothingNew { steps: 2 }));
}

#[test]
fn a_claim_waits_for_the_deadline_to_pass() {
    let stored = game("C3 G7");
    let refused = in_time(bundle(&stored), Some(&stored), Action::Claim).unwrap_err();
    let text = refused.to_string();
    assert!(
        text.contains("claim is not admitted: the record is open"),
        "{text}"
    );
    assert!(text.contains(&(START.now + WINDOW).to_string()), "{text}");
    let claims = ask(&[bundle(&stored)], Some(&stored), Action::Claim, LATE).unwrap();
    assert_eq!(
        (claims.key.height, claims.player, claims.by),
        (2, Colour::White, None)
    );
}

#[test]
fn statements_must_be_in_hand() {
    let stored = game("C3 G7");
    let held = bundle(&stored);
    for (action, error) in [
        (Action::Resign, AskError::NoResignation),
        (Action::ExposeFork, AskError::NoFork),
    ] {
        assert_eq!(in_time(held.clone(), Some(&stored), action), Err(error));
    }
    for action in [Action::Finalize, Action::Flag] {
        let refused = in_time(held.clone(), Some(&stored), action);
        assert!(
            matches!(refused, Err(AskError::NotAdmitted { .. })),
            "{action}"
        );
    }
    let mut resigned = held;
    let signature = stored.resignation(Colour::White).unwrap();
    resigned.add_resignation(Colour::White, signature).unwrap();
    let resigns = in_time(resigned, Some(&stored), Action::Resign).unwrap();
    assert_eq!((resigns.key.height, resigns.player), (2, Colour::Black));
}

#[test]
fn a_fork_is_exposed_for_the_other_player() {
    let (stored, other) = (game("C3 G7 E5"), game("C3 G7 E6 D5 F6"));
    let exposes = in_time(bundle(&other), Some(&stored), Action::ExposeFork).unwrap();
    assert_eq!((exposes.key.height, exposes.player), (5, Colour::White));
}

#[test]
fn a_final_result_admits_nothing() {
    let stored = game("C3 G7");
    let record = Record {
        status: Status::Final,
        ..opened(&stored)
    };
    let hand = Hand::of(&[bundle(&stored)], &record, Some(&stored.line()));
    let hand = hand.unwrap().unwrap();
    let asking = Asking {
        contract: Settlement { address: Felt::ONE },
        hand: &hand,
        record: &record,
        at: LATE,
    };
    for action in Action::ALL {
        let refused = asking.work(action);
        assert!(
            matches!(refused, Err(AskError::NotAdmitted { .. })),
            "{action}"
        );
    }
}
