//! `resign` and `resign_channel`, row by row (protocol 3.2).

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::evidence::Authority;
use surround_channel::line::Line;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Moment, Refusal, Status};
use surround_tests::acts::Resign;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::{SECONDS, Table};

use crate::assert_ended;

/// A resignation that brings neither a line nor marks: enough where the stored line is resigned.
fn bare(resign: Resign) -> Resign {
    let garbage = Line {
        packed: vec![Felt::MAX; 2],
        count: 9,
        ..Line::default()
    };
    Resign {
        line: garbage,
        authority: Authority::NONE,
        ..resign
    }
}

/// None and Open, Live: the line may run or be over; it is not scored, and the loser's own last step
/// counts.
#[tokio::test]
async fn a_signed_resignation_ends_the_game() -> Result<()> {
    let mut table = Table::new().await?;
    for (player, winner, counted) in [
        (Colour::Black, Winner::White, 25),
        (Colour::White, Winner::Black, 24),
    ] {
        let mut game = table.unranked()?;
        game.fill(25)?;
        let ended = table.accept(THIRD, game.resign(player)?).await?;
        assert_ended(&ended, Status::Final, Ending::Resigned, winner, counted);
        assert!(!ended.verdict.expect("a verdict").onchain);
    }
    // White agreed to a score that it wins, and has resigned.
    for opened_first in [false, true] {
        let mut game = table.unranked()?;
        game.fill(20)?;
        if opened_first {
            table.accept(THIRD, game.submit()?).await?;
        }
        game.agree()?;
        let ended = table.accept(THIRD, game.resign(Colour::White)?).await?;
        assert_ended(&ended, Status::Final, Ending::Resigned, Winner::Black, 24);
        let verdict = ended.verdict.expect("a verdict");
        assert_eq!(
            (verdict.black_x2, verdict.white_x2, verdict.onchain),
            (0, 0, false)
        );
    }
    Ok(())
}

/// A line that comes with a resignation equals or extends the stored one, and is authorised.
#[tokio::test]
async fn a_resignation_comes_with_a_fitting_line() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    let white = Colour::White;
    for (resign, why) in [
        (game.upto(24)?.resign(white)?, Refusal::NotTheStoredLine),
        (game.branch(24)?.resign(white)?, Refusal::NotTheStoredLine),
        (
            Resign {
                authority: Authority::NONE,
                ..game.further(1)?.resign(white)?
            },
            Refusal::WhiteMarkAbsent,
        ),
        (
            Resign {
                player: 0,
                ..game.resign(white)?
            },
            Refusal::BadResignSignature,
        ),
        (
            Resign {
                player: 2,
                ..game.resign(white)?
            },
            Refusal::BadPlayer,
        ),
        (
            Resign {
                player: 255,
                ..game.resign(white)?
            },
            Refusal::BadPlayer,
        ),
    ] {
        table.refuse(THIRD, resign, why).await?;
    }
    // Equal to the stored line: no mark is needed.
    let equal = Resign {
        authority: Authority::NONE,
        ..game.resign(white)?
    };
    let ended = table.accept(THIRD, equal).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::Black, 24);
    assert_eq!(ended.steps, 25);
    Ok(())
}

/// Open, Expired: the player who is not due can be resigned, with the stored line; the late one
/// cannot.
#[tokio::test]
async fn a_late_player_cannot_resign() -> Result<()> {
    let mut table = Table::new().await?;
    for by_statement in [true, false] {
        let mut game = table.unranked()?;
        game.fill(25)?;
        table.accept(THIRD, game.submit()?).await?;
        table.expire(&game).await?;
        let late = Refusal::DuePlayerIsLate;
        table
            .refuse(WHITE, game.resign(Colour::White)?, late)
            .await?;
        table.refuse(WHITE, game.resign_channel(), late).await?;
        let ended = if by_statement {
            let wrong = Resign {
                player: 0,
                ..bare(game.resign(Colour::White)?)
            };
            table
                .refuse(THIRD, wrong, Refusal::BadResignSignature)
                .await?;
            table
                .accept(THIRD, bare(game.resign(Colour::Black)?))
                .await?
        } else {
            table.accept(BLACK, game.resign_channel()).await?
        };
        // The stored line's count, though Black's last own step is the same here.
        assert_ended(&ended, Status::Final, Ending::Resigned, Winner::White, 25);
    }
    Ok(())
}

/// Pending by score or by flag: a resignation displaces it, Live or Expired, without a line.
#[tokio::test]
async fn a_resignation_displaces_scores_and_flags() -> Result<()> {
    let mut table = Table::new().await?;
    for (flagged, expired) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut game = table.ranked()?;
        game.fill(24)?;
        if flagged {
            table.accept(THIRD, game.flag(24)?).await?;
        } else {
            game.agree()?;
            table.accept(THIRD, game.submit()?).await?;
        }
        if expired {
            table.expire(&game).await?;
        }
        let steps = game.chain().steps();
        let ended = table
            .accept(THIRD, bare(game.resign(Colour::White)?))
            .await?;
        assert_ended(
            &ended,
            Status::Final,
            Ending::Resigned,
            Winner::Black,
            steps,
        );
        assert_eq!(ended.verdict.expect("a verdict").white_x2, 0);
    }
    Ok(())
}

/// Pending by resignation or fork: neither an equal nor a weaker ending displaces it.
#[tokio::test]
async fn a_pending_resignation_or_fork_stands() -> Result<()> {
    let mut table = Table::new().await?;
    for forked in [false, true] {
        let mut game = table.ranked()?;
        game.fill(11)?;
        if forked {
            table.accept(THIRD, game.submit()?).await?;
            let fork = game.expose(&game.branch(6)?)?;
            table.accept(THIRD, fork).await?;
        } else {
            table.accept(THIRD, game.resign(Colour::White)?).await?;
        }
        let stands = Refusal::EndingStands;
        for expired in [false, true] {
            if expired {
                table.expire(&game).await?;
            }
            for player in Colour::BOTH {
                table.refuse(THIRD, game.resign(player)?, stands).await?;
            }
            table.refuse(BLACK, game.resign_channel(), stands).await?;
            table.refuse(WHITE, game.resign_channel(), stands).await?;
            table.refuse(THIRD, game.flag(11)?, stands).await?;
        }
    }
    Ok(())
}

/// `resign_channel`: a player's own account ends an Open game, or one Pending by score or flag, with
/// the stored line, decided on the chain.
#[tokio::test]
async fn an_account_resigns_its_channel() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table
        .refuse(BLACK, game.resign_channel(), Refusal::NoRecord)
        .await?;
    table.accept(THIRD, game.submit()?).await?;
    table
        .refuse(THIRD, game.resign_channel(), Refusal::NotAPlayer)
        .await?;
    // White is due, and in time.
    let ended = table.accept(WHITE, game.resign_channel()).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::Black, 25);
    assert!(ended.verdict.expect("a verdict").onchain);

    for flagged in [false, true] {
        let mut game = table.ranked()?;
        game.fill(24)?;
        if flagged {
            table.accept(THIRD, game.flag(24)?).await?;
        } else {
            game.agree()?;
            table.accept(THIRD, game.submit()?).await?;
        }
        let ended = table.accept(WHITE, game.resign_channel()).await?;
        let steps = game.chain().steps();
        assert_ended(
            &ended,
            Status::Final,
            Ending::Resigned,
            Winner::Black,
            steps,
        );
        assert!(ended.verdict.expect("a verdict").onchain);
    }
    Ok(())
}

/// A short ranked game that is resigned waits for a full window.
#[tokio::test]
async fn a_short_ranked_resignation_waits() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(11)?;
    table.accept(THIRD, game.submit()?).await?;
    table.pass(100).await?;
    let Moment { now, .. } = table.next();
    let ended = table.accept(BLACK, game.resign_channel()).await?;
    assert_ended(&ended, Status::Pending, Ending::Resigned, Winner::White, 11);
    assert_eq!(ended.deadline, now + SECONDS);
    Ok(())
}
