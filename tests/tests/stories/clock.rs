//! The clock (protocol 3.1): the boundary of a window belongs to the player who is due, and a chain
//! that halts takes no window from anybody.

use anyhow::Result;
use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Moment, Record, Refusal, Status, TimeClass};
use surround_tests::game::{SignedGame, key};
use surround_tests::network::{BLACK, THIRD};
use surround_tests::table::{BLOCKS, SECONDS, Table};

use crate::assert_ended;

/// A second past the deadline and a block of the window, or one of both less: none is too late.
fn in_time(record: &Record) -> [Moment; 4] {
    let Record {
        deadline,
        min_block,
        ..
    } = *record;
    [
        // The last second, with every block made; and years later with one block short.
        Moment {
            now: deadline,
            block: min_block,
        },
        Moment {
            now: deadline,
            block: min_block + 10,
        },
        Moment {
            now: deadline + 1,
            block: min_block - 1,
        },
        Moment {
            now: deadline + 100_000_000,
            block: min_block - 1,
        },
    ]
}

/// The first moment that is too late, and one much later.
fn too_late(record: &Record) -> [Moment; 2] {
    let Record {
        deadline,
        min_block,
        ..
    } = *record;
    [
        Moment {
            now: deadline + 1,
            block: min_block,
        },
        Moment {
            now: deadline + 100_000_000,
            block: min_block + 10,
        },
    ]
}

async fn opened(table: &mut Table) -> Result<(SignedGame, Record)> {
    let mut game = table.ranked()?;
    game.fill(25)?;
    let record = table.accept(THIRD, game.submit()?).await?;
    Ok((game, record))
}

/// Open: until both time and blocks are over the due player can answer and nobody can claim.
#[tokio::test]
async fn an_answer_in_time_is_taken() -> Result<()> {
    let mut table = Table::new().await?;
    for number in 0..4 {
        let (game, record) = opened(&mut table).await?;
        table.go(in_time(&record)[number]).await?;
        table
            .refuse(THIRD, game.claim_forfeit(), Refusal::WindowRunning)
            .await?;
        let Moment { now, block } = table.next();
        let answered = table.accept(THIRD, game.further(1)?.submit()?).await?;
        assert_eq!(
            (answered.deadline, answered.min_block),
            (now + SECONDS, block + BLOCKS)
        );
    }
    Ok(())
}

/// Open: from then on anyone can claim and the due player can neither answer nor resign.
#[tokio::test]
async fn an_answer_too_late_is_not() -> Result<()> {
    let mut table = Table::new().await?;
    for number in 0..2 {
        let (game, record) = opened(&mut table).await?;
        table.go(too_late(&record)[number]).await?;
        let answer = game.further(1)?;
        table
            .refuse(THIRD, answer.submit()?, Refusal::DeadlinePassed)
            .await?;
        table
            .refuse(THIRD, answer.flag(25)?, Refusal::DeadlinePassed)
            .await?;
        let late = Refusal::DuePlayerIsLate;
        table
            .refuse(THIRD, game.resign(Colour::White)?, late)
            .await?;
        let ended = table.accept(THIRD, game.claim_forfeit()).await?;
        assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::Black, 25);
    }
    Ok(())
}

/// Pending: the same boundary lies between an objection and `finalize`.
#[tokio::test]
async fn an_objection_has_the_same_window() -> Result<()> {
    let mut table = Table::new().await?;
    for number in 0..4 {
        let mut game = table.ranked()?;
        game.fill(25)?;
        let record = table.accept(THIRD, game.flag(25)?).await?;
        table.go(in_time(&record)[number]).await?;
        table
            .refuse(THIRD, game.finalize(), Refusal::WindowRunning)
            .await?;
        table.accept(THIRD, game.further(2)?.submit()?).await?;
    }
    for number in 0..2 {
        let mut game = table.ranked()?;
        game.fill(25)?;
        let record = table.accept(THIRD, game.flag(25)?).await?;
        table.go(too_late(&record)[number]).await?;
        let objection = game.further(2)?.submit()?;
        table
            .refuse(THIRD, objection, Refusal::DeadlinePassed)
            .await?;
        let ended = table.accept(THIRD, game.finalize()).await?;
        assert_ended(&ended, Status::Final, Ending::Time, Winner::Black, 25);
    }
    Ok(())
}

/// The view says what the calls do.
#[tokio::test]
async fn the_view_tells_the_time_class() -> Result<()> {
    let mut table = Table::new().await?;
    let (game, record) = opened(&mut table).await?;
    let [last, _, short, _] = in_time(&record);
    let [late, _] = too_late(&record);
    let (live, expired) = (TimeClass::Live, TimeClass::Expired);
    for (at, time) in [(short, live), (last, live), (late, expired)] {
        // The network answers views with the clock of the block that is being built.
        table
            .go(Moment {
                block: at.block.max(table.next().block + 1),
                ..at
            })
            .await?;
        let seen = table.view().dispute(game.channel_id()?).await?;
        assert_eq!(seen.time, time, "{at:?}");
    }
    Ok(())
}

/// From `expires_at` on a channel without a record takes only what the loser signed: a score that
/// its last author lost, or a resignation.
#[tokio::test]
async fn an_expired_channel_takes_the_losers_evidence_alone() -> Result<()> {
    let mut table = Table::new().await?;
    let mut games = Vec::new();
    for _ in 0..7 {
        games.push(table.ranked()?);
    }
    let expires_at = games
        .iter()
        .map(|game| game.terms.expires_at)
        .max()
        .unwrap_or_default();
    let expired = Refusal::ChannelExpired;
    let [running, flagged, won, lost, resigned, last, last_flagged] = games.as_mut_slice() else {
        anyhow::bail!("seven games");
    };
    running.fill(25)?;
    flagged.fill(25)?;
    // White accepts and wins; Black accepts and loses.
    won.fill(20)?.agree()?;
    lost.fill(21)?.agree()?;
    resigned.fill(25)?;
    last.fill(25)?;
    last_flagged.fill(25)?;

    let block = table.next().block + 1;
    table
        .go(Moment {
            now: expires_at - 1,
            block,
        })
        .await?;
    table.accept(THIRD, last.submit()?).await?;
    let block = table.next().block + 1;
    table
        .go(Moment {
            now: expires_at - 1,
            block,
        })
        .await?;
    table.accept(THIRD, last_flagged.flag(25)?).await?;

    let block = table.next().block + 1;
    table
        .go(Moment {
            now: expires_at,
            block,
        })
        .await?;
    table.refuse(THIRD, running.submit()?, expired).await?;
    table.refuse(THIRD, flagged.flag(25)?, expired).await?;
    table.refuse(THIRD, won.submit()?, expired).await?;
    let ended = table.accept(THIRD, lost.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Agreed, Winner::White, 25);
    let ended = table.accept(THIRD, resigned.resign(Colour::Black)?).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::White, 25);

    // Records that are Open or Pending do not depend on it.
    table.pass(10).await?;
    table.accept(THIRD, last.further(1)?.submit()?).await?;
    table
        .accept(THIRD, last_flagged.further(2)?.submit()?)
        .await?;
    Ok(())
}

/// A draw's last author did not lose: it is no evidence after `expires_at`.
#[tokio::test]
async fn an_expired_channel_takes_no_draw() -> Result<()> {
    let mut table = Table::new().await?;
    let mut terms = table.terms()?;
    terms.komi_x2 = 0;
    let mut game = table.game(terms)?;
    game.fill(20)?.agree()?;
    let block = table.next().block + 1;
    table
        .go(Moment {
            now: game.terms.expires_at,
            block,
        })
        .await?;
    table
        .refuse(THIRD, game.submit()?, Refusal::ChannelExpired)
        .await?;
    Ok(())
}

/// A revoked key counts to the last second of its delay.
#[tokio::test]
async fn a_revoked_key_counts_until_its_delay_ends() -> Result<()> {
    let mut table = Table::new().await?;
    let revoked = key(Colour::Black).public();
    table.revoke(BLACK, revoked).await??;
    let until = table
        .view()
        .key_until(table.account(BLACK)?, revoked)
        .await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    let mut last = table.unranked()?;
    last.fill(25)?;
    let block = table.next().block + 1;
    table
        .go(Moment {
            now: until - 1,
            block,
        })
        .await?;
    table.accept(THIRD, last.submit()?).await?;
    let block = table.next().block + 1;
    table.go(Moment { now: until, block }).await?;
    table
        .refuse(THIRD, game.submit()?, Refusal::BlackKeyDead)
        .await?;
    Ok(())
}
