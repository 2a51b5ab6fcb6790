//! Games as they come: bare JSON.

use surround_rules::{Game, Point, Step, bare};

use crate::failure::Failure;
use crate::files::Source;

/// A game that was read and judged.
#[derive(Clone, Debug)]
pub struct Played {
    /// Where it stands.
    pub game: Game,
    /// The stone placed last, if the last step placed one.
    pub last: Option<Point>,
}

impl Played {
    /// Plays steps from the first stone on.
    ///
    /// # Errors
    /// The first thing that is refused.
    pub fn new(setup: surround_rules::Setup, steps: &[Step]) -> Result<Self, bare::Refused> {
        let refused = |step, error| bare::Refused::new(step, error);
        let mut game = Game::new(setup).map_err(|error| refused(0, error.into()))?;
        for (step, number) in steps.iter().zip(1..) {
            game.apply(step)
                .map_err(|error| refused(number, error.into()))?;
        }
        let last = match steps.last() {
            Some(Step::Play(point)) => Some(*point),
            _ => None,
        };
        Ok(Self { game, last })
    }
}

/// Reads a game and plays it.
///
/// # Errors
/// [`Failure`] when the source cannot be read, holds no game, or the game breaks a rule.
pub fn load(source: &Source) -> Result<Played, Failure> {
    let text = source.text()?;
    let game = bare::parse(&text).map_err(|error| Failure::malformed(source, error))?;
    let illegal = |refused| Failure::Illegal {
        place: source.clone(),
        refused,
    };
    if let bare::Verdict::Refused(refused) = bare::judge(&game) {
        return Err(illegal(refused));
    }
    // A game that stands has no point that a step cannot name.
    Played::new(game.setup, &game.steps().unwrap_or_default()).map_err(illegal)
}
