//! The price of gas above the operator's cap, and back.

use anyhow::Result;
use surround_relayer::journal::Stage as Standing;
use surround_tests::place::Place;

use crate::scene::Scene;
use crate::stage::LOW_PRICE;

/// At this price the answer may cost some 7 STRK.
const HIGH_PRICE: u64 = 1_000 * LOW_PRICE;
/// At the low price it stays below both caps, at the high price between them.
const CAPS: &str = "[fees]\nper_transaction = '1'\nurgent = '50'\n";

/// Above the cap the answer waits, and says for what; when the price is back it is sent.
#[tokio::test]
async fn the_price_of_gas_rises_above_the_cap_and_comes_back() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, CAPS).await?;
        scene.open().await?;
        scene.set_price(HIGH_PRICE).await?;
        scene.relayer.turns(2).await?;
        let held = scene.job().await?;
        assert_eq!(held.stage, Standing::Queued);
        let reason = held.problem.expect("a reason");
        assert!(reason.contains("one transaction may cost 1"), "{reason}");
        assert_eq!(scene.steps().await?, 4);

        scene.set_price(LOW_PRICE).await?;
        scene.wall.pass(120);
        scene.relayer.turns(2).await?;
        assert_eq!(scene.steps().await?, 5);
        assert_eq!(scene.writes().await?, 2);
    }
    Ok(())
}

/// The price stays high. Near the deadline the answer may cost what urgent work may.
#[tokio::test]
async fn near_the_deadline_more_is_paid() -> Result<()> {
    for place in Place::all().await? {
        let mut scene = Scene::set(&place, CAPS).await?;
        scene.open().await?;
        let deadline = scene.stage.record(&scene.game).await?.deadline;
        scene.set_price(HIGH_PRICE).await?;
        for (left, steps) in [(3_000, 4), (1_000, 4), (800, 5)] {
            scene.set_time(deadline - left).await?;
            scene.relayer.turns(2).await?;
            assert_eq!(scene.steps().await?, steps, "{left} seconds left");
        }
        scene.set_price(LOW_PRICE).await?;
    }
    Ok(())
}
