//! `flag`, row by row (protocol 3.2).

use anyhow::Result;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Moment, Refusal, Status};
use surround_tests::acts::Flag;
use surround_tests::network::THIRD;
use surround_tests::table::{SECONDS, Table};

use crate::assert_ended;

/// None and Open: the flag names the player due at its head, and always waits for a window.
#[tokio::test]
async fn a_flag_ends_the_game_for_the_due_player() -> Result<()> {
    let mut table = Table::new().await?;
    for opened_first in [false, true] {
        let mut game = table.ranked()?;
        game.fill(25)?;
        if opened_first {
            table.accept(THIRD, game.upto(23)?.submit()?).await?;
            table.pass(100).await?;
        }
        let Moment { now, .. } = table.next();
        let flagged = table.accept(THIRD, game.flag(25)?).await?;
        assert_ended(&flagged, Status::Pending, Ending::Time, Winner::Black, 25);
        assert_eq!((flagged.steps, flagged.deadline), (25, now + SECONDS));
        assert!(!flagged.verdict.expect("a verdict").onchain);
    }
    Ok(())
}

/// A line may hold up to two steps of the flagged player beyond the flagged head, the last of them
/// may end the game, and none of the other player's.
#[tokio::test]
async fn a_flag_covers_a_head_up_to_two_steps_back() -> Result<()> {
    let mut table = Table::new().await?;
    // White answered late.
    let mut game = table.ranked()?;
    game.fill(26)?;
    let flagged = table.accept(THIRD, game.flag(25)?).await?;
    assert_ended(&flagged, Status::Pending, Ending::Time, Winner::Black, 25);
    assert_eq!(flagged.steps, 26);

    // Black, who passed first, resumed and moved late.
    let mut game = table.ranked()?;
    game.fill(24)?.resume()?;
    for (head, counted) in [(26, 26), (27, 27)] {
        let mut game = table.ranked()?;
        game.fill(24)?.resume()?;
        let flagged = table.accept(THIRD, game.flag(head)?).await?;
        assert_ended(
            &flagged,
            Status::Pending,
            Ending::Time,
            Winner::White,
            counted,
        );
        assert_eq!(flagged.steps, 28);
    }
    // Three back there is White's pass.
    let bad = Refusal::BadFlagSignature;
    table.refuse(THIRD, game.flag(25)?, bad).await?;

    // White accepted late. At the end nobody is due.
    let mut game = table.ranked()?;
    game.fill(24)?.agree()?;
    table.refuse(THIRD, game.flag(28)?, bad).await?;
    table.refuse(THIRD, game.flag(26)?, bad).await?;
    let flagged = table.accept(THIRD, game.flag(27)?).await?;
    assert_ended(&flagged, Status::Pending, Ending::Time, Winner::Black, 27);
    assert_eq!(flagged.steps, 28);
    Ok(())
}

/// A flag over an earlier head, from before the other player's answer, is no flag on this line.
#[tokio::test]
async fn a_flag_before_an_answer_is_refused() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(26)?;
    let bad = Refusal::BadFlagSignature;
    for head in [0, 23, 24] {
        table.refuse(THIRD, game.flag(head)?, bad).await?;
    }
    let Flag { signature, .. } = game.further(1)?.flag(27)?;
    table
        .refuse(
            THIRD,
            Flag {
                signature,
                ..game.flag(26)?
            },
            bad,
        )
        .await?;
    let Flag { signature, .. } = game.branch(25)?.flag(26)?;
    table
        .refuse(
            THIRD,
            Flag {
                signature,
                ..game.flag(26)?
            },
            bad,
        )
        .await?;
    Ok(())
}

/// Pending by score: a flag displaces it, Live or Expired.
#[tokio::test]
async fn a_flag_displaces_a_score() -> Result<()> {
    let mut table = Table::new().await?;
    for expired in [false, true] {
        let mut game = table.ranked()?;
        game.fill(24)?.agree()?;
        let scored = table.accept(THIRD, game.submit()?).await?;
        assert_ended(&scored, Status::Pending, Ending::Agreed, Winner::White, 28);
        if expired {
            table.expire(&game).await?;
        }
        let flagged = table.accept(THIRD, game.flag(27)?).await?;
        assert_ended(&flagged, Status::Pending, Ending::Time, Winner::Black, 27);
        // An equal ending does not displace it.
        table
            .refuse(THIRD, game.flag(27)?, Refusal::EndingStands)
            .await?;
    }
    Ok(())
}

/// Not in an unranked game, not once the deadline has passed, not on another line.
#[tokio::test]
async fn flags_have_their_time_and_place() -> Result<()> {
    let mut table = Table::new().await?;
    let mut unranked = table.unranked()?;
    unranked.fill(25)?;
    table
        .refuse(THIRD, unranked.flag(25)?, Refusal::NotRanked)
        .await?;
    table.accept(THIRD, unranked.submit()?).await?;
    table
        .refuse(THIRD, unranked.flag(25)?, Refusal::NotRanked)
        .await?;

    let mut game = table.ranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    table
        .refuse(THIRD, game.branch(24)?.flag(25)?, Refusal::NotTheStoredLine)
        .await?;
    table
        .refuse(THIRD, game.upto(24)?.flag(24)?, Refusal::NotTheStoredLine)
        .await?;
    table.expire(&game).await?;
    table
        .refuse(THIRD, game.flag(25)?, Refusal::DeadlinePassed)
        .await?;
    let ended = table.accept(THIRD, game.claim_forfeit()).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::Black, 25);
    assert_eq!(
        ended.verdict.map(|verdict| verdict.loser()),
        Some(Some(Colour::White))
    );
    Ok(())
}
