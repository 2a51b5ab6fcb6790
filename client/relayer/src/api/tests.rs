//! The interface over real HTTP, on every database.

mod hostile;
mod requests;

use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_settlement::Status;
use surround_tests::game::SignedGame;

use super::*;
use crate::client::{Client, ClientError};
use crate::model::{Action, Sides, Standing, Topic};
use crate::testing::place::Place;
use crate::testing::service::{Service, text};
use crate::testing::{CHAIN, CONTRACT, START, WINDOW, game, opened};
use surround_settlement::Moment;

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

#[tokio::test]
async fn a_listener_misses_nothing_that_came_while_it_was_away() {
    for place in Place::all().await {
        let service = Service::start(&place).await;
        let client = service.client("server");
        client
            .hand_in(&text(&game("C3 G7")), Sides::Both)
            .await
            .unwrap();
        let mut events = client.listen(None, Some(0)).await.unwrap();
        let first = events.next().await.unwrap().unwrap();
        assert_eq!((first.number, first.topic), (1, Topic::Bundle));
        drop(events);
        client
            .hand_in(&text(&game("C3 G7 E5")), Sides::Both)
            .await
            .unwrap();
        let id = game("").channel_id().unwrap();
        let mut events = client.listen(Some(id), Some(1)).await.unwrap();
        assert_eq!(events.next().await.unwrap().unwrap().number, 2);
        // And what comes while it is there.
        client
            .hand_in(&text(&another(1)), Sides::Both)
            .await
            .unwrap();
        client
            .hand_in(&text(&game("C3 G7 E5 F4")), Sides::Both)
            .await
            .unwrap();
        assert_eq!(events.next().await.unwrap().unwrap().number, 4);
        // When the service stops, the stream ends, and the process need not wait.
        service.state.stopping.cancel();
        assert!(events.next().await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_listener_without_a_number_hears_what_is_new() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let client = service.client("server");
    client
        .hand_in(&text(&another(1)), Sides::Both)
        .await
        .unwrap();
    let mut events = client.listen(None, None).await.unwrap();
    client
        .hand_in(&text(&another(2)), Sides::Both)
        .await
        .unwrap();
    assert_eq!(events.next().await.unwrap().unwrap().number, 2);
}

#[tokio::test]
async fn listeners_have_so_many_places() {
    let guard = json!({ "guard": { "listeners": 1, "requests_per_second": 1_000 } });
    let place = Place::in_a_file();
    let service = Service::start_with(&place, &guard).await;
    let client = service.client("server");
    let first = client.listen(None, None).await.unwrap();
    let second = client.listen(None, None).await.unwrap_err();
    assert_eq!(code(second), Code::Busy);
    drop(first);
    while client.listen(None, None).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn probes_need_no_token_and_mean_it() {
    for place in Place::all().await {
        let service = Service::start(&place).await;
        let get = async |path: &str| {
            let answer = reqwest::get(service.url(path)).await.unwrap();
            (answer.status().as_u16(), answer.text().await.unwrap())
        };
        assert_eq!(get("/health").await, (200, "ok\n".to_owned()));
        // No block was read: it cannot work yet.
        let (status, text) = get("/ready").await;
        assert_eq!(status, 503, "{text}");
        service.see(START, None).await;
        service.state.pulse.see(|seen| seen.node_at = START.now);
        let (status, text) = get("/ready").await;
        assert_eq!(status, 200, "{text}");
        let ready: Readiness = serde_json::from_str(&text).unwrap();
        assert!(ready.ready && !ready.armed, "{text}");
        service.state.pulse.see(|seen| {
            seen.leads = true;
            seen.sender_at = START.now;
            seen.simulated_at = START.now;
            seen.balance = Some(service.state.config.fees.low_balance);
        });
        let ready: Readiness = serde_json::from_str(&get("/ready").await.1).unwrap();
        assert!(ready.armed, "{:?}", ready.problems);
        assert!(get("/metrics").await.1.contains("surround_armed 1"));

        service.wall.pass(service.state.config.pace.stale_after + 1);
        let (status, text) = get("/ready").await;
        assert!(status == 503 && text.contains("node"), "{text}");
        service.state.store.pool().close().await;
        assert_eq!(get("/health").await.0, 500);
        assert!(get("/ready").await.1.contains("store"));
    }
}

#[tokio::test]
async fn metrics_tell_the_time_to_the_nearest_deadline() {
    use crate::model::Advice;
    use crate::store::channels::set_decision;

    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let client = service.client("server");
    let id = client
        .hand_in(&text(&game("C3 G7")), Sides::Both)
        .await
        .unwrap()
        .channel;
    let store = &service.state.store;
    let channel = crate::store::channels::get(store, id)
        .await
        .unwrap()
        .unwrap();
    let advice = Advice {
        block: 1,
        block_hash: Felt::ONE,
        action: Some(Action::Submit),
        alarm: None,
        by: Some(START.now + 250),
        reason: surround_settlement::strategist::Reason::LongerLine,
    };
    let mut transaction = store.write().await.unwrap();
    assert!(
        set_decision(&mut transaction, &channel, &advice, 0, None)
            .await
            .unwrap()
    );
    transaction.commit().await.unwrap();
    service.wall.pass(50);
    let answer = reqwest::get(service.url("/metrics")).await.unwrap();
    let text = answer.text().await.unwrap();
    assert!(
        text.contains("surround_nearest_deadline_seconds 200\n"),
        "{text}"
    );
    assert!(text.contains("route=\"/v1/channels\""), "{text}");
}

/// Every route by method and path, as written down here and nowhere else.
const ROUTES: [(&str, &str, bool); 9] = [
    ("get", "/health", false),
    ("get", "/metrics", false),
    ("get", "/ready", false),
    ("get", "/v1/channels", true),
    ("post", "/v1/channels", true),
    ("get", "/v1/channels/{id}", true),
    ("get", "/v1/channels/{id}/history", true),
    ("post", "/v1/channels/{id}/requests", true),
    ("get", "/v1/events", true),
];

#[tokio::test]
async fn the_document_has_every_route_and_no_other() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let answer = reqwest::get(service.url("/openapi.json")).await.unwrap();
    let document: serde_json::Value = answer.json().await.unwrap();
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let guarded = operation["security"]
                .as_array()
                .is_none_or(|one| one[0]["token"].is_array());
            found.push((method.clone(), path.clone(), guarded));
        }
    }
    found.sort_by_key(|(method, path, _)| (path.clone(), method.clone()));
    let routes = ROUTES.map(|(method, path, token)| (method.to_owned(), path.to_owned(), token));
    assert_eq!(found, routes);
    assert_eq!(document["security"], json!([{ "token": [] }]));

    for (method, path, token) in ROUTES {
        let url = service.url(&path.replace("{id}", "0x1"));
        let method = method.to_uppercase().parse().unwrap();
        let answer = reqwest::Client::new()
            .request(method, url)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16() == 401, token, "{path}");
    }
    let other = reqwest::get(service.url("/v2/channels")).await.unwrap();
    assert_eq!(other.status().as_u16(), 404);
}

#[tokio::test]
async fn every_reference_of_the_document_leads_somewhere() {
    let document = serde_json::to_value(document()).unwrap();
    let text = document.to_string();
    let mut references = 0;
    for part in text.split("\"$ref\":\"#").skip(1) {
        let pointer = part.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
        references += 1;
    }
    assert!(references > 0);
}

/// A client whose token nobody knows.
fn stranger(service: &Service) -> Client {
    service.client("nobody")
}
