//! The verdict on a bare game.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::BareGame;
use super::read::Entry;
use crate::colour::Colour;
use crate::game::Game;
use crate::points::PointSet;
use crate::setup::SetupError;
use crate::step::{Ending, Phase, RuleError, Step};

/// What the rules say about a game: the answer of `surround replay --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Verdict {
    /// Every step is legal.
    Stands(Stands),
    /// The setup or a step is refused.
    Refused(Refused),
}

/// A legal game, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stands {
    /// True.
    pub ok: bool,
    /// The number of steps.
    pub steps: u16,
    /// The phase.
    pub phase: Phase,
    /// Who is due; null once the game ended.
    pub due: Option<Colour>,
    /// How the game ended; null before.
    pub ending: Option<Ending>,
    /// The result, such as `W+7`; null before the end, as are the scores and what follows.
    pub result: Option<String>,
    /// Black's score in half points.
    pub black_x2: Option<u16>,
    /// White's score in half points, komi and handicap compensation included.
    pub white_x2: Option<u16>,
    /// Points that count for nobody.
    pub neutral: Option<u16>,
    /// Stones taken by Black's moves; null where only a contract was asked.
    pub captured_by_black: Option<u16>,
    /// Stones taken by White's moves; null where only a contract was asked.
    pub captured_by_white: Option<u16>,
    /// Black minus White by territory and prisoners, in half points before komi; null before the
    /// end, and where only a contract was asked.
    pub equivalence_margin_x2: Option<i32>,
}

/// The first thing that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// False.
    pub ok: bool,
    /// The number of the entry of `moves`, from 1; 0 for the setup.
    pub step: u16,
    /// Why.
    pub error: Error,
}

impl Refused {
    /// A refusal of a step, or of the setup as step 0.
    #[must_use]
    pub const fn new(step: u16, error: Error) -> Self {
        Self {
            ok: false,
            step,
            error,
        }
    }
}

/// Why a setup or a step is refused, written as its name in protocol 3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(untagged)]
pub enum Error {
    /// Size, handicap or komi.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A step.
    #[error(transparent)]
    Rule(#[from] RuleError),
}

/// Judges a game from its first step to its last, or to the first that is refused.
#[must_use]
pub fn judge(game: &BareGame) -> Verdict {
    match game.replay() {
        Ok(game) => Verdict::Stands(Stands::of(&game)),
        Err(refused) => Verdict::Refused(refused),
    }
}

impl Stands {
    /// Where a game stands.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let score = game.score();
        Self {
            ok: true,
            steps: game.steps(),
            phase: game.phase(),
            due: game.due(),
            ending: game.ending(),
            result: score.map(|score| score.outcome().to_string()),
            black_x2: score.map(|score| score.black_x2),
            white_x2: score.map(|score| score.white_x2),
            neutral: score.map(|score| score.neutral),
            captured_by_black: Some(game.captured_by(Colour::Black)),
            captured_by_white: Some(game.captured_by(Colour::White)),
            equivalence_margin_x2: game.equivalence_margin_x2(),
        }
    }
}

impl BareGame {
    fn replay(&self) -> Result<Game, Refused> {
        let mut game =
            Game::new(self.setup).map_err(|error| Refused::new(0, Error::Setup(error)))?;
        let size = game.board().size();
        for (entry, number) in self.moves.iter().zip(1..) {
            let applied = match self.step(*entry, size) {
                Some(step) => game.apply(&step),
                None => Err(off_board(&game, *entry)),
            };
            applied.map_err(|error| Refused::new(number, Error::Rule(error)))?;
        }
        Ok(game)
    }
}

/// Why an entry with a point off the board is refused: `out_of_range`, unless the phase has no such
/// step, which is judged first. A pass and an empty set are always legal where the phase has them.
fn off_board(game: &Game, entry: Entry) -> RuleError {
    let step = match entry {
        Entry::Propose => Step::Propose(PointSet::EMPTY),
        _ => Step::Pass,
    };
    game.legal(&step).err().unwrap_or(RuleError::OutOfRange)
}
