use starknet_types_core::felt::Felt;

use super::{answer, answered_once, stale_in};
use crate::journal::Stage;
use crate::testing::chain::Point;
use crate::testing::place::Place;
use crate::watcher::Turn;

#[tokio::test]
async fn of_two_replicas_one_sends() {
    for place in Place::all().await {
        let (world, best) = stale_in(place).await;
        let (mut first, mut second) = (world.sender("a"), world.sender("b"));
        let turns = tokio::join!(first.turn(), second.turn());
        let turns = (turns.0.unwrap(), turns.1.unwrap());
        let (mut leader, mut other) = match turns {
            (Turn::Rests, Turn::StandsBy) => (first, second),
            (Turn::StandsBy, Turn::Rests) => (second, first),
            turns => panic!("{turns:?}"),
        };
        // A replica that stops gives its lease back: nobody waits.
        leader.stop().await.unwrap();
        world.next_block(5).await;
        assert_eq!(other.turn().await.unwrap(), Turn::Rests);
        answered_once(&world, &best).await;
        assert_eq!(world.chain.inner().handed.len(), 1);
    }
}

#[tokio::test]
async fn of_two_accounts_one_takes_the_work() {
    for place in Place::all().await {
        let (world, best) = stale_in(place).await;
        let mut first = world.sender_of(Felt::from(0xa), "a");
        let mut second = world.sender_of(Felt::from(0xb), "b");
        let turns = tokio::join!(first.turn(), second.turn());
        assert!(turns.0.is_ok() && turns.1.is_ok());
        assert_eq!(world.chain.inner().handed.len(), 1);
        world.next_block(5).await;
        first.turn().await.unwrap();
        second.turn().await.unwrap();
        answered_once(&world, &best).await;
    }
}

#[tokio::test]
async fn a_lease_that_is_lost_in_mid_turn_keeps_the_turn_from_writing_and_sending() {
    for place in Place::all().await {
        let (world, best) = stale_in(place).await;
        let mut slow = world.sender("a");
        world.chain.inner().stop_at = Some(Point::Signing);
        let turn = tokio::spawn(async move { slow.turn().await });
        world.chain.stopped().await;
        // Its process sleeps for longer than its lease lasts, and another one takes over.
        world.wait(world.config.pace.lease + 1);
        world.sender("b").turn().await.unwrap();
        assert_eq!(answer(&world, &best).await, Stage::Sent);
        world.chain.go_on();
        assert_eq!(turn.await.unwrap().unwrap(), Turn::StandsBy);
        assert_eq!(world.chain.inner().handed.len(), 1);
        world.next_block(5).await;
        world.sender("b").turn().await.unwrap();
        answered_once(&world, &best).await;
    }
}
