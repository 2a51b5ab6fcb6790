//! Stories of a watcher on a chain in memory.

use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_channel::felt;
use surround_rules::Colour;
use surround_settlement::{Record, Status};
use surround_tests::game::SignedGame;

use super::{LEASE, Turn, WatchError};
use crate::journal::{Event, Stage};
use crate::model::{Action, Outcome, Sides, Topic};
use crate::ports::{Clock, Watching};
use crate::store::{blocks, channels, jobs, lease, observations};
use crate::testing::chain::Point;
use crate::testing::place::Place;
use crate::testing::world::World;
use crate::testing::{CHAIN, CONTRACT, START, WINDOW, bundle, game};

/// The record of the game's channel in the store.
async fn seen(world: &World, game: &SignedGame) -> Option<Record> {
    let channel = game.channel_id().unwrap();
    let current = observations::current(&world.store, channel).await.unwrap();
    current.map(|(record, _)| record)
}

#[tokio::test]
async fn what_happens_on_the_chain_is_in_the_store_with_the_block_it_happened_in() {
    for place in Place::all().await {
        let stale = game("C3 G7");
        let world = World::new(place, &stale).await;
        world.watch().await;
        assert_eq!(seen(&world, &stale).await, None);
        world.open(&stale);
        world.watch().await;
        // Nobody asked to watch the channel: that it is kept pays when somebody does.
        let channel = stale.channel_id().unwrap();
        let (record, line) = observations::current(&world.store, channel)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((record, line), (world.record(&stale), Some(stale.line())));
        assert!(world.told(Topic::Record).await.is_empty());
        let head = blocks::newest(&world.store).await.unwrap().unwrap();
        assert_eq!(head, world.chain.head().await.unwrap());
    }
}

#[tokio::test]
async fn a_call_without_a_line_leaves_the_stored_one() {
    let stored = game("C3 G7");
    let world = World::in_a_file(&stored).await;
    world.open(&stored);
    world.hand_in(&bundle(&stored), Sides::White).await;
    world.blocks(60).await;
    world.next_block(WINDOW).await;
    world.send().await;
    world.next_block(1).await;
    let channel = stored.channel_id().unwrap();
    let (record, line) = observations::current(&world.store, channel)
        .await
        .unwrap()
        .unwrap();
    assert_eq!((record.status, line), (Status::Final, Some(stored.line())));
}

/// Spoils what the database has, as nothing of this program does.
async fn spoil(world: &World, statement: &str, game: &SignedGame) {
    let done = sqlx::query(statement)
        .bind(felt::to_text(&game.channel_id().unwrap()))
        .execute(world.store.pool())
        .await
        .unwrap();
    assert_eq!(done.rows_affected(), 1);
}

#[tokio::test]
async fn a_channel_that_cannot_be_read_keeps_no_other_one_waiting() {
    let (stale, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let mut terms = stale.terms.clone();
    terms.black_nonce = Felt::from(77);
    let bad = SignedGame::at(CHAIN, CONTRACT, terms).unwrap();
    for statement in [
        "UPDATE channels SET sides = '?' WHERE id = $1",
        "UPDATE bundles SET transcript = '?' WHERE channel = $1",
        "DELETE FROM bundles WHERE channel = $1",
    ] {
        let world = World::in_a_file(&stale).await;
        world.hand_in(&bundle(&bad), Sides::Black).await;
        spoil(&world, statement, &bad).await;
        world.open(&stale);
        world.hand_in(&bundle(&best), Sides::Black).await;
        world.watch().await;
        assert_eq!(world.stage(&best, Action::Submit, 4).await, Stage::Queued);
        // It is left in peace for a while.
        let now = world.clock.now();
        let due = channels::due(&world.store, now + 1, 10).await.unwrap();
        assert!(due.is_empty(), "{statement}: {due:?}");
        let due = channels::due(&world.store, now + 100, 10).await.unwrap();
        assert_eq!(due.len(), 1, "{statement}");
    }
}

#[tokio::test]
async fn nothing_is_decided_before_the_head_is_reached_while_the_node_answers() {
    let stale = game("C3 G7");
    let world = World::in_a_file(&stale).await;
    world.open(&stale);
    for _ in 0..1_500 {
        world.chain.mine(1);
    }
    let best = game("C3 G7 E5 F4");
    world.hand_in(&bundle(&best), Sides::Black).await;
    let mut watcher = world.watcher("a");
    assert_eq!(watcher.turn().await.unwrap(), Turn::More);
    assert!(world.job(&best, Action::Submit, 4).await.is_none());
    // While the node is away half way there, what is known is all there is; nothing can be sent.
    world.chain.inner().down = true;
    assert!(matches!(watcher.turn().await, Err(WatchError::Chain(_))));
    assert!(world.sender("a").turn().await.is_err());
    assert_eq!(world.stage(&best, Action::Submit, 4).await, Stage::Queued);
    world.chain.inner().down = false;
    assert_eq!(watcher.turn().await.unwrap(), Turn::Rests);
    assert_eq!(world.stage(&best, Action::Submit, 4).await, Stage::Queued);
}

#[tokio::test]
async fn a_reorganisation_takes_back_what_it_dropped_and_nothing_else() {
    for place in Place::all().await {
        let (first, second) = (game("C3 G7"), game("C3 G7 E5"));
        let world = World::new(place, &first).await;
        world.hand_in(&bundle(&second), Sides::Both).await;
        world.blocks(20).await;
        world.open(&first);
        world.blocks(20).await;
        let opened = world.record(&first);
        world.send().await;
        world.next_block(1).await;
        assert_eq!(
            seen(&world, &first).await.map(|record| record.steps),
            Some(3)
        );

        world.chain.reorganise(3);
        world.chain.mine(7);
        world.watch().await;
        assert_eq!(seen(&world, &first).await, Some(opened));
        // One that is deeper takes the opening back, too.
        world.chain.reorganise(25);
        world.chain.mine(9);
        world.watch().await;
        assert_eq!(seen(&world, &first).await, None);
        let told = world.told(Topic::Record).await;
        assert!(
            told.iter()
                .any(|told| told.what.get("reorganised_from").is_some())
        );
        // The cursor follows the new chain, and only that.
        let head = blocks::newest(&world.store).await.unwrap().unwrap();
        assert_eq!(head, world.chain.head().await.unwrap());
    }
}

#[tokio::test]
async fn a_chain_of_other_blocks_is_read_from_the_start() {
    let stale = game("C3 G7");
    let world = World::in_a_file(&stale).await;
    world.blocks(2).await;
    world.chain.reorganise(2);
    world.open(&stale);
    world.chain.mine(1);
    // Not even the first block that was followed is there.
    world.watch().await;
    assert_eq!(
        seen(&world, &stale).await.map(|record| record.steps),
        Some(2)
    );
}

#[tokio::test]
async fn a_node_that_lags_takes_nothing_back() {
    let stale = game("C3 G7");
    let world = World::in_a_file(&stale).await;
    world.blocks(3).await;
    world.open(&stale);
    let mut watcher = world.watcher("a");
    watcher.turn().await.unwrap();
    world.chain.reorganise(1);
    for _ in 0..2 {
        watcher.turn().await.unwrap();
        assert!(seen(&world, &stale).await.is_some());
    }
    // It stays so: the chain has really become shorter.
    watcher.turn().await.unwrap();
    assert_eq!(seen(&world, &stale).await, None);
}

#[tokio::test]
async fn a_node_that_lags_while_the_watcher_catches_up_takes_nothing_back() {
    let stale = game("C3 G7");
    let world = World::in_a_file(&stale).await;
    for _ in 0..1_500 {
        world.chain.mine(1);
    }
    world.open(&stale);
    world.watch().await;
    // Its head was passed in the middle of a range, so it is not among the blocks that are kept.
    world.chain.reorganise(1);
    let mut watcher = world.watcher("a");
    for _ in 0..2 {
        assert_eq!(watcher.turn().await.unwrap(), Turn::Rests);
        assert!(seen(&world, &stale).await.is_some());
    }
}

#[tokio::test]
async fn a_node_that_does_not_know_the_newest_block_takes_nothing_back() {
    let stale = game("C3 G7");
    let world = World::in_a_file(&stale).await;
    world.blocks(3).await;
    world.open(&stale);
    world.watch().await;
    world.chain.mine(1);
    world.chain.inner().hashes_behind = 2;
    let mut watcher = world.watcher("a");
    for _ in 0..2 {
        watcher.turn().await.unwrap();
        assert!(seen(&world, &stale).await.is_some());
    }
    world.chain.inner().hashes_behind = 0;
    watcher.turn().await.unwrap();
    let head = blocks::newest(&world.store).await.unwrap().unwrap();
    assert_eq!(head, world.chain.head().await.unwrap());
}

#[tokio::test]
async fn an_event_is_not_missed_because_a_node_lags() {
    let stale = game("C3 G7");
    let world = World::in_a_file(&stale).await;
    world.blocks(3).await;
    world.open(&stale);
    let before = blocks::newest(&world.store).await.unwrap();
    let followed = world.pulse.seen();
    world.wait(5);
    world.chain.inner().events_behind = 1;
    let mut watcher = world.watcher("a");
    assert!(matches!(watcher.turn().await, Err(WatchError::Chain(_))));
    assert_eq!(blocks::newest(&world.store).await.unwrap(), before);
    // The node told its head, and still nothing is known of what led to it.
    assert_eq!(world.pulse.seen(), followed);
    world.chain.inner().events_behind = 0;
    assert_eq!(watcher.turn().await.unwrap(), Turn::Rests);
    assert_eq!(world.pulse.seen().node_at, world.clock.now());
    assert!(seen(&world, &stale).await.is_some());
}

#[tokio::test]
async fn a_due_player_is_called_early_and_again_and_each_time_once() {
    let stored = game("C3 G7");
    let world = World::in_a_file(&stored).await;
    world.open(&stored);
    world.hand_in(&bundle(&stored), Sides::Black).await;
    world.watch().await;
    let levels = async || -> Vec<u64> {
        let told = world.told(Topic::Alarm).await;
        told.iter()
            .map(|told| told.what["level"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(levels().await, [0]);
    world.next_block(WINDOW - 1_801).await;
    world.watch().await;
    assert_eq!(levels().await, [0]);
    world.next_block(1).await;
    assert_eq!(levels().await, [0, 1]);
    world.next_block(1_200).await;
    world.next_block(1).await;
    assert_eq!(levels().await, [0, 1, 2]);
    let told = world.told(Topic::Alarm).await;
    let player = serde_json::to_value(Colour::Black).unwrap();
    assert!(told.iter().all(|told| told.what["player"] == player));
    assert_eq!(
        channels::nearest_answer(&world.store).await.unwrap(),
        Some(START.now + 1 + WINDOW)
    );
}

#[tokio::test]
async fn work_that_was_refused_for_one_side_keeps_nobody_from_the_other_sides() {
    let stored = game("C3 G7");
    let world = World::in_a_file(&stored).await;
    let mut resigned = bundle(&stored);
    let signature = stored.resignation(Colour::White).unwrap();
    resigned.add_resignation(Colour::White, signature).unwrap();
    world.open(&stored);
    world.hand_in(&resigned, Sides::Both).await;
    world.watch().await;
    assert_eq!(world.stage(&stored, Action::Resign, 2).await, Stage::Queued);
    // The chain refused it, deep down: on this record it is not tried again.
    let mut job = world.job(&stored, Action::Resign, 2).await.unwrap();
    let mut transaction = world.store.write().await.unwrap();
    for event in [Event::Sign, Event::Revert, Event::Bury] {
        let revert = Some("refused".to_owned());
        job.outcome = Some(Outcome::Executed {
            transaction: Felt::ONE,
            block: START.block,
            fee: Fri(0),
            revert,
        });
        let passed = jobs::pass(&mut transaction, &job, event, START.now).await;
        job = passed.unwrap().unwrap();
    }
    transaction.commit().await.unwrap();
    world.blocks(60).await;
    world.next_block(WINDOW + 1).await;
    assert_eq!(
        world.stage(&stored, Action::Resign, 2).await,
        Stage::Refused
    );
    assert_eq!(world.stage(&stored, Action::Claim, 2).await, Stage::Queued);
}

#[tokio::test]
async fn players_are_called_while_no_node_answers() {
    let stored = game("C3 G7");
    let world = World::in_a_file(&stored).await;
    world.open(&stored);
    world.hand_in(&bundle(&stored), Sides::Black).await;
    world.watch().await;
    world.chain.inner().down = true;
    let mut watcher = world.watcher("a");
    // Ten minutes and more, across a margin.
    world.wait(WINDOW - 1_800 + 1);
    assert!(watcher.turn().await.is_err());
    let told = world.told(Topic::Alarm).await;
    assert_eq!(told.len(), 2);
    assert_eq!(told[1].what["level"], 1);
    world.wait(1);
    assert!(watcher.turn().await.is_err());
    assert_eq!(world.told(Topic::Alarm).await.len(), 2);
}

#[tokio::test]
async fn players_are_called_while_the_node_is_down_before_the_watcher_has_caught_up() {
    let stored = game("C3 G7");
    let world = World::in_a_file(&stored).await;
    world.open(&stored);
    for _ in 0..1_500 {
        world.chain.mine(1);
    }
    world.hand_in(&bundle(&stored), Sides::Black).await;
    let mut watcher = world.watcher("a");
    assert_eq!(watcher.turn().await.unwrap(), Turn::More);
    assert!(world.told(Topic::Alarm).await.is_empty());
    world.chain.inner().down = true;
    world.wait(WINDOW - 300);
    assert!(watcher.turn().await.is_err());
    let told = world.told(Topic::Alarm).await;
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].what["level"], 2);
    // By a block without a time no window is over: nobody's forfeit is claimed.
    world.wait(WINDOW);
    assert!(watcher.turn().await.is_err());
    assert!(world.job(&stored, Action::Claim, 2).await.is_none());
}

#[tokio::test]
async fn a_node_that_is_down_across_a_margin_is_made_up_for() {
    let (stale, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let world = World::in_a_file(&stale).await;
    world.open(&stale);
    world.watch().await;
    world.chain.inner().down = true;
    world.hand_in(&bundle(&best), Sides::Black).await;
    let (mut watcher, mut sender) = (world.watcher("a"), world.sender("a"));
    for _ in 0..300 {
        world.wait(2);
        assert!(watcher.turn().await.is_err() && sender.turn().await.is_err());
    }
    // It was decided on what was known; nothing could be sent.
    assert_eq!(world.stage(&best, Action::Submit, 4).await, Stage::Queued);
    world.chain.inner().down = false;
    world.chain.mine(600);
    watcher.turn().await.unwrap();
    sender.turn().await.unwrap();
    world.next_block(2).await;
    sender.turn().await.unwrap();
    assert_eq!(world.stage(&best, Action::Submit, 4).await, Stage::Included);
}

#[tokio::test]
async fn one_process_watches_and_another_takes_over() {
    for place in Place::all().await {
        let stale = game("C3 G7");
        let world = World::new(place, &stale).await;
        let (mut first, mut second) = (world.watcher("a"), world.watcher("b"));
        assert_eq!(first.turn().await.unwrap(), Turn::Rests);
        assert_eq!(second.turn().await.unwrap(), Turn::StandsBy);
        world.open(&stale);
        world.wait(world.config.pace.lease + 1);
        assert_eq!(second.turn().await.unwrap(), Turn::Rests);
        assert_eq!(first.turn().await.unwrap(), Turn::StandsBy);
        assert!(seen(&world, &stale).await.is_some());
        second.stop().await.unwrap();
        let taken = lease::take(&world.store, LEASE, "c", START.now, 10)
            .await
            .unwrap();
        assert!(taken.is_some());
    }
}

#[tokio::test]
async fn a_lease_that_is_lost_in_mid_turn_keeps_the_turn_from_writing() {
    for place in Place::all().await {
        let stale = game("C3 G7");
        let world = World::new(place, &stale).await;
        world.open(&stale);
        let mut slow = world.watcher("a");
        world.chain.inner().stop_at = Some(Point::Reading);
        let turn = tokio::spawn(async move { slow.turn().await });
        world.chain.stopped().await;
        // Its process sleeps for longer than its lease lasts, and another one takes over.
        world.wait(world.config.pace.lease + 1);
        assert_eq!(world.watcher("b").turn().await.unwrap(), Turn::Rests);
        world.chain.go_on();
        assert_eq!(turn.await.unwrap().unwrap(), Turn::StandsBy);
        assert_eq!(
            seen(&world, &stale).await.map(|record| record.steps),
            Some(2)
        );
    }
}
