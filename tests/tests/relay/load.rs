//! How much one process takes: a measurement, not a test, run by `scripts/bench relay`. It hands games
//! in at a fixed rate, reads channels, makes the blocks of an hour and opens disputes meanwhile.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use starknet_types_core::felt::Felt;
use surround_chain::devnet::Control;
use surround_relayer::api::Code;
use surround_relayer::client::{Client, ClientError};
use surround_relayer::model::Sides;
use surround_tests::game::SignedGame;
use surround_tests::place::Place;
use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;

use crate::process::Process;
use crate::stage::Stage;

/// Channels that are watched.
const CHANNELS: usize = 1_000;
/// Games handed in each second while the load lasts.
const PER_SECOND: u32 = 50;
/// Reads of a channel each second.
const READS_PER_SECOND: u32 = 50;
/// Blocks of an hour, seconds between two, and how many are made each second.
const BLOCKS: (u32, u64, u32) = (1_800, 2, 30);
/// Disputes that are opened, and the seconds between two. The process answers each.
const DISPUTES: (usize, u64) = (10, 5);
/// The moves of every game's first line: 24 on 9x9.
const OPENING: &str = "C3 G7 G3 C7 E5 E3 E7 C5 G5 D2 F8 B4 H6 D8 F2 B6 H4 A1 J9 A9 J1 D6 F4 D4";
/// The moves by which each later line is longer than the one before.
const LATER: [&str; 3] = ["F6 A2", "J8 A3", "J7 A4"];

/// The lines of one game, the longer ones later, as they are handed in.
struct Lines {
    channel: Felt,
    first: SignedGame,
    texts: Vec<String>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: scripts/bench relay"]
async fn a_thousand_channels_and_fifty_games_a_second() -> Result<()> {
    for place in Place::all().await? {
        measure(&place).await?;
    }
    Ok(())
}

async fn measure(place: &Place) -> Result<()> {
    let stage = Stage::set().await?;
    let mut games = Vec::new();
    for _ in 0..CHANNELS {
        games.push(lines(&stage).await?);
    }
    let process = Process::start(&stage.config(place, "")?).await?;
    for game in &games {
        process.client.hand_in(&game.texts[0], Sides::Black).await?;
    }
    let channels: Vec<_> = games.iter().map(|game| game.channel).collect();

    let (memory, begun) = (process.memory()?, Instant::now());
    let stop = CancellationToken::new();
    let reads = tokio::spawn(read(process.client.clone(), channels, stop.clone()));
    let blocks = tokio::spawn(make_blocks(stage.network.node_url().to_owned()));
    let (mut writes, ()) =
        tokio::try_join!(hand_in(&process.client, &games), dispute(&stage, &games),)?;
    let seconds = begun.elapsed().as_secs_f64();
    let at_half = process.memory()?;
    blocks.await??;
    stop.cancel();
    let mut reads = reads.await??;

    let kind = place.url().split(':').next().unwrap_or_default();
    println!("{kind}: {CHANNELS} channels watched");
    println!(
        "  games verified and stored  {} of {} in {seconds:.1} s, {:.1} a second: {}",
        writes.len(),
        CHANNELS * LATER.len(),
        writes.len() as f64 / seconds,
        spread(&mut writes)
    );
    println!(
        "  reads meanwhile            {}: {}",
        reads.len(),
        spread(&mut reads)
    );
    println!(
        "  blocks meanwhile           {}, {} s apart",
        BLOCKS.0, BLOCKS.1
    );
    println!(
        "  memory                     {memory} MiB before, {at_half} MiB under load, {} MiB after",
        process.memory()?
    );
    Ok(())
}

async fn lines(stage: &Stage) -> Result<Lines> {
    let mut game = stage.game(OPENING).await?;
    let first = game.clone();
    let mut texts = vec![stage.bundle(&game)?.transcript().to_json()?];
    for moves in LATER {
        game.play(moves)?;
        texts.push(stage.bundle(&game)?.transcript().to_json()?);
    }
    Ok(Lines {
        channel: game.channel_id()?,
        first,
        texts,
    })
}

/// Hands every later line in, at the rate, whether or not the ones before are answered; how long each
/// took that was not refused.
async fn hand_in(client: &Client, games: &[Lines]) -> Result<Vec<Duration>> {
    let mut ticks = times_a_second(PER_SECOND);
    let mut answers = JoinSet::new();
    for number in 1..=LATER.len() {
        for game in games {
            ticks.tick().await;
            let text = game.texts.get(number).context("a line")?.clone();
            let client = client.clone();
            answers.spawn(async move {
                let begun = Instant::now();
                let answer = client.hand_in(&text, Sides::Black).await;
                answered(answer, begun)
            });
        }
    }
    let mut durations = Vec::new();
    while let Some(answer) = answers.join_next().await {
        durations.extend(answer??);
    }
    Ok(durations)
}

/// Reads one channel after the other until `stop`.
async fn read(
    client: Client,
    channels: Vec<Felt>,
    stop: CancellationToken,
) -> Result<Vec<Duration>> {
    let mut ticks = times_a_second(READS_PER_SECOND);
    let mut durations = Vec::new();
    for channel in channels.iter().cycle() {
        if stop.run_until_cancelled(ticks.tick()).await.is_none() {
            break;
        }
        let begun = Instant::now();
        durations.extend(answered(client.channel(*channel).await, begun)?);
    }
    Ok(durations)
}

/// How long an answer took; none if it was to come back later: the load is more than the service takes.
fn answered<T>(
    answer: Result<T, ClientError>,
    begun: Instant,
) -> Result<Option<Duration>, ClientError> {
    match answer {
        Ok(_) => Ok(Some(begun.elapsed())),
        Err(ClientError::Refused(problem)) if problem.code == Code::Busy => Ok(None),
        Err(error) => Err(error),
    }
}

async fn make_blocks(node: String) -> Result<()> {
    let control = Control::new(&node)?;
    let (blocks, apart, per_second) = BLOCKS;
    let mut ticks = times_a_second(per_second);
    for _ in 0..blocks {
        ticks.tick().await;
        control.increase_time(apart).await?;
    }
    Ok(())
}

/// White opens disputes about the first games, each with its first line.
async fn dispute(stage: &Stage, games: &[Lines]) -> Result<()> {
    let (disputes, seconds) = DISPUTES;
    let mut ticks = interval(Duration::from_secs(seconds));
    for game in games.iter().take(disputes) {
        ticks.tick().await;
        stage.submit(&game.first).await?;
    }
    Ok(())
}

/// What is late is made up for.
fn times_a_second(number: u32) -> Interval {
    let mut ticks = interval(Duration::from_secs(1) / number);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Burst);
    ticks
}

/// The middle, the slow ones, the slowest.
fn spread(durations: &mut [Duration]) -> String {
    durations.sort_unstable();
    let at = |per_mille: usize| {
        let index = durations.len().saturating_sub(1) * per_mille / 1_000;
        let found = durations.get(index).copied().unwrap_or_default();
        found.as_secs_f64() * 1_000.0
    };
    let (half, most, all) = (at(500), at(990), at(1_000));
    format!("p50 {half:.1} ms, p99 {most:.1} ms, slowest {all:.1} ms")
}
