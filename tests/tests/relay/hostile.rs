//! A hostile client: what it sends costs it an answer, and nobody else anything.

use anyhow::{Context, Result};
use reqwest::StatusCode;
use serde_json::json;
use surround_channel::evidence::Signed;
use surround_channel::transcript::MAX_BYTES;
use surround_relayer::model::Sides;
use surround_rules::{Colour, Point, Size, Step};
use surround_tests::game::SignedGame;
use surround_tests::place::Place;
use tokio::task::JoinSet;

use crate::replica::{Replica, Wall};
use crate::stage::{Stage, TOKEN};

/// Requests of the flood, and how many are on their way at once.
const FLOOD: (usize, usize) = (10_000, 50);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hostile_client() -> Result<()> {
    let place = Place::in_a_file()?;
    let stage = Stage::set().await?;
    let wall = Wall::at(stage.network.now().await?);
    let mut relayer = Replica::start(&stage.config(&place, "")?, &wall).await?;
    relayer.turn().await?;
    let hostile = Hostile {
        http: reqwest::Client::new(),
        url: format!("{}/v1/channels?sides=both", relayer.url),
    };

    let huge = "[".repeat(usize::try_from(MAX_BYTES)? + 1);
    assert_eq!(
        hostile.posts(TOKEN, huge).await?,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    // Nested as deeply as fits: no parser may follow it down.
    let nested = "[".repeat(usize::try_from(MAX_BYTES)?);
    assert_eq!(
        hostile.posts(TOKEN, nested).await?,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    for token in ["", "a token of the test", "a token of the testS", "\u{e9}"] {
        assert_eq!(
            hostile.posts(token, "{}".to_owned()).await?,
            StatusCode::UNAUTHORIZED
        );
    }
    for text in [
        "{}",
        "[]",
        "null",
        "{\"format\":\"surround.transcript\",\"version\":1}",
        "no JSON",
    ] {
        let answer = hostile.posts(TOKEN, text.to_owned()).await?;
        assert_eq!(answer, StatusCode::UNPROCESSABLE_ENTITY, "{text}");
    }
    let game = long_game(&stage).await?;
    let text = badly_signed(&stage, &game)?;
    assert_eq!(
        hostile.posts(TOKEN, text).await?,
        StatusCode::UNPROCESSABLE_ENTITY
    );

    // Nothing of all that was kept, and an honest client is served as before.
    let channels = relayer.client.channels(None, None, 100).await?;
    assert!(channels.channels.is_empty());
    relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_requests() -> Result<()> {
    let place = Place::in_a_file()?;
    let stage = Stage::set().await?;
    let wall = Wall::at(stage.network.now().await?);
    let rate = json!({ "guard": { "requests_per_second": 50 } });
    let mut relayer = Replica::start_with(&stage.config(&place, "")?, rate, &wall).await?;
    relayer.turn().await?;
    let flood = flood(&relayer.url).await?;
    assert_eq!(flood.others, 0, "each is answered or told to come back");
    assert!(flood.too_often > FLOOD.0 / 2, "{} were", flood.too_often);
    // Probes are not counted with them.
    let health = reqwest::get(format!("{}/health", relayer.url)).await?;
    assert_eq!(health.status(), StatusCode::OK);
    assert!(relayer.client.ready().await?.ready);
    Ok(())
}

struct Hostile {
    http: reqwest::Client,
    url: String,
}

impl Hostile {
    async fn posts(&self, token: &str, body: String) -> Result<StatusCode> {
        let request = self.http.post(&self.url).body(body);
        let authorisation = format!("Bearer {token}");
        let value = reqwest::header::HeaderValue::from_bytes(authorisation.as_bytes())?;
        let answer = request.header("Authorization", value).send().await?;
        Ok(answer.status())
    }
}

#[derive(Default)]
struct Flood {
    too_often: usize,
    others: usize,
}

/// Requests with a good token, as fast as they go.
async fn flood(url: &str) -> Result<Flood> {
    let (requests, at_once) = FLOOD;
    let http = reqwest::Client::new();
    let mut clients = JoinSet::new();
    for _ in 0..at_once {
        let (http, url) = (http.clone(), format!("{url}/v1/channels"));
        clients.spawn(async move {
            let mut flood = Flood::default();
            for _ in 0..requests / at_once {
                let answer = http.get(&url).bearer_auth(TOKEN).send().await?;
                match answer.status() {
                    StatusCode::OK => {}
                    StatusCode::TOO_MANY_REQUESTS => flood.too_often += 1,
                    _ => flood.others += 1,
                }
            }
            anyhow::Ok(flood)
        });
    }
    let mut sum = Flood::default();
    while let Some(flood) = clients.join_next().await {
        let flood = flood??;
        sum.too_often += flood.too_often;
        sum.others += flood.others;
    }
    Ok(sum)
}

/// A legal game of 900 steps on 19x19: Black fills the board while White passes, White takes all of it
/// with one stone on the last point, and Black begins again.
async fn long_game(stage: &Stage) -> Result<SignedGame> {
    const LENGTH: usize = 900;
    let mut terms = stage.game("").await?.terms;
    terms.size = 19;
    let mut game = SignedGame::on(&stage.network, terms)?;
    let size = Size::new(19)?;
    let last = Point::from_xy(size, 18, 18).context("a corner")?;
    let points = (0..360).chain(0..360).filter_map(Point::new);
    for (point, number) in points.zip(1..) {
        if game.steps().len() >= LENGTH {
            break;
        }
        game.push(Step::Play(point))?;
        let answer = if number == 360 {
            Step::Play(last)
        } else {
            Step::Pass
        };
        game.push(answer)?;
    }
    Ok(game)
}

/// The game with White's signature over its 900th step in the place of another one.
fn badly_signed(stage: &Stage, game: &SignedGame) -> Result<String> {
    let mut shorter = game.empty()?;
    for step in &game.steps()[..898] {
        shorter.push(*step)?;
    }
    let good = stage.bundle(game)?;
    let other = stage.bundle(&shorter)?;
    let of_step_898 = other
        .transcript()
        .signatures
        .of(Colour::White)
        .context("signed")?;
    let mut transcript = good.transcript().clone();
    *transcript.signatures.of_mut(Colour::White) = Some(Signed {
        steps: 900,
        signature: of_step_898.signature,
    });
    Ok(transcript.to_json()?)
}
