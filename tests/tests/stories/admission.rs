//! What the first record of a channel needs beside its evidence: valid terms (protocol 2.1), two
//! keys that count, and in a ranked game the referee's statement (protocol 3.2).

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::line::LineError;
use surround_channel::terms::Terms;
use surround_rules::Colour;
use surround_settlement::Refusal;
use surround_tests::acts::{Flag, Resign, Submit};
use surround_tests::artifacts::Meter;
use surround_tests::game::{NO_SIGNATURE, key};
use surround_tests::network::{BLACK, THIRD, WHITE, referee};
use surround_tests::table::Table;

use crate::assert_open;

type Spoil = fn(&mut Terms);

/// Every way in which terms are not valid, whichever call brings them.
#[tokio::test]
async fn terms_must_be_valid() -> Result<()> {
    let spoils: [(Spoil, Refusal); 19] = [
        (|terms| terms.black = Felt::ZERO, Refusal::ZeroAccount),
        (|terms| terms.white = Felt::ZERO, Refusal::ZeroAccount),
        (|terms| terms.white = terms.black, Refusal::SameAccount),
        (|terms| terms.black_key = Felt::from(5), Refusal::BadKey),
        (|terms| terms.white_key = Felt::ZERO, Refusal::BadKey),
        (|terms| terms.referee_key = Felt::from(5), Refusal::BadKey),
        (|terms| terms.white_key = terms.black_key, Refusal::SameKey),
        (
            |terms| terms.referee_key = terms.black_key,
            Refusal::SameKey,
        ),
        (
            |terms| terms.referee_key = terms.white_key,
            Refusal::SameKey,
        ),
        (|terms| terms.size = 1, Refusal::Line(LineError::BadSize)),
        (|terms| terms.size = 20, Refusal::Line(LineError::BadSize)),
        (
            |terms| terms.handicap = 1,
            Refusal::Line(LineError::BadHandicap),
        ),
        (
            |terms| terms.handicap = 10,
            Refusal::Line(LineError::BadHandicap),
        ),
        // Two half points for each of 81 points, and one more.
        (
            |terms| terms.komi_x2 = 163,
            Refusal::Line(LineError::BadKomi),
        ),
        (|terms| terms.turn_seconds = 3_599, Refusal::BadTurnSeconds),
        (
            |terms| terms.turn_seconds = 604_801,
            Refusal::BadTurnSeconds,
        ),
        (|terms| terms.turn_blocks = 59, Refusal::BadTurnBlocks),
        (|terms| terms.turn_blocks = 100_001, Refusal::BadTurnBlocks),
        (|terms| terms.turn_blocks = u64::MAX, Refusal::BadTurnBlocks),
    ];
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    for (spoil, why) in spoils {
        let mut terms = game.terms.clone();
        spoil(&mut terms);
        table
            .refuse(
                THIRD,
                Submit {
                    terms: terms.clone(),
                    ..game.submit()?
                },
                why,
            )
            .await?;
        let resign = Resign {
            terms,
            ..game.resign(Colour::White)?
        };
        table.refuse(THIRD, resign, why).await?;
    }
    Ok(())
}

/// The windows and the komi at their limits are valid.
#[tokio::test]
async fn terms_at_the_limits_are_valid() -> Result<()> {
    let spoils: [Spoil; 5] = [
        |terms| terms.turn_seconds = 3_600,
        |terms| terms.turn_seconds = 604_800,
        |terms| terms.turn_blocks = 60,
        |terms| terms.turn_blocks = 100_000,
        |terms| terms.komi_x2 = 162,
    ];
    let mut table = Table::new().await?;
    for spoil in spoils {
        let mut terms = table.terms()?;
        spoil(&mut terms);
        let mut game = table.game(terms)?;
        game.fill(3)?;
        let opened = table.accept(THIRD, game.submit()?).await?;
        assert_open(&opened, 3, Colour::White);
    }
    Ok(())
}

/// Every way in which a ranked game is not rated.
#[tokio::test]
async fn a_ranked_game_is_played_on_rated_terms() -> Result<()> {
    let spoils: [(Spoil, Refusal); 5] = [
        // A curve point, but no referee's.
        (
            |terms| terms.referee_key = Felt::ONE,
            Refusal::UnknownReferee,
        ),
        (|terms| terms.size = 7, Refusal::UnratedSize),
        (|terms| terms.komi_x2 = 15, Refusal::UnratedKomi),
        // 7 points on 9x9 and 7.5 on 13x13.
        (|terms| terms.size = 13, Refusal::UnratedKomi),
        (|terms| terms.handicap = 2, Refusal::UnratedHandicap),
    ];
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    for (spoil, why) in spoils {
        let mut terms = game.terms.clone();
        spoil(&mut terms);
        table
            .refuse(
                THIRD,
                Submit {
                    terms: terms.clone(),
                    ..game.submit()?
                },
                why,
            )
            .await?;
        table
            .refuse(
                THIRD,
                Flag {
                    terms,
                    ..game.flag(25)?
                },
                why,
            )
            .await?;
    }
    // Unranked, every one of them is a game.
    let terms = Terms {
        komi_x2: 15,
        handicap: 2,
        ..table.terms()?
    };
    let mut unrated = table.game(terms)?;
    unrated.play("E5 A1 A9")?;
    table.accept(THIRD, unrated.submit()?).await?;
    let opened = table.accept(THIRD, game.submit()?).await?;
    assert!(opened.ranked);
    Ok(())
}

/// Both keys must count for their accounts; another account's pair does not help.
#[tokio::test]
async fn both_keys_must_count() -> Result<()> {
    let mut table = Table::bare(Meter::Steps).await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    let [black, white] = [Colour::Black, Colour::White].map(|player| key(player).public());
    table.register(WHITE, black).await??;
    table.register(BLACK, white).await??;
    let dead = Refusal::BlackKeyDead;
    table.refuse(THIRD, game.submit()?, dead).await?;
    table
        .refuse(THIRD, game.resign(Colour::White)?, dead)
        .await?;
    table.register(BLACK, black).await??;
    let dead = Refusal::WhiteKeyDead;
    table.refuse(THIRD, game.submit()?, dead).await?;
    table
        .refuse(THIRD, game.resign(Colour::White)?, dead)
        .await?;
    table.register(WHITE, white).await??;
    table.accept(THIRD, game.submit()?).await?;
    Ok(())
}

/// A ranked game brings the referee's statement, to whichever call comes first, and only to that.
#[tokio::test]
async fn a_ranked_game_needs_the_referees_statement() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    let (ranked, why) = (NO_SIGNATURE, Refusal::BadRankedSignature);
    table
        .refuse(
            THIRD,
            Submit {
                ranked,
                ..game.submit()?
            },
            why,
        )
        .await?;
    table
        .refuse(
            THIRD,
            Resign {
                ranked,
                ..game.resign(Colour::White)?
            },
            why,
        )
        .await?;
    table
        .refuse(
            THIRD,
            Flag {
                ranked,
                ..game.flag(25)?
            },
            why,
        )
        .await?;
    table.accept(THIRD, game.submit()?).await?;
    let answer = Submit {
        ranked,
        ..game.further(1)?.submit()?
    };
    table.accept(THIRD, answer).await?;
    // In an unranked game nobody looks at it.
    let mut unranked = table.unranked()?;
    unranked.fill(2)?;
    let ranked = game.ranked()?;
    table
        .accept(
            THIRD,
            Submit {
                ranked,
                ..unranked.submit()?
            },
        )
        .await?;
    assert_ne!(unranked.terms.referee_key, referee().public());
    Ok(())
}

/// Terms, keys and referee are looked at once: a record outlives the keys that opened it.
#[tokio::test]
async fn a_record_outlives_its_keys() -> Result<()> {
    let mut table = Table::new().await?;
    let terms = Terms {
        turn_seconds: 604_800,
        ..table.terms()?
    };
    let mut game = table.game(terms)?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    table.revoke(BLACK, game.terms.black_key).await??;
    // Thirty days, in which both answer.
    for _ in 0..5 {
        table.pass(604_800).await?;
        game.fill(1)?;
        table.accept(THIRD, game.submit()?).await?;
    }
    let until = table
        .view()
        .key_until(game.terms.black, game.terms.black_key)
        .await?;
    assert!(table.next().now >= until);
    // A new channel, on the other hand, needs a key that counts.
    let mut other = table.unranked()?;
    other.fill(2)?;
    table
        .refuse(THIRD, other.submit()?, Refusal::BlackKeyDead)
        .await?;
    Ok(())
}
