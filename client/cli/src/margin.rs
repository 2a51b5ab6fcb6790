//! What a set of dead stones is worth: the result with it and without it (protocol 4).

use serde::Serialize;
use surround_channel::transcript::Verified;
use surround_rules::{Board, Outcome, PointSet, Setup, Step, Winner, score};

use crate::drawing::{Picture, legend};
use crate::failure::Failure;
use crate::screen::{Ink, Screen};

/// The result of one position, counted twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Margin {
    /// The result with every stone alive.
    pub all_alive: String,
    /// The result with the marked stones dead.
    pub with_dead: String,
    /// Whether the two name different winners.
    pub winner_flips: bool,
    #[serde(skip)]
    winner: Winner,
}

impl Margin {
    /// Counts the board with and without the dead stones.
    #[must_use]
    pub fn of(board: &Board, dead: PointSet, setup: &Setup) -> Self {
        let count = |dead| -> Outcome { score::area(board, dead, setup).outcome() };
        let (alive, marked) = (count(PointSet::EMPTY), count(dead));
        Self {
            all_alive: alive.to_string(),
            with_dead: marked.to_string(),
            winner_flips: alive.winner() != marked.winner(),
            winner: marked.winner(),
        }
    }

    /// The warning that is due when the dead stones decide who wins.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let wins = match self.winner {
            Winner::Draw => "nobody wins".to_owned(),
            winner => format!(
                "{} wins",
                if winner == Winner::Black {
                    "Black"
                } else {
                    "White"
                }
            ),
        };
        self.winner_flips.then(|| {
            format!(
                "the dead stones decide the game: {} with every stone alive, {} with them dead, \
                 so {wins} only if they are",
                self.all_alive, self.with_dead
            )
        })
    }
}

/// Shows what the dead stones are worth before a proposal or an acceptance is signed, and refuses
/// to go on where they decide who wins, unless the player has said `yes`. Other steps have no
/// margin.
///
/// # Errors
/// [`Failure::WinnerFlips`].
pub fn confirm(
    game: &Verified,
    step: &Step,
    yes: bool,
    screen: &Screen,
) -> Result<Option<Margin>, Failure> {
    let dead = match step {
        Step::Propose(dead) => *dead,
        Step::Accept => game.game().dead(),
        _ => return Ok(None),
    };
    let board = game.game().board();
    let margin = Margin::of(board, dead, game.game().setup());
    let picture = Picture {
        board,
        dead,
        last: None,
    };
    screen.note(&format!("{}{}", picture.draw(Ink::Plain), legend(dead)));
    screen.note(&format!(
        "{} with the dead stones, {} with every stone alive",
        margin.with_dead, margin.all_alive
    ));
    match margin.warning() {
        Some(warning) if !yes => return Err(Failure::WinnerFlips { warning }),
        Some(warning) => screen.warn(&warning),
        None => {}
    }
    Ok(Some(margin))
}
