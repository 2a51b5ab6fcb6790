//! `kill -9` at every step of the journal: nothing is lost, and nothing is done twice.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use surround_relayer::api::views::ChannelView;
use surround_relayer::journal::Stage as Standing;
use surround_relayer::model::Sides;
use surround_tests::place::Place;
use surround_tests::proxy::{ADD, Point, RECEIPT, SIMULATE};
use tokio::time::timeout;

use crate::process::Process;
use crate::stage::{CONFIRMATIONS, Stage, Stale};

/// Longer than a process takes to come to a point on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where the process is when it is killed, by the request that it makes there.
const POINTS: [(&str, Point); 5] = [
    (
        "before the transaction is written down",
        Point::Before(SIMULATE),
    ),
    (
        "after it is written down, before it is sent",
        Point::Before(ADD),
    ),
    (
        "after it is sent, before that is written down",
        Point::After(ADD),
    ),
    ("before its receipt", Point::Before(RECEIPT)),
    (
        "after its receipt, before that is written down",
        Point::After(RECEIPT),
    ),
];

#[tokio::test]
async fn killed_at_every_step_of_the_journal() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let config = stage.config(&place, "")?;
        let mut process = Process::start(&config).await?;
        for (point, at) in POINTS {
            let stale = stage.stale().await?;
            process = killed_at(&stage, &stale, process, at, &config)
                .await
                .with_context(|| point)?;
        }
        // And between two writes: the receipt is written down, and is not deep enough yet.
        let stale = stage.stale().await?;
        let nonce = stage.nonce().await?;
        begin(&stage, &stale, &process).await?;
        let channel = stale.game.channel_id()?;
        process
            .until(channel, answered_at(Standing::Included))
            .await?;
        process.kill()?;
        let process = Process::start(&config).await?;
        answered_once(&stage, &stale, &process, nonce).await?;

        assert!(
            process.stop().await?.success(),
            "told to stop, it stops in order"
        );
    }
    Ok(())
}

/// Black's game is handed in, and White opens the dispute with a stale line.
async fn begin(stage: &Stage, stale: &Stale, process: &Process) -> Result<()> {
    let bundle = stage.bundle(&stale.game)?.transcript().to_json()?;
    process.client.hand_in(&bundle, Sides::Black).await?;
    stage.submit(&stale.opening).await?;
    Ok(())
}

async fn killed_at(
    stage: &Stage,
    stale: &Stale,
    process: Process,
    at: Point,
    config: &Path,
) -> Result<Process> {
    let nonce = stage.nonce().await?;
    stage.proxy.hold(at);
    begin(stage, stale, &process).await?;
    timeout(PATIENCE, stage.proxy.held())
        .await
        .context("it does not come so far")?;
    process.kill()?;
    let process = Process::start(config).await?;
    answered_once(stage, stale, &process, nonce).await?;
    Ok(process)
}

/// The answer is executed, once, with one nonce, and the work is done.
async fn answered_once(stage: &Stage, stale: &Stale, process: &Process, nonce: u64) -> Result<()> {
    let channel = stale.game.channel_id()?;
    process
        .until(channel, answered_at(Standing::Included))
        .await?;
    stage.pass(1, CONFIRMATIONS).await?;
    process.until(channel, answered_at(Standing::Done)).await?;
    assert_eq!(stage.record(&stale.game).await?.steps, 5);
    assert_eq!(
        stage.writes(&stale.game).await?,
        2,
        "the opening and one answer"
    );
    assert_eq!(stage.nonce().await?, nonce + 1, "one transaction");
    Ok(())
}

fn answered_at(standing: Standing) -> impl Fn(&ChannelView) -> bool {
    move |view| view.jobs.iter().any(|job| job.stage == standing)
}
