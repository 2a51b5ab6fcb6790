//! Section 6 of the protocol: attempts to prove a fork of a player who signed none, and that they fail.

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::{DeadSet, code, word};
use surround_channel::statements::{sign, step_hash};
use surround_rules::{Colour, Step};
use surround_settlement::Refusal;
use surround_tests::acts::{Expose, Submit};
use surround_tests::game::key;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::Table;

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
