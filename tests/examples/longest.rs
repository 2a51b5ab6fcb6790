//! Prints `tests/vectors/longest.json`: the longest games of [`surround_tests::kifu`].

use anyhow::Result;
use surround_rules::{Size, Step, bare, gtp};
use surround_tests::kifu::{self, Kifu, Kind};

fn main() -> Result<()> {
    let games = kifu::dearest();
    let longest = games.iter().filter(|kifu| kifu.kind == Kind::Longest);
    let entries: Result<Vec<_>> = longest.map(entry).collect();
    println!("[\n{}\n]", entries?.join(",\n"));
    Ok(())
}

/// A vector, with the verdict of the rules engine.
fn entry(kifu: &Kifu) -> Result<String> {
    let size = Size::new(kifu.size)?;
    let moves: Vec<_> = kifu
        .steps
        .iter()
        .map(|step| gtp::word(size, step))
        .collect();
    let dead: Vec<_> = kifu
        .steps
        .iter()
        .flat_map(|step| match step {
            Step::Propose(dead) => dead.iter().map(|stone| gtp::name(size, stone)).collect(),
            _ => Vec::new(),
        })
        .collect();
    let game = serde_json::json!({
        "size": kifu.size, "handicap": kifu.handicap, "komi_x2": kifu.komi_x2,
        "moves": moves, "dead": dead,
    });
    let verdict = bare::judge(&bare::parse(&game.to_string())?);
    let fields = [
        ("name", serde_json::to_string(&kifu.name)?),
        ("source", "\"made by surround_tests::kifu\"".to_owned()),
        ("size", kifu.size.to_string()),
        ("handicap", kifu.handicap.to_string()),
        ("komi_x2", kifu.komi_x2.to_string()),
        ("moves", serde_json::to_string(&moves)?),
        ("dead", serde_json::to_string(&dead)?),
        ("expect", serde_json::to_string(&verdict)?),
    ];
    let lines = fields.map(|(key, value)| format!("    \"{key}\": {value}"));
    Ok(format!("  {{\n{}\n  }}", lines.join(",\n")))
}
