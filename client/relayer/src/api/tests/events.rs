//! Listeners.

use super::*;
use crate::model::Topic;

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
async fn a_number_that_is_none_is_refused() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    for number in ["x", "-1", "1.5", ""] {
        let request = reqwest::Client::new().get(service.url("/v1/events"));
        let request = request.bearer_auth("secret of server");
        let answer = request
            .header("last-event-id", number)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status().as_u16(), 400, "{number}");
    }
}
