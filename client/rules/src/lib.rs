//! The rules of Go as Surround plays it: no input or output, no network, no clock.
//!
//! # The rules
//!
//! The number of a rule is cited where the rule is implemented. They restate section 1 of the
//! protocol, which is normative.
//!
//! 1. The board is a square grid of 2 to 19 points a side. Each point is empty, black or white.
//! 2. The board is empty at the start and Black moves first. On sizes 9, 13 and 19 Black can have
//!    2 to 9 handicap stones on fixed points; then White moves first. Moves alternate.
//! 3. Stones of one colour that are connected along the lines form a chain. Its liberties are the
//!    empty points next to it.
//! 4. A move is a pass or a stone on an empty point.
//! 5. After a stone is placed, opposing chains without a liberty are taken off the board.
//! 6. Then the chain of the stone must have a liberty: suicide is illegal.
//! 7. Then the board must differ from every earlier position of the game, the start included,
//!    whoever is to move: positional superko. A pass makes no position and is always legal in play.
//! 8. After two passes in a row, who passed first proposes which chains are dead, whole chains
//!    only, or resumes. The other accepts, which ends the game, or resumes.
//! 9. Play can be resumed once. The proposer moves next, on the same board and with the same
//!    history. Two passes in a row then end the game and every stone is alive.
//! 10. The game also ends, every stone alive, with the move that makes three times as many moves as
//!     the board has points, or twice as many since the resumption.
//! 11. Dead stones are taken off. A player's area is its stones and the empty regions that border
//!     on stones of its colour alone.
//! 12. White adds komi and a point for each handicap stone after the first. The higher score wins;
//!     equal scores are a draw.
//! 13. Counting territory and prisoners instead, with a stone handed over for every pass and White
//!     making the last move, gives the same difference.
//!
//! # Example
//!
//! ```
//! use surround_rules::{Game, PointSet, Setup, Step, gtp};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut game = Game::new(Setup { size: 9, handicap: 0, komi_x2: 14 })?;
//! let stone = gtp::point(game.board().size(), "E5")?;
//! let steps =
//!     [Step::Play(stone), Step::Pass, Step::Pass, Step::Propose(PointSet::EMPTY), Step::Accept];
//! for step in steps {
//!     game.apply(&step)?;
//! }
//! let score = game.score().ok_or("the game ended")?;
//! assert_eq!(score.outcome().to_string(), "B+74");
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod bare;
pub mod board;
pub mod colour;
mod equivalence;
pub mod game;
pub mod gtp;
pub mod outcome;
pub mod points;
pub mod score;
pub mod setup;
pub mod sgf;
pub mod step;
mod superko;

pub use board::Board;
pub use colour::Colour;
pub use game::Game;
pub use outcome::{Outcome, Winner};
pub use points::{Point, PointSet};
pub use score::Score;
pub use setup::{Setup, SetupError, Size};
pub use step::{Ending, Phase, RuleError, Step};
