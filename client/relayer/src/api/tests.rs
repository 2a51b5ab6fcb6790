//! The interface over real HTTP, on every database.

mod document;
mod events;
mod hostile;
mod probes;
mod requests;

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_settlement::{Moment, Status};
use surround_tests::game::SignedGame;

use super::*;
use crate::client::{Client, ClientError};
use crate::model::{Action, Sides, Standing, Topic};
use crate::testing::place::Place;
use crate::testing::service::{Service, text};
use crate::testing::{CHAIN, CONTRACT, START, WINDOW, game, opened};

/// The same players' game number `number`.
fn another(number: u64) -> SignedGame {
    let mut terms = game("").terms;
    terms.black_nonce = Felt::from(number);
    let mut game = SignedGame::at(CHAIN, CONTRACT, terms).unwrap();
    game.play("C3 G7").unwrap();
    game
}

fn code(refused: ClientError) -> Code {
    match refused {
        ClientError::Refused(problem) => problem.code,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_game_that_is_handed_in_can_be_asked_for() {
    for place in Place::all().await {
        let service = Service::start(&place).await;
        let client = service.client("server");
        let game = game("C3 G7 E5");
        let accepted = client.hand_in(&text(&game), Sides::Black).await.unwrap();
        let view = client.channel(accepted.channel).await.unwrap();
        assert_eq!(view.summary.status, Status::None);
        assert_eq!(view.summary.sides, Sides::Black);
        let [line] = view.held.as_slice() else {
            panic!("{view:?}")
        };
        assert_eq!((line.steps, line.standing), (3, Standing::Longest));
        assert_eq!(line.head, game.chain().head());

        service.see(START, Some((&game, opened(&game)))).await;
        let later = Moment {
            now: START.now + 600,
            block: START.block + 10,
        };
        service.see(later, None).await;
        let view = client.channel(accepted.channel).await.unwrap().summary;
        assert_eq!((view.status, view.steps), (Status::Open, 3));
        assert_eq!(view.due, Some(surround_rules::Colour::White));
        assert_eq!(view.deadline, Some(START.now + WINDOW));
        assert_eq!(view.seconds_left, Some(3_000));
        assert_eq!(view.blocks_left, Some(50));
        let unknown = client.channel(Felt::ONE).await.unwrap_err();
        assert_eq!(code(unknown), Code::NotFound);
    }
}

#[tokio::test]
async fn pages_of_channels_hold_each_once() {
    for place in Place::all().await {
        let service = Service::start(&place).await;
        let client = service.client("server");
        let mut all = Vec::new();
        for number in 0..5 {
            let handed = client.hand_in(&text(&another(number)), Sides::Both).await;
            all.push(handed.unwrap().channel);
        }
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let page = client.channels(None, after.as_deref(), 2).await.unwrap();
            assert!(page.channels.len() <= 2);
            found.extend(page.channels.iter().map(|channel| channel.id));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        all.sort();
        found.sort();
        assert_eq!(found, all);
        let wallet = service.client("wallet");
        assert!(
            wallet
                .channels(None, None, 100)
                .await
                .unwrap()
                .channels
                .is_empty()
        );
        let player = Some(another(0).terms.white);
        let players = wallet.channels(player, None, 100).await.unwrap();
        assert_eq!(players.channels.len(), 5);
    }
}

#[tokio::test]
async fn a_history_is_told_in_pages() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let client = service.client("server");
    for points in ["C3 G7", "C3 G7 E5", "C3 G7 E5 F4"] {
        client
            .hand_in(&text(&game(points)), Sides::Both)
            .await
            .unwrap();
    }
    let id = game("").channel_id().unwrap();
    let history = client.history(id, 1).await.unwrap();
    assert_eq!(history.next, None);
    let told: Vec<_> = history
        .entries
        .iter()
        .map(|told| (told.number, told.topic))
        .collect();
    assert_eq!(told, [(2, Topic::Bundle), (3, Topic::Bundle)]);
    assert_eq!(history.entries[1].what["steps"], 4);
    assert_eq!(client.channel(id).await.unwrap().summary.version, 3);
}

/// A client whose token nobody knows.
fn stranger(service: &Service) -> Client {
    service.client("nobody")
}
