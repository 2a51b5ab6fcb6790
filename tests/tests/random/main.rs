//! The contract and its model in memory under random calls: valid, invalid, spoiled and undecodable
//! ones, by both players and a third account, about several channels on boards from 2x2 to 9x9, on a
//! clock that stops at every boundary.
//!
//! After each call the two are compared: accepted, or the name of the refusal; the event; the views
//! of every channel and, after a call about keys, of every key. A walk starts from a seed of its own each time. A difference is
//! told with the seed, the number of the call, and the fewest calls that were found to lead to it.
//!
//! ```sh
//! SURROUND_SEED=7 cargo test -p surround-tests --test random      # the same walk again
//! SURROUND_CALLS=20000 cargo test -p surround-tests --test random # a longer walk
//! ```

mod channel;
mod dice;
mod shrink;
mod spoil;
mod turn;
mod walk;

use std::str::FromStr;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use surround_channel::policy::Limits;
use surround_settlement::Refusal;
use surround_tests::network::referee;
use surround_tests::table::Table;

use crate::turn::Deed;
use crate::walk::{LONG, Walk};

/// Names the seed of a walk to be walked again.
const SEED: &str = "SURROUND_SEED";
/// Names the number of calls.
const CALLS: &str = "SURROUND_CALLS";
/// Calls in a walk: most of a minute's.
const FEW: usize = 300;

/// Short windows, so that the clock need not go far.
fn limits() -> Limits {
    Limits {
        min_seconds: 100,
        max_seconds: 1_000,
        min_blocks: 2,
        max_blocks: 10,
        revocation_delay: LONG - 1_000,
        referees: vec![referee().public()],
        rated_komi: channel::RATED.to_vec(),
    }
}

fn variable<T: FromStr>(name: &str) -> Result<Option<T>> {
    let Ok(text) = std::env::var(name) else {
        return Ok(None);
    };
    let number = text.parse().ok();
    number
        .map(Some)
        .with_context(|| format!("{name} is no number"))
}

#[tokio::test]
async fn the_contract_does_what_its_model_says() -> Result<()> {
    let seed = match variable(SEED)? {
        Some(seed) => seed,
        None => SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64,
    };
    let calls = variable(CALLS)?.unwrap_or(FEW);
    let table = Table::with_limits(limits()).await?;
    match Walk::new(table, seed).await?.take(calls).await? {
        Ok(seen) => println!("{SEED}={seed}, {calls} calls: {seen:#?}"),
        Err(mismatch) => bail!("{SEED}={seed}, {mismatch}"),
    }
    Ok(())
}

/// A model that is wrong in one number is found out, and told by the one call that shows it.
#[tokio::test]
async fn a_wrong_model_is_found_out() -> Result<()> {
    // Games have windows of 2 or of 5 blocks.
    let wrong = Limits {
        max_blocks: 4,
        ..limits()
    };
    let table = Table::against(limits(), wrong).await?;
    let Err(mismatch) = Walk::new(table, 1).await?.take(FEW).await? else {
        bail!("not found");
    };
    let [turn] = mismatch.turns.as_slice() else {
        bail!("{mismatch}");
    };
    assert!(matches!(turn.deed, Deed::Act(_)), "{mismatch}");
    let told = mismatch.to_string();
    assert!(told.contains(Refusal::BadTurnBlocks.as_str()), "{told}");
    Ok(())
}
