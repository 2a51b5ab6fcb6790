//! What whole transactions cost on the local network, on both meters.

mod cells;
mod scene;

use anyhow::{Result, ensure};
use surround_tests::artifacts::Meter;

use crate::corpus::Game;
use crate::report::Call;

use scene::{Paid, Scene};

/// The name of the transaction that settles a whole game.
pub fn name_of_whole(game: &Game) -> String {
    format!("submit: {}", game.name)
}

/// Makes every call on both meters at once, about late moves of `record`, and settles `games` whole
/// in one transaction each.
///
/// # Errors
/// When a call is not accepted, or the tools of `scripts/setup` are missing.
pub fn measure(record: &Game, games: &[Game]) -> Result<Vec<Call>> {
    let runtime = tokio::runtime::Runtime::new()?;
    let (steps, sierra) = runtime.block_on(async {
        tokio::try_join!(
            play(Meter::Steps, record, games),
            play(Meter::Sierra, record, games)
        )
    })?;
    ensure!(steps.len() == sierra.len(), "the meters saw other calls");
    Ok(steps.into_iter().zip(&sierra).map(row).collect())
}

async fn play(meter: Meter, record: &Game, games: &[Game]) -> Result<Vec<Paid>> {
    let mut scene = Scene::on(meter, record).await?;
    scene.key().await?;
    scene.dispute().await?;
    scene.claim().await?;
    scene.flag().await?;
    scene.resignations().await?;
    scene.forks().await?;
    scene.whole(record).await?;
    for game in games {
        scene.whole(game).await?;
    }
    Ok(scene.paid())
}

fn row((steps, sierra): (Paid, &Paid)) -> Call {
    Call {
        strk: Call::strk(steps.l2_gas.max(sierra.l2_gas)),
        name: steps.name,
        size: steps.size,
        line: steps.line,
        step_meter_gas: steps.l2_gas,
        sierra_meter_gas: sierra.l2_gas,
        l1_data_gas: steps.l1_data_gas.max(sierra.l1_data_gas),
        new_cells: steps.new_cells.max(sierra.new_cells),
    }
}
