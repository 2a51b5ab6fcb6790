use surround_settlement::strategist::Reason;
use surround_tests::game::SignedGame;

use super::*;
use crate::model::Action;
use crate::testing::place::Place;
use crate::testing::service::bearer;
use crate::testing::{CHAIN, CONTRACT, EXPIRES_AT, START, game};

/// The same players' game number `number`.
fn another(number: u64) -> SignedGame {
    let mut terms = game("").terms;
    terms.black_nonce = Felt::from(number);
    SignedGame::at(CHAIN, CONTRACT, terms).unwrap()
}

async fn come(store: &Store, game: &SignedGame, sides: Sides, token: &str) -> Channel {
    let id = game.channel_id().unwrap();
    let mut transaction = store.write().await.unwrap();
    let from = bearer(token, 1);
    arrive(&mut transaction, id, &game.terms, sides, &from, START.now)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    get(store, id).await.unwrap().unwrap()
}

async fn decided(store: &Store, channel: &Channel, advice: &Advice, decide_at: Seconds) {
    let mut transaction = store.write().await.unwrap();
    let verdict = Verdict {
        advice,
        answer_by: advice.by,
        decide_at,
        alarmed: None,
    };
    set_decision(&mut transaction, channel, &verdict)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
}

fn advice(reason: Reason, action: Option<Action>, by: Option<Seconds>) -> Advice {
    Advice {
        block: 7,
        block_hash: Felt::from(7),
        action,
        alarm: None,
        by,
        reason,
    }
}

#[tokio::test]
async fn a_side_that_comes_later_is_taken_too() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let game = game("");
        let first = come(&store, &game, Sides::Black, "wallet").await;
        assert_eq!((first.sides, first.decide_at), (Sides::Black, 0));
        assert_eq!(first.black, game.terms.black);
        let same = come(&store, &game, Sides::Black, "server").await;
        assert_eq!(same.sides, Sides::Black);
        let both = come(&store, &game, Sides::White, "server").await;
        assert_eq!(both.sides, Sides::Both);
        let still = come(&store, &game, Sides::Black, "wallet").await;
        assert_eq!(still.sides, Sides::Both);
    }
}

#[tokio::test]
async fn a_decision_that_did_not_see_why_the_channel_was_woken_counts_until_the_next_one() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let read = come(&store, &game(""), Sides::Both, "server").await;
        let mut transaction = store.write().await.unwrap();
        assert!(wake(&mut transaction, read.id).await.unwrap());
        assert!(!wake(&mut transaction, Felt::ONE).await.unwrap());
        transaction.commit().await.unwrap();
        let waits = advice(Reason::OpponentDue, None, None);
        decided(&store, &read, &waits, 100).await;
        let woken = get(&store, read.id).await.unwrap().unwrap();
        assert_eq!((woken.decide_at, woken.advice.as_ref()), (0, Some(&waits)));
        decided(&store, &woken, &waits, 100).await;
        let done = get(&store, read.id).await.unwrap().unwrap();
        assert_eq!((done.decide_at, done.advice), (100, Some(waits)));
    }
}

#[tokio::test]
async fn those_that_wait_longest_are_due_first() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        for (number, decide_at) in [(1, 300), (2, 100), (3, 200)] {
            let channel = come(&store, &another(number), Sides::Both, "server").await;
            let waits = advice(Reason::OpponentDue, None, None);
            decided(&store, &channel, &waits, decide_at).await;
        }
        let due = async |now, most| {
            let mut times = Vec::new();
            for due in super::due(&store, now, most).await.unwrap() {
                times.push(of_due(&store, &due).await.unwrap().decide_at);
            }
            times
        };
        assert!(due(99, 10).await.is_empty());
        assert_eq!(due(200, 10).await, [100, 200]);
        assert_eq!(due(300, 2).await, [100, 200]);
    }
}

#[tokio::test]
async fn the_nearest_answer_is_that_of_any_channel() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        assert_eq!(nearest_answer(&store).await.unwrap(), None);
        let submit = |by| advice(Reason::LongerLine, Some(Action::Submit), Some(by));
        for (number, advice) in [
            (1, submit(900)),
            (2, submit(500)),
            (3, advice(Reason::OpponentDue, None, None)),
        ] {
            let channel = come(&store, &another(number), Sides::Both, "server").await;
            decided(&store, &channel, &advice, 1).await;
        }
        assert_eq!(nearest_answer(&store).await.unwrap(), Some(500));
    }
}

#[tokio::test]
async fn what_is_over_counts_no_more() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let first = come(&store, &another(1), Sides::Both, "wallet").await;
        come(&store, &another(2), Sides::Both, "wallet").await;
        come(&store, &another(3), Sides::Both, "server").await;
        let count = async |now| count(store.pool(), "wallet", now).await.unwrap();
        assert_eq!(count(START.now).await, 2);
        decided(&store, &first, &advice(Reason::Over, None, None), 1).await;
        assert_eq!(count(START.now).await, 1);
        assert_eq!(count(EXPIRES_AT).await, 0);
        // Nobody gets past the quota by games that have expired.
        let mut terms = game("").terms;
        terms.expires_at = START.now - 1;
        let expired = SignedGame::at(CHAIN, CONTRACT, terms).unwrap();
        come(&store, &expired, Sides::Both, "wallet").await;
        assert_eq!(count(START.now).await, 2);
    }
}

#[tokio::test]
async fn pages_hold_every_channel_once() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let (mut wallets, mut servers) = (Vec::new(), Vec::new());
        for number in 1..=7 {
            let (token, of) = match number {
                4 => ("server", &mut servers),
                _ => ("wallet", &mut wallets),
            };
            of.push(come(&store, &another(number), Sides::Both, token).await.id);
        }
        let mut found = Vec::new();
        let whose = Whose::Token("wallet".to_owned());
        loop {
            let page = list(&store, &whose, found.last().copied(), 4)
                .await
                .unwrap();
            if page.is_empty() {
                break;
            }
            found.extend(page.iter().map(|channel| channel.id));
        }
        wallets.sort();
        found.sort();
        assert_eq!(found, wallets);
        let black = Whose::Player(game("").terms.black);
        assert_eq!(list(&store, &black, None, 10).await.unwrap().len(), 7);
        let nobody = Whose::Player(Felt::ONE);
        assert_eq!(list(&store, &nobody, None, 10).await.unwrap().len(), 0);
    }
}

#[tokio::test]
async fn a_wish_to_open_wakes_a_channel_once() {
    for place in Place::all().await {
        let store = place.open(CHAIN, CONTRACT).await.unwrap();
        let id = come(&store, &game(""), Sides::Both, "server").await.id;
        // Each wish, and how often the channel was woken by then: its arrival counts.
        for (steps, woken) in [(3, 2), (3, 2), (4, 3), (3, 4)] {
            let mut transaction = store.write().await.unwrap();
            open_at(&mut transaction, id, steps).await.unwrap();
            transaction.commit().await.unwrap();
            let channel = get(&store, id).await.unwrap().unwrap();
            assert_eq!((channel.open_at, channel.woken), (Some(steps), woken));
        }
    }
}
