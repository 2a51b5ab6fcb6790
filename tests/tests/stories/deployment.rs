//! What a contract can be deployed with (protocol 2.1, 2.4 and 3.2).

use anyhow::{Context, Result, bail};
use starknet_types_core::felt::Felt;
use surround_chain::ChainError;
use surround_chain::calls::constructor;
use surround_channel::policy::{Limits, RatedKomi};
use surround_settlement::Refusal;
use surround_tests::artifacts::Meter;
use surround_tests::network::{Network, THIRD, limits};
use surround_tests::table::Table;

/// Limits that no contract should have are refused by the constructor.
#[tokio::test]
async fn a_contract_has_sane_limits() -> Result<()> {
    type Spoil = fn(&mut Limits);
    let spoils: [(Spoil, Refusal); 11] = [
        (|limits| limits.min_seconds = 0, Refusal::BadLimits),
        (|limits| limits.min_blocks = 0, Refusal::BadLimits),
        (
            |limits| limits.max_seconds = limits.min_seconds - 1,
            Refusal::BadLimits,
        ),
        (
            |limits| limits.max_blocks = limits.min_blocks - 1,
            Refusal::BadLimits,
        ),
        (|limits| limits.max_seconds = u64::MAX, Refusal::BadLimits),
        (|limits| limits.max_blocks = u64::MAX, Refusal::BadLimits),
        (
            |limits| limits.revocation_delay = u64::MAX,
            Refusal::BadLimits,
        ),
        (
            |limits| limits.referees.push(Felt::from(5)),
            Refusal::BadReferee,
        ),
        (
            |limits| {
                limits.rated_komi.push(RatedKomi {
                    size: 20,
                    komi_x2: 0,
                })
            },
            Refusal::BadRatedKomi,
        ),
        (
            |limits| {
                limits.rated_komi.push(RatedKomi {
                    size: 7,
                    komi_x2: 99,
                })
            },
            Refusal::BadRatedKomi,
        ),
        // One komi a size.
        (
            |limits| {
                limits.rated_komi.push(RatedKomi {
                    size: 9,
                    komi_x2: 15,
                })
            },
            Refusal::BadRatedKomi,
        ),
    ];
    let network = Network::new(Meter::Steps).await?;
    let sender = network.sender(THIRD)?;
    for (spoil, why) in spoils {
        let mut limits = limits();
        spoil(&mut limits);
        let deployment = network
            .class()
            .deployment(Felt::THREE, &constructor(&limits));
        match sender.dry_run(&[deployment]).await {
            Err(ChainError::Reverted { revert, .. }) => {
                let name = revert.name().with_context(|| revert.trace.clone())?;
                assert_eq!(name, why.as_str(), "{limits:?}");
            }
            other => bail!("{other:?} for {limits:?}"),
        }
    }
    Ok(())
}

/// What a contract was deployed with is what it says and what it holds terms to.
#[tokio::test]
async fn a_contract_keeps_its_own_limits() -> Result<()> {
    let own = Limits {
        min_seconds: 10,
        max_seconds: 20,
        min_blocks: 1,
        max_blocks: 2,
        revocation_delay: 0,
        referees: vec![],
        rated_komi: vec![],
    };
    let mut table = Table::with_limits(own.clone()).await?;
    assert_eq!(table.view().limits().await?, own);
    let mut terms = table.terms()?;
    (terms.turn_seconds, terms.turn_blocks) = (20, 2);
    let mut game = table.game(terms)?;
    game.fill(2)?;
    table.accept(THIRD, game.submit()?).await?;
    let mut ranked = table.ranked_terms()?;
    (ranked.turn_seconds, ranked.turn_blocks) = (20, 2);
    let mut game = table.game(ranked)?;
    game.fill(2)?;
    table
        .refuse(THIRD, game.submit()?, Refusal::UnknownReferee)
        .await?;
    Ok(())
}
