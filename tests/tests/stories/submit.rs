//! `submit`, row by row (protocol 3.2).

use anyhow::Result;
use surround_channel::evidence::Mark;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Moment, Refusal, Status};
use surround_tests::acts::Submit;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::{BLOCKS, SECONDS, Table};

use crate::{assert_ended, assert_open};

/// None: the player who is not due opens, by signature or by its own account; nobody else does.
#[tokio::test]
async fn the_player_who_waits_opens() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    let due = game.further(1)?.opening()?;
    let refused = [
        (THIRD, Mark::Absent, Refusal::OpenMarkAbsent),
        (BLACK, Mark::Absent, Refusal::OpenMarkAbsent),
        (THIRD, Mark::Caller, Refusal::OpenerNotCaller),
        (WHITE, Mark::Caller, Refusal::OpenerNotCaller),
        // Over an earlier head, over a later one, and a step's signature.
        (THIRD, game.upto(23)?.opening()?, Refusal::BadOpenSignature),
        (THIRD, due, Refusal::BadOpenSignature),
        (THIRD, game.authority()?.black, Refusal::BadOpenSignature),
    ];
    for (by, open, why) in refused {
        table
            .refuse(
                by,
                Submit {
                    open,
                    ..game.submit()?
                },
                why,
            )
            .await?;
    }
    let Moment { now, block } = table.next();
    let opened = table.accept(THIRD, game.submit()?).await?;
    assert_open(&opened, 25, Colour::White);
    assert_eq!(opened.head, game.chain().head());
    assert_eq!(
        (opened.deadline, opened.min_block),
        (now + SECONDS, block + BLOCKS)
    );

    let mut other = table.unranked()?;
    other.fill(26)?;
    let open = Mark::Caller;
    let opened = table
        .accept(
            WHITE,
            Submit {
                open,
                ..other.submit()?
            },
        )
        .await?;
    assert_open(&opened, 26, Colour::Black);
    Ok(())
}

/// None: a line that ended is settled by anyone, and nobody asks for an opening.
#[tokio::test]
async fn anyone_settles_a_game_that_ended() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    // White accepts, and wins by komi: it waits.
    game.fill(20)?.agree()?;
    let open = Mark::Caller;
    let ended = table
        .accept(
            THIRD,
            Submit {
                open,
                ..game.submit()?
            },
        )
        .await?;
    assert_ended(&ended, Status::Pending, Ending::Agreed, Winner::White, 24);
    let verdict = ended.verdict.expect("a verdict");
    // Ten stones each, and komi 7.
    assert_eq!(
        (verdict.black_x2, verdict.white_x2, verdict.onchain),
        (20, 34, false)
    );
    Ok(())
}

/// Open, Live: the forced step, the answer to a stale line, and the end of the game by score, each
/// brought by anyone; a line that is not longer, or not of this game, is refused.
#[tokio::test]
async fn an_open_record_is_answered() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(21)?;
    table.accept(THIRD, game.submit()?).await?;

    let branch = game.branch(20)?;
    for (line, why) in [
        (&game, Refusal::LineNotLonger),
        (&game.upto(20)?, Refusal::NotTheStoredLine),
        (&branch, Refusal::NotTheStoredLine),
        (&branch.further(4)?, Refusal::NotTheStoredLine),
    ] {
        table.refuse(THIRD, line.submit()?, why).await?;
    }

    table.pass(100).await?;
    let Moment { now, block } = table.next();
    game.fill(1)?;
    // Nobody looks at an opening any more.
    let answer = Submit {
        open: Mark::Caller,
        ..game.submit()?
    };
    let answered = table.accept(THIRD, answer).await?;
    assert_open(&answered, 22, Colour::Black);
    assert_eq!(
        (answered.deadline, answered.min_block),
        (now + SECONDS, block + BLOCKS)
    );
    game.fill(7)?;
    let answered = table.accept(THIRD, game.submit()?).await?;
    assert_open(&answered, 29, Colour::White);

    // White passes first, Black accepts and loses by 6: nothing to wait for.
    game.agree()?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Agreed, Winner::White, 33);
    Ok(())
}

/// Open, Expired: too late to answer, whatever the line.
#[tokio::test]
async fn a_late_answer_is_refused() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(21)?;
    table.accept(THIRD, game.submit()?).await?;
    table.expire(&game).await?;
    let late = Refusal::DeadlinePassed;
    table
        .refuse(WHITE, game.further(1)?.submit()?, late)
        .await?;
    let mut ended = game.clone();
    ended.agree()?;
    table.refuse(WHITE, ended.submit()?, late).await?;
    Ok(())
}

/// Pending by score: no line displaces it, Live or Expired.
#[tokio::test]
async fn a_pending_score_takes_no_line() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(20)?.agree()?;
    table.accept(THIRD, game.submit()?).await?;
    let mut resumed = game.upto(20)?;
    resumed.resume()?;
    for line in [&game, &resumed, &game.upto(10)?] {
        table
            .refuse(THIRD, line.submit()?, Refusal::EndingStands)
            .await?;
    }
    table.expire(&game).await?;
    table
        .refuse(THIRD, resumed.submit()?, Refusal::DeadlinePassed)
        .await?;
    Ok(())
}

/// Pending by resignation: a line that is longer by the winner's step alone counts no more.
#[tokio::test]
async fn a_pending_resignation_takes_more_of_the_losers_steps() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(11)?;
    let resigned = table.accept(THIRD, game.resign(Colour::Black)?).await?;
    assert_ended(
        &resigned,
        Status::Pending,
        Ending::Resigned,
        Winner::White,
        11,
    );
    for (line, why) in [
        (game.clone(), Refusal::LineNotLonger),
        (game.further(1)?, Refusal::CountsNoMore),
        (game.upto(10)?, Refusal::NotTheStoredLine),
        (game.branch(10)?.further(2)?, Refusal::NotTheStoredLine),
    ] {
        table.refuse(THIRD, line.submit()?, why).await?;
    }
    let longer = table.accept(THIRD, game.further(3)?.submit()?).await?;
    assert_ended(
        &longer,
        Status::Pending,
        Ending::Resigned,
        Winner::White,
        13,
    );
    assert_eq!(longer.steps, 14);
    assert_eq!(
        (longer.deadline, longer.min_block),
        (resigned.deadline, resigned.min_block)
    );
    table.expire(&game).await?;
    let late = Refusal::DeadlinePassed;
    table
        .refuse(THIRD, game.further(12)?.submit()?, late)
        .await?;
    Ok(())
}

/// Pending by flag: only a step of the winner beyond the stored line voids it.
#[tokio::test]
async fn a_pending_flag_is_voided_by_the_winners_next_step() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    let flagged = table.accept(THIRD, game.flag(25)?).await?;
    assert_ended(&flagged, Status::Pending, Ending::Time, Winner::Black, 25);
    for (line, why) in [
        (game.clone(), Refusal::LineNotLonger),
        (game.further(1)?, Refusal::WinnerAddsNoStep),
        (game.upto(24)?, Refusal::NotTheStoredLine),
    ] {
        table.refuse(THIRD, line.submit()?, why).await?;
    }
    let Moment { now, .. } = table.next();
    let voided = table.accept(THIRD, game.further(2)?.submit()?).await?;
    assert_open(&voided, 27, Colour::White);
    assert_eq!(voided.deadline, now + SECONDS);
    Ok(())
}
