//! What an ending does to ratings (protocol 3.4).

use anyhow::Result;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Rating, Status};
use surround_tests::network::{BLACK, THIRD};
use surround_tests::table::Table;

use crate::assert_ended;

/// Twenty counted steps rate both; fewer rate the loser alone, if the chain decided; unranked, nobody.
#[tokio::test]
async fn ratings_follow_the_count_and_the_call() -> Result<()> {
    let mut table = Table::new().await?;
    for (steps, onchain, rating) in [
        (9, false, Rating::Neither),
        (9, true, Rating::LoserOnly),
        (25, false, Rating::Both),
        (25, true, Rating::Both),
    ] {
        let mut game = table.ranked()?;
        game.fill(steps)?;
        let ended = if onchain {
            table.accept(THIRD, game.submit()?).await?;
            table.accept(BLACK, game.resign_channel()).await?
        } else {
            table.accept(THIRD, game.resign(Colour::Black)?).await?
        };
        assert_eq!(ended.rating(), rating, "{steps} {onchain}");
        let mut game = table.unranked()?;
        game.fill(steps)?;
        let ended = table.accept(THIRD, game.resign(Colour::Black)?).await?;
        assert_eq!(ended.rating(), Rating::Neither);
    }
    // A draw is half a win each, once there are twenty steps.
    let mut game = table.ranked()?;
    game.lead(7)?.agree()?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&ended, Status::Pending, Ending::Agreed, Winner::Draw, 22);
    assert_eq!(ended.rating(), Rating::Both);
    // A forfeit of two steps costs its loser alone.
    let mut game = table.ranked()?;
    game.fill(2)?;
    table.accept(THIRD, game.submit()?).await?;
    table.expire(&game).await?;
    let ended = table.accept(THIRD, game.claim_forfeit()).await?;
    assert_eq!(ended.rating(), Rating::LoserOnly);
    Ok(())
}
