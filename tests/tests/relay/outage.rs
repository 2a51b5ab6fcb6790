//! A node that is down, and a node that lies.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_relayer::model::Sides;
use surround_rules::Colour;
use surround_settlement::Status;
use surround_tests::place::Place;
use surround_tests::proxy::{ADD, Fault};

use crate::replica::{Replica, Wall};
use crate::scene::Scene;
use crate::stage::{Stage, Stale};

/// Black's best line is the one that White opened with, so that Black has to sign, and is called. Then
/// the node is down for ten minutes, in which a margin of the operator's begins: Black is called again
/// all the same, signs, and hands the longer line in. Once the node is back the answer is sent in time.
#[tokio::test]
async fn the_node_is_down_across_a_margin() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let config = stage.config(&place, "[margins]\nalarms = [900]\n")?;
        let mut relayer = Replica::start(&config, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        relayer
            .hand_in(&stage.bundle(&opening)?, Sides::Black)
            .await?;
        stage.submit(&opening).await?;
        relayer.turn().await?;
        assert_eq!(relayer.alarms(&game).await?, 1, "at once");
        let deadline = stage.record(&game).await?.deadline;

        stage.network.control().set_time(deadline - 1_000).await?;
        wall.set(deadline - 1_000);
        relayer.turn().await?;
        assert_eq!(relayer.alarms(&game).await?, 1, "not yet");
        assert!(relayer.client.ready().await?.ready);

        stage.proxy.fail(Fault::Down);
        wall.pass(600);
        relayer.turn().await?;
        assert!(!relayer.client.ready().await?.ready);
        assert_eq!(relayer.alarms(&game).await?, 2, "the margin has begun");
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        relayer.turn().await?;
        assert_eq!(stage.record(&game).await?.steps, 4);

        stage.proxy.heal();
        stage.network.control().set_time(deadline - 300).await?;
        wall.pass(100);
        relayer.turns(2).await?;
        let record = stage.record(&game).await?;
        assert_eq!((record.status, record.steps), (Status::Open, 5));
        assert_eq!(record.due, Some(Colour::White));
        assert_eq!(stage.writes(&game).await?, 2);
        assert!(relayer.client.ready().await?.ready);
    }
    Ok(())
}

/// The node takes transactions and never includes one. The same transaction is handed in again, then
/// replaced on its nonce by one that offers more; when the node is honest again one of them is executed.
#[tokio::test]
async fn the_node_accepts_and_never_includes() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, "resend_after = 60\nbump_after = 180\n").await?;
        scene.stage.proxy.fail(Fault::Swallow);
        scene.open().await?;
        scene.relayer.turn().await?;
        let first = scene.job().await?;
        assert_eq!(
            (first.stage, scene.stage.proxy.seen(ADD)),
            (Standing::Sent, 1)
        );

        scene.wall.pass(61);
        scene.relayer.turn().await?;
        let second = scene.job().await?;
        assert_eq!(second.transaction, first.transaction, "handed in again");
        assert_eq!(scene.stage.proxy.seen(ADD), 2);

        scene.wall.pass(120);
        scene.relayer.turn().await?;
        let third = scene.job().await?;
        assert_ne!(third.transaction, first.transaction, "replaced");
        assert!(
            third.estimated_fee > first.estimated_fee,
            "by one that offers more"
        );

        scene.stage.proxy.heal();
        scene.wall.pass(61);
        scene.relayer.turns(2).await?;
        scene.answered_with(1).await?;
    }
    Ok(())
}

/// Every transaction is delivered, and the connection breaks before the node's word. What was sent is
/// unknown, not failed: it is found executed, and nothing else is signed.
#[tokio::test]
async fn the_node_hangs_up_on_every_transaction() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, "").await?;
        scene.stage.proxy.fail(Fault::HangUp);
        scene.open().await?;
        scene.relayer.turns(2).await?;
        let sent = scene.job().await?;
        assert_eq!(sent.stage, Standing::Included);
        assert_eq!(scene.stage.proxy.seen(ADD), 1);
        scene.answered_with(1).await?;
    }
    Ok(())
}
