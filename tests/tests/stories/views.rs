//! The views (protocol 3.2) where no other story looks at them.

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_chain::Category;
use surround_rules::{Colour, Ending, Phase};
use surround_settlement::{Rating, Record, Refusal, TimeClass};
use surround_tests::network::{THIRD, limits};
use surround_tests::table::Table;

/// A channel's identifier is the client's, and what nobody brought is None and zeros.
#[tokio::test]
async fn an_unknown_channel_is_all_zeros() -> Result<()> {
    let mut table = Table::new().await?;
    let game = table.ranked()?;
    let id = game.channel_id()?;
    assert_eq!(table.view().channel_id(&game.terms).await?, id);
    for channel in [id, Felt::ZERO, Felt::MAX] {
        let seen = table.view().dispute(channel).await?;
        assert_eq!(seen.record, Record::NONE);
        assert_eq!((seen.time, seen.rating), (TimeClass::Live, Rating::Neither));
    }
    assert_eq!(table.view().limits().await?, limits());
    Ok(())
}

/// `result` fails until Final.
#[tokio::test]
async fn a_result_is_final_or_none() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(24)?;
    let id = game.channel_id()?;
    let fails = async |table: &Table| -> Result<()> {
        let error = table.view().result(id).await.unwrap_err();
        assert_eq!(error.category(), Category::Reverted);
        let name = error.revert().and_then(|revert| revert.name());
        assert_eq!(name, Some(Refusal::NotFinal.as_str()));
        Ok(())
    };
    fails(&table).await?;
    table.accept(THIRD, game.submit()?).await?;
    fails(&table).await?;
    game.agree()?;
    table.accept(THIRD, game.submit()?).await?;
    fails(&table).await?;
    table.expire(&game).await?;
    fails(&table).await?;
    table.accept(THIRD, game.finalize()).await?;
    let (verdict, rating) = table.view().result(id).await?;
    assert_eq!(
        (verdict.outcome().to_string(), rating),
        ("W+7".to_owned(), Rating::Neither)
    );
    Ok(())
}

/// A dry run says where a line stands, in every phase.
#[tokio::test]
async fn a_dry_run_tells_the_phase() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(20)?.agree()?;
    let (black, white) = (Some(Colour::Black), Some(Colour::White));
    for (steps, phase, due, ending, scores) in [
        (20, Phase::Play, black, None, (0, 0)),
        (21, Phase::Play, white, None, (0, 0)),
        (22, Phase::Propose, black, None, (0, 0)),
        (23, Phase::Respond, white, None, (0, 0)),
        (24, Phase::Ended, None, Some(Ending::Agreed), (20, 34)),
    ] {
        let game = game.upto(steps)?;
        let seen = table.view().preview(&game.terms, &game.line()).await??;
        assert_eq!((seen.steps, seen.head), (steps, game.chain().head()));
        assert_eq!(
            (seen.phase, seen.due, seen.ending),
            (phase, due, ending.map(Into::into))
        );
        assert_eq!((seen.black_x2, seen.white_x2), scores);
    }
    Ok(())
}
