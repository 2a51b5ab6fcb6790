use crate::report::tests::replay;

use super::*;

fn games() -> Vec<Replay> {
    vec![
        replay("short", Kind::Real, 9, 50, 4_000_000),
        replay("a", Kind::Real, 19, 200, 8_000_000),
        replay("b", Kind::Real, 19, 300, 15_000_000),
        replay("storm", Kind::Longest, 19, 1_000, 92_000_000),
    ]
}

#[test]
fn real_games_are_averaged_by_size_and_the_dearest_named() {
    let text = real(&games());
    let rows: Vec<_> = text.lines().skip(2).collect();
    assert_eq!(
        rows,
        [
            "| 2 on 19x19 | 500 | 46,000 | 460 | 0 | 23.0 | 0.4 | 2.0 | 46,000, steps |",
            "| 1 on 9x9 | 50 | 80,000 | 800 | 2 | 40.0 | 2.0 | 2.0 | 80,200, steps |",
            "| dearest on 19x19: b | 300 | 50,000 | 500 | 0 | 25.0 | 0.3 | 2.0 | 50,000, steps |",
            "| dearest on 9x9: short | 50 | 80,000 | 800 | 2 | 40.0 | 2.0 | 2.0 | 80,200, steps |",
        ]
    );
}

#[test]
fn long_games_are_compared_with_a_real_move_and_the_limits() {
    let text = longest(&games());
    let row = "| storm | 19x19 | 1,000 | 92.0M | 92,000 | 2.0 | 184.0M | 16.6% | 920,000 | 920 \
               | 9.2% | 92.0M, steps |";
    assert_eq!(text.lines().skip(2).collect::<Vec<_>>(), [row]);
}

#[test]
fn smaller_boards_show_the_dearest_adversarial_game_on_either_meter() {
    let mut games = games();
    for (name, size, gas) in [
        ("large", 19, 5_000_000),
        ("largest", 19, 9_000_000),
        ("cheap", 9, 5_000_000),
        ("dear", 9, 9_000_000),
    ] {
        games.push(replay(name, Kind::Adversarial, size, 50, gas));
    }
    let names = |games: &[Replay], size| -> Vec<_> {
        let chosen = adversarial(games, size).into_iter();
        chosen.map(|game| game.name.clone()).collect()
    };
    assert_eq!(names(&games, 19), ["large", "largest"]);
    assert_eq!(names(&games, 9), ["dear"]);
    games[6].bitwise = 10_000;
    assert_eq!(names(&games, 9), ["dear", "cheap"]);
}

#[test]
fn calls_and_class_have_a_row_each() {
    let call = Call {
        name: "flag".to_owned(),
        size: 19,
        line: 250,
        step_meter_gas: 13_300_000,
        sierra_meter_gas: 5_000_000,
        l1_data_gas: 320,
        new_cells: 2,
        strk: 0.1064,
    };
    let key = Call {
        name: "register_key".to_owned(),
        size: 0,
        line: 0,
        ..call.clone()
    };
    let text = calls(&[call, key]);
    assert!(text.contains("| flag | 250 on 19x19 | 13.3M | 5.00M | 320 | 2 | 0.1064 |"));
    assert!(text.contains("| register_key |  | 13.3M |"));
    let text = class(Class {
        sierra_felts: 40_960,
        casm_felts: 20_480,
        limit_felts: 81_920,
    });
    assert!(text.contains("| bytecode | 20,480 | 25.0% |"), "{text}");
}
