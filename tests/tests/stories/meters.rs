//! Both gas meters (protocol 5, I9): a real game and the longest games fit one transaction.
//!
//! Which meter the network puts on a transaction depends on the account's class: below Sierra 1.7 the
//! whole call is counted in Cairo steps, from 1.7 on in Sierra gas. The local network takes a class
//! file's `contract_class_version` for its Sierra version, so that what the compiler writes counts as
//! old; see [`Meter`] for how the other meter is shown.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;
use surround_rules::bare;
use surround_settlement::Status;
use surround_tests::artifacts::Meter;
use surround_tests::game::SignedGame;
use surround_tests::network::THIRD;
use surround_tests::table::Table;

/// The vectors of a file.
fn vectors(file: &str) -> Result<Vec<Value>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

/// A game of the vectors, signed at a table.
fn signed(table: &mut Table, vector: &Value) -> Result<SignedGame> {
    let bare = bare::parse(&vector.to_string())?;
    let mut terms = table.terms()?;
    (terms.size, terms.handicap, terms.komi_x2) =
        (bare.setup.size, bare.setup.handicap, bare.setup.komi_x2);
    let mut game = table.game(terms)?;
    for step in bare.steps().context("a game that no line holds")? {
        game.push(step)?;
    }
    Ok(game)
}

/// Settles a whole game and prints what it costs: the call fails beyond the network's limits, and so
/// does the client beyond the gateway's.
async fn settle(table: &mut Table, meter: Meter, vector: &Value) -> Result<()> {
    let game = signed(table, vector)?;
    let (receipt, record) = table.receipt(THIRD, game.submit()?).await?;
    assert!(matches!(record.status, Status::Pending | Status::Final));
    let verdict = record.verdict.context("a verdict")?;
    assert_eq!(verdict.outcome().to_string(), vector["expect"]["result"]);
    let (steps, gas) = (u64::from(record.steps), receipt.spent.l2_gas);
    println!(
        "{} on {meter:?}: {steps} steps, {gas} L2 gas, {} a step, {} L1 data gas",
        vector["name"],
        gas / steps,
        receipt.spent.l1_data_gas
    );
    Ok(())
}

async fn fits(meter: Meter) -> Result<()> {
    let mut table = Table::on(meter).await?;
    let real = vectors("real.json")?.into_iter().max_by_key(|game| {
        let moves = game["moves"].as_array().map_or(0, Vec::len);
        if game["size"] == 19 { moves } else { 0 }
    });
    settle(&mut table, meter, &real.context("a real game")?).await?;
    for longest in vectors("longest.json")? {
        settle(&mut table, meter, &longest).await?;
    }
    Ok(())
}

/// An older wallet: at most ten million steps, and the dearest resource sets the price.
#[tokio::test]
async fn long_games_fit_the_step_meter() -> Result<()> {
    fits(Meter::Steps).await
}

/// A newer wallet: at most 1.11e9 of Sierra gas.
#[tokio::test]
async fn long_games_fit_the_sierra_meter() -> Result<()> {
    fits(Meter::Sierra).await
}
