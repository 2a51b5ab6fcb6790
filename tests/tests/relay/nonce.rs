//! The account's nonce is used outside.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_rules::Colour;
use surround_tests::game::key;
use surround_tests::place::Place;
use surround_tests::proxy::Fault;

use crate::scene::Scene;
use crate::stage::RELAYER;

/// The patience with nodes that lag, in turns and seconds.
const PATIENCE: (usize, u64) = (20, 10);

/// The answer's transaction is lost on its way, and another program of the operator takes its nonce. The
/// lost one can never be executed then, which the chain shows; the answer is signed anew, once.
#[tokio::test]
async fn the_nonce_is_used_outside() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, "").await?;
        scene.stage.proxy.fail(Fault::Swallow);
        scene.open().await?;
        scene.relayer.turn().await?;
        let lost = scene.job().await?;
        assert_eq!(lost.stage, Standing::Sent);

        let other = scene
            .stage
            .network
            .settlement()
            .register_key(key(Colour::Black).public());
        scene.stage.network.send(RELAYER, &other).await?;
        scene.stage.proxy.heal();
        let (turns, seconds) = PATIENCE;
        for _ in 0..turns {
            scene.wall.pass(seconds);
            scene.relayer.turn().await?;
        }
        assert_eq!(scene.steps().await?, 5);
        assert_eq!(scene.writes().await?, 2);
        assert_eq!(
            scene.stage.nonce().await?,
            scene.nonce + 2,
            "the other program's, and one answer"
        );
        let sent = scene.job().await?;
        assert_ne!(sent.transaction, lost.transaction);
    }
    Ok(())
}
