//! `surround score`: what a position is worth, with and without dead stones.

use serde::Serialize;
use surround_rules::{Colour, PointSet, Score, score};

use crate::chains;
use crate::drawing::{Picture, legend};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::games::{self, Played};
use crate::half_points;
use crate::margin::Margin;
use crate::screen::{Ink, Report, Screen};

/// Which game, and which stones are dead.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The game: a transcript, an SGF record or a bare game; `-` for standard input.
    #[arg(value_name = "FILE")]
    game: Source,

    /// Count these chains as dead, each named by one stone, instead of those of the game.
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    dead: Option<Vec<String>>,
}

/// Counts the position that the game reached, whether it has ended or not.
///
/// # Errors
/// [`Failure`] when the game cannot be read or breaks a rule, or a dead chain is no chain.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let played = games::load(&args.game)?;
    let board = played.game.board();
    let dead = match &args.dead {
        Some(points) => chains::named(board, points)?,
        None => played.game.dead(),
    };
    screen.show(&Counted::of(&played, dead))?;
    Ok(Exit::Ok)
}

/// A position and its count.
#[derive(Serialize)]
struct Counted<'a> {
    /// Whether the game has ended, so that this is its result if the dead stones are its own.
    ended: bool,
    #[serde(flatten)]
    margin: Margin,
    #[serde(flatten)]
    score: Score,
    dead: Vec<String>,
    captured_by_black: u16,
    captured_by_white: u16,
    #[serde(skip)]
    stones: PointSet,
    #[serde(skip)]
    played: &'a Played,
}

impl<'a> Counted<'a> {
    fn of(played: &'a Played, dead: PointSet) -> Self {
        let (game, board) = (&played.game, played.game.board());
        Self {
            ended: game.ending().is_some(),
            margin: Margin::of(board, dead, game.setup()),
            score: score::area(board, dead, game.setup()),
            dead: chains::names(board, dead),
            captured_by_black: game.captured_by(Colour::Black),
            captured_by_white: game.captured_by(Colour::White),
            stones: dead,
            played,
        }
    }
}

impl Report for Counted<'_> {
    fn text(&self, ink: Ink) -> String {
        let picture = Picture {
            board: self.played.game.board(),
            dead: self.stones,
            last: self.played.last,
        };
        let mut text = picture.draw(ink) + legend(self.stones) + "\n";
        if !self.ended {
            text.push_str("the game goes on; counted as if it ended here\n");
        }
        text.push_str(&format!(
            "captured: {} by Black, {} by White\n",
            self.captured_by_black, self.captured_by_white
        ));
        text.push_str(&format!(
            "Black {}: area {}\nWhite {}: area {}, komi and handicap {}\nneutral points: {}\n",
            half_points::text(self.score.black_x2),
            self.score.black_area,
            half_points::text(self.score.white_x2),
            self.score.white_area,
            half_points::text(
                self.score
                    .white_x2
                    .saturating_sub(2 * self.score.white_area)
            ),
            self.score.neutral
        ));
        if self.dead.is_empty() {
            text.push_str(&format!(
                "result: {}, every stone alive\n",
                self.margin.all_alive
            ));
        } else {
            text.push_str(&format!(
                "result: {} with {} dead, {} with every stone alive\n",
                self.margin.with_dead,
                self.dead.join(" "),
                self.margin.all_alive
            ));
        }
        if let Some(warning) = self.margin.warning() {
            text.push_str(&format!(
                "{}\n",
                ink.warning(&format!("warning: {warning}"))
            ));
        }
        text
    }
}
