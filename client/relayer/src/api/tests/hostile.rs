//! Clients that mean no good.

use std::collections::BTreeMap;

use reqwest::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use surround_channel::felt;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::*;
use crate::store::channels;

/// The number of channels that are stored.
async fn stored(service: &Service) -> u64 {
    let store = &service.state.store;
    channels::count(store.pool(), "server", 0).await.unwrap()
}

async fn post(service: &Service, body: impl Into<reqwest::Body>) -> (u16, Problem) {
    post_to(service, "/v1/channels?sides=both", body).await
}

async fn post_to(service: &Service, path: &str, body: impl Into<reqwest::Body>) -> (u16, Problem) {
    let request = reqwest::Client::new()
        .post(service.url(path))
        .bearer_auth("secret of server")
        .body(body);
    let answer = request.send().await.unwrap();
    assert_eq!(answer.headers()[CONTENT_TYPE], "application/problem+json");
    (answer.status().as_u16(), answer.json().await.unwrap())
}

#[tokio::test]
async fn a_body_longer_than_any_transcript_is_refused() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let longest = usize::try_from(MAX_BYTES).unwrap();
    let (status, problem) = post(&service, " ".repeat(longest + 1)).await;
    assert_eq!((status, problem.code), (413, Code::TooLarge));
    // One that long is looked at.
    let (status, problem) = post(&service, " ".repeat(longest)).await;
    assert_eq!((status, problem.code), (422, Code::BadTranscript));
}

#[tokio::test]
async fn a_body_without_end_is_cut_off() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let stream = TcpStream::connect(service.address).await.unwrap();
    let (mut read, mut write) = stream.into_split();
    let head = "POST /v1/channels?sides=both HTTP/1.1\r\nHost: relayer\r\n\
        Authorization: Bearer secret of server\r\nTransfer-Encoding: chunked\r\n\r\n";
    let endless = tokio::spawn(async move {
        write.write_all(head.as_bytes()).await?;
        let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
        loop {
            write.write_all(chunk.as_bytes()).await?;
        }
        #[expect(unreachable_code)]
        std::io::Result::Ok(())
    });
    let mut answer = [0; 12];
    read.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    drop(read);
    assert!(endless.await.unwrap().is_err());
}

#[tokio::test]
async fn valid_json_that_is_no_transcript_is_refused_with_the_place() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let good = text(&game("C3 G7"));
    let deep = format!("{}{}", "[".repeat(30_000), "]".repeat(30_000));
    for (body, place) in [
        ("{}", "missing field `format`"),
        ("[1,2,3]", "line 1"),
        ("\"transcript\"", "line 1"),
        (deep.as_str(), "line 1, column 1"),
        (
            &good.replace("surround.transcript", "surround.kifu"),
            "format",
        ),
        (&good.replace("\"size\": 9", "\"size\": 99"), "size"),
        (&good.replace("\"C3\"", "\"Z9\""), "step 1"),
        (
            &good.replace("\"komi_x2\": 15", "\"komi_x2\": 15, \"x\": 0"),
            "unknown field `x`",
        ),
    ] {
        let (status, problem) = post(&service, body.to_owned()).await;
        assert_eq!(
            (status, problem.code),
            (422, Code::BadTranscript),
            "{place}"
        );
        assert!(
            problem.detail.contains(place),
            "{place}: {}",
            problem.detail
        );
    }
    let (status, problem) = post(&service, vec![0xff, 0xfe]).await;
    assert_eq!((status, problem.code), (400, Code::BadRequest));
    assert_eq!(stored(&service).await, 0);
}

/// What the fuzz target of the transcript begins with, over the wire: each body is refused by name, the
/// sound ones since they are for other contracts.
#[tokio::test]
async fn every_body_of_the_corpus_is_refused_by_name() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let corpus = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../fuzz/bytes/corpus/transcript"
    );
    let mut counts = BTreeMap::new();
    for entry in std::fs::read_dir(corpus).unwrap() {
        let body = std::fs::read(entry.unwrap().path()).unwrap();
        let is_text = std::str::from_utf8(&body).is_ok();
        let (status, problem) = post(&service, body).await;
        match (status, problem.code) {
            (400, Code::BadRequest) => assert!(!is_text),
            (422, Code::BadTranscript | Code::OtherContract) => assert!(is_text),
            other => panic!("{other:?}"),
        }
        *counts.entry(status).or_insert(0) += 1;
    }
    assert_eq!(counts.get(&400), Some(&1));
    assert!(counts[&422] > 20);
    assert_eq!(stored(&service).await, 0);
}

#[tokio::test]
async fn a_request_is_one_known_word() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let game = text(&game("C3 G7"));
    let accepted = service.client("server").hand_in(&game, Sides::Both).await;
    let id = felt::to_text(&accepted.unwrap().channel);
    let path = format!("/v1/channels/{id}/requests");
    let deep = format!(
        "{{\"action\":{}{}}}",
        "[".repeat(30_000),
        "]".repeat(30_000)
    );
    for body in [
        &b""[..],
        b"null",
        b"{}",
        b"[]",
        b"{\"action\":null}",
        b"{\"action\":\"\"}",
        b"{\"action\":\"Submit\"}",
        b"{\"action\":\"submit\\u0000\"}",
        b"{\"action\":\"register_key\"}",
        b"{\"action\":1e999}",
        b"{\"action\":\"submit\",\"action\":\"submit\"}",
        b"{\"action\":\"submit\",\"height\":1}",
        b"{\"action\":\"submit\"} {}",
        b"{\"action\":\"\xff\"}",
        deep.as_bytes(),
    ] {
        let (status, problem) = post_to(&service, &path, body.to_vec()).await;
        let body = String::from_utf8_lossy(body);
        assert_eq!((status, problem.code), (400, Code::BadRequest), "{body}");
    }
    let longest = usize::try_from(MAX_BYTES).unwrap();
    let (status, problem) = post_to(&service, &path, " ".repeat(longest + 1)).await;
    assert_eq!((status, problem.code), (413, Code::TooLarge));
}

#[tokio::test]
async fn without_a_known_token_nothing_is_told_or_taken() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let game = text(&game("C3 G7"));
    let refused = stranger(&service).hand_in(&game, Sides::Both).await;
    assert_eq!(code(refused.unwrap_err()), Code::Unauthorized);
    let http = reqwest::Client::new();
    for header in [
        "",
        "Bearer",
        "Bearer ",
        "Basic c2VjcmV0",
        "Token secret of server",
        "Bearer secret of serve",
    ] {
        let request = http
            .get(service.url("/v1/channels"))
            .header("authorization", header);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 401, "{header}");
        assert_eq!(answer.headers()[WWW_AUTHENTICATE], "Bearer");
    }
    assert_eq!(stored(&service).await, 0);
}

#[tokio::test]
async fn a_flood_is_told_to_come_back() {
    let guard = json!({ "guard": { "requests_per_second": 1 } });
    let place = Place::in_a_file();
    let service = Service::start_with(&place, &guard).await;
    let mut clients = JoinSet::new();
    for number in 0..10 {
        let url = service.url("/v1/channels");
        let token = if number % 2 == 0 {
            "secret of server"
        } else {
            "guess"
        };
        clients.spawn(async move {
            let http = reqwest::Client::new();
            let mut statuses = BTreeMap::new();
            for _ in 0..100 {
                let answer = http.get(&url).bearer_auth(token).send().await.unwrap();
                let status = answer.status().as_u16();
                if status == 429 {
                    assert!(answer.headers().contains_key(RETRY_AFTER));
                }
                *statuses.entry(status).or_insert(0) += 1;
            }
            statuses
        });
    }
    let mut statuses = BTreeMap::new();
    for (status, count) in clients.join_all().await.into_iter().flatten() {
        *statuses.entry(status).or_insert(0) += count;
    }
    let refused: i32 = statuses[&429];
    assert_eq!(statuses.values().sum::<i32>(), 1_000);
    assert!(refused > 900, "{statuses:?}");
    assert!(
        statuses
            .keys()
            .all(|status| [200, 401, 429].contains(status)),
        "{statuses:?}"
    );
    // Probes are let through, since an orchestrator would end what does not answer.
    let health = reqwest::get(service.url("/health")).await.unwrap();
    assert_eq!(health.status().as_u16(), 200);
}

#[tokio::test]
async fn a_tokens_rate_and_quota_are_its_own() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let wallet = service.client("wallet");
    for number in 0..3 {
        wallet
            .hand_in(&text(&another(number)), Sides::Black)
            .await
            .unwrap();
    }
    let fourth = wallet.hand_in(&text(&another(3)), Sides::Black).await;
    assert_eq!(code(fourth.unwrap_err()), Code::Quota);
    let server = service.client("server");
    assert!(
        server
            .hand_in(&text(&another(3)), Sides::Black)
            .await
            .is_ok()
    );
}

#[tokio::test]
async fn queries_and_paths_have_a_form() {
    let place = Place::in_a_file();
    let service = Service::start(&place).await;
    let http = reqwest::Client::new();
    for path in [
        "/v1/channels?limit=-1",
        "/v1/channels?after=1",
        "/v1/channels?player=0X1",
        "/v1/channels?sort=id",
        "/v1/channels/1",
        "/v1/channels/0x01",
        "/v1/channels/%00",
        "/v1/channels/0x1'--/history",
        "/v1/channels/0x1/history?after=x",
        "/v1/events?channel=all",
    ] {
        let request = http.get(service.url(path)).bearer_auth("secret of server");
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 400, "{path}");
        assert_eq!(
            answer.json::<Problem>().await.unwrap().code,
            Code::BadRequest
        );
    }
    let request = http
        .delete(service.url("/v1/channels"))
        .bearer_auth("secret of server");
    assert_eq!(request.send().await.unwrap().status().as_u16(), 405);
}
