use std::time::Duration;

use tokio::task::JoinSet;

use super::*;
use crate::client::ClientError;
use crate::journal::Stage;
use crate::model::{JobKey, Topic};
use crate::store::{channels, jobs};
use crate::testing::bundle_to_open;

/// A service that has read a block and holds a game with its opening.
async fn service(place: &Place) -> (Service, Felt) {
    let service = Service::start(place).await;
    service.see(START, None).await;
    let game = bundle_to_open(&game("C3 G7 E5"));
    let text = game.transcript().to_json().unwrap();
    let client = service.client("server");
    client.hand_in(&text, Sides::Black).await.unwrap();
    (service, game.channel_id())
}

async fn jobs_told(service: &Service, id: Felt) -> usize {
    let history = service.client("server").history(id, 0).await.unwrap();
    let jobs = history
        .entries
        .iter()
        .filter(|told| told.topic == Topic::Job);
    jobs.count()
}

#[tokio::test]
async fn the_same_request_is_one_piece_of_work() {
    for place in Place::all().await {
        let (service, id) = service(&place).await;
        let client = service.client("server");
        let first = client.ask(id, Action::Submit, None).await.unwrap();
        assert_eq!((first.action, first.height), (Action::Submit, 3));
        assert_eq!((first.stage, first.requested), (Stage::Queued, true));
        let channel = channels::get(&service.state.store, id)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((channel.open_at, channel.decide_at), (Some(3), 0));
        assert_eq!(client.ask(id, Action::Submit, None).await.unwrap(), first);
        assert_eq!(
            service
                .client("wallet")
                .ask(id, Action::Submit, None)
                .await
                .unwrap(),
            first
        );
        assert_eq!(jobs_told(&service, id).await, 1);
        assert_eq!(client.channel(id).await.unwrap().jobs, [first]);
    }
}

#[tokio::test]
async fn many_at_once_are_one_piece_of_work() {
    for place in Place::all().await {
        let (service, id) = service(&place).await;
        let mut asking = JoinSet::new();
        for number in 0..20 {
            let client = service.client("server");
            let key = (number % 2 == 0).then_some("game 7, opening");
            asking.spawn(async move { client.ask(id, Action::Submit, key).await.unwrap() });
        }
        let mut answers = asking.join_all().await;
        answers.dedup();
        assert_eq!(answers.len(), 1);
        assert_eq!(jobs_told(&service, id).await, 1);
    }
}

#[tokio::test]
async fn no_more_games_are_verified_at_once_than_the_operator_allows() {
    let place = Place::in_a_file();
    let (service, id) = service(&place).await;
    let client = service.client("server");
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let wait = std::sync::Arc::new(std::sync::Mutex::new(wait));
    let mut others = JoinSet::new();
    for _ in 0..service.state.config.guard.verifications {
        let (intake, wait) = (service.state.intake.clone(), wait.clone());
        others.spawn(async move {
            intake
                .compute(move || wait.lock().unwrap().recv().unwrap())
                .await
                .unwrap();
        });
    }
    tokio::task::yield_now().await;
    let mut asked = std::pin::pin!(client.ask(id, Action::Submit, None));
    let waits = tokio::time::timeout(Duration::from_millis(500), &mut asked).await;
    for _ in 0..others.len() {
        release.send(()).unwrap();
    }
    assert!(waits.is_err(), "{waits:?}");
    assert_eq!(asked.await.unwrap().stage, Stage::Queued);
    others.join_all().await;
}

#[tokio::test]
async fn a_key_stands_for_its_request_after_a_restart_too() {
    for place in Place::all().await {
        let (service, id) = service(&place).await;
        let first = service
            .client("server")
            .ask(id, Action::Submit, Some("k"))
            .await
            .unwrap();
        drop(service);
        let service = Service::start(&place).await;
        let client = service.client("server");
        // The game has gone on: without the key it would be another request.
        client
            .hand_in(&text(&game("C3 G7 E5 F4")), Sides::Black)
            .await
            .unwrap();
        let again = client.ask(id, Action::Submit, Some("k")).await.unwrap();
        assert_eq!(again, first);
        let other = client.ask(id, Action::Claim, Some("k")).await.unwrap_err();
        assert_eq!(code(other), Code::KeyReused);
        // Another token's key is another key.
        let stranger = service
            .client("wallet")
            .ask(id, Action::Claim, Some("k"))
            .await;
        assert_eq!(code(stranger.unwrap_err()), Code::NotAdmitted);
    }
}

#[tokio::test]
async fn what_is_missing_is_named() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let client = service.client("server");
    let game = game("C3 G7 E5");
    let id = game.channel_id().unwrap();
    let unknown = client.ask(id, Action::Submit, None).await.unwrap_err();
    assert_eq!(code(unknown), Code::NotFound);
    client.hand_in(&text(&game), Sides::Both).await.unwrap();
    let early = client.ask(id, Action::Submit, None).await.unwrap_err();
    assert_eq!(code(early), Code::NotReady);
    service.see(START, None).await;
    let refused = client.ask(id, Action::Submit, None).await.unwrap_err();
    let ClientError::Refused(problem) = refused else {
        panic!("{refused}")
    };
    assert_eq!(problem.code, Code::EvidenceMissing);
    assert!(
        problem.detail.contains("has not signed the opening"),
        "{}",
        problem.detail
    );
    let resign = client.ask(id, Action::Resign, None).await.unwrap_err();
    assert_eq!(code(resign), Code::EvidenceMissing);
    let claim = client.ask(id, Action::Claim, None).await.unwrap_err();
    assert_eq!(code(claim), Code::NotAdmitted);
    assert_eq!(
        jobs::of_channel(&service.state.store, id)
            .await
            .unwrap()
            .len(),
        0
    );
}

#[tokio::test]
async fn calls_by_a_players_account_cannot_be_asked_for() {
    let place = Place::in_a_file();
    let (service, id) = service(&place).await;
    let url = service.url(&format!("/v1/channels/{id:#x}/requests"));
    for body in [
        r#"{"action":"resign_channel"}"#,
        r#"{"action":"register_key"}"#,
        r#"{"action":"submit","caller":"0x1"}"#,
        "{}",
        "",
    ] {
        let request = reqwest::Client::new().post(&url).body(body);
        let request = request.header("content-type", "application/json");
        let answer = request
            .bearer_auth("secret of server")
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16(), 400, "{body}");
        assert_eq!(
            answer.json::<Problem>().await.unwrap().code,
            Code::BadRequest
        );
    }
    let key = JobKey {
        channel: id,
        action: Action::Submit,
        height: 3,
    };
    assert!(
        jobs::get(&service.state.store, key)
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn keys_have_a_form() {
    let place = Place::in_a_file();
    let (service, id) = service(&place).await;
    let client = service.client("server");
    for key in ["", &"k".repeat(129)] {
        let refused = client.ask(id, Action::Submit, Some(key)).await.unwrap_err();
        assert_eq!(code(refused), Code::BadRequest);
    }
    let longest = "k".repeat(128);
    assert!(client.ask(id, Action::Submit, Some(&longest)).await.is_ok());
}
