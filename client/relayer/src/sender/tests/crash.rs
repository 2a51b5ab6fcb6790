use super::{answered_once, stale_in};
use crate::testing::chain::Point;
use crate::testing::place::Place;

const POINTS: [Point; 4] = [
    Point::Signing,
    Point::BeforeSending,
    Point::AfterSending,
    Point::BeforeReceipt,
];

#[tokio::test]
async fn a_process_that_dies_anywhere_loses_nothing_and_does_nothing_twice() {
    for point in POINTS {
        for place in Place::all().await {
            let (world, best) = stale_in(place).await;
            if point == Point::BeforeReceipt {
                world.send().await;
                world.next_block(5).await;
            }
            world.die_at(point, "a").await;
            // The next process takes the dead one's lease when it runs out.
            world.wait(world.config.pace.lease + 1);
            let mut next = world.sender("b");
            next.turn().await.unwrap();
            world.next_block(5).await;
            next.turn().await.unwrap();
            answered_once(&world, &best).await;
            let mut handed = world.chain.inner().handed.clone();
            handed.dedup();
            assert_eq!(
                handed.len(),
                1,
                "{point:?}: one transaction, however often it was sent"
            );
        }
    }
}

#[tokio::test]
async fn a_process_that_dies_with_everything_in_order_is_not_missed() {
    // After the receipt was written down, and after the end.
    for blocks in [0, 10] {
        let (world, best) = stale_in(Place::in_a_file()).await;
        world.send().await;
        world.next_block(5).await;
        world.send().await;
        world.blocks(blocks).await;
        world.wait(world.config.pace.lease + 1);
        world.sender("b").turn().await.unwrap();
        assert_eq!(world.record(&best).steps, 4);
        assert_eq!(world.chain.inner().handed.len(), 1);
    }
}

#[tokio::test]
async fn the_same_process_started_again_goes_on_at_once() {
    let (world, best) = stale_in(Place::in_a_file()).await;
    world.die_at(Point::AfterSending, "a").await;
    // Delivered: the node has it already, which is as good as taken.
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    answered_once(&world, &best).await;
}
