//! No signature for one purpose, channel, contract or chain is accepted for another (protocol 2.3,
//! invariant I8).

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::key::SecretKey;
use surround_channel::statements::{
    Signature, flag_hash, open_hash, ranked_hash, resign_hash, sign, step_hash,
};
use surround_rules::Colour;
use surround_settlement::Refusal;
use surround_tests::acts::{Act, Expose, Flag, Resign, Submit};
use surround_tests::game::{SignedGame, key};
use surround_tests::network::{THIRD, referee};
use surround_tests::table::Table;

/// What is signed over a head.
type Tagged = fn(Felt) -> Felt;

/// The five statements.
const STATEMENTS: [(&str, Tagged); 5] = [
    ("step", step_hash),
    ("open", open_hash),
    ("resign", resign_hash),
    ("flag", flag_hash),
    ("ranked", ranked_hash),
];

/// Every statement over every head of a game: of its channel, and after each of its last steps.
fn statements(game: &SignedGame) -> impl Iterator<Item = (&'static str, u16, Felt)> {
    let last = game.chain().steps();
    let heads = [0, last - 2, last - 1, last];
    STATEMENTS.into_iter().flat_map(move |(name, hash)| {
        let heads = heads
            .into_iter()
            .filter_map(|at| Some((at, game.chain().head_at(at)?)));
        heads
            .map(move |(at, head)| (name, at, hash(head)))
            .collect::<Vec<_>>()
    })
}

/// A place where the contract wants one statement.
struct Place {
    name: &'static str,
    /// Whose statement, which one, and over the head after how many steps; any of these.
    signer: SecretKey,
    wants: &'static [(&'static str, u16)],
    refusal: Refusal,
    with: fn(&SignedGame, Signature) -> Result<Act>,
}

/// Every place of every call, for a ranked game of 25 steps that is not on the chain.
fn places() -> Vec<Place> {
    let place = |name, signer, wants, refusal, with| Place {
        name,
        signer,
        wants,
        refusal,
        with,
    };
    let (black, white) = (Colour::Black, Colour::White);
    vec![
        place(
            "black",
            key(black),
            &[("step", 25)],
            Refusal::BadBlackSignature,
            |game, signature| {
                let authority = Authority {
                    black: Mark::Signed(signature),
                    ..game.authority()?
                };
                Ok(Submit {
                    authority,
                    ..game.submit()?
                }
                .into())
            },
        ),
        place(
            "white",
            key(white),
            &[("step", 24)],
            Refusal::BadWhiteSignature,
            |game, signature| {
                let authority = Authority {
                    white: Mark::Signed(signature),
                    ..game.authority()?
                };
                Ok(Submit {
                    authority,
                    ..game.submit()?
                }
                .into())
            },
        ),
        place(
            "open",
            key(black),
            &[("open", 25)],
            Refusal::BadOpenSignature,
            |game, signature| {
                Ok(Submit {
                    open: Mark::Signed(signature),
                    ..game.submit()?
                }
                .into())
            },
        ),
        place(
            "ranked",
            referee(),
            &[("ranked", 0)],
            Refusal::BadRankedSignature,
            |game, ranked| {
                Ok(Submit {
                    ranked,
                    ..game.submit()?
                }
                .into())
            },
        ),
        place(
            "resign",
            key(black),
            &[("resign", 0)],
            Refusal::BadResignSignature,
            |game, signature| {
                Ok(Resign {
                    signature,
                    ..game.resign(Colour::Black)?
                }
                .into())
            },
        ),
        // White is due after 25 steps; after 24 Black was, and the line holds Black's step alone.
        place(
            "flag",
            referee(),
            &[("flag", 25), ("flag", 24)],
            Refusal::BadFlagSignature,
            |game, signature| {
                Ok(Flag {
                    signature,
                    ..game.flag(25)?
                }
                .into())
            },
        ),
    ]
}

/// In every place every statement but the one that is wanted is refused, by the key that is wanted
/// there; and the wanted one by another key.
#[tokio::test]
async fn no_statement_serves_for_another() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    for Place {
        name,
        signer,
        wants,
        refusal,
        with,
    } in places()
    {
        for (statement, at, hash) in statements(&game) {
            let act = with(&game, sign(&signer, hash)?)?;
            let outcome = if wants.contains(&(statement, at)) {
                for stranger in [key(Colour::Black), key(Colour::White), referee()] {
                    if stranger.public() != signer.public() {
                        let act = with(&game, sign(&stranger, hash)?)?;
                        table.refuse(THIRD, act, refusal).await?;
                    }
                }
                let quote = table.network().sender(THIRD)?;
                quote
                    .dry_run(&[act.call(table.contract())])
                    .await
                    .map(drop)
                    .map_err(Into::into)
            } else {
                table.refuse(THIRD, act, refusal).await
            };
            outcome.map_err(|error| error.context(format!("{statement} at {at} as {name}")))?;
        }
    }
    Ok(())
}

/// The same statement of the same game in another channel, at another contract, or on another chain
/// is refused in every place.
#[tokio::test]
async fn no_statement_serves_elsewhere() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    let (chain_id, contract) = (table.network().node().chain_id(), table.contract().address);
    let elsewhere = [
        table.ranked()?,
        SignedGame::at(chain_id, contract + Felt::ONE, game.terms.clone())?,
        SignedGame::at(chain_id + Felt::ONE, contract, game.terms.clone())?,
    ];
    game.fill(25)?;
    for mut other in elsewhere {
        other.fill(25)?;
        for Place {
            name,
            signer,
            wants,
            refusal,
            with,
        } in places()
        {
            for (statement, at, hash) in statements(&other) {
                if wants.contains(&(statement, at)) {
                    let act = with(&game, sign(&signer, hash)?)?;
                    let refused = table.refuse(THIRD, act, refusal).await;
                    refused.map_err(|error| error.context(name))?;
                }
            }
        }
        // A whole call of the other channel proves nothing here either.
        let terms = game.terms.clone();
        let moved = Submit {
            terms,
            ranked: game.ranked()?,
            ..other.submit()?
        };
        table
            .refuse(THIRD, moved, Refusal::BadBlackSignature)
            .await?;
    }
    Ok(())
}

/// A fork is proven by a step signature alone.
#[tokio::test]
async fn only_a_step_proves_a_fork() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(25)?;
    table.accept(THIRD, game.submit()?).await?;
    let branch = game.branch(24)?;
    let Expose { terms, fork } = game.expose(&branch)?;
    for (statement, at, hash) in statements(&branch) {
        let signature = sign(&key(Colour::Black), hash)?;
        if (statement, at) != ("step", 25) {
            let fork = Fork {
                signature,
                ..fork.clone()
            };
            let act = Expose {
                terms: terms.clone(),
                fork,
            };
            table.refuse(THIRD, act, Refusal::BadForkSignature).await?;
        }
    }
    let signature = sign(&key(Colour::White), step_hash(branch.chain().head()))?;
    let act = Expose {
        terms,
        fork: Fork { signature, ..fork },
    };
    table.refuse(THIRD, act, Refusal::BadForkSignature).await?;
    Ok(())
}

/// r and s lie between 1 and 2^251; a signature that somebody else made out of another one serves
/// as well, which is why none is ever an identifier.
#[tokio::test]
async fn a_signature_has_a_range() -> Result<()> {
    let order = Felt::from_hex_unchecked(
        "0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f",
    );
    let (zero, bound) = (Felt::ZERO, Felt::TWO.pow(251u32));
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(25)?;
    let good = game.resignation(Colour::White)?;
    for (r, s) in [
        (zero, good.s),
        (good.r, zero),
        (zero, zero),
        (bound, good.s),
        (good.r, bound),
        (Felt::MAX, good.s),
        (good.r, Felt::MAX),
        (good.s, good.r),
        (good.r + Felt::ONE, good.s),
        (good.r, good.s + Felt::ONE),
    ] {
        let signature = Signature { r, s };
        let act = Resign {
            signature,
            ..game.resign(Colour::White)?
        };
        table
            .refuse(THIRD, act, Refusal::BadResignSignature)
            .await?;
    }
    let signature = Signature {
        r: good.r,
        s: order - good.s,
    };
    table
        .accept(
            THIRD,
            Resign {
                signature,
                ..game.resign(Colour::White)?
            },
        )
        .await?;
    Ok(())
}
