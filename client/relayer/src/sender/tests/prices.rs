use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_channel::felt;
use surround_rules::Colour;
use surround_tests::game::SignedGame;

use super::isolation::two_that_wait;
use super::{answer, answered_once, stale};
use crate::journal::Stage;
use crate::model::{Action, Outcome, Sides, Topic};
use crate::ports::Clock;
use crate::sender::SenderActor;
use crate::store::spending;
use crate::testing::account::Account;
use crate::testing::chain::{GAS, Point};
use crate::testing::world::{SENDER, World};
use crate::testing::{START, WINDOW, bundle, game};

/// The price in the tests' chain, and the most that its transactions declare for it.
const PRICE: u128 = 10_000_000_000;
const DAY: u64 = 24 * 3_600;
/// So dear that a transaction may cost 0.15 STRK, when 0.1 are allowed, and 0.3 near a deadline.
const DEAR: u128 = 10 * PRICE;

#[tokio::test]
async fn a_price_above_the_cap_is_waited_for() {
    let (world, best) = stale().await;
    world.chain.inner().price = DEAR;
    world.send().await;
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    assert_eq!(job.stage, Stage::Queued);
    let Some(Outcome::Held { reason, .. }) = job.outcome else {
        panic!("{:?}", job.outcome);
    };
    assert!(
        reason.contains("0.150000 STRK") && reason.contains("0.100000 STRK"),
        "{reason}"
    );
    assert!(world.chain.inner().signed.is_empty());

    world.chain.inner().price = PRICE;
    // Looked at again before long.
    world.wait(15);
    world.send().await;
    world.next_block(5).await;
    world.send().await;
    answered_once(&world, &best).await;
}

#[tokio::test]
async fn near_the_deadline_more_may_be_paid() {
    let (world, best) = stale().await;
    world.chain.inner().price = DEAR;
    world.send().await;
    world.next_block(WINDOW - 1_000).await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.next_block(100).await;
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Sent);
}

#[tokio::test]
async fn work_that_is_held_is_told_again_as_its_deadline_nears_and_each_time_once() {
    let (world, best) = stale().await;
    world.chain.inner().price = 10 * DEAR;
    let late = async || -> Vec<u64> {
        let told = world.told(Topic::Late).await;
        told.iter()
            .map(|told| told.what["outcome"]["level"].as_u64().unwrap())
            .collect()
    };
    world.send().await;
    assert!(late().await.is_empty());
    world.next_block(WINDOW - 1_799).await;
    world.send().await;
    assert_eq!(late().await, [1]);
    world.next_block(60).await;
    world.send().await;
    assert_eq!(late().await, [1]);
    world.next_block(1_500).await;
    world.send().await;
    assert_eq!(late().await, [1, 2]);
    let told = world.told(Topic::Late).await;
    assert!(told.iter().all(|told| told.what["action"] == "submit"));
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    assert_eq!(job.stage, Stage::Queued);
}

#[tokio::test]
async fn a_price_that_rises_after_signing_is_followed_on_the_same_nonce() {
    let (world, best) = stale().await;
    world.die_at(Point::BeforeSending, "a").await;
    world.chain.inner().price = 2 * PRICE;
    let mut sender = world.sender("a");
    // Refused as too cheap, and replaced.
    assert!(sender.turn().await.is_ok());
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Sent);
    let signed = world.chain.inner().signed.clone();
    assert_eq!(signed.len(), 2);
    world.next_block(5).await;
    sender.turn().await.unwrap();
    answered_once(&world, &best).await;
}

#[tokio::test]
async fn what_was_too_cheap_is_sent_again_when_it_is_dear_enough() {
    let (world, best) = stale().await;
    // It may cost 0.0975 STRK of 0.1: nothing above it may be signed.
    world.chain.inner().price = PRICE * 13 / 2;
    world.die_at(Point::BeforeSending, "a").await;
    world.chain.inner().price = DEAR;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Signed);
    assert_eq!(world.chain.inner().handed.len(), 1);
    world.chain.inner().price = PRICE * 13 / 2;
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &best).await, Stage::Sent);
    assert_eq!(world.chain.inner().signed.len(), 1);
    world.next_block(5).await;
    sender.turn().await.unwrap();
    answered_once(&world, &best).await;
}

#[tokio::test]
async fn a_promise_becomes_the_fee_that_was_charged() {
    let (world, best) = stale().await;
    let black = best.terms.account(Colour::Black);
    let day = START.now;
    let spent = async || spending::on(world.store.pool(), day, black).await.unwrap();
    world.send().await;
    let promised = Fri(u128::from(GAS) * PRICE * 3 / 2);
    assert_eq!(
        (spent().await.player, spent().await.all),
        (promised, promised)
    );
    world.next_block(5).await;
    world.send().await;
    let fee = Fri(u128::from(GAS) * PRICE);
    assert_eq!((spent().await.player, spent().await.all), (fee, fee));
    // A reorganisation drops it: it may have to be paid again, at most as was promised.
    world.chain.reorganise(1);
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    assert_eq!(spent().await.player, promised);
}

#[tokio::test]
async fn what_was_promised_yesterday_is_no_part_of_today() {
    let (stale, best) = (game("C3 G7"), game("C3 G7 E5 F4"));
    let mut world = World::in_a_file(&stale).await;
    let midnight = (START.now / DAY + 1) * DAY;
    world.next_block(midnight - START.now - 100).await;
    world.open(&stale);
    world.hand_in(&bundle(&best), Sides::Black).await;
    world.watch().await;
    world.chain.inner().keeps = false;
    let promised = u128::from(GAS) * PRICE * 3 / 2;
    world.config.fees.per_player_per_day = Fri(promised * 12 / 10);
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    world.wait(world.config.pace.bump_after);
    let black = Some(best.terms.black);
    let (today, others) = (world.clock.now(), Fri(promised * 3 / 10));
    let mut transaction = world.store.write().await.unwrap();
    spending::replace(&mut transaction, today, black, Fri(0), others)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    sender.turn().await.unwrap();
    assert_eq!(world.chain.inner().signed.len(), 1);
}

#[tokio::test]
async fn what_others_spend_in_the_meantime_counts() {
    for all in [false, true] {
        let (mut world, best) = stale().await;
        let promised = u128::from(GAS) * PRICE * 3 / 2;
        if all {
            world.config.fees.per_day = Fri(promised);
        } else {
            world.config.fees.per_player_per_day = Fri(promised);
        }
        let mut slow = world.sender("a");
        world.chain.inner().stop_at = Some(Point::Signing);
        let turn = tokio::spawn(async move { slow.turn().await });
        world.chain.stopped().await;
        // It was found to be affordable; another account's transaction is written down first.
        let black = Some(best.terms.black).filter(|_| !all);
        let mut transaction = world.store.write().await.unwrap();
        spending::replace(&mut transaction, START.now, black, Fri(0), Fri(1))
            .await
            .unwrap();
        transaction.commit().await.unwrap();
        world.chain.go_on();
        turn.await.unwrap().unwrap();
        assert_eq!(answer(&world, &best).await, Stage::Queued);
        assert!(world.chain.inner().handed.is_empty());
        // It is not asked for again and again.
        world.send().await;
        let job = world.job(&best, Action::Submit, 4).await.unwrap();
        assert!(matches!(job.outcome, Some(Outcome::Held { .. })));
    }
}

#[tokio::test]
async fn a_nonce_that_was_only_taken_costs_what_was_charged() {
    let (world, _best) = stale().await;
    let mut sender = useless(&world).await;
    world.chain.inner().keeps = true;
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    world.next_block(5).await;
    sender.turn().await.unwrap();
    let spent = spending::on(world.store.pool(), START.now, Felt::ONE)
        .await
        .unwrap();
    // The chain charges for it as for every transaction.
    assert_eq!(spent.all, Fri(u128::from(GAS) * PRICE));
}

#[tokio::test]
async fn no_more_is_offered_for_a_nonce_while_no_block_is_made() {
    let (world, _best) = stale().await;
    let mut sender = useless(&world).await;
    for _ in 0..10 {
        world.wait(world.config.pace.bump_after);
        sender.turn().await.unwrap();
    }
    assert_eq!(world.chain.inner().signed.len(), 2);
    // As long as it is not the price, there is an end to it.
    for _ in 0..200 {
        world.next_block(world.config.pace.bump_after).await;
        sender.turn().await.unwrap();
    }
    let signed = world.chain.inner().signed.clone();
    assert!(signed.len() > 10);
    let highest = signed
        .iter()
        .map(|(envelope, _)| envelope.bounds().max_fee());
    assert!(highest.max().unwrap() <= world.config.fees.urgent);
}

#[tokio::test]
async fn what_cannot_be_paid_gives_its_nonce_up_to_what_waits_behind_it() {
    let (mut world, first, second) = two_that_wait().await;
    world.config.fees.per_transaction = Fri(u128::from(GAS) * PRICE * 3 / 2);
    world.chain.inner().keeps = false;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &second).await, Stage::Sent);
    // Any replacement costs more than the cap, but for one that does nothing.
    world.chain.inner().keeps = true;
    world.wait(world.config.pace.bump_after);
    sender.turn().await.unwrap();
    let signed = world.chain.inner().signed.clone();
    assert_eq!(signed.len(), 3);
    assert!(signed[2].1.is_empty());
    world.next_block(5).await;
    sender.turn().await.unwrap();
    assert_eq!(answer(&world, &second).await, Stage::Included);
    assert_ne!(answer(&world, &first).await, Stage::Refused);
}

#[tokio::test]
async fn the_first_nonce_may_cost_what_the_most_urgent_behind_it_may() {
    let (mut world, first, second) = two_that_wait().await;
    // The first has no deadline of its own; the second one's is near.
    let now = world.clock.now();
    due_by(&world, &first, now + WINDOW).await;
    due_by(&world, &second, now + WINDOW + 1).await;
    world.config.fees.per_transaction = Fri(u128::from(GAS) * PRICE * 3 / 2);
    world.chain.inner().keeps = false;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    due_by(&world, &first, now + 100 * WINDOW).await;
    due_by(&world, &second, now + 500).await;
    // Near a deadline it is not waited for as long.
    world.wait(world.config.pace.resend_after);
    sender.turn().await.unwrap();
    let signed = world.chain.inner().signed.clone();
    assert_eq!(signed.len(), 3);
    assert_eq!(signed[2].1, signed[0].1, "the same call, at a better price");
}

/// Moves the deadline of an answer.
async fn due_by(world: &World, game: &SignedGame, by: u64) {
    sqlx::query("UPDATE jobs SET due_by = $1 WHERE channel = $2")
        .bind(i64::try_from(by).unwrap())
        .bind(felt::to_text(&game.channel_id().unwrap()))
        .execute(world.store.pool())
        .await
        .unwrap();
}

/// The answer waits, and somebody else gives it: its nonce is to be taken without a call, and no block
/// takes it.
async fn useless(world: &World) -> SenderActor<Account> {
    world.chain.inner().keeps = false;
    let mut sender = world.sender("a");
    sender.turn().await.unwrap();
    let call = world.chain.inner().signed[0].1[0].clone();
    world.chain.somebody(call);
    world.watch().await;
    world.wait(world.config.pace.bump_after);
    sender.turn().await.unwrap();
    let signed = world.chain.inner().signed.clone();
    assert_eq!(signed.len(), 2);
    assert!(signed[1].1.is_empty());
    sender
}

#[tokio::test]
async fn what_cannot_be_paid_rests_longer_each_time() {
    let (world, best) = stale().await;
    let by = world.record(&best).deadline;
    // More than may be paid even near the deadline.
    world.chain.inner().price = 10 * DEAR;
    let mut sender = world.sender("a");
    let mut looks = Vec::new();
    while world.clock.now() < by {
        sender.turn().await.unwrap();
        let job = world.job(&best, Action::Submit, 4).await.unwrap();
        looks.push(job.not_before - START.now);
        world.wait(job.not_before - world.clock.now());
    }
    assert_eq!(looks[..6], [15, 45, 105, 225, 465, 945]);
    // It is looked at when an alarm's margin begins, and when more may be paid.
    let before = |margin| by - margin - START.now;
    assert!(looks.contains(&before(1_800)) && looks.contains(&before(900)));
    let urgent = looks.iter().filter(|at| **at > before(900));
    let expected: Vec<u64> = (1..=60).map(|look| before(900) + 15 * look).collect();
    assert!(urgent.eq(&expected));
}

#[tokio::test]
async fn what_has_no_allowance_left_is_not_simulated() {
    let (mut world, best) = stale().await;
    world.config.fees.per_player_per_day = Fri(0);
    let before = world.clock.now() - 10;
    world
        .pulse
        .of(SENDER)
        .see(|seen| seen.simulated_at = before);
    world.send().await;
    assert_eq!(world.pulse.of(SENDER).seen().simulated_at, before);
    let job = world.job(&best, Action::Submit, 4).await.unwrap();
    assert!(matches!(job.outcome, Some(Outcome::Held { .. })));
}

#[tokio::test]
async fn a_players_day_is_used_up() {
    let (mut world, best) = stale().await;
    world.config.fees.per_player_per_day = Fri(1);
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    world.config.fees.per_player_per_day = Fri(u128::MAX);
    world.config.fees.per_day = Fri(1);
    world.wait(15);
    world.send().await;
    assert_eq!(answer(&world, &best).await, Stage::Queued);
    assert!(world.chain.inner().signed.is_empty());
}
