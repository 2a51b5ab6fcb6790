//! `claim_forfeit` and `finalize`, row by row, and that Final is final (protocol 3.1 and 3.2).

use anyhow::Result;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Moment, Refusal, Status};
use surround_tests::game::SignedGame;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::Table;

use crate::{assert_ended, assert_open};

/// Anyone claims a missed deadline, with no upper limit in time; nobody claims anything else.
#[tokio::test]
async fn a_missed_deadline_is_claimed() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table
        .refuse(BLACK, game.claim_forfeit(), Refusal::NoRecord)
        .await?;
    let opened = table.accept(THIRD, game.submit()?).await?;
    table
        .refuse(BLACK, game.claim_forfeit(), Refusal::WindowRunning)
        .await?;
    // Years later, long past the channel's own end.
    let Moment { block, .. } = table.next();
    let late = game.terms.expires_at + 10 * 365 * 24 * 3_600;
    table
        .go(Moment {
            now: late,
            block: block + 60,
        })
        .await?;
    let ended = table.accept(THIRD, game.claim_forfeit()).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::Black, 25);
    assert!(ended.verdict.expect("a verdict").onchain);
    assert_eq!((ended.steps, ended.head), (opened.steps, opened.head));
    Ok(())
}

/// A claim needs no 20 steps, even in a ranked game: it is final at once.
#[tokio::test]
async fn a_short_ranked_forfeit_is_final() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(2)?;
    table.accept(THIRD, game.submit()?).await?;
    table.expire(&game).await?;
    let ended = table.accept(WHITE, game.claim_forfeit()).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, 2);
    Ok(())
}

/// Anyone finalizes what waited long enough, whatever it is; until then nobody does, and nobody
/// claims it.
#[tokio::test]
async fn a_pending_result_is_finalized() -> Result<()> {
    let mut table = Table::new().await?;
    let mut scored = table.unranked()?;
    scored.fill(20)?.agree()?;
    table
        .refuse(BLACK, scored.finalize(), Refusal::NoRecord)
        .await?;
    table.accept(THIRD, scored.submit()?).await?;
    let mut flagged = table.ranked()?;
    flagged.fill(25)?;
    table.accept(THIRD, flagged.submit()?).await?;
    table
        .refuse(THIRD, flagged.finalize(), Refusal::NotPending)
        .await?;
    table.accept(THIRD, flagged.flag(25)?).await?;
    let mut resigned = table.ranked()?;
    resigned.fill(9)?;
    table.accept(THIRD, resigned.resign(Colour::Black)?).await?;
    let mut forked = table.ranked()?;
    forked.fill(9)?;
    table.accept(THIRD, forked.submit()?).await?;
    let fork = forked.expose(&forked.branch(4)?)?;
    table.accept(THIRD, fork).await?;

    let games = [
        (&scored, Ending::Agreed, Winner::White, 24),
        (&flagged, Ending::Time, Winner::Black, 25),
        (&resigned, Ending::Resigned, Winner::White, 9),
        (&forked, Ending::Forfeit, Winner::White, 9),
    ];
    for (game, ..) in games {
        table
            .refuse(THIRD, game.finalize(), Refusal::WindowRunning)
            .await?;
        table
            .refuse(THIRD, game.claim_forfeit(), Refusal::NotOpen)
            .await?;
    }
    // The last one's window is over when all the others' are.
    table.expire(&forked).await?;
    for (game, ending, winner, counted) in games {
        table
            .refuse(THIRD, game.claim_forfeit(), Refusal::NotOpen)
            .await?;
        let before = table.record(game)?;
        let ended = table.accept(THIRD, game.finalize()).await?;
        assert_ended(&ended, Status::Final, ending, winner, counted);
        assert_eq!(ended.verdict, before.verdict);
    }
    Ok(())
}

/// Once the deadline has passed an Open record is claimed, not finalized.
#[tokio::test]
async fn an_open_record_is_not_finalized() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    table.expire(&game).await?;
    table
        .refuse(BLACK, game.finalize(), Refusal::NotPending)
        .await?;
    assert_open(&table.record(&game)?, 25, Colour::White);
    Ok(())
}

/// Every call on a Final record fails, now and later, and the result stays.
async fn refuse_everything(table: &mut Table, game: &SignedGame) -> Result<()> {
    let before = table.record(game)?;
    let branch = game.branch(5)?;
    let over = Refusal::IsFinal;
    for _ in 0..2 {
        table
            .refuse(THIRD, game.further(2)?.submit()?, over)
            .await?;
        table
            .refuse(THIRD, game.resign(Colour::Black)?, over)
            .await?;
        table
            .refuse(THIRD, game.resign(Colour::White)?, over)
            .await?;
        table.refuse(BLACK, game.resign_channel(), over).await?;
        table.refuse(WHITE, game.resign_channel(), over).await?;
        let flag = if game.terms.is_ranked() {
            over
        } else {
            Refusal::NotRanked
        };
        table.refuse(THIRD, game.flag(25)?, flag).await?;
        table.refuse(THIRD, game.claim_forfeit(), over).await?;
        table.refuse(THIRD, game.expose(&branch)?, over).await?;
        table.refuse(THIRD, game.finalize(), over).await?;
        table.pass(10_000_000).await?;
    }
    assert_eq!(table.check(game.channel_id()?).await?, before);
    Ok(())
}

/// Final is absorbing, however it came about.
#[tokio::test]
async fn final_is_final() -> Result<()> {
    let mut table = Table::new().await?;
    let mut claimed = table.ranked()?;
    claimed.fill(25)?;
    table.accept(THIRD, claimed.submit()?).await?;
    table.expire(&claimed).await?;
    table.accept(THIRD, claimed.claim_forfeit()).await?;
    refuse_everything(&mut table, &claimed).await?;

    let mut resigned = table.unranked()?;
    resigned.fill(25)?;
    table.accept(THIRD, resigned.resign(Colour::White)?).await?;
    refuse_everything(&mut table, &resigned).await?;

    let mut forked = table.ranked()?;
    forked.fill(25)?;
    table.accept(THIRD, forked.submit()?).await?;
    let fork = forked.expose(&forked.branch(20)?)?;
    table.accept(THIRD, fork).await?;
    refuse_everything(&mut table, &forked).await?;

    let mut flagged = table.ranked()?;
    flagged.fill(25)?;
    table.accept(THIRD, flagged.flag(25)?).await?;
    table.expire(&flagged).await?;
    table.accept(THIRD, flagged.finalize()).await?;
    refuse_everything(&mut table, &flagged).await
}
