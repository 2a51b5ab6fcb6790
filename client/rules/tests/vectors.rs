//! Every game of `tests/vectors` gets exactly the verdict that its file expects.

use std::path::Path;

use serde_json::Value;
use serde_json::value::RawValue;
use surround_rules::bare;

/// Judges the games of a file, and returns how many there are.
fn check(file: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let text = std::fs::read_to_string(folder.join(file)).expect("the file can be read");
    let games: Vec<&RawValue> = serde_json::from_str(&text).expect("the file is a JSON array");
    for game in &games {
        let fields: Value = serde_json::from_str(game.get()).expect("an entry is JSON");
        let parsed = bare::parse(game.get()).expect("an entry is a bare game");
        let verdict = serde_json::to_value(bare::judge(&parsed)).expect("a verdict is JSON");
        assert_eq!(verdict, fields["expect"], "{file}: {}", fields["name"]);
    }
    games.len()
}

#[test]
fn known_rule_cases() {
    assert_eq!(check("rules.json"), 54);
}

#[test]
fn real_games() {
    assert_eq!(check("real.json"), 51);
}

#[test]
fn edges_of_the_rules() {
    assert_eq!(check("edge.json"), 294);
}

#[test]
fn longest_games() {
    assert_eq!(check("longest.json"), 16);
}
