//! The account's nonce is used outside.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_relayer::model::Sides;
use surround_rules::Colour;
use surround_tests::game::key;
use surround_tests::place::Place;
use surround_tests::proxy::Fault;

use crate::replica::{Replica, Wall};
use crate::stage::{RELAYER, Stage, Stale};

/// The patience with nodes that lag, in turns and seconds.
const PATIENCE: (usize, u64) = (20, 10);

/// The answer's transaction is lost on its way, and another program of the operator takes its nonce. The
/// lost one can never be executed then, which the chain shows; the answer is signed anew, once.
#[tokio::test]
async fn the_nonce_is_used_outside() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let mut relayer = Replica::start(&stage.config(&place, "")?, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        let nonce = stage.nonce().await?;
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        stage.proxy.fail(Fault::Swallow);
        stage.submit(&opening).await?;
        relayer.turn().await?;
        let lost = relayer.job(&game).await?;
        assert_eq!(lost.stage, Standing::Sent);

        let other = stage
            .network
            .settlement()
            .register_key(key(Colour::Black).public());
        stage.network.send(RELAYER, &other).await?;
        stage.proxy.heal();
        let (turns, seconds) = PATIENCE;
        for _ in 0..turns {
            wall.pass(seconds);
            relayer.turn().await?;
        }
        assert_eq!(stage.record(&game).await?.steps, 5);
        assert_eq!(stage.writes(&game).await?, 2);
        assert_eq!(
            stage.nonce().await?,
            nonce + 2,
            "the other program's, and one answer"
        );
        let sent = relayer.job(&game).await?;
        assert_ne!(sent.transaction, lost.transaction);
    }
    Ok(())
}
