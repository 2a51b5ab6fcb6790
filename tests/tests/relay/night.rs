//! A stale opening at three in the morning.

use anyhow::Result;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Status};
use surround_tests::place::Place;

use crate::scene::Scene;

/// Black sleeps and has handed its game in. White opens the dispute with a line that lacks Black's last
/// move. The relayer answers with the whole line, and when White does not go on, claims the game.
#[tokio::test]
async fn a_stale_opening_at_three_in_the_morning() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, "").await?;
        scene.relayer.turn().await?;
        assert_eq!(scene.writes().await?, 0, "nothing is to be done yet");

        scene.open().await?;
        scene.relayer.turn().await?;
        let record = scene.stage.record(&scene.game).await?;
        assert_eq!((record.status, record.steps), (Status::Open, 5));
        assert_eq!(record.due, Some(Colour::White));

        scene.stage.pass(3_601, 60).await?;
        scene.wall.pass(3_601);
        scene.relayer.turn().await?;
        let record = scene.stage.record(&scene.game).await?;
        let verdict = record.verdict.expect("a verdict");
        assert_eq!(record.status, Status::Final);
        assert_eq!(verdict.ending, Ending::Forfeit);
        assert_eq!(verdict.winner, Winner::Black);
        // The opening, the answer, the claim: nothing twice.
        assert_eq!(scene.writes().await?, 3);
    }
    Ok(())
}
