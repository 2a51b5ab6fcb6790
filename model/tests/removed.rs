//! The check can fail: each protection that is taken away is noticed, by the invariant it serves.

use std::collections::BTreeSet;

use stateright::{Checker, HasDiscoveries, Model};
use surround_model::invariants::{
    ADVICE, BOUNDED, CONSENT, COUNT, FLAG_HOLDS, I1, I2, I3, I4, I5_DEADLINE, I5_FORK, I6, I10,
    LATE, NEVER_FORFEITED, ONCHAIN, RANKED, RESIGNATION_HOLDS, properties,
};
use surround_model::pairs::{NEVER_BACK, OPENABLE};
use surround_model::{Dispute, Pairs, Referee, Scenario, Start, Without};
use surround_rules::Colour::{self, Black, White};

/// From where, against whom and how deep to look for a protection's absence, and what is found.
type Case = (Without, Start, Colour, Referee, u8, &'static [&'static str]);

const CASES: [Case; 21] = [
    (
        Without::StepOfEach,
        Start::Empty,
        Black,
        Referee::None,
        2,
        &[CONSENT],
    ),
    (
        Without::RankedStatement,
        Start::OnePass,
        Black,
        Referee::Silent,
        1,
        &[RANKED],
    ),
    (
        Without::StoredLine,
        Start::Propose,
        Black,
        Referee::None,
        1,
        &[I2],
    ),
    (
        Without::Blocks,
        Start::OnePass,
        Black,
        Referee::None,
        1,
        &[I5_DEADLINE],
    ),
    (
        Without::LastSecond,
        Start::OnePass,
        White,
        Referee::None,
        1,
        &[I3, I6],
    ),
    (
        Without::Final,
        Start::OnePass,
        White,
        Referee::None,
        1,
        &[I1],
    ),
    (
        Without::ScoreWindow,
        Start::Propose,
        Black,
        Referee::None,
        3,
        &[I4],
    ),
    (
        Without::FlagWindow,
        Start::Propose,
        White,
        Referee::Colluding,
        1,
        &[I4],
    ),
    (
        Without::FlagVoiding,
        Start::Propose,
        Black,
        Referee::Colluding,
        1,
        &[I4],
    ),
    (
        Without::FlagBehind,
        Start::OnePass,
        Black,
        Referee::Late,
        1,
        &[FLAG_HOLDS, ADVICE],
    ),
    (
        Without::LateResignation,
        Start::Propose,
        Black,
        Referee::None,
        2,
        &[RESIGNATION_HOLDS],
    ),
    (
        Without::MissedDeadline,
        Start::OnePass,
        Black,
        Referee::None,
        1,
        &[LATE],
    ),
    (
        Without::ShortResignation,
        Start::Propose,
        Black,
        Referee::Late,
        1,
        &[COUNT],
    ),
    (
        Without::ShortFork,
        Start::Propose,
        Black,
        Referee::Late,
        1,
        &[COUNT],
    ),
    (
        Without::Lengthening,
        Start::Propose,
        Black,
        Referee::Late,
        1,
        &[COUNT],
    ),
    (
        Without::LongerBranch,
        Start::Respond,
        Black,
        Referee::Late,
        1,
        &[COUNT],
    ),
    (
        Without::Precedence,
        Start::OnePass,
        Black,
        Referee::Late,
        1,
        &[I10, BOUNDED],
    ),
    (
        Without::OnchainByCall,
        Start::OnePass,
        Black,
        Referee::None,
        1,
        &[ONCHAIN],
    ),
    (
        Without::StoredAuthor,
        Start::OnePass,
        Black,
        Referee::None,
        2,
        &[I5_FORK],
    ),
    (
        Without::Guard,
        Start::OnePass,
        White,
        Referee::None,
        1,
        &[I5_FORK],
    ),
    (
        Without::GuardByHead,
        Start::OnePass,
        Black,
        Referee::None,
        2,
        &[NEVER_FORFEITED],
    ),
];

/// The same for the life of a key, where nothing is found when nothing is missing.
const PAIRS: [(Option<Without>, &[&str]); 4] = [
    (None, &[]),
    (Some(Without::NeverBack), &[NEVER_BACK]),
    (Some(Without::SlowRevocation), &[OPENABLE]),
    (Some(Without::FirstStep), &[OPENABLE]),
];

#[test]
fn every_protection_that_is_missing_is_noticed() {
    for (without, start, dishonest, referee, depth, expected) in CASES {
        let scenario = Scenario {
            start,
            dishonest,
            referee,
            reorganisation: matches!(without, Without::StoredAuthor | Without::GuardByHead),
            depth,
            stones: 1,
            windows: 2,
            calls: 1,
            without: Some(without),
        };
        let wanted = expected.iter().copied().collect();
        let checker = Dispute::new(scenario).unwrap().checker();
        let checker = checker.finish_when(HasDiscoveries::AllOf(wanted));
        let checker = checker.target_state_count(600_000).spawn_bfs().join();
        for name in expected {
            let Some(path) = checker.discovery(name) else {
                panic!("{without:?}: {name} still holds");
            };
            println!("{without:?}: {name} fails after {:?}", path.into_actions());
        }
    }
}

#[test]
fn the_life_of_a_key_is_noticed_too() {
    for (without, expected) in PAIRS {
        let checker = Pairs { without }.checker().spawn_bfs().join();
        let found: Vec<_> = checker.discoveries().into_keys().collect();
        assert_eq!(found, expected, "{without:?}");
    }
}

#[test]
fn every_protection_and_every_invariant_is_tried() {
    let pairs = PAIRS.iter().filter_map(|case| case.0);
    let protections: BTreeSet<_> = CASES.iter().map(|case| case.0).chain(pairs).collect();
    assert_eq!(protections, Without::ALL.into_iter().collect());
    let found: BTreeSet<_> = CASES.iter().flat_map(|case| case.5).copied().collect();
    let all: BTreeSet<_> = properties().iter().map(|property| property.name).collect();
    assert_eq!(found, all);
}
