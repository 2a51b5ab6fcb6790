//! A reorganisation that drops an answer.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_settlement::Status;
use surround_tests::place::Place;

use crate::scene::Scene;

/// Looks in a row after which a shorter chain is believed, and one to act on it.
const LOOKS: usize = 4;

/// The block with the answer is aborted, and the chain waits for Black again. The very same transaction
/// is handed in again: same hash, same nonce, executed once.
#[tokio::test]
async fn a_reorganisation_that_drops_an_answer() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, "").await?;
        let opened = scene.open().await?;
        scene.relayer.turns(2).await?;
        let answer = scene.job().await?;
        assert_eq!(answer.stage, Standing::Included);
        assert_eq!(scene.steps().await?, 5);

        scene
            .stage
            .network
            .control()
            .abort_blocks(opened.block + 1)
            .await?;
        assert_eq!(scene.steps().await?, 4, "the answer is gone");
        scene.relayer.turns(LOOKS).await?;
        // A receipt is believed to be gone, and what was sent is sent again, after 60 seconds each.
        for _ in 0..2 {
            scene.wall.pass(61);
            scene.relayer.turns(2).await?;
        }

        let record = scene.stage.record(&scene.game).await?;
        assert_eq!((record.status, record.steps), (Status::Open, 5));
        scene.answered_with(1).await?;
        let view = scene
            .relayer
            .client
            .channel(scene.game.channel_id()?)
            .await?;
        assert_eq!(view.summary.steps, 5);
        let again = scene.job().await?;
        assert_eq!(again.stage, Standing::Included);
        assert_eq!(again.transaction, answer.transaction);
    }
    Ok(())
}
