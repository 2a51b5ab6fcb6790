use surround_chain::send::Nonces;

use super::{answer, answered_once, stale};
use crate::journal::Stage;
use crate::ports::Sending;
use crate::testing::account::Account;
use crate::testing::world::SENDER;

#[tokio::test]
async fn an_answer_that_a_reorganisation_drops_is_sent_again_unchanged() {
    let (world, best) = stale().await;
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    answered_once(&world, &best).await;

    world.chain.reorganise(1);
    assert_eq!(world.record(&best).steps, 2);
    world.chain.mine(5);
    world.watch().await;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Sent);
    let handed = world.chain.inner().handed.clone();
    assert_eq!(handed, [handed[0]; 2]);
    world.next_block(5).await;
    world.send().await;
    answered_once(&world, &best).await;
    assert_eq!(world.chain.inner().signed.len(), 1);
}

#[tokio::test]
async fn a_receipt_that_a_lagging_node_does_not_have_is_not_taken_for_dropped() {
    let (world, best) = stale().await;
    world.send().await;
    world.next_block(5).await;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.chain.inner().blind = true;
    sender.turn().await.unwrap();
    world.wait(world.config.pace.resend_after - 1);
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Included);
    // Found in between, so patience begins anew.
    world.chain.inner().blind = false;
    sender.turn().await.unwrap();
    world.chain.inner().blind = true;
    world.wait(1);
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Included);
    assert_eq!(world.chain.inner().handed.len(), 1);
}

#[tokio::test]
async fn what_was_done_for_good_and_is_dropped_all_the_same_is_done_again() {
    let (world, best) = stale().await;
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    world.blocks(10).await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Done);

    world.chain.reorganise(11);
    world.chain.mine(20);
    world.watch().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    answered_once(&world, &best).await;
}

#[tokio::test]
async fn a_gap_that_a_reorganisation_leaves_is_closed() {
    let (world, best) = stale().await;
    // Another program's transaction, and then ours with the next nonce.
    world.chain.use_nonce(SENDER);
    world.watch().await;
    world.send().await;
    assert!(world.chain.waits(SENDER, 1));
    // The other program's is dropped, and ours from the pool.
    world.chain.reorganise(1);
    world.chain.mine(1);
    world.watch().await;
    let account = Account {
        chain: world.chain.clone(),
        address: SENDER,
    };
    assert_eq!(
        account.nonces().await.unwrap(),
        Nonces {
            next: 0,
            accepted: 0
        }
    );
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    // Its owner may send it again.
    assert!(!world.chain.waits(SENDER, 0));
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    assert!(world.chain.waits(SENDER, 0) && world.chain.waits(SENDER, 1));
    world.next_block(5).await;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Included);
    assert_eq!(world.chain.executed(), (2, 2));
}
