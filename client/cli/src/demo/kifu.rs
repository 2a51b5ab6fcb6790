//! The real games that the stories play, from the project's test vectors.

use serde_json::Value;
use surround_rules::{Setup, Step, bare};

use crate::failure::Failure;

const PLACE: &str = "tests/vectors/real.json";
const GAMES: &str = include_str!("../../../../tests/vectors/real.json");

/// A game record: how it was set up, and its steps to the end.
#[derive(Clone, Debug)]
pub struct Kifu {
    /// Size, handicap and komi of the record.
    pub setup: Setup,
    /// All steps.
    pub steps: Vec<Step>,
}

impl Kifu {
    /// The record of this name.
    ///
    /// # Errors
    /// [`Failure::Malformed`] if there is none.
    pub fn named(name: &str) -> Result<Self, Failure> {
        let bad = |reason: String| Failure::Malformed {
            place: PLACE.to_owned(),
            reason,
        };
        let games: Vec<Value> = serde_json::from_str(GAMES).map_err(|e| bad(e.to_string()))?;
        let game = games.iter().find(|game| game["name"] == name);
        let game = game.ok_or_else(|| bad(format!("no game {name}")))?;
        let game = bare::parse(&game.to_string()).map_err(|error| bad(error.to_string()))?;
        let steps = game
            .steps()
            .ok_or_else(|| bad(format!("{name} leaves the board")))?;
        Ok(Self {
            setup: game.setup,
            steps,
        })
    }

    /// The same steps with another komi, in half points.
    #[must_use]
    pub const fn with_komi_x2(mut self, komi_x2: u16) -> Self {
        self.setup.komi_x2 = komi_x2;
        self
    }

    /// The steps from number `first` to number `last`, from 1; fewer if the game is shorter.
    #[must_use]
    pub fn steps(&self, first: usize, last: usize) -> &[Step] {
        let last = last.min(self.steps.len());
        self.steps
            .get(first.saturating_sub(1)..last)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use surround_rules::Game;

    #[test]
    fn steps_are_counted_from_one_and_end_with_the_game() {
        let kifu = Kifu::named("real-49-kisei27_g1").unwrap();
        let mut game = Game::new(kifu.setup).unwrap();
        for step in kifu.steps(1, 2).iter().chain(kifu.steps(3, usize::MAX)) {
            game.apply(step).unwrap();
        }
        let score = game.score().unwrap();
        assert_eq!(score.outcome().to_string(), "W+6.5");
        assert!(kifu.steps(288, 300).is_empty());
    }

    #[test]
    fn an_unknown_game_is_named() {
        let error = Kifu::named("real-0").unwrap_err();
        assert_eq!(error.to_string(), "tests/vectors/real.json: no game real-0");
    }
}
