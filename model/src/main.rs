//! Prints what the checker saw from every start: lines, states, and which invariant failed after what.

use std::error::Error;
use std::time::Instant;

use stateright::{Checker, Model};
use surround_model::{Dispute, Referee, Scenario, Start};
use surround_rules::Colour;

/// The referees, whether the chain forgets a call, the further steps, and the stones tried at each.
const WIDE: [(Referee, bool, u8, usize); 5] = [
    (Referee::None, false, 2, 2),
    (Referee::None, true, 1, 2),
    (Referee::Silent, false, 1, 2),
    (Referee::Late, false, 1, 1),
    (Referee::Colluding, false, 1, 1),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut sound = true;
    println!(
        "{:17} {:9} {:9} {:7} {:>5} {:>5} {:>9} {:>5} {:>7} result",
        "start", "dishonest", "referee", "reorg", "steps", "lines", "states", "depth", "seconds"
    );
    for (referee, reorganisation, depth, stones) in WIDE {
        for start in Start::ALL {
            for dishonest in Colour::BOTH {
                sound &= row(Scenario {
                    start,
                    dishonest,
                    referee,
                    reorganisation,
                    depth,
                    stones,
                    windows: 3,
                    calls: 1,
                    without: None,
                })?;
            }
        }
    }
    if sound {
        Ok(())
    } else {
        Err("an invariant fails".into())
    }
}

/// Runs one scenario to its end and prints it; whether every invariant holds.
fn row(scenario: Scenario) -> Result<bool, Box<dyn Error>> {
    let begun = Instant::now();
    let dispute = Dispute::new(scenario)?;
    let lines = dispute.tree.len();
    let checker = dispute.checker().threads(2).spawn_bfs().join();
    let found = checker.discoveries();
    println!(
        "{:17} {:9} {:9} {:7} {:5} {lines:5} {:9} {:5} {:7.1} {}",
        scenario.start,
        scenario.dishonest,
        scenario.referee,
        if scenario.reorganisation {
            "one"
        } else {
            "none"
        },
        scenario.depth,
        checker.unique_state_count(),
        checker.max_depth(),
        begun.elapsed().as_secs_f32(),
        if found.is_empty() { "holds" } else { "FAILS" }
    );
    let sound = found.is_empty();
    for (name, path) in found {
        println!("  {name}: {:?}", path.into_actions());
    }
    Ok(sound)
}
