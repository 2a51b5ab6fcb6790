//! Section 6 of the protocol, sentence by sentence: the attack for which each odd rule is there, and
//! that it fails. See `framing` for forks that are none, and `accepted` for what is accepted.

use anyhow::Result;
use surround_channel::evidence::{Authority, Mark};
use surround_rules::{Colour, Step, Winner};
use surround_settlement::{Ending, Rating, Refusal, Status};
use surround_tests::acts::{Act, Resign, Submit};
use surround_tests::game::{NO_SIGNATURE, key};
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::Table;

use crate::{assert_ended, assert_open};

/// A line needs a step of each player. Weeks after Black signed a first step to a game that White
/// never began, White cannot make a dispute of it, nor Black one that White never joined.
#[tokio::test]
async fn consent_to_a_game_never_played_opens_nothing() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(1)?;
    table.pass(30 * 24 * 3_600).await?;
    let why = Refusal::OneSidedLine;
    for by in [BLACK, WHITE] {
        let caller = Submit {
            open: Mark::Caller,
            ..game.submit()?
        };
        table.refuse(by, caller, why).await?;
        let authority = Authority {
            white: Mark::Caller,
            ..game.authority()?
        };
        table
            .refuse(
                by,
                Submit {
                    authority,
                    ..game.submit()?
                },
                why,
            )
            .await?;
        table.refuse(by, game.resign(Colour::White)?, why).await?;
        table.refuse(by, game.flag(1)?, why).await?;
    }
    Ok(())
}

/// Flags are Pending and voidable. With a leaked referee's key somebody flags Black at an old head;
/// White, who would win by it, and everybody else can bring the game that went on.
#[tokio::test]
async fn a_leaked_referees_key_ends_no_game() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(60)?;
    let old = game.upto(30)?;
    let flagged = table.accept(WHITE, old.flag(30)?).await?;
    assert_ended(&flagged, Status::Pending, Ending::Time, Winner::White, 30);
    let voided = table.accept(BLACK, game.submit()?).await?;
    assert_open(&voided, 60, Colour::Black);
    table
        .refuse(WHITE, old.flag(30)?, Refusal::NotTheStoredLine)
        .await?;
    table
        .refuse(WHITE, game.flag(30)?, Refusal::BadFlagSignature)
        .await?;
    Ok(())
}

/// Flags may cover a head up to two steps back. A flagged player who answers late on the chain, by
/// one step or by a resumption and a move, is flagged all the same.
#[tokio::test]
async fn a_late_answer_does_not_escape_the_flag() -> Result<()> {
    let mut table = Table::new().await?;
    for resumed in [false, true] {
        let mut game = table.ranked()?;
        game.fill(24)?;
        if resumed {
            game.push(Step::Pass)?.push(Step::Pass)?;
        }
        let due_at = game.chain().steps();
        table.accept(THIRD, game.submit()?).await?;
        if resumed {
            game.push(Step::Resume)?;
        }
        game.fill(1)?;
        table.accept(BLACK, game.submit()?).await?;
        let flagged = table.accept(WHITE, game.flag(due_at)?).await?;
        assert_ended(
            &flagged,
            Status::Pending,
            Ending::Time,
            Winner::White,
            due_at,
        );
        // The late steps do not void it: White has added none.
        table
            .refuse(BLACK, game.submit()?, Refusal::LineNotLonger)
            .await?;
        table.expire(&game).await?;
        let ended = table.accept(THIRD, game.finalize()).await?;
        assert_ended(&ended, Status::Final, Ending::Time, Winner::White, due_at);
    }
    Ok(())
}

/// Resignations are admitted until Final. White resigned by message, kept an agreement that it wins,
/// and settles that: the resignation still counts, to the last moment.
#[tokio::test]
async fn a_resignation_by_message_is_not_forgotten() -> Result<()> {
    let mut table = Table::new().await?;
    for late in [false, true] {
        let mut game = table.unranked()?;
        game.fill(24)?.agree()?;
        let scored = table.accept(WHITE, game.submit()?).await?;
        assert_ended(&scored, Status::Pending, Ending::Agreed, Winner::White, 28);
        if late {
            table.expire(&game).await?;
        }
        let ended = table.accept(BLACK, game.resign(Colour::White)?).await?;
        assert_ended(&ended, Status::Final, Ending::Resigned, Winner::Black, 28);
    }
    Ok(())
}

/// Short endings wait. Black loses a rated game of thirty steps and resigns from its fifth, so that
/// nothing would be rated: White brings the rest.
#[tokio::test]
async fn a_loser_does_not_resign_from_an_early_head() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(30)?;
    let early = table
        .accept(BLACK, game.upto(5)?.resign(Colour::Black)?)
        .await?;
    assert_ended(&early, Status::Pending, Ending::Resigned, Winner::White, 5);
    assert_eq!(early.rating(), Rating::Neither);
    let ended = table.accept(WHITE, game.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Resigned, Winner::White, 29);
    assert_eq!(ended.rating(), Rating::Both);
    Ok(())
}

/// Forks wait too, and the longer branch counts. Black opens at its fifth step and proves a fork of
/// its own there: White brings the rest of the real game, or, when the stored line is not the real
/// one, proves the fork with the longer branch.
#[tokio::test]
async fn a_loser_does_not_prove_its_own_fork_early() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(30)?;
    let early = game.upto(5)?;
    table.accept(BLACK, early.submit()?).await?;
    let own = early.expose(&early.branch(2)?)?;
    let forked = table.accept(BLACK, own).await?;
    assert_ended(&forked, Status::Pending, Ending::Forfeit, Winner::White, 5);
    let ended = table.accept(WHITE, game.submit()?).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, 29);
    assert_eq!(ended.rating(), Rating::Both);

    let mut game = table.ranked()?;
    game.fill(30)?;
    let invented = game.branch(4)?;
    table.accept(BLACK, invented.submit()?).await?;
    let own = invented.expose(&game.upto(5)?)?;
    let forked = table.accept(BLACK, own).await?;
    assert_ended(&forked, Status::Pending, Ending::Forfeit, Winner::White, 5);
    let ended = table.accept(WHITE, invented.expose(&game)?).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::White, 29);
    Ok(())
}

/// Once its deadline has passed a player cannot resign instead, by statement or by account, to turn a
/// forfeit into what rates nobody.
#[tokio::test]
async fn a_missed_deadline_is_no_resignation() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(9)?;
    table.accept(BLACK, game.submit()?).await?;
    table.expire(&game).await?;
    let late = Refusal::DuePlayerIsLate;
    table
        .refuse(WHITE, game.resign(Colour::White)?, late)
        .await?;
    table.refuse(WHITE, game.resign_channel(), late).await?;
    let ended = table.accept(THIRD, game.claim_forfeit()).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::Black, 9);
    assert_eq!(ended.rating(), Rating::LoserOnly);
    Ok(())
}

/// `decided_onchain` depends on the call, not on the record: whether or not somebody opened first, a
/// signed resignation is not decided on the chain, and a short one rates nobody.
#[tokio::test]
async fn opening_first_does_not_flip_the_rating() -> Result<()> {
    let mut table = Table::new().await?;
    for opened in [false, true] {
        let mut game = table.ranked()?;
        game.fill(9)?;
        if opened {
            table.accept(BLACK, game.submit()?).await?;
        }
        let ended = table.accept(BLACK, game.resign(Colour::White)?).await?;
        let verdict = ended.verdict.expect("a verdict");
        assert_eq!((verdict.onchain, ended.rating()), (false, Rating::Neither));
    }
    Ok(())
}

/// Revocation is slow: White revokes its key when it sees that it loses, and the running game is
/// opened and won all the same.
#[tokio::test]
async fn a_revocation_erases_no_running_game() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table.revoke(WHITE, game.terms.white_key).await??;
    table.pass(29 * 24 * 3_600).await?;
    table.accept(BLACK, game.submit()?).await?;
    table.expire(&game).await?;
    let ended = table.accept(BLACK, game.claim_forfeit()).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::Black, 25);
    Ok(())
}

/// Pairs never come back: whoever holds a revoked key cannot have it registered again, by replaying
/// the account's old registration or otherwise, and opens nothing with it.
#[tokio::test]
async fn a_revoked_key_is_not_revived() -> Result<()> {
    let mut table = Table::new().await?;
    let stolen = key(Colour::White).public();
    table.revoke(WHITE, stolen).await??;
    assert_eq!(
        table.register(WHITE, stolen).await?.err(),
        Some(Refusal::KeyRevoked)
    );
    table.pass(31 * 24 * 3_600).await?;
    assert_eq!(
        table.register(WHITE, stolen).await?.err(),
        Some(Refusal::KeyRevoked)
    );
    let mut game = table.unranked()?;
    game.fill(25)?;
    table
        .refuse(THIRD, game.submit()?, Refusal::WhiteKeyDead)
        .await?;
    Ok(())
}

/// The referee signs `ranked`: with both session keys, two sybils' or a stolen one's, no rated game
/// comes to be, whichever call begins it.
#[tokio::test]
async fn stolen_keys_make_no_rated_game() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    let mut other = table.ranked()?;
    other.fill(25)?;
    let why = Refusal::BadRankedSignature;
    for ranked in [
        NO_SIGNATURE,
        other.ranked()?,
        game.resignation(Colour::Black)?,
    ] {
        table
            .refuse(
                BLACK,
                Submit {
                    ranked,
                    ..game.submit()?
                },
                why,
            )
            .await?;
        table
            .refuse(
                BLACK,
                Resign {
                    ranked,
                    ..game.resign(Colour::White)?
                },
                why,
            )
            .await?;
    }
    Ok(())
}

/// Accept after Resume: the responder resumed, lost ground, and settles with an Accept of the old
/// proposal. Two words on one head: it loses by the fork.
#[tokio::test]
async fn an_acceptance_after_a_resumption_is_a_fork() -> Result<()> {
    let mut table = Table::new().await?;
    let mut agreed = table.unranked()?;
    agreed.fill(24)?.agree()?;
    let mut resumed = agreed.upto(27)?;
    resumed.push(Step::Resume)?.fill(5)?;
    let scored = table.accept(WHITE, agreed.submit()?).await?;
    assert_ended(&scored, Status::Pending, Ending::Agreed, Winner::White, 28);
    let ended = table.accept(BLACK, agreed.expose(&resumed)?).await?;
    assert_ended(&ended, Status::Final, Ending::Forfeit, Winner::Black, 32);
    Ok(())
}

/// A spectator with a public game opens nothing: neither against the player who is due nor for it.
#[tokio::test]
async fn a_spectator_opens_nothing() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    for (by, open, why) in [
        (THIRD, Mark::Absent, Refusal::OpenMarkAbsent),
        (THIRD, Mark::Caller, Refusal::OpenerNotCaller),
        (THIRD, game.authority()?.black, Refusal::BadOpenSignature),
        (WHITE, Mark::Caller, Refusal::OpenerNotCaller),
    ] {
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
    Ok(())
}

/// A stale opening only costs its author: the longest line answers it in one call, whoever sends it
/// and whatever was stored in between (V2).
#[tokio::test]
async fn a_stale_opening_is_answered_in_one_call() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(40)?;
    table.accept(WHITE, game.upto(10)?.submit()?).await?;
    // The same call of the relayer holds, though others bring lines in front of it.
    let longest: Act = game.submit()?.into();
    for steps in [11, 25, 39] {
        table.accept(THIRD, game.upto(steps)?.submit()?).await?;
    }
    let answered = table.accept(THIRD, longest).await?;
    assert_open(&answered, 40, Colour::Black);
    Ok(())
}
