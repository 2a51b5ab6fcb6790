use surround_rules::Colour;
use surround_settlement::Record;
use surround_tests::game::SignedGame;

use super::{answer, other_game, stale};
use crate::decide::Work;
use crate::journal::Stage;
use crate::model::{Action, JobKey, Origin, Outcome, Sides, Topic};
use crate::ports::Clock;
use crate::store::{channels, jobs};
use crate::testing::world::World;
use crate::testing::{bundle, bundle_to_open, game};

#[tokio::test]
async fn what_reverts_is_told_with_its_reason_and_not_repeated() {
    let (world, best) = stale().await;
    world.send().await;
    // Somebody else's answer comes into the same block, before ours.
    let call = world.chain.inner().signed[0].1[0].clone();
    world.chain.somebody(call);
    world.watch().await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Reverted);
    world.blocks(10).await;
    world.send().await;
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    assert_eq!(job.stage, Stage::Refused);
    let Some(Outcome::Executed {
        revert: Some(name), ..
    }) = job.outcome
    else {
        panic!("{:?}", job.outcome);
    };
    assert!(name.starts_with("dispute: "), "{name}");
    world.wait(1_000);
    world.watch().await;
    world.send().await;
    assert_eq!(world.chain.inner().signed.len(), 1);
}

#[tokio::test]
async fn what_ran_out_of_its_bounds_was_not_refused_and_is_done_again() {
    let (world, best) = stale().await;
    world.chain.inner().starves = true;
    world.send().await;
    world.next_block(5).await;
    world.chain.inner().starves = false;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Reverted);
    // Accepted is enough: no depth is waited for.
    world.send().await;
    world.watch().await;
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Included);
    assert_eq!(world.chain.executed(), (2, 1));
}

#[tokio::test]
async fn what_runs_out_of_its_bounds_every_time_is_not_paid_for_without_end() {
    let (world, best) = stale().await;
    world.chain.inner().starves = true;
    for _ in 0..10 {
        world.send().await;
        world.next_block(5).await;
        world.send().await;
    }
    assert_eq!(world.chain.executed(), (3, 0));
    assert_eq!(answer(&world, &best).await, Stage::Refused);
}

/// A game whose players have not registered, and which somebody wants opened.
async fn unregistered() -> (World, SignedGame) {
    let stalled = other_game("C3 G7 E5");
    let world = World::in_a_file(&game("")).await;
    world.hand_in(&bundle_to_open(&stalled), Sides::Black).await;
    let mut transaction = world.store.write().await.unwrap();
    channels::open_at(&mut transaction, stalled.channel_id().unwrap(), 3)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    world.watch().await;
    (world, stalled)
}

#[tokio::test]
async fn what_is_refused_again_and_again_rests_longer_is_told_once_and_pins_no_deadline() {
    let (world, stalled) = unregistered().await;
    let job = async || world.job(&stalled, Action::Submit, 3).await.unwrap();
    let deadline = async || channels::nearest_answer(&world.store).await.unwrap();
    assert!(deadline().await.is_some());
    world.send().await;
    for rest in [60, 120, 240, 480] {
        world.watch().await;
        assert_eq!(job().await.not_before - world.clock.now(), rest);
        assert_eq!(
            (job().await.stage, deadline().await),
            (Stage::Refused, None)
        );
        world.wait(rest);
        world.watch().await;
        assert_eq!((job().await.stage, deadline().await), (Stage::Queued, None));
        world.send().await;
    }
    // Asked for, and refused.
    assert_eq!(world.told(Topic::Job).await.len(), 2);
}

#[tokio::test]
async fn what_does_not_simulate_is_never_sent_and_tried_again_while_it_is_wanted() {
    let (world, stalled) = unregistered().await;
    world.send().await;
    let job = world.job(&stalled, Action::Submit, 3).await.unwrap();
    assert_eq!(job.stage, Stage::Refused);
    let reason = "channel: black key not counting".to_owned();
    assert_eq!(job.outcome, Some(Outcome::Refused { reason }));

    world.chain.register(&stalled);
    world.watch().await;
    world.send().await;
    assert!(
        world.chain.inner().signed.is_empty(),
        "it rests for a while"
    );
    world.wait(60);
    world.watch().await;
    world.send().await;
    world.next_block(5).await;
    assert_eq!(world.record(&stalled).steps, 3);
}

#[tokio::test]
async fn what_cannot_be_made_of_what_is_held_is_refused_with_the_reason() {
    let stalled = game("C3 G7 E5");
    let world = World::in_a_file(&stalled).await;
    world.hand_in(&bundle(&stalled), Sides::Black).await;
    world.watch().await;
    ask(&world, Action::Resign, 3, Colour::Black).await;
    world.send().await;
    let job = world.job(&stalled, Action::Resign, 3).await.unwrap();
    let Some(Outcome::Refused { reason }) = job.outcome else {
        panic!("{job:?}");
    };
    assert_eq!(reason, "no resignation of white is held");
}

#[tokio::test]
async fn what_somebody_asked_for_stays_when_the_decision_is_another() {
    let (world, best) = stale().await;
    // Asked for at a time at which the contract would refuse it.
    ask(&world, Action::Claim, 2, Colour::Black).await;
    world.next_block(5).await;
    assert_eq!(world.stage(&best, Action::Claim, 2).await, Stage::Queued);
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.send().await;
    assert_eq!(world.stage(&best, Action::Claim, 2).await, Stage::Refused);
    assert_eq!(answer(&world, &best).await, Stage::Sent);
}

#[tokio::test]
async fn a_longer_line_overtakes_work_that_waits() {
    let (world, best) = stale().await;
    let longer = game("C3 G7 E5 F4 D6 F6");
    world.hand_in(&bundle(&longer), Sides::Black).await;
    world.watch().await;
    assert_eq!(answer(&world, &best).await, Stage::Overtaken);
    assert_eq!(world.stage(&longer, Action::Submit, 6).await, Stage::Queued);
}

pub(super) async fn ask(world: &World, action: Action, height: u16, player: Colour) {
    let channel = game("").channel_id().unwrap();
    let key = JobKey {
        channel,
        action,
        height,
    };
    let reason = surround_settlement::strategist::Reason::Over;
    let work = Work {
        key,
        player,
        reason,
        by: None,
    };
    let mut transaction = world.store.write().await.unwrap();
    jobs::ask(&mut transaction, &work, &Record::NONE, Origin::Request, 0)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
}
