use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, Ordering};

use axum::extract::State as Of;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use serde_json::{Value, json};
use starknet_types_core::felt::Felt;
use tokio::net::TcpListener;

use super::*;
use crate::model::{Told, Topic};
use crate::testing::place::Place;
use crate::testing::service::{Wall, config};
use crate::testing::{CHAIN, CONTRACT, START};

/// Somebody who is called: checks each call's signature, and answers with the status set.
#[derive(Clone)]
struct Called {
    status: Arc<AtomicU16>,
    numbers: Arc<Mutex<Vec<Vec<u64>>>>,
    wall: Wall,
}

impl Called {
    async fn listen(wall: &Wall) -> (Self, String) {
        let called = Self {
            status: Arc::new(AtomicU16::new(200)),
            numbers: Arc::default(),
            wall: wall.clone(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let router = axum::Router::new()
            .route("/hook", post(Self::answer))
            .with_state(called.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (called, url)
    }

    async fn answer(Of(called): Of<Self>, headers: HeaderMap, body: String) -> StatusCode {
        let header = headers[HEADER].to_str().unwrap();
        let now = called.wall.now();
        if verify("secret of hook", header, body.as_bytes(), now, 0).is_err() {
            return StatusCode::UNAUTHORIZED;
        }
        let body: Value = serde_json::from_str(&body).unwrap();
        let events: Vec<Told> = serde_json::from_value(body["events"].clone()).unwrap();
        let numbers = events.iter().map(|told| told.number).collect();
        called.numbers.lock().unwrap().push(numbers);
        StatusCode::from_u16(called.status.load(Ordering::SeqCst)).unwrap()
    }

    fn answers_with(&self, status: u16) {
        self.status.store(status, Ordering::SeqCst);
    }

    /// The numbers of the entries of each call since this was asked last.
    fn calls(&self) -> Vec<Vec<u64>> {
        std::mem::take(&mut self.numbers.lock().unwrap())
    }
}

struct Story {
    wall: Wall,
    called: Called,
    store: Store,
    config: Config,
    _secrets: tempfile::TempDir,
}

impl Story {
    async fn begin(place: &Place, topics: &[&str]) -> Self {
        let wall = Wall::at(START.now);
        let (called, url) = Called::listen(&wall).await;
        let (mut config, secrets) = config(&json!({}));
        let key = secrets.path().join("hook");
        std::fs::write(&key, "secret of hook").unwrap();
        let hook =
            json!({ "name": "hook", "url": url, "secret": { "file": key }, "topics": topics });
        config.webhooks = vec![serde_json::from_value(hook).unwrap()];
        Self {
            store: place.open(CHAIN, CONTRACT).await.unwrap(),
            wall,
            called,
            config,
            _secrets: secrets,
        }
    }

    fn notifier(&self, holder: &str) -> Notifier {
        let clock = Arc::new(self.wall.clone());
        Notifier::new(self.store.clone(), clock, &self.config, holder).unwrap()
    }

    async fn tell(&self, topic: Topic) {
        let mut transaction = self.store.write().await.unwrap();
        history::tell(&mut transaction, Felt::THREE, START.now, topic, &json!({}))
            .await
            .unwrap();
        transaction.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_webhook_is_told_in_order_what_came_after_it_was_set_up() {
    for place in Place::all().await {
        let story = Story::begin(&place, &[]).await;
        story.tell(Topic::Bundle).await;
        let mut notifier = story.notifier("a");
        notifier.turn().await.unwrap();
        assert!(story.called.calls().is_empty());
        story.tell(Topic::Job).await;
        story.tell(Topic::Alarm).await;
        notifier.turn().await.unwrap();
        notifier.turn().await.unwrap();
        assert_eq!(story.called.calls(), [vec![2, 3]]);
    }
}

#[tokio::test]
async fn only_the_topics_that_are_wanted_are_told() {
    let place = Place::in_a_file();
    let story = Story::begin(&place, &["alarm"]).await;
    let mut notifier = story.notifier("a");
    notifier.turn().await.unwrap();
    for topic in [Topic::Bundle, Topic::Alarm, Topic::Job] {
        story.tell(topic).await;
    }
    notifier.turn().await.unwrap();
    assert_eq!(story.called.calls(), [vec![2]]);
    story.tell(Topic::Record).await;
    notifier.turn().await.unwrap();
    assert!(story.called.calls().is_empty());
}

#[tokio::test]
async fn one_that_fails_is_told_again_later_and_later() {
    let place = Place::in_a_file();
    let story = Story::begin(&place, &[]).await;
    let mut notifier = story.notifier("a");
    notifier.turn().await.unwrap();
    story.tell(Topic::Alarm).await;
    story.called.answers_with(500);
    for rest in [5, 10, 20] {
        notifier.turn().await.unwrap();
        assert_eq!(story.called.calls(), [vec![1]]);
        story.wall.pass(rest - 1);
        notifier.turn().await.unwrap();
        assert!(story.called.calls().is_empty());
        story.wall.pass(1);
    }
    story.called.answers_with(204);
    story.tell(Topic::Job).await;
    notifier.turn().await.unwrap();
    assert_eq!(story.called.calls(), [vec![1, 2]]);
    notifier.turn().await.unwrap();
    assert!(story.called.calls().is_empty());
}

#[tokio::test]
async fn a_redirection_is_not_followed() {
    let place = Place::in_a_file();
    let story = Story::begin(&place, &[]).await;
    let mut notifier = story.notifier("a");
    notifier.turn().await.unwrap();
    story.tell(Topic::Alarm).await;
    story.called.answers_with(307);
    notifier.turn().await.unwrap();
    let cursor = webhooks::cursor(&story.store, "hook")
        .await
        .unwrap()
        .unwrap();
    assert_eq!((cursor.told, cursor.failures), (0, 1));
}

#[tokio::test]
async fn another_process_goes_on_where_one_died() {
    for place in Place::all().await {
        let story = Story::begin(&place, &[]).await;
        let (mut first, mut second) = (story.notifier("a"), story.notifier("b"));
        first.turn().await.unwrap();
        story.tell(Topic::Job).await;
        second.turn().await.unwrap();
        assert!(story.called.calls().is_empty(), "two would tell it twice");
        first.turn().await.unwrap();
        assert_eq!(story.called.calls(), [vec![1]]);
        // The first one dies.
        drop(first);
        story.tell(Topic::Job).await;
        story.wall.pass(story.config.pace.lease + 1);
        second.turn().await.unwrap();
        assert_eq!(story.called.calls(), [vec![2]]);
        second.stop().await.unwrap();
        story.tell(Topic::Job).await;
        story.notifier("c").turn().await.unwrap();
        assert_eq!(story.called.calls(), [vec![3]]);
    }
}

#[tokio::test]
async fn a_long_history_is_told_page_by_page() {
    let place = Place::in_a_file();
    let story = Story::begin(&place, &[]).await;
    let mut notifier = story.notifier("a");
    notifier.turn().await.unwrap();
    for _ in 0..=PAGE {
        story.tell(Topic::Job).await;
    }
    assert!(notifier.turn().await.unwrap());
    assert!(!notifier.turn().await.unwrap());
    let told: Vec<u64> = story.called.calls().concat();
    assert!(told.into_iter().eq(1..=u64::from(PAGE) + 1));
}
