use std::collections::HashSet;

use super::Event::*;
use super::*;

const EVENTS: [Event; 12] = [
    Sign, Replace, Take, Silence, Include, Revert, Vanish, Lose, Bury, Refuse, Overtake, Again,
];

/// Where a story of events leads from Queued.
fn story(events: &[Event]) -> Result<Stage, Impossible> {
    events
        .iter()
        .try_fold(Stage::Queued, |stage, event| stage.after(*event))
}

#[test]
fn the_common_story() {
    assert_eq!(story(&[Sign, Take, Include, Bury]), Ok(Stage::Done));
}

#[test]
fn the_process_dies_at_every_step() {
    // After writing, before sending; after sending, before writing that down; before the receipt.
    assert_eq!(story(&[Sign, Take]), Ok(Stage::Sent));
    assert_eq!(story(&[Sign, Include]), Ok(Stage::Included));
    assert_eq!(story(&[Sign, Silence, Take, Include]), Ok(Stage::Included));
}

#[test]
fn a_time_out_is_unknown_and_never_a_failure() {
    assert_eq!(story(&[Sign, Silence]), Ok(Stage::Unknown));
    for stage in [Stage::Signed, Stage::Sent, Stage::Unknown] {
        assert!(stage.after(Refuse).is_err() && stage.after(Overtake).is_err());
    }
}

#[test]
fn nothing_is_signed_anew_while_a_transaction_may_still_be_executed() {
    for stage in Stage::ALL
        .into_iter()
        .filter(|stage| *stage != Stage::Queued)
    {
        assert!(stage.after(Sign).is_err(), "{stage}");
    }
    // From a flight the only ways back to Queued are the nonce's loss, and an end.
    for stage in Stage::ALL.into_iter().filter(|stage| stage.is_in_flight()) {
        for event in EVENTS {
            let back = stage.after(event) == Ok(Stage::Queued);
            assert_eq!(back, event == Lose, "{stage} {event:?}");
        }
    }
}

#[test]
fn what_a_reorganisation_dropped_is_sent_again_and_not_signed_again() {
    assert_eq!(story(&[Sign, Take, Include, Vanish]), Ok(Stage::Unknown));
    assert_eq!(
        story(&[Sign, Take, Include, Vanish, Take, Revert]),
        Ok(Stage::Reverted)
    );
    assert_eq!(story(&[Sign, Take, Include, Revert]), Ok(Stage::Reverted));
}

#[test]
fn a_revert_is_not_repeated_on_the_same_record() {
    let refused = story(&[Sign, Take, Revert, Bury]);
    assert_eq!(refused, Ok(Stage::Refused));
    let events = EVENTS.into_iter().filter(|event| *event != Again);
    for event in events {
        assert!(Stage::Refused.after(event).is_err(), "{event:?}");
    }
    assert_eq!(Stage::Refused.after(Again), Ok(Stage::Queued));
}

#[test]
fn only_ended_work_starts_again() {
    for stage in Stage::ALL {
        assert_eq!(stage.after(Again).is_ok(), !stage.is_open(), "{stage}");
    }
}

#[test]
fn every_stage_is_reached_and_has_a_name_of_its_own() {
    let mut reached = HashSet::from([Stage::Queued]);
    loop {
        let next: HashSet<_> = reached
            .iter()
            .flat_map(|stage| EVENTS.iter().filter_map(|event| stage.after(*event).ok()))
            .chain(reached.iter().copied())
            .collect();
        if next == reached {
            break;
        }
        reached = next;
    }
    assert_eq!(reached, HashSet::from(Stage::ALL));
    for stage in Stage::ALL {
        assert_eq!(stage.as_str().parse(), Ok(stage));
    }
    assert!("failed".parse::<Stage>().is_err());
}
