//! Every invariant holds, in the small: the command prints the wide runs.

use stateright::{Checker, Model};
use surround_model::{Dispute, Referee, Scenario, Start};
use surround_rules::Colour;

fn assert_holds(start: Start, referee: Referee, reorganisation: bool, depth: u8) {
    for dishonest in Colour::BOTH {
        let scenario = Scenario {
            start,
            dishonest,
            referee,
            reorganisation,
            depth,
            stones: 1,
            windows: 3,
            calls: 1,
            without: None,
        };
        let checker = Dispute::new(scenario).unwrap().checker().threads(2);
        let checker = checker.spawn_bfs().join();
        checker.assert_properties();
        println!("{scenario:?}: {} states", checker.unique_state_count());
    }
}

#[test]
fn from_every_start_without_a_referee() {
    for start in Start::ALL {
        assert_holds(start, Referee::None, false, 1);
    }
}

#[test]
fn with_a_referee_who_is_late_or_colludes() {
    assert_holds(Start::OnePass, Referee::Late, false, 1);
    assert_holds(Start::OnePass, Referee::Colluding, false, 1);
    assert_holds(Start::Propose, Referee::Silent, false, 1);
}

#[test]
fn on_a_chain_that_forgets_a_call() {
    assert_holds(Start::OnePass, Referee::None, true, 2);
}
