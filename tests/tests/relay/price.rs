//! The price of gas above the operator's cap, and back.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_relayer::model::Sides;
use surround_tests::place::Place;

use crate::replica::{Replica, Wall};
use crate::stage::{LOW_PRICE, Stage, Stale};

/// At this price the answer may cost some 7 STRK.
const HIGH_PRICE: u64 = 1_000 * LOW_PRICE;
/// At the low price it stays below both caps, at the high price between them.
const CAPS: &str = "[fees]\nper_transaction = '1'\nurgent = '50'\n";

/// Above the cap the answer waits, and says for what; when the price is back it is sent.
#[tokio::test]
async fn the_price_of_gas_rises_above_the_cap_and_comes_back() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let mut relayer = Replica::start(&stage.config(&place, CAPS)?, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        stage.submit(&opening).await?;
        stage.network.control().set_l2_gas_price(HIGH_PRICE).await?;
        relayer.turns(2).await?;
        let held = relayer.job(&game).await?;
        assert_eq!(held.stage, Standing::Queued);
        let reason = held.problem.expect("a reason");
        assert!(reason.contains("one transaction may cost 1"), "{reason}");
        assert_eq!(stage.record(&game).await?.steps, 4);

        stage.network.control().set_l2_gas_price(LOW_PRICE).await?;
        wall.pass(120);
        relayer.turns(2).await?;
        assert_eq!(stage.record(&game).await?.steps, 5);
        assert_eq!(stage.writes(&game).await?, 2);
    }
    Ok(())
}

/// The price stays high. Near the deadline the answer may cost what urgent work may.
#[tokio::test]
async fn near_the_deadline_more_is_paid() -> Result<()> {
    for place in Place::all().await? {
        let stage = Stage::set().await?;
        let wall = Wall::at(stage.network.now().await?);
        let mut relayer = Replica::start(&stage.config(&place, CAPS)?, &wall).await?;
        let Stale { game, opening } = stage.stale().await?;
        relayer.hand_in(&stage.bundle(&game)?, Sides::Black).await?;
        stage.submit(&opening).await?;
        let deadline = stage.record(&game).await?.deadline;
        stage.network.control().set_l2_gas_price(HIGH_PRICE).await?;
        for (left, steps) in [(3_000, 4), (1_000, 4), (800, 5)] {
            stage.network.control().set_time(deadline - left).await?;
            wall.set(deadline - left);
            relayer.turns(2).await?;
            assert_eq!(
                stage.record(&game).await?.steps,
                steps,
                "{left} seconds left"
            );
        }
        stage.network.control().set_l2_gas_price(LOW_PRICE).await?;
    }
    Ok(())
}
