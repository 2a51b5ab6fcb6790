//! Section 6 of the protocol, last sentence: what is known and accepted.

use anyhow::Result;
use surround_rules::{Colour, Step, Winner};
use surround_settlement::{Ending, Moment, Rating, Refusal, Status};
use surround_tests::game::SignedGame;
use surround_tests::network::{BLACK, WHITE};
use surround_tests::table::{SECONDS, Table};

use crate::assert_ended;

/// One step more or less at the threshold of twenty. A player who keeps its
/// twentieth step back resigns a game that rates nobody, and only its opponent's step is missing.
#[tokio::test]
async fn one_step_at_the_threshold() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(20)?;
    table.accept(BLACK, game.resign(Colour::Black)?).await?;
    // Black's own last step is the nineteenth, and White's twentieth does not count for it.
    table
        .refuse(WHITE, game.submit()?, Refusal::LineNotLonger)
        .await?;
    table.expire(&game).await?;
    let ended = table.accept(WHITE, game.finalize()).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::White, 19);
    assert_eq!(ended.rating(), Rating::Neither);
    Ok(())
}

/// Before the deadline a player taken to the chain below twenty steps can still
/// abort by a signed resignation.
#[tokio::test]
async fn an_early_abort_in_time() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(9)?;
    table.accept(BLACK, game.submit()?).await?;
    table.accept(WHITE, game.resign(Colour::White)?).await?;
    table.expire(&game).await?;
    let ended = table.accept(BLACK, game.finalize()).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::Black, 8);
    assert_eq!(ended.rating(), Rating::Neither);
    Ok(())
}

/// Of a resignation and a losing Accept that cross, the first wins.
#[tokio::test]
async fn the_first_of_two_that_cross() -> Result<()> {
    let mut table = Table::new().await?;
    let crossed = |table: &mut Table| -> Result<SignedGame> {
        // Black accepts and loses; White has resigned.
        let mut game = table.unranked()?;
        game.fill(21)?.agree()?;
        Ok(game)
    };
    let game = crossed(&mut table)?;
    let ended = table.accept(WHITE, game.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Agreed, Winner::White, 25);
    table
        .refuse(BLACK, game.resign(Colour::White)?, Refusal::IsFinal)
        .await?;
    let game = crossed(&mut table)?;
    let ended = table.accept(BLACK, game.resign(Colour::White)?).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::Black, 24);
    table
        .refuse(WHITE, game.submit()?, Refusal::IsFinal)
        .await?;
    Ok(())
}

/// The referee is trusted for the last unanswered step: it flags White, whose answer in time went to
/// Black alone, and White's own step does not void the flag.
#[tokio::test]
async fn the_referee_has_the_last_unanswered_step() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    table.accept(BLACK, game.flag(25)?).await?;
    let answer = game.further(1)?;
    table
        .refuse(WHITE, answer.submit()?, Refusal::WinnerAddsNoStep)
        .await?;
    table.expire(&game).await?;
    let ended = table.accept(BLACK, game.finalize()).await?;
    assert_ended(&ended, Status::Final, Ending::Time, Winner::Black, 25);
    Ok(())
}

/// Forced play lasts at most steps times window: each step of a whole game brought at the last second.
#[tokio::test]
async fn forced_play_comes_to_an_end() -> Result<()> {
    let mut table = Table::new().await?;
    let mut terms = table.terms()?;
    (terms.size, terms.komi_x2) = (2, 0);
    let mut game = table.game(terms)?;
    game.play("A2 B1 B2 A1 A2")?
        .push(Step::Pass)?
        .play("B2 A1 B1 A1 A2 B2")?;
    let begun = table.next().now;
    table.accept(BLACK, game.upto(2)?.submit()?).await?;
    for steps in 3..=12 {
        let record = table.record(&game)?;
        let (now, block) = (record.deadline, record.min_block);
        table.go(Moment { now, block }).await?;
        table.accept(WHITE, game.upto(steps)?.submit()?).await?;
    }
    let record = table.record(&game)?;
    assert_ended(
        &record,
        Status::Pending,
        Ending::MoveLimit,
        Winner::White,
        12,
    );
    assert_eq!(table.next().now, begun + 10 * SECONDS);
    Ok(())
}
