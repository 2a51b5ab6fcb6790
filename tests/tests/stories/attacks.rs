//! Section 6 of the protocol, sentence by sentence: the attack for which each odd rule is there, and
//! that it fails; last, what is known and accepted.

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::{DeadSet, code, word};
use surround_channel::statements::{sign, step_hash};
use surround_rules::{Colour, Step, Winner};
use surround_settlement::{Ending, Rating, Refusal, Status};
use surround_tests::acts::{Act, Expose, Resign, Submit};
use surround_tests::game::{NO_SIGNATURE, SignedGame, key};
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

/// The stored word is given in clear: nobody can say that the word on the line, which for a proposal
/// is a hash, was another player's step, and so hold that player's own step for a second one.
#[tokio::test]
async fn a_word_is_nobody_elses() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(20)?.propose()?;
    table.accept(THIRD, game.submit()?).await?;
    // Black proposed. White's own signature, on any head, is turned against White.
    let (heads, before) = (game.chain().heads(), 22);
    let own = key(Colour::White);
    let framing = Fork {
        head: heads[before],
        author: 1,
        code: 362,
        dead: DeadSet::default(),
        tail: vec![],
        other: word(Colour::White, &Step::Pass),
        other_tail: vec![],
        signature: sign(&own, step_hash(heads[before]))?,
    };
    let terms = game.terms.clone();
    let by_author = Expose {
        terms: terms.clone(),
        fork: framing.clone(),
    };
    table
        .refuse(BLACK, by_author, Refusal::ForkOffTheLine)
        .await?;
    // As a move whose code were the hash it cannot be said at all: codes end at 364.
    for code in [365, 511, 512 + 362, u16::MAX] {
        let fork = Fork {
            author: 0,
            code,
            ..framing.clone()
        };
        let act = Expose {
            terms: terms.clone(),
            fork,
        };
        table.refuse(BLACK, act, Refusal::BadForkStep).await?;
    }
    Ok(())
}

/// The range of the stored code is checked: White's step of code c has the word of Black's step of
/// code c + 512, so that White's honest second signature would frame Black, and Black's White.
#[tokio::test]
async fn a_word_has_one_author() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    // Step 24 is White's; Black signed step 25 on it.
    let honest = game.expose(&game.branch(23)?)?;
    let Fork { code, .. } = honest.fork;
    for author in [0, 2, 255] {
        let fork = Fork {
            author,
            code: code + 512,
            ..honest.fork.clone()
        };
        let act = Expose {
            terms: honest.terms.clone(),
            fork,
        };
        table.refuse(WHITE, act, Refusal::BadForkStep).await?;
    }
    let fork = Fork {
        author: 0,
        ..honest.fork.clone()
    };
    let act = Expose {
        terms: honest.terms,
        fork,
    };
    table.refuse(WHITE, act, Refusal::ForkOffTheLine).await?;
    Ok(())
}

/// The guard is keyed by head. Black plays a step by wallet, White answers; a reorganisation takes
/// the step back, Black plays another one by wallet, White answers again: two steps of White at one
/// height, on two heads. They are no fork of White's, nor of Black, who signed neither.
#[tokio::test]
async fn an_honest_answer_after_a_reorganisation_is_no_fork() -> Result<()> {
    let mut table = Table::new().await?;
    let mut before = table.unranked()?;
    before.fill(24)?;
    let (mut gone, stands) = (before.branch(24)?, before.further(2)?);
    gone.stray()?;
    let authority = Authority {
        black: Mark::Caller,
        ..stands.authority()?
    };
    table
        .accept(
            BLACK,
            Submit {
                authority,
                ..stands.submit()?
            },
        )
        .await?;

    let (chain, words) = (stands.chain(), gone.chain().words());
    let of_white = Fork {
        head: chain.heads()[25],
        author: 1,
        code: code(&stands.steps()[25]),
        dead: DeadSet::default(),
        tail: vec![],
        other: words[25],
        other_tail: vec![],
        signature: sign(&key(Colour::White), step_hash(gone.chain().head()))?,
    };
    let of_black = Fork {
        head: chain.heads()[24],
        author: 0,
        code: code(&stands.steps()[24]),
        tail: vec![chain.words()[25]],
        other: words[24],
        other_tail: vec![words[25]],
        ..of_white.clone()
    };
    for fork in [of_white, of_black] {
        let act = Expose {
            terms: stands.terms.clone(),
            fork,
        };
        table.refuse(THIRD, act, Refusal::BadForkSignature).await?;
    }
    Ok(())
}

/// An honest player is proven no fork: no line of its game, no signature that it gave, makes one.
#[tokio::test]
async fn an_honest_player_is_not_framed() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    let heads = game.chain().heads().to_vec();
    let words = game.chain().words().to_vec();
    for at in [0usize, 1, 10, 23, 24] {
        let author = game.chain().authors()[at];
        // Every step that the player signed, offered as the end of another branch from here.
        for signed in [
            author.index() + 1,
            usize::from(game.chain().last_step_of(author)),
        ] {
            let fork = Fork {
                head: heads[at],
                author: author.index() as u8,
                code: code(&game.steps()[at]),
                dead: DeadSet::default(),
                tail: words[at + 1..].to_vec(),
                other: Felt::ONE,
                other_tail: words[at + 1..].to_vec(),
                signature: sign(&key(author), step_hash(heads[signed]))?,
            };
            let act = Expose {
                terms: game.terms.clone(),
                fork,
            };
            table.refuse(THIRD, act, Refusal::BadForkSignature).await?;
        }
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

/// Known and accepted: one step more or less at the threshold of twenty. A player who keeps its
/// twentieth step back resigns a game that rates nobody, and only its opponent's step is missing.
#[tokio::test]
async fn accepted_one_step_at_the_threshold() -> Result<()> {
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

/// Known and accepted: before the deadline a player taken to the chain below twenty steps can still
/// abort by a signed resignation.
#[tokio::test]
async fn accepted_an_early_abort_in_time() -> Result<()> {
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

/// Known and accepted: of a resignation and a losing Accept that cross, the first wins.
#[tokio::test]
async fn accepted_the_first_of_two_that_cross() -> Result<()> {
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
