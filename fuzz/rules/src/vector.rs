//! A game that differs, as a game of `tests/vectors`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use surround_rules::{Game, Point, PointSet, Size, Step, bare, gtp};

use crate::case::Case;
use crate::moment::Difference;

/// Writes a list of one game and returns its path. What it expects is the verdict of the rules in
/// Rust, which need not be right: its note says what the other engine sees.
///
/// # Errors
/// When the file cannot be written.
pub fn write(folder: &Path, name: &str, case: &Case, difference: &Difference) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join(format!("{name}.json"));
    let game = vector(name, case, difference).context("a bad setup")?;
    let text = serde_json::to_string_pretty(&json!([game]))?;
    fs::write(&path, text + "\n").with_context(|| path.display().to_string())?;
    Ok(path)
}

fn vector(name: &str, case: &Case, difference: &Difference) -> Option<Value> {
    let setup = case.setup();
    let size = setup.validate().ok()?;
    let words: Vec<_> = case.steps().iter().map(|step| word(size, step)).collect();
    let dead = case.steps().iter().find_map(|step| match step {
        Step::Propose(dead) => Some(names(size, *dead)),
        _ => None,
    });
    Some(json!({
        "name": name,
        "source": "scripts/fuzz rules",
        "note": difference.to_string(),
        "size": setup.size,
        "handicap": setup.handicap,
        "komi_x2": setup.komi_x2,
        "moves": words,
        "dead": dead.unwrap_or_default(),
        "expect": verdict(case)?,
    }))
}

fn verdict(case: &Case) -> Option<Value> {
    let mut game = Game::new(case.setup()).ok()?;
    for step in case.legal_steps() {
        game.apply(step).ok()?;
    }
    let verdict = match case.refused() {
        None => bare::Verdict::Stands(bare::Stands::of(&game)),
        Some(error) => {
            let refused = bare::Refused::new(game.steps() + 1, bare::Error::Rule(error));
            bare::Verdict::Refused(refused)
        }
    };
    serde_json::to_value(verdict).ok()
}

fn word(size: Size, step: &Step) -> String {
    match step {
        // Any point off the board stands for all of them.
        Step::Play(point) if !point.is_on(size) => "T19".to_owned(),
        _ => gtp::word(size, step),
    }
}

fn names(size: Size, points: PointSet) -> Vec<String> {
    let name = |point: Point| gtp::name(size, point);
    points.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use surround_rules::Setup;

    use super::*;
    use crate::generator;

    #[test]
    fn a_vector_is_the_game_it_was_made_of() {
        for seed in 0..500 {
            let case = generator::play(&"2-5,9".parse().unwrap(), seed).unwrap();
            let vector = vector("it", &case, &Difference("none".to_owned())).unwrap();
            let game = bare::parse(&vector.to_string()).unwrap();
            let Setup { size, .. } = game.setup;
            assert_eq!(size, case.setup().size);
            let verdict = serde_json::to_value(bare::judge(&game)).unwrap();
            assert_eq!(verdict, vector["expect"], "{vector}");
        }
    }
}
