//! The games that are replayed.

use std::fs;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use surround_rules::{Setup, Step, bare};
use surround_tests::artifacts::workspace;
use surround_tests::kifu::{self, Kifu};

/// Games played by people and programs.
const REAL: &str = "tests/vectors/real.json";

/// Where a game comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Played by people or programs.
    Real,
    /// As long as a legal game can be.
    Longest,
    /// Made to be as dear as possible for each move.
    Adversarial,
}

/// A legal game.
#[derive(Debug, Clone)]
pub struct Game {
    /// Unique among all games.
    pub name: String,
    /// Where it comes from.
    pub kind: Kind,
    /// Board, handicap and komi.
    pub setup: Setup,
    /// Every step of it.
    pub steps: Vec<Step>,
}

impl Game {
    /// The number of stones and passes.
    pub fn moves(&self) -> u16 {
        let moves = self.steps.iter().filter(|step| is_move(step)).count();
        moves.try_into().unwrap_or(u16::MAX)
    }
}

fn is_move(step: &Step) -> bool {
    matches!(step, Step::Play(_) | Step::Pass)
}

impl From<Kifu> for Game {
    fn from(kifu: Kifu) -> Self {
        Self {
            setup: kifu.setup(),
            kind: match kifu.kind {
                kifu::Kind::Longest => Kind::Longest,
                kifu::Kind::Adversarial => Kind::Adversarial,
            },
            name: kifu.name,
            steps: kifu.steps,
        }
    }
}

/// All games: the real ones, then the longest and the adversarial ones.
///
/// # Errors
/// When the real games cannot be read.
pub fn games() -> Result<Vec<Game>> {
    let path = workspace().join(REAL);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let vectors: Vec<Value> = serde_json::from_str(&text)?;
    let real = vectors.iter().map(real);
    let made = kifu::dearest().into_iter().map(|kifu| Ok(kifu.into()));
    real.chain(made).collect()
}

fn real(vector: &Value) -> Result<Game> {
    let name = vector["name"].as_str().context("a game without a name")?;
    let bare = bare::parse(&vector.to_string()).with_context(|| name.to_owned())?;
    Ok(Game {
        name: name.to_owned(),
        kind: Kind::Real,
        setup: bare.setup,
        steps: bare
            .steps()
            .with_context(|| format!("no line holds {name}"))?,
    })
}
