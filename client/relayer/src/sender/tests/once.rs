use starknet_types_core::felt::Felt;
use surround_rules::Colour;
use surround_tests::game::SignedGame;

use super::refusals::ask;
use super::{answer, stale, stale_in};
use crate::journal::Stage;
use crate::model::{Action, Sides};
use crate::testing::place::Place;
use crate::testing::world::{SENDER, World};
use crate::testing::{bundle, game};

/// The same line in two pieces of work: somebody asked for the shorter one, and the longer one was
/// decided on.
async fn wanted_twice(place: Place) -> (World, SignedGame, SignedGame) {
    let (world, best) = stale_in(place).await;
    ask(&world, Action::Submit, 4, Colour::Black).await;
    let longer = longer_comes(&world).await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    assert_eq!(world.stage(&longer, Action::Submit, 6).await, Stage::Queued);
    (world, best, longer)
}

async fn longer_comes(world: &World) -> SignedGame {
    let longer = game("C3 G7 E5 F4 D6 F6");
    world.hand_in(&bundle(&longer), Sides::Black).await;
    world.watch().await;
    longer
}

/// The line of six is on the chain, by one transaction, and no work is left.
async fn brought_once(world: &World, best: &SignedGame, longer: &SignedGame) {
    world.watch().await;
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    assert_eq!(world.record(longer).steps, 6);
    assert_eq!(world.chain.executed(), (1, 1));
    for (game, height) in [(best, 4), (longer, 6)] {
        let stage = world.stage(game, Action::Submit, height).await;
        assert!(
            !stage.is_in_flight() && stage != Stage::Queued,
            "{height}: {stage}"
        );
    }
}

#[tokio::test]
async fn a_call_that_is_wanted_under_two_keys_is_sent_once() {
    for place in Place::all().await {
        let (world, best, longer) = wanted_twice(place).await;
        world.send().await;
        assert_eq!(world.chain.inner().handed.len(), 1);
        world.send().await;
        assert_eq!(world.chain.inner().handed.len(), 1);
        world.next_block(5).await;
        brought_once(&world, &best, &longer).await;
    }
}

#[tokio::test]
async fn of_two_accounts_one_sends_a_call_that_is_wanted_under_two_keys() {
    for place in Place::all().await {
        let (world, best, longer) = wanted_twice(place).await;
        let mut first = world.sender_of(Felt::from(0xa), "a");
        let mut second = world.sender_of(Felt::from(0xb), "b");
        let turns = tokio::join!(first.turn(), second.turn());
        assert!(turns.0.is_ok() && turns.1.is_ok());
        assert_eq!(world.chain.inner().handed.len(), 1);
        world.next_block(5).await;
        first.turn().await.unwrap();
        second.turn().await.unwrap();
        brought_once(&world, &best, &longer).await;
    }
}

#[tokio::test]
async fn a_replacement_that_brings_the_longer_line_is_not_followed_by_the_same() {
    let (world, best) = stale().await;
    world.chain.inner().keeps = false;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    let longer = longer_comes(&world).await;
    sender.turn().await.unwrap();
    assert_eq!(world.stage(&longer, Action::Submit, 6).await, Stage::Queued);
    world.wait(world.config.pace.bump_after);
    world.chain.inner().keeps = true;
    sender.turn().await.unwrap();
    assert!(world.chain.waits(SENDER, 0) && !world.chain.waits(SENDER, 1));
    world.next_block(5).await;
    brought_once(&world, &best, &longer).await;
}

#[tokio::test]
async fn of_two_lines_that_a_reorganisation_drops_the_shorter_is_not_replaced_by_the_longer() {
    let (world, best) = stale().await;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.next_block(5).await;
    sender.turn().await.unwrap();
    longer_comes(&world).await;
    sender.turn().await.unwrap();
    assert!(world.chain.waits(SENDER, 1));
    // Both wait again, and no block takes them.
    world.chain.reorganise(1);
    world.chain.mine(5);
    world.chain.inner().keeps = false;
    world.watch().await;
    for _ in 0..3 {
        sender.turn().await.unwrap();
        world.wait(world.config.pace.bump_after);
    }
    let stage = answer(&world, &best).await;
    assert!(stage.is_in_flight(), "{stage}");
    world.chain.inner().keeps = true;
    sender.turn().await.unwrap();
    let calls = |number: usize| world.chain.inner().signed[number].1.clone();
    let signed = world.chain.inner().signed.len();
    let brought: Vec<_> = (0..signed)
        .filter(|number| !calls(*number).is_empty())
        .collect();
    assert_eq!(brought.len(), 2, "each line once");
}
