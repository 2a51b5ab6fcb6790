//! A reorganisation that drops an answer.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_relayer::model::Sides;
use surround_settlement::Status;
use surround_tests::place::Place;

use crate::replica::{Replica, Wall};
use crate::stage::{Stage, Stale};

/// Looks in a row after which a shorter chain is believed, and one to act on it.
const LOOKS: usize = 4;

/// The block with the answer is aborted, and the chain waits for Black again. The very same transaction
/// is handed in again: same hash, same nonce, executed once.
#[tokio::test]
async fn a_reorganisation_that_drops_an_answer() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let mut relayer = Replica::start(&stage.config(&place, "")?, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        let nonce = stage.nonce().await?;
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        let opened = stage.submit(&opening).await?;
        relayer.turns(2).await?;
        let answer = relayer.job(&game).await?;
        assert_eq!(answer.stage, Standing::Included);
        assert_eq!(stage.record(&game).await?.steps, 5);

        stage
            .network
            .control()
            .abort_blocks(opened.block + 1)
            .await?;
        assert_eq!(stage.record(&game).await?.steps, 4, "the answer is gone");
        relayer.turns(LOOKS).await?;

        let record = stage.record(&game).await?;
        assert_eq!((record.status, record.steps), (Status::Open, 5));
        assert_eq!(stage.writes(&game).await?, 2);
        assert_eq!(stage.nonce().await?, nonce + 1);
        let view = relayer.client.channel(game.channel_id()?).await?;
        assert_eq!(view.summary.steps, 5);
        let again = relayer.job(&game).await?;
        assert_eq!(again.stage, Standing::Included);
        assert_eq!(again.transaction, answer.transaction);
    }
    Ok(())
}
