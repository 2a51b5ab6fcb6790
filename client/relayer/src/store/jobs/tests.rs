use surround_chain::amount::Fri;
use surround_rules::Colour;
use surround_settlement::strategist::Reason;
use surround_settlement::{Record, Status};

use super::*;
use crate::decide::Work;
use crate::model::Action;
use crate::testing::place::Place;
use crate::testing::{CHAIN, CONTRACT};

const CHANNEL: Felt = Felt::THREE;
const OTHER: Record = Record {
    status: Status::Open,
    ..Record::NONE
};
const DECIDED: Origin = Origin::Decision {
    reason: Reason::LongerLine,
};

fn work(by: Option<Seconds>) -> Work {
    Work {
        key: JobKey {
            channel: CHANNEL,
            action: Action::Submit,
            height: 4,
        },
        player: Colour::Black,
        reason: Reason::LongerLine,
        by,
    }
}

/// Asks in a transaction of its own.
async fn asked(store: &Store, basis: &Record, origin: Origin, by: Option<Seconds>) -> Job {
    let mut transaction = store.write().await.unwrap();
    let job = ask(&mut transaction, &work(by), basis, origin, 100)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    job
}

/// Goes through events, with what is known at the end.
async fn through(store: &Store, job: Job, events: &[Event], outcome: Option<Outcome>) -> Job {
    let mut transaction = store.write().await.unwrap();
    let mut job = job;
    for event in events {
        job.outcome.clone_from(&outcome);
        let passed = pass(&mut transaction, &job, *event, 100).await.unwrap();
        job = passed.unwrap();
    }
    transaction.commit().await.unwrap();
    job
}

fn executed(revert: Option<&str>) -> Option<Outcome> {
    Some(Outcome::Executed {
        transaction: Felt::ONE,
        block: 7,
        fee: Fri(1),
        revert: revert.map(str::to_owned),
    })
}

async fn stores() -> Vec<(Store, Place)> {
    let mut stores = Vec::new();
    for place in Place::all().await {
        stores.push((place.open(CHAIN, CONTRACT).await.unwrap(), place));
    }
    stores
}

#[tokio::test]
async fn the_same_work_is_there_once() {
    for (store, _place) in stores().await {
        let first = asked(&store, &Record::NONE, DECIDED, Some(50)).await;
        assert_eq!(first.stage, Stage::Queued);
        let again = asked(&store, &OTHER, DECIDED, Some(70)).await;
        assert_eq!((again.basis, again.by), (OTHER, Some(70)));
        assert_eq!(of_channel(&store, CHANNEL).await.unwrap().len(), 1);
        assert_eq!(queued(&store, 0, 10).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn what_somebody_asked_for_stays_theirs_and_keeps_the_nearest_deadline() {
    for (store, _place) in stores().await {
        asked(&store, &Record::NONE, DECIDED, Some(50)).await;
        let theirs = asked(&store, &Record::NONE, Origin::Request, None).await;
        assert_eq!((theirs.origin, theirs.by), (Origin::Request, Some(50)));
        let decided = asked(&store, &Record::NONE, DECIDED, Some(40)).await;
        assert_eq!((decided.origin, decided.by), (Origin::Request, Some(40)));
        let mut transaction = store.write().await.unwrap();
        overtake(&mut transaction, CHANNEL, None, 100)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        let job = get(&store, work(None).key).await.unwrap().unwrap();
        assert_eq!(job.stage, Stage::Queued);
    }
}

#[tokio::test]
async fn work_is_moved_from_where_it_stands_or_not_at_all() {
    for (store, _place) in stores().await {
        let queued = asked(&store, &Record::NONE, DECIDED, None).await;
        let signed = through(&store, queued.clone(), &[Event::Sign], None).await;
        let mut transaction = store.write().await.unwrap();
        // Read before somebody else signed.
        let late = pass(&mut transaction, &queued, Event::Sign, 100)
            .await
            .unwrap();
        assert!(late.is_none());
        // No event for this stage.
        let never = pass(&mut transaction, &signed, Event::Bury, 100)
            .await
            .unwrap();
        assert!(never.is_none());
    }
}

#[tokio::test]
async fn what_was_asked_anew_is_not_overwritten_by_who_read_it_before() {
    for (store, _place) in stores().await {
        let read = asked(&store, &Record::NONE, DECIDED, None).await;
        asked(&store, &OTHER, Origin::Request, Some(70)).await;
        let mut transaction = store.write().await.unwrap();
        let reason = "a price".to_owned();
        let held = Outcome::Held { reason, level: 0 };
        note(&mut transaction, &read, 120, held.clone(), 100)
            .await
            .unwrap();
        // What was built on the other record is not what is asked for now.
        let signed = pass(&mut transaction, &read, Event::Sign, 100)
            .await
            .unwrap();
        assert!(signed.is_none());
        transaction.commit().await.unwrap();
        let job = get(&store, read.key).await.unwrap().unwrap();
        assert_eq!((job.not_before, job.outcome), (120, Some(held)));
        assert_eq!(
            (job.basis, job.origin, job.by),
            (OTHER, Origin::Request, Some(70))
        );
    }
}

#[tokio::test]
async fn ended_work_begins_again_where_that_is_another_question_or_no_answer_was_given() {
    use Event::{Bury, Include, Overtake, Refuse, Revert, Sign};
    let refused = |reason: &str| {
        let reason = reason.to_owned();
        Some(Outcome::Refused { reason })
    };
    let superko = executed(Some("superko"));
    let ran_out = executed(Some("Out of gas"));
    // The end, whether it begins again on the same record, and whether on another.
    let cases: [(&[Event], Option<Outcome>, bool, bool); 5] = [
        (&[Sign, Include, Bury], executed(None), true, true),
        (&[Sign, Revert, Bury], superko, false, true),
        (&[Sign, Revert, Bury], ran_out, true, true),
        (&[Refuse], refused("superko"), true, true),
        (&[Overtake], None, true, true),
    ];
    for (events, outcome, on_same, on_other) in cases {
        for (basis, begins) in [(Record::NONE, on_same), (OTHER, on_other)] {
            let place = Place::in_a_file();
            let store = place.open(CHAIN, CONTRACT).await.unwrap();
            let job = asked(&store, &Record::NONE, DECIDED, None).await;
            let ended = through(&store, job, events, outcome.clone()).await;
            let stage = asked(&store, &basis, DECIDED, None).await.stage;
            let expected = if begins { Stage::Queued } else { ended.stage };
            assert_eq!(stage, expected, "{events:?} {outcome:?} {basis:?}");
        }
    }
}

#[tokio::test]
async fn a_refusal_by_simulation_rests() {
    let place = Place::in_a_file();
    let store = place.open(CHAIN, CONTRACT).await.unwrap();
    let job = asked(&store, &Record::NONE, DECIDED, None).await;
    let resting = Job {
        not_before: 101,
        ..job
    };
    let reason = "superko".to_owned();
    let refused = Some(Outcome::Refused { reason });
    through(&store, resting, &[Event::Refuse], refused).await;
    let early = asked(&store, &Record::NONE, DECIDED, None).await;
    assert_eq!(early.stage, Stage::Refused);
    let mut transaction = store.write().await.unwrap();
    let late = ask(&mut transaction, &work(None), &Record::NONE, DECIDED, 101)
        .await
        .unwrap();
    assert_eq!(late.stage, Stage::Queued);
}

#[tokio::test]
async fn work_on_its_way_takes_an_earlier_deadline_and_nothing_else() {
    for (store, _place) in stores().await {
        let queued = asked(&store, &Record::NONE, DECIDED, None).await;
        through(&store, queued, &[Event::Sign, Event::Take], None).await;
        for (by, nearest) in [(Some(90), 90), (None, 90), (Some(95), 90), (Some(40), 40)] {
            let job = asked(&store, &OTHER, Origin::Request, by).await;
            let kept = get(&store, job.key).await.unwrap().unwrap();
            for job in [job, kept] {
                assert_eq!((job.stage, job.by), (Stage::Sent, Some(nearest)));
                assert_eq!((job.basis, job.origin), (Record::NONE, DECIDED));
            }
        }
    }
}

#[tokio::test]
async fn what_was_refused_comes_after_what_never_was_until_the_record_is_another() {
    for (store, _place) in stores().await {
        let job = asked(&store, &Record::NONE, DECIDED, Some(50)).await;
        let reason = "superko".to_owned();
        let refused = Some(Outcome::Refused { reason });
        let job = through(&store, job, &[Event::Refuse], refused).await;
        assert_eq!(job.refusals, 1);
        asked(&store, &Record::NONE, DECIDED, Some(50)).await;
        let mut other = work(Some(90));
        other.key.height = 5;
        let mut transaction = store.write().await.unwrap();
        ask(&mut transaction, &other, &Record::NONE, DECIDED, 100)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        let order = async || -> Vec<u16> {
            let queued = queued(&store, 100, 10).await.unwrap();
            queued.iter().map(|job| job.key.height).collect()
        };
        assert_eq!(order().await, [5, 4]);
        asked(&store, &OTHER, DECIDED, Some(50)).await;
        assert_eq!(order().await, [4, 5]);
    }
}

#[tokio::test]
async fn the_same_refusal_is_told_once() {
    let place = Place::in_a_file();
    let store = place.open(CHAIN, CONTRACT).await.unwrap();
    // Each refusal, and how much was told by then: the first asking is told too.
    for (reason, told) in [("superko", 2), ("superko", 2), ("suicide", 3)] {
        let job = asked(&store, &Record::NONE, DECIDED, None).await;
        let reason = reason.to_owned();
        let refused = Some(Outcome::Refused { reason });
        through(&store, job, &[Event::Refuse], refused).await;
        assert_eq!(history::end(&store).await.unwrap(), told);
    }
    // Whoever asks for it hears of it.
    asked(&store, &Record::NONE, Origin::Request, None).await;
    assert_eq!(history::end(&store).await.unwrap(), 4);
}

#[tokio::test]
async fn new_evidence_ends_the_rest_of_what_was_refused() {
    for (store, _place) in stores().await {
        let job = asked(&store, &Record::NONE, DECIDED, None).await;
        let resting = Job {
            not_before: 3_700,
            ..job
        };
        let reason = "superko".to_owned();
        let refused = Some(Outcome::Refused { reason });
        through(&store, resting, &[Event::Refuse], refused).await;
        let mut transaction = store.write().await.unwrap();
        give_another_chance(&mut transaction, CHANNEL)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        let again = asked(&store, &Record::NONE, DECIDED, None).await;
        assert_eq!((again.stage, again.refusals), (Stage::Queued, 1));
    }
}

#[tokio::test]
async fn the_nearest_deadline_comes_first_and_none_comes_last() {
    for (store, _place) in stores().await {
        let mut transaction = store.write().await.unwrap();
        for (height, by) in [(1, None), (2, Some(90)), (3, Some(80))] {
            let mut work = work(by);
            work.key.height = height;
            ask(&mut transaction, &work, &Record::NONE, DECIDED, 100)
                .await
                .unwrap();
        }
        transaction.commit().await.unwrap();
        let queued = queued(&store, 100, 10).await.unwrap();
        let heights: Vec<_> = queued.iter().map(|job| job.key.height).collect();
        assert_eq!(heights, [3, 2, 1]);
    }
}

#[tokio::test]
async fn work_that_cannot_be_read_keeps_no_other_from_being_sent_and_its_nonce_from_being_reused() {
    for (store, _place) in stores().await {
        let readable = asked(&store, &OTHER, DECIDED, None).await;
        let mut transaction = store.write().await.unwrap();
        let mut broken = work(None);
        broken.key.channel = Felt::TWO;
        ask(&mut transaction, &broken, &OTHER, DECIDED, 100)
            .await
            .unwrap();
        sqlx::query("UPDATE jobs SET basis = '{', account = $1, nonce = 3 WHERE channel = $1")
            .bind(felt::to_text(&Felt::TWO))
            .execute(&mut *transaction)
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        let waiting = queued(&store, 100, 10).await.unwrap();
        let keys: Vec<JobKey> = waiting.into_iter().map(|job| job.key).collect();
        assert_eq!(keys, [readable.key]);
        sqlx::query("UPDATE jobs SET stage = 'sent' WHERE account IS NOT NULL")
            .execute(store.pool())
            .await
            .unwrap();
        let flying = in_the_air(&store, Felt::TWO).await;
        assert!(matches!(flying, Err(StoreError::Corrupt { .. })));
    }
}
