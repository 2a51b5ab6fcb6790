//! Who endorsed a line: the marks of both players (protocol 2.3 and 3.2).

use anyhow::Result;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::line::Line;
use surround_rules::Colour;
use surround_settlement::Refusal;
use surround_tests::acts::{Act, Flag, Resign, Submit};
use surround_tests::game::SignedGame;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::Table;

use crate::assert_open;

/// The calls that bring a line, with this authority.
fn with(game: &SignedGame, authority: Authority) -> Result<[Act; 3]> {
    let last = game.chain().steps();
    Ok([
        Submit {
            authority,
            ..game.submit()?
        }
        .into(),
        Resign {
            authority,
            ..game.resign(Colour::White)?
        }
        .into(),
        Flag {
            authority,
            ..game.flag(last)?
        }
        .into(),
    ])
}

/// A mark that is needed is there, holds, and is over the right head.
#[tokio::test]
async fn each_player_endorses_what_a_line_adds() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    let Authority { black, white } = game.authority()?;
    let (earlier, later) = (game.upto(24)?.authority()?, game.further(1)?.authority()?);
    let (absent, caller) = (Mark::Absent, Mark::Caller);
    let spoiled = [
        (THIRD, absent, white, Refusal::BlackMarkAbsent),
        (THIRD, black, absent, Refusal::WhiteMarkAbsent),
        (BLACK, absent, white, Refusal::BlackMarkAbsent),
        (THIRD, caller, white, Refusal::BlackNotCaller),
        (WHITE, caller, white, Refusal::BlackNotCaller),
        (THIRD, black, caller, Refusal::WhiteNotCaller),
        (BLACK, caller, caller, Refusal::WhiteNotCaller),
        (THIRD, white, white, Refusal::BadBlackSignature),
        (THIRD, black, black, Refusal::BadWhiteSignature),
        (THIRD, earlier.black, white, Refusal::BadBlackSignature),
        (THIRD, black, later.white, Refusal::BadWhiteSignature),
    ];
    for (by, black, white, why) in spoiled {
        for act in with(&game, Authority { black, white })? {
            table.refuse(by, act, why).await?;
        }
    }
    table.accept(THIRD, game.submit()?).await?;
    Ok(())
}

/// The mark Caller stands for the signature of the player whose account calls.
#[tokio::test]
async fn a_caller_needs_no_signature() -> Result<()> {
    let mut table = Table::new().await?;
    for by in [BLACK, WHITE] {
        let mut game = table.unranked()?;
        game.fill(25)?;
        let mut authority = game.authority()?;
        let mark = if by == BLACK {
            &mut authority.black
        } else {
            &mut authority.white
        };
        *mark = Mark::Caller;
        let opened = table
            .accept(
                by,
                Submit {
                    authority,
                    ..game.submit()?
                },
            )
            .await?;
        assert_open(&opened, 25, Colour::White);
    }
    Ok(())
}

/// The mark of a player with no step beyond the record is not looked at; the other one is.
#[tokio::test]
async fn a_mark_for_what_is_stored_is_not_looked_at() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;

    // White answers: only White has a new step.
    game.fill(1)?;
    let Authority { black, white } = game.authority()?;
    let absent = Mark::Absent;
    for act in with(
        &game,
        Authority {
            black,
            white: absent,
        },
    )? {
        table.refuse(THIRD, act, Refusal::WhiteMarkAbsent).await?;
    }
    table
        .accept(
            THIRD,
            Submit {
                authority: Authority {
                    black: absent,
                    white,
                },
                ..game.submit()?
            },
        )
        .await?;
    for needless in [Mark::Caller, white] {
        let mut game = table.unranked()?;
        game.fill(25)?;
        table.accept(THIRD, game.submit()?).await?;
        game.fill(1)?;
        let authority = Authority {
            black: needless,
            ..game.authority()?
        };
        table
            .accept(
                THIRD,
                Submit {
                    authority,
                    ..game.submit()?
                },
            )
            .await?;
    }
    // A line that adds nothing needs no mark: it is refused for adding nothing.
    let none = Submit {
        authority: Authority::NONE,
        ..game.submit()?
    };
    table.refuse(THIRD, none, Refusal::LineNotLonger).await?;
    Ok(())
}

/// Resume and a move are two steps of one player: one signature endorses both, and the other
/// player's last own step is two back.
#[tokio::test]
async fn one_signature_endorses_two_steps_in_a_row() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(20)?.resume()?;
    let halfway = game.upto(23)?.authority()?;
    let stale = Submit {
        authority: halfway,
        ..game.submit()?
    };
    table
        .refuse(THIRD, stale, Refusal::BadBlackSignature)
        .await?;
    let opened = table.accept(THIRD, game.submit()?).await?;
    assert_open(&opened, 24, Colour::White);
    Ok(())
}

/// A line needs a step of each player; every call that brings one refuses another.
#[tokio::test]
async fn a_line_needs_a_step_of_each_player() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(1)?;
    let why = Refusal::OneSidedLine;
    for act in with(&game, game.authority()?)? {
        table.refuse(THIRD, act, why).await?;
    }
    let (line, authority) = (Line::default(), Authority::NONE);
    let empty = Submit {
        line: line.clone(),
        authority,
        ..game.submit()?
    };
    table.refuse(THIRD, empty, why).await?;
    table
        .refuse(
            THIRD,
            Resign {
                line,
                authority,
                ..game.resign(Colour::White)?
            },
            why,
        )
        .await?;
    game.fill(1)?;
    table.accept(THIRD, game.submit()?).await?;
    Ok(())
}
