//! How an ending becomes final (protocol 3.3).

use anyhow::Result;
use surround_rules::{Colour, Step, Winner};
use surround_settlement::{Ending, Moment, Rating, Refusal, Status};
use surround_tests::acts::Act;
use surround_tests::game::SignedGame;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::{SECONDS, Table};

use crate::{assert_ended, assert_open};

/// 3.3, 1: a score is final at once when its last author lost, and waits when it won or drew.
#[tokio::test]
async fn a_score_waits_unless_the_loser_brought_it_about() -> Result<()> {
    let mut table = Table::new().await?;
    // By komi, moves before the passes: winner and status.
    for (komi_x2, moves, winner, status) in [
        (14, 20, Winner::White, Status::Pending),
        (14, 21, Winner::White, Status::Final),
        (0, 20, Winner::Draw, Status::Pending),
        (1, 20, Winner::White, Status::Pending),
        (1, 21, Winner::Black, Status::Pending),
        (2, 21, Winner::Draw, Status::Pending),
        (3, 21, Winner::White, Status::Final),
    ] {
        let mut terms = table.terms()?;
        terms.komi_x2 = komi_x2;
        let mut game = table.game(terms)?;
        game.fill(moves)?.agree()?;
        let ended = table.accept(THIRD, game.submit()?).await?;
        assert_ended(&ended, status, Ending::Agreed, winner, moves + 4);
    }
    // Nine stones more outweigh komi: Black wins, and White accepts.
    let mut game = table.ranked()?;
    game.lead(9)?.agree()?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Agreed, Winner::Black, 26);
    Ok(())
}

/// 3.3, 1: the same for a game played out after a resumption.
#[tokio::test]
async fn a_game_played_out_waits_as_well() -> Result<()> {
    let mut table = Table::new().await?;
    for (moves, status) in [(20, Status::Final), (21, Status::Pending)] {
        let mut game = table.unranked()?;
        // With 20 moves Black passes first, resumes and moves, so that White passes first now.
        game.fill(moves)?
            .resume()?
            .push(Step::Pass)?
            .push(Step::Pass)?;
        let ended = table.accept(THIRD, game.submit()?).await?;
        assert_ended(&ended, status, Ending::PlayedOut, Winner::White, moves + 6);
    }
    Ok(())
}

/// 3.3, 1: and at the move limit, on the smallest board: twelve moves.
#[tokio::test]
async fn the_move_limit_ends_a_game() -> Result<()> {
    let mut table = Table::new().await?;
    let mut terms = table.terms()?;
    (terms.size, terms.komi_x2) = (2, 0);
    let mut game = table.game(terms)?;
    game.play("A2 B1 B2 A1 A2")?
        .push(Step::Pass)?
        .play("B2 A1 B1 A1 A2 B2")?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    // White's last two stones are alone on the board.
    assert_ended(
        &ended,
        Status::Pending,
        Ending::MoveLimit,
        Winner::White,
        12,
    );
    let verdict = ended.verdict.expect("a verdict");
    assert_eq!((verdict.black_x2, verdict.white_x2), (0, 8));
    Ok(())
}

/// 3.3, 2: a resignation and a fork are final at once, in an unranked game however short.
#[tokio::test]
async fn resignations_and_forks_are_final_at_once() -> Result<()> {
    let mut table = Table::new().await?;
    for ranked in [false, true] {
        let steps = if ranked { 25 } else { 2 };
        let fresh = |table: &mut Table| {
            if ranked {
                table.ranked()
            } else {
                table.unranked()
            }
        };
        let mut game = fresh(&mut table)?;
        game.fill(steps)?;
        let ended = table.accept(THIRD, game.resign(Colour::Black)?).await?;
        let own = if ranked { 25 } else { 1 };
        assert_ended(&ended, Status::Final, Ending::Resigned, Winner::White, own);

        let mut game = fresh(&mut table)?;
        game.fill(steps)?;
        table.accept(THIRD, game.submit()?).await?;
        let fork = game.expose(&game.branch(0)?)?;
        let ended = table.accept(THIRD, fork).await?;
        assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, steps);

        let mut game = fresh(&mut table)?;
        game.fill(steps)?;
        table.accept(THIRD, game.submit()?).await?;
        let ended = table.accept(WHITE, game.resign_channel()).await?;
        assert_ended(
            &ended,
            Status::Final,
            Ending::Resigned,
            Winner::Black,
            steps,
        );
    }
    Ok(())
}

/// 3.3, 3: a flag waits, however long the game; a longer line with a step of the winner voids it and
/// the game goes on, or is over by score, final or pending as its last author has it.
#[tokio::test]
async fn a_flag_is_voided_by_play_that_went_on() -> Result<()> {
    let mut table = Table::new().await?;
    let flagged = async |table: &mut Table| -> Result<SignedGame> {
        let mut game = table.ranked()?;
        game.fill(40)?;
        let flagged = table.accept(THIRD, game.flag(40)?).await?;
        assert_ended(&flagged, Status::Pending, Ending::Time, Winner::White, 40);
        table.pass(10).await?;
        Ok(game)
    };
    // Black, who was flagged, has moved, and White after it.
    let game = flagged(&mut table).await?;
    let Moment { now, .. } = table.next();
    let voided = table.accept(THIRD, game.further(2)?.submit()?).await?;
    assert_open(&voided, 42, Colour::Black);
    assert_eq!(voided.deadline, now + SECONDS);

    let mut game = flagged(&mut table).await?;
    game.agree()?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&ended, Status::Pending, Ending::Agreed, Winner::White, 44);

    let mut game = flagged(&mut table).await?;
    game.fill(1)?.agree()?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Agreed, Winner::White, 45);
    // A voided flag does not come back with the old head.
    let game = flagged(&mut table).await?;
    let longer = game.further(2)?;
    table.accept(THIRD, longer.submit()?).await?;
    table
        .refuse(THIRD, longer.flag(40)?, Refusal::BadFlagSignature)
        .await?;
    Ok(())
}

/// 3.3, 4 and 6: at 19 steps a ranked resignation waits, at 20 it does not.
#[tokio::test]
async fn twenty_counted_steps_are_enough() -> Result<()> {
    let mut table = Table::new().await?;
    // Black's own last step is the 19th in both lines, White's the 20th.
    for (steps, player, status, counted) in [
        (20, Colour::Black, Status::Pending, 19),
        (20, Colour::White, Status::Final, 20),
        (21, Colour::White, Status::Final, 20),
        (19, Colour::Black, Status::Pending, 19),
    ] {
        let mut game = table.ranked()?;
        game.fill(steps)?;
        let ended = table.accept(THIRD, game.resign(player)?).await?;
        let winner = player.other().into();
        assert_ended(&ended, status, Ending::Resigned, winner, counted);
    }
    for (steps, status) in [(19, Status::Pending), (20, Status::Final)] {
        let mut game = table.ranked()?;
        game.fill(steps)?;
        table.accept(THIRD, game.submit()?).await?;
        let ended = table.accept(BLACK, game.resign_channel()).await?;
        assert_ended(&ended, status, Ending::Resigned, Winner::White, steps);

        let mut game = table.ranked()?;
        game.fill(steps)?;
        table.accept(THIRD, game.submit()?).await?;
        let fork = game.expose(&game.branch(4)?)?;
        let ended = table.accept(THIRD, fork).await?;
        assert_ended(&ended, status, Ending::Forfeit, Winner::White, steps);
    }
    // A score that the loser brought about, too: four steps after the moves.
    for (moves, status) in [(15, Status::Pending), (17, Status::Final)] {
        let mut game = table.ranked()?;
        game.fill(moves)?.agree()?;
        let ended = table.accept(THIRD, game.submit()?).await?;
        assert_ended(&ended, status, Ending::Agreed, Winner::White, moves + 4);
    }
    Ok(())
}

/// 3.3, 4: a longer line counts more of the loser's steps, up to its own last one; it becomes the
/// stored line; everything else stays, until 20 are counted.
#[tokio::test]
async fn a_short_resignation_is_lengthened() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(10)?;
    let first = table.accept(THIRD, game.resign(Colour::Black)?).await?;
    assert_ended(&first, Status::Pending, Ending::Resigned, Winner::White, 9);
    table.pass(100).await?;

    game.fill(4)?;
    let longer = table.accept(THIRD, game.submit()?).await?;
    assert_ended(
        &longer,
        Status::Pending,
        Ending::Resigned,
        Winner::White,
        13,
    );
    assert_eq!((longer.steps, longer.head), (14, game.chain().head()));
    assert_eq!(
        (longer.deadline, longer.min_block),
        (first.deadline, first.min_block)
    );

    // White accepted a score: it is not taken.
    game.agree()?;
    let ended = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&ended, Status::Pending, Ending::Resigned, Winner::White, 17);
    assert_eq!((ended.steps, ended.rating()), (18, Rating::Neither));
    let verdict = ended.verdict.expect("a verdict");
    assert_eq!(
        (verdict.black_x2, verdict.white_x2, verdict.onchain),
        (0, 0, false)
    );

    // Another one goes on to 20, at once final and rated.
    let mut game = table.ranked()?;
    game.fill(10)?;
    table.accept(THIRD, game.resign(Colour::Black)?).await?;
    let ended = table.accept(THIRD, game.further(11)?.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::White, 21);
    assert_eq!((ended.steps, ended.rating()), (21, Rating::Both));
    Ok(())
}

/// 3.3, 4: so is a fork, by a longer line too.
#[tokio::test]
async fn a_short_fork_is_lengthened() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(10)?;
    table.accept(THIRD, game.submit()?).await?;
    let fork = game.expose(&game.branch(4)?)?;
    let first = table.accept(THIRD, fork).await?;
    assert_ended(&first, Status::Pending, Ending::Forfeit, Winner::White, 10);
    // Ten were counted: Black's next step is the eleventh.
    game.fill(1)?;
    let longer = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&longer, Status::Pending, Ending::Forfeit, Winner::White, 11);
    assert_eq!(longer.steps, 11);
    assert_eq!(
        (longer.deadline, longer.min_block),
        (first.deadline, first.min_block)
    );
    table
        .refuse(THIRD, game.further(1)?.submit()?, Refusal::CountsNoMore)
        .await?;
    let ended = table.accept(THIRD, game.further(11)?.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, 21);
    assert!(ended.verdict.expect("a verdict").onchain);
    Ok(())
}

/// 3.3, 5: fork, resignation, flag, score, each displaced by each stronger one and by no other, each
/// with a full window of its own.
#[tokio::test]
async fn only_a_stronger_ending_displaces_a_pending_one() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(10)?.agree()?;
    let fork = game.expose(&game.branch(4)?)?;
    let mut before = table.accept(THIRD, game.submit()?).await?;
    assert_ended(&before, Status::Pending, Ending::Agreed, Winner::White, 14);
    let stronger: [(Act, Ending, Winner, u16); 3] = [
        (game.flag(13)?.into(), Ending::Time, Winner::Black, 13),
        (
            game.resign(Colour::White)?.into(),
            Ending::Resigned,
            Winner::Black,
            14,
        ),
        (fork.into(), Ending::Forfeit, Winner::White, 14),
    ];
    for (act, ending, winner, counted) in stronger {
        table.pass(1_000).await?;
        let Moment { now, .. } = table.next();
        let after = table.accept(THIRD, act).await?;
        assert_ended(&after, Status::Pending, ending, winner, counted);
        assert_eq!(after.deadline, now + SECONDS);
        assert!(after.deadline > before.deadline);
        before = after;
    }
    let stands = Refusal::EndingStands;
    table
        .refuse(THIRD, game.resign(Colour::White)?, stands)
        .await?;
    table.refuse(THIRD, game.flag(13)?, stands).await?;
    Ok(())
}
