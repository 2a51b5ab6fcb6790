//! Stories of a sender on a chain in memory.

mod crash;
mod isolation;
mod nonces;
mod once;
mod prices;
mod refusals;
mod reorg;
mod replicas;

use surround_settlement::Status;
use surround_tests::game::SignedGame;

use crate::journal::Stage;
use crate::model::{Action, Outcome, Sides};
use crate::testing::place::Place;
use crate::testing::world::{SENDER, World};
use crate::testing::{WINDOW, bundle, game};

/// A stale opening of two steps is on the chain, and the best line of four is held for Black.
async fn stale_in(place: Place) -> (World, SignedGame) {
    let (stale, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let world = World::new(place, &stale).await;
    world.open(&stale);
    world.hand_in(&bundle(&best), Sides::Black).await;
    world.watch().await;
    (world, best)
}

async fn stale() -> (World, SignedGame) {
    stale_in(Place::in_a_file()).await
}

/// The stage of the answer to the stale opening.
async fn answer(world: &World, best: &SignedGame) -> Stage {
    world.stage(best, Action::Submit, 4).await
}

/// The answer is on the chain, and no transaction but one was needed for it.
async fn answered_once(world: &World, best: &SignedGame) {
    assert_eq!(answer(world, best).await, Stage::Included);
    assert_eq!(world.record(best).steps, 4);
    assert_eq!(world.chain.executed(), (1, 1));
}

#[tokio::test]
async fn a_stale_opening_is_answered_once() {
    for place in Place::all().await {
        let (world, best) = stale_in(place).await;
        world.send().await;
        assert_eq!(answer(&world, &best).await, Stage::Sent);
        world.send().await;
        world.next_block(5).await;
        world.send().await;
        answered_once(&world, &best).await;
        world.blocks(10).await;
        world.send().await;
        let job = world.job(&best, Action::Submit, 4).await.unwrap();
        assert_eq!(job.stage, Stage::Done);
        assert!(matches!(
            job.outcome,
            Some(Outcome::Executed { revert: None, .. })
        ));
        assert_eq!(world.chain.inner().handed.len(), 1);
    }
}

#[tokio::test]
async fn a_forfeit_is_claimed_once_blocks_and_seconds_have_passed() {
    let stored = game("C3 G7");
    let world = World::in_a_file(&stored).await;
    world.open(&stored);
    world.hand_in(&bundle(&stored), Sides::White).await;
    world.watch().await;
    // The seconds pass first: the chain halts.
    world.next_block(WINDOW + 1).await;
    world.send().await;
    assert!(world.chain.inner().handed.is_empty());
    world.blocks(60).await;
    world.send().await;
    world.next_block(5).await;
    assert_eq!(world.record(&stored).status, Status::Final);
    world.send().await;
    assert_eq!(
        world.stage(&stored, Action::Claim, 2).await,
        Stage::Included
    );
}

#[tokio::test]
async fn the_nearest_deadline_is_taken_first() {
    let (early, late) = (game("C3 G7"), other_game("C3 G7"));
    let mut world = World::in_a_file(&early).await;
    world.config.pace.in_flight = 1;
    world.chain.register(&late);
    world.open(&early);
    world.chain.mine(100);
    world.open(&late);
    let best = [game("C3 G7 E5 F4"), other_game("C3 G7 E5 F4")];
    // Handed in the other way round.
    world.hand_in(&bundle(&best[1]), Sides::Black).await;
    world.hand_in(&bundle(&best[0]), Sides::Black).await;
    world.watch().await;
    world.send().await;
    assert_eq!(answer(&world, &best[0]).await, Stage::Sent);
    // Only one may be on its way at once.
    world.send().await;
    assert_eq!(answer(&world, &best[1]).await, Stage::Queued);
    world.next_block(5).await;
    world.send().await;
    assert_eq!(answer(&world, &best[1]).await, Stage::Sent);
}

#[tokio::test]
async fn several_transactions_are_on_their_way_at_once() {
    let world = World::in_a_file(&game("C3 G7")).await;
    world.chain.register(&other_game(""));
    let best = [game("C3 G7 E5 F4"), other_game("C3 G7 E5 F4")];
    for (stale, best) in [game("C3 G7"), other_game("C3 G7")].iter().zip(&best) {
        world.open(stale);
        world.hand_in(&bundle(best), Sides::Black).await;
    }
    world.watch().await;
    world.send().await;
    assert!(world.chain.waits(SENDER, 0) && world.chain.waits(SENDER, 1));
    world.next_block(5).await;
    assert_eq!(world.chain.executed(), (2, 2));
}

/// A game of the same players on other terms.
fn other_game(points: &str) -> SignedGame {
    let mut terms = game("").terms;
    terms.black += starknet_types_core::felt::Felt::ONE;
    let mut game = SignedGame::at(crate::testing::CHAIN, crate::testing::CONTRACT, terms).unwrap();
    game.play(points).unwrap();
    game
}
