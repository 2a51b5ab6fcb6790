use super::{answer, answered_once, stale};
use crate::journal::Stage;
use crate::model::Action;
use crate::testing::world::SENDER;

#[tokio::test]
async fn a_nonce_that_another_program_took_is_given_up_after_patience() {
    let (world, best) = stale().await;
    world.send().await;
    world.chain.use_nonce(SENDER);
    world.watch().await;
    let mut sender = world.sender("a");
    // The node may lag: a receipt of ours may still show up.
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Sent);
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    assert_eq!(job.stage, Stage::Sent);
    assert_eq!(job.flight.unwrap().nonce, 1);
    world.next_block(5).await;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Included);
    assert_eq!(world.record(&best).steps, 4);
    // The other program's transaction, and ours.
    assert_eq!(world.chain.executed(), (2, 2));
}

#[tokio::test]
async fn a_nonce_that_is_taken_when_the_transaction_is_sent_is_no_failure() {
    let (world, best) = stale().await;
    world
        .die_at(crate::testing::chain::Point::BeforeSending, "a")
        .await;
    world.chain.use_nonce(SENDER);
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    assert!(answer(&world, &best).await.is_in_flight());
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    world.next_block(5).await;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Included);
}

#[tokio::test]
async fn a_connection_that_ends_after_delivery_is_unknown_and_sent_again_unchanged() {
    let (world, best) = stale().await;
    world.chain.inner().hangs_up = true;
    let mut sender = world.sender("a");
    assert!(sender.turn().await.is_err());
    assert_eq!(answer(&world, &best).await, Stage::Unknown);
    world.chain.inner().hangs_up = false;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Sent);
    world.next_block(5).await;
    sender.turn().await.unwrap();
    answered_once(&world, &best).await;
    let handed = world.chain.inner().handed.clone();
    assert_eq!(handed, [handed[0]; 2]);
}

#[tokio::test]
async fn a_node_that_takes_and_never_includes_gets_it_again_and_then_a_better_offer() {
    let (world, best) = stale().await;
    world.chain.inner().keeps = false;
    let pace = world.config.pace.clone();
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.wait(pace.resend_after - 1);
    sender.turn().await.unwrap();
    assert_eq!(world.chain.inner().handed.len(), 1);
    world.wait(1);
    sender.turn().await.unwrap();
    let handed = world.chain.inner().handed.clone();
    assert_eq!(handed, [handed[0]; 2]);

    world.wait(pace.bump_after - pace.resend_after);
    sender.turn().await.unwrap();
    let bounds = |number: usize| world.chain.inner().signed[number].0.bounds();
    let (first, second) = (bounds(0), bounds(1));
    assert_eq!(second.prices.l2_gas * 10, first.prices.l2_gas * 11);
    assert!(second.tip > first.tip);
    assert_eq!(answer(&world, &best).await, Stage::Sent);

    // However long it takes: never above the cap, and never without the same nonce.
    for _ in 0..100 {
        world.wait(pace.bump_after);
        sender.turn().await.unwrap();
        let job = world.job(&best, Action::Submit, 4).await.unwrap();
        assert_eq!(job.flight.unwrap().nonce, 0);
    }
    let signed = world.chain.inner().signed.clone();
    assert!(signed.len() > 10);
    let highest = signed
        .iter()
        .map(|(envelope, _)| envelope.bounds().max_fee())
        .max()
        .unwrap();
    assert!(highest <= world.config.fees.urgent);
    world.chain.inner().keeps = true;
    world.wait(pace.resend_after);
    sender.turn().await.unwrap();
    world.next_block(5).await;
    sender.turn().await.unwrap();
    answered_once(&world, &best).await;
}

#[tokio::test]
async fn what_is_of_no_use_any_more_gives_its_nonce_up_without_a_call() {
    let (world, best) = stale().await;
    world.chain.inner().keeps = false;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    // Meanwhile somebody else answers with the same line.
    let call = world.chain.inner().signed[0].1[0].clone();
    world.chain.somebody(call);
    world.watch().await;
    world.wait(world.config.pace.bump_after);
    world.chain.inner().keeps = true;
    sender.turn().await.unwrap();
    let signed = world.chain.inner().signed.clone();
    assert_eq!(signed.len(), 2);
    assert!(signed[1].1.is_empty());
    world.next_block(5).await;
    sender.turn().await.unwrap();
    // The nonce is used up, nothing was paid for a revert, and the work is nobody's any more.
    assert_eq!(world.chain.executed(), (1, 1));
    world.watch().await;
    sender.turn().await.unwrap();
    assert!(!answer(&world, &best).await.is_open());
    assert_eq!(world.chain.inner().signed.len(), 2);
}
