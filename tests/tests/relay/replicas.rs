//! Several processes on one PostgreSQL database.

use std::fs::{read_to_string, write};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use surround_relayer::api::views::ChannelView;
use surround_relayer::journal::Stage as Standing;
use surround_relayer::model::{Action, Sides};
use surround_settlement::Status;
use surround_tests::place::Place;
use surround_tests::proxy::{ADD, Point};
use tokio::time::timeout;
use tokio::{join, try_join};

use crate::process::Process;
use crate::replica::{Replica, Wall};
use crate::stage::{LEASE, Stage};

/// Longer than a process takes to come to a point on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The same request reaches two processes at once, both of which work. It is one piece of work, one
/// transaction, and the same answer, also from a process that is started later.
#[tokio::test]
async fn two_replicas_and_one_request() -> Result<()> {
    let Some(place) = Place::on_server().await? else {
        return Ok(());
    };
    let stage = Stage::set().await?;
    let wall = Wall::at(stage.network.now().await?);
    let config = stage.config(&place, "")?;
    let mut one = Replica::start(&config, &wall).await?;
    let mut other = Replica::start(&config, &wall).await?;
    let game = stage.game("E5 C3 G7").await?;
    let (channel, nonce) = (game.channel_id()?, stage.nonce().await?);
    let bundle = stage.bundle_to_open(&game)?;
    try_join!(
        one.hand_in(&bundle, Sides::Black),
        other.hand_in(&bundle, Sides::Black)
    )?;
    let (a, b) = join!(one.turn(), other.turn());
    a.and(b)?;

    let (first, second) = try_join!(
        one.client.ask(channel, Action::Submit, Some("key")),
        other.client.ask(channel, Action::Submit, Some("key"))
    )?;
    assert_eq!((first.action, first.height), (second.action, second.height));
    for _ in 0..3 {
        let (a, b) = join!(one.turn(), other.turn());
        a.and(b)?;
    }
    let record = stage.record(&game).await?;
    assert_eq!((record.status, record.steps), (Status::Open, 3));
    assert_eq!(stage.writes(&game).await?, 1);
    assert_eq!(stage.nonce().await?, nonce + 1);

    let later = Replica::start(&config, &wall).await?;
    let (first, again) = try_join!(
        one.client.ask(channel, Action::Submit, Some("key")),
        later.client.ask(channel, Action::Submit, Some("key"))
    )?;
    assert_eq!(first, again);
    assert_eq!(first.stage, Standing::Included);
    Ok(())
}

/// The process that holds the leases has written a transaction down, and is killed before any node has
/// it. The other one takes over when the leases run out, and sends that very transaction.
#[tokio::test]
async fn two_replicas_one_killed_while_it_holds_the_lease() -> Result<()> {
    let Some(place) = Place::on_server().await? else {
        return Ok(());
    };
    let stage = Stage::set().await?;
    let config = stage.config(&place, "")?;
    let holder = Process::start(&config).await?;
    let stale = stage.stale().await?;
    let (channel, nonce) = (stale.game.channel_id()?, stage.nonce().await?);
    let bundle = stage.bundle(&stale.game)?.transcript().to_json()?;
    holder.client.hand_in(&bundle, Sides::Black).await?;
    stage.proxy.hold(Point::Before(ADD));
    stage.submit(&stale.opening).await?;
    timeout(PATIENCE, stage.proxy.held())
        .await
        .context("nothing is sent")?;
    let other = Process::start(&config).await?;
    let signed = other.client.channel(channel).await?.jobs;
    let [signed] = signed.try_into().expect("one job");
    assert_eq!(signed.stage, Standing::Signed);
    holder.kill()?;

    let included = |view: &ChannelView| view.jobs.iter().any(|job| job.stage == Standing::Included);
    let view = other.until(channel, included).await?;
    let [sent] = view.jobs.try_into().expect("one job");
    assert_eq!(sent.transaction, signed.transaction);
    assert_eq!(stage.record(&stale.game).await?.steps, 5);
    assert_eq!(stage.writes(&stale.game).await?, 2);
    assert_eq!(stage.nonce().await?, nonce + 1);
    Ok(())
}

/// A process that is asked to stop gives its leases back: another one goes on at once, and not only
/// when they, of an hour, run out.
#[tokio::test]
async fn two_replicas_one_asked_to_stop() -> Result<()> {
    let Some(place) = Place::on_server().await? else {
        return Ok(());
    };
    let stage = Stage::set().await?;
    let config = stage.config(&place, "")?;
    let lasting = read_to_string(&config)?.replace(&format!("lease = {LEASE}"), "lease = 3600");
    write(&config, lasting)?;
    let holder = Process::start(&config).await?;
    let stale = stage.stale().await?;
    let channel = stale.game.channel_id()?;
    let bundle = stage.bundle(&stale.game)?.transcript().to_json()?;
    holder.client.hand_in(&bundle, Sides::Black).await?;
    holder
        .until(channel, |view| view.summary.advice.is_some())
        .await?;
    let other = Process::start(&config).await?;
    ensure!(holder.stop().await?.success(), "it did not end well");

    let nonce = stage.nonce().await?;
    stage.submit(&stale.opening).await?;
    let included = |view: &ChannelView| view.jobs.iter().any(|job| job.stage == Standing::Included);
    other.until(channel, included).await?;
    assert_eq!(stage.record(&stale.game).await?.steps, 5);
    assert_eq!(stage.nonce().await?, nonce + 1);
    Ok(())
}
