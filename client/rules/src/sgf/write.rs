//! From a game to a record, FF 4 in UTF-8.

use std::fmt::Write;

use thiserror::Error;

use super::Record;
use crate::colour::Colour;
use crate::game::Game;
use crate::gtp;
use crate::points::{Point, PointSet};
use crate::setup::{SetupError, Size};
use crate::step::{Ending, RuleError, Step};

/// Why there is no record to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// The setup is not allowed.
    #[error("not a Surround game: {0}")]
    Setup(#[from] SetupError),
    /// A step is illegal.
    #[error("step {number}: {error}")]
    Step {
        /// The number of the step, from 1.
        number: usize,
        /// Why.
        error: RuleError,
    },
}

/// Writes a game. The root comment tells the stones that each side took by moves, and the dead
/// stones that were agreed. The result is the recorded one, else the score of an ended game.
///
/// # Errors
/// A [`WriteError`] if the steps are not those of a legal game.
pub fn write(record: &Record) -> Result<String, WriteError> {
    let mut game = Game::new(record.setup)?;
    let size = game.board().size();
    let mut nodes = String::new();
    let mut resumed = false;
    for (step, number) in record.steps.iter().zip(1..) {
        let due = game.due();
        game.apply(step)
            .map_err(|error| WriteError::Step { number, error })?;
        let value = match step {
            Step::Play(point) => sgf_point(size, *point),
            Step::Pass => String::new(),
            Step::Propose(_) | Step::Accept => continue,
            Step::Resume => {
                resumed = true;
                continue;
            }
        };
        nodes.push_str("\n;");
        property(
            &mut nodes,
            &due.unwrap_or(Colour::Black).letter().to_string(),
            &value,
        );
        if std::mem::take(&mut resumed) {
            property(&mut nodes, "C", "Play was resumed.");
        }
    }
    Ok(format!("(;{}{nodes})\n", root(record, &game)?))
}

fn root(record: &Record, game: &Game) -> Result<String, SetupError> {
    let mut root = String::from("GM[1]FF[4]CA[UTF-8]");
    let setup = game.setup();
    property(
        &mut root,
        "AP",
        concat!("Surround:", env!("CARGO_PKG_VERSION")),
    );
    property(&mut root, "SZ", &setup.size.to_string());
    let komi = format!(
        "{}{}",
        setup.komi_x2 / 2,
        if setup.komi_x2 % 2 == 1 { ".5" } else { "" }
    );
    property(&mut root, "KM", &komi);
    if setup.handicap > 0 {
        property(&mut root, "HA", &setup.handicap.to_string());
        root.push_str("AB");
        for stone in setup.handicap_stones()?.iter() {
            property(&mut root, "", &sgf_point(game.board().size(), stone));
        }
    }
    for (name, player) in [("PB", &record.black), ("PW", &record.white)] {
        if let Some(player) = player {
            property(
                &mut root,
                name,
                &escape(&player.replace(['\n', '\r', '\t'], " ")),
            );
        }
    }
    let outcome = record
        .outcome
        .or_else(|| game.score().map(|score| score.outcome()));
    if let Some(outcome) = outcome {
        property(&mut root, "RE", &outcome.to_string());
    }
    property(&mut root, "C", &escape(&comment(game)));
    Ok(root)
}

fn comment(game: &Game) -> String {
    let [black, white] = Colour::BOTH.map(|colour| game.captured_by(colour));
    let mut comment = format!("Captured by Black: {black}. Captured by White: {white}.");
    let dead = game.dead();
    if game.ending() == Some(Ending::Agreed) && dead != PointSet::EMPTY {
        let size = game.board().size();
        let names: Vec<_> = dead.iter().map(|stone| gtp::name(size, stone)).collect();
        // Writing to a string cannot fail.
        let _ = write!(comment, "\nAgreed to be dead: {}.", names.join(" "));
    }
    comment
}

fn property(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push('[');
    out.push_str(value);
    out.push(']');
}

fn sgf_point(size: Size, point: Point) -> String {
    let (x, y) = point.xy(size);
    [x, y].into_iter().map(|c| char::from(b'a' + c)).collect()
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
