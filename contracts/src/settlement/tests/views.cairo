use crate::channel::line::Fault;
use crate::rules::game::{Ending, Phase};
use crate::settlement::clock::TimeClass;
use crate::settlement::interface::{Dispute, Outcome, Preview};
use crate::settlement::record::{Rating, Record, Side, Status, Verdict};
use crate::settlement::views;
use super::known::{BLOCKS, NOW, SECONDS, ended, last, late, open};

/// Pending, won by White by agreement after 30 steps of which 24 count.
fn record() -> Record {
    Record {
        status: Status::Pending,
        due: Side::None,
        verdict: Verdict {
            ending: Ending::Agreed,
            winner: Side::White,
            counted: 24,
            black_x2: 60,
            white_x2: 117,
            onchain: false,
        },
        ..open(30, Side::None),
    }
}

#[test]
fn an_outcome_is_the_verdict_and_whose_rating_it_moves() {
    assert_eq!(
        views::outcome(record()),
        Outcome {
            ending: Ending::Agreed,
            winner: Side::White,
            black_x2: 60,
            white_x2: 117,
            steps: 24,
            decided_onchain: false,
            rating: Rating::Both,
        },
    );
    let early = Record {
        verdict: Verdict { counted: 19, onchain: true, ..record().verdict }, ..record(),
    };
    let outcome = views::outcome(early);
    assert!(outcome.decided_onchain);
    assert_eq!(outcome.rating, Rating::LoserOnly);
}

#[test]
fn a_dispute_is_the_record_at_a_moment() {
    let shown = Dispute {
        status: Status::Pending,
        ranked: true,
        steps: 30,
        head: 0x999,
        due: Side::None,
        deadline: NOW.now + SECONDS,
        min_block: NOW.block + BLOCKS,
        time: TimeClass::Live,
        outcome: views::outcome(record()),
    };
    assert_eq!(views::dispute(record(), last()), shown);
    assert_eq!(views::dispute(record(), late()), Dispute { time: TimeClass::Expired, ..shown });
}

#[test]
fn a_preview_is_the_replay_or_the_fault_alone() {
    assert_eq!(
        views::preview(Ok(ended(52, 60, 117))),
        Preview {
            error: 0,
            step: 0,
            head: 0x111,
            steps: 52,
            phase: Phase::Ended,
            due: Side::None,
            ending: Ending::Agreed,
            black_x2: 60,
            white_x2: 117,
        },
    );
    assert_eq!(
        views::preview(Err(Fault { step: 7, error: 'superko' })),
        Preview {
            error: 'superko',
            step: 7,
            head: 0,
            steps: 0,
            phase: Phase::Play,
            due: Side::None,
            ending: Ending::None,
            black_x2: 0,
            white_x2: 0,
        },
    );
}
