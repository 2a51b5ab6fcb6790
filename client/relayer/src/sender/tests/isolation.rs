use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_settlement::{Moment, Record};
use surround_tests::game::SignedGame;

use super::{answer, other_game, stale};
use crate::decide::Work;
use crate::journal::Stage;
use crate::model::{Action, Origin, Outcome, Sides};
use crate::ports::Block;
use crate::store::{blocks, jobs};
use crate::testing::chain::Point;
use crate::testing::world::{SENDER, World};
use crate::testing::{bundle, game};

#[tokio::test]
async fn a_channel_that_cannot_be_read_holds_up_its_own_work_alone() {
    let (world, bad, good) = two_that_wait().await;
    sqlx::query("UPDATE bundles SET transcript = '{}' WHERE channel = $1")
        .bind(felt::to_text(&game("").channel_id().unwrap()))
        .execute(world.store.pool())
        .await
        .unwrap();
    world.send().await;
    assert_eq!(answer(&world, &good).await, Stage::Sent);
    let job = world.job(&bad, Action::Submit, 4).await.unwrap();
    assert_eq!(job.stage, Stage::Queued);
    assert!(job.not_before > 0);
    let Some(Outcome::Held { reason, .. }) = job.outcome else {
        panic!("{:?}", job.outcome);
    };
    assert!(reason.contains("bundles.transcript"), "{reason}");
}

#[tokio::test]
async fn an_account_that_cannot_pay_keeps_no_other_from_the_work() {
    let (world, best) = stale().await;
    let poor = Felt::from(0xa);
    world.chain.inner().poor = Some(poor);
    let mut sender = world.sender_of(poor, "a");
    sender.turn().await.unwrap();
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    let Some(Outcome::Held { reason, .. }) = job.outcome else {
        panic!("{job:?}");
    };
    assert!(reason.contains("the account has 0.000000 STRK"), "{reason}");
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Sent);
}

#[tokio::test]
async fn what_waits_for_an_account_to_be_able_to_pay_is_looked_at_again() {
    let (world, best) = stale().await;
    world.chain.inner().poor = Some(SENDER);
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.chain.inner().poor = None;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.wait(15);
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Sent);
}

#[tokio::test]
async fn nobody_is_told_where_a_node_is_that_does_not_answer() {
    let (world, best) = stale().await;
    let mut sender = world.sender("a");
    world.chain.inner().stop_at = Some(Point::Signing);
    let turn = tokio::spawn(async move { sender.turn().await });
    world.chain.stopped().await;
    world.chain.inner().down = true;
    world.chain.go_on();
    assert!(turn.await.unwrap().is_err());
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    let reason = "the node does not answer".to_owned();
    assert_eq!(job.outcome, Some(Outcome::Held { reason, level: 0 }));
}

#[tokio::test]
async fn work_on_an_outdated_record_is_decided_on_again() {
    let (world, best) = stale().await;
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    let Origin::Decision { reason } = job.origin else {
        panic!("{job:?}");
    };
    let work = Work {
        key: job.key,
        player: job.player,
        reason,
        by: job.by,
    };
    let mut transaction = world.store.write().await.unwrap();
    jobs::ask(&mut transaction, &work, &Record::NONE, job.origin, 0)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.watch().await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Sent);
}

#[tokio::test]
async fn one_transaction_without_a_readable_receipt_holds_up_no_other() {
    let (world, first, second) = two_in_the_air().await;
    let hash = world.chain.inner().handed[0];
    world.next_block(5).await;
    world.chain.inner().garbles = Some(hash);
    let mut sender = world.sender("a");
    assert!(sender.turn().await.is_err());
    assert_eq!(answer(&world, &first).await, Stage::Sent);
    assert_eq!(answer(&world, &second).await, Stage::Included);
    world.chain.inner().garbles = None;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &first).await, Stage::Included);
}

#[tokio::test]
async fn one_call_that_the_node_makes_no_sense_of_holds_up_no_other() {
    let (world, first, second) = two_that_wait().await;
    // Its calldata has the account of its player, the other's has not.
    world.chain.inner().garbles = Some(first.terms.black);
    assert!(world.sender("a").turn().await.is_err());
    assert_eq!(answer(&world, &first).await, Stage::Queued);
    assert_eq!(answer(&world, &second).await, Stage::Sent);
}

#[tokio::test]
async fn nothing_is_built_on_a_block_whose_time_is_not_known() {
    let (world, best) = stale().await;
    let newest = blocks::newest(&world.store).await.unwrap().unwrap();
    let passed = Block {
        at: Moment {
            now: 0,
            block: newest.at.block + 1,
        },
        hash: Felt::TWO,
    };
    let mut transaction = world.store.write().await.unwrap();
    blocks::follow(&mut transaction, &passed).await.unwrap();
    transaction.commit().await.unwrap();
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    assert!(world.chain.inner().signed.is_empty());
}

async fn two_in_the_air() -> (World, SignedGame, SignedGame) {
    let (world, first, second) = two_that_wait().await;
    world.send().await;
    (world, first, second)
}

/// Two stale openings, the first one with the nearer deadline, whose answers are queued.
pub(super) async fn two_that_wait() -> (World, SignedGame, SignedGame) {
    let (world, first) = stale().await;
    world.chain.register(&other_game(""));
    world.chain.mine(100);
    world.open(&other_game("C3 G7"));
    let second = other_game("C3 G7 E5 F4");
    world.hand_in(&bundle(&second), Sides::Black).await;
    world.watch().await;
    (world, first, second)
}
