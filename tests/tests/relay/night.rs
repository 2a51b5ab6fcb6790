//! A stale opening at three in the morning.

use anyhow::Result;
use surround_relayer::model::Sides;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Status};
use surround_tests::place::Place;

use crate::replica::{Replica, Wall};
use crate::stage::{Stage, Stale};

/// Black sleeps and has handed its game in. White opens the dispute with a line that lacks Black's last
/// move. The relayer answers with the whole line, and when White does not go on, claims the game.
#[tokio::test]
async fn a_stale_opening_at_three_in_the_morning() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let mut relayer = Replica::start(&stage.config(&place, "")?, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        relayer.turn().await?;
        assert_eq!(stage.writes(&game).await?, 0, "nothing is to be done yet");

        stage.submit(&opening).await?;
        relayer.turn().await?;
        let record = stage.record(&game).await?;
        assert_eq!((record.status, record.steps), (Status::Open, 5));
        assert_eq!(record.due, Some(Colour::White));

        stage.pass(3_601, 60).await?;
        wall.pass(3_601);
        relayer.turn().await?;
        let record = stage.record(&game).await?;
        let verdict = record.verdict.expect("a verdict");
        assert_eq!(record.status, Status::Final);
        assert_eq!(verdict.ending, Ending::Forfeit);
        assert_eq!(verdict.winner, Winner::Black);
        // The opening, the answer, the claim: nothing twice.
        assert_eq!(stage.writes(&game).await?, 3);
    }
    Ok(())
}
