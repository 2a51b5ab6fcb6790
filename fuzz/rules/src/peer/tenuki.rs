//! Tenuki 0.3.1 in Node, behind `fuzz/rules/tenuki/bridge.js`: legality, stones, captures, and the
//! score of ended games, by area and by territory with prisoners.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;
use surround_rules::{Game, Point, PointSet, Size};

use super::Peer;
use super::process::Process;
use crate::case::Case;
use crate::moment::{Difference, Moment, first_difference, moments};

const ADVICE: &str = "install Node.js (Debian: apt-get install nodejs), and run scripts/fuzz, \
                      which installs tenuki";

/// A running bridge.
pub struct Tenuki {
    process: Process,
}

#[derive(Deserialize)]
struct Answer {
    seen: Vec<Seen>,
    score: Option<Count>,
}

#[derive(Deserialize)]
struct Seen {
    stones: String,
    taken: [u16; 2],
    legal: Option<Vec<u16>>,
}

/// An ended game's score in points, without komi and compensation.
#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Count {
    /// Black's area.
    black: u16,
    /// White's area.
    white: u16,
    /// Black minus White by territory, prisoners and passes.
    margin: i32,
}

impl Tenuki {
    /// Starts Node with the bridge.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn start() -> Result<Self> {
        let bridge = Path::new(env!("CARGO_MANIFEST_DIR")).join("tenuki/bridge.js");
        let process = Process::start("Node", Command::new("node").arg(bridge), ADVICE)?;
        Ok(Self { process })
    }

    fn replay(&mut self, case: &Case, ours: &[Moment], game: &Game) -> Result<Answer> {
        let setup = case.setup();
        let codes = |points: PointSet| points.iter().map(Point::code).collect::<Vec<_>>();
        let asked: Vec<_> = ours.iter().map(|our| our.legal.is_some()).collect();
        let moves: Vec<_> = case.moves().map(|point| point.map(Point::code)).collect();
        let question = json!({
            "size": setup.size,
            "handicap": codes(setup.handicap_stones()?),
            "moves": moves,
            "asked": asked,
            "dead": game.ending().map(|_| codes(game.dead())),
        });
        self.process.send(&format!("{question}\n"))?;
        let line = self.process.line()?;
        serde_json::from_str(&line).with_context(|| format!("the bridge says {line}"))
    }
}

impl Peer for Tenuki {
    fn differences(&mut self, cases: &[Case]) -> Result<Vec<Option<Difference>>> {
        let difference = |case: &Case| -> Result<Option<Difference>> {
            let (ours, game) = moments(case).context("a bad setup")?;
            let size = game.board().size();
            let answer = self.replay(case, &ours, &game)?;
            let theirs = answer.seen.iter().map(|seen| moment(size, seen));
            let theirs = theirs.collect::<Option<Vec<_>>>();
            let theirs = theirs.context("the bridge shows no board of this size")?;
            Ok(first_difference(size, &ours, &theirs).or_else(|| scores(&game, answer.score)))
        };
        cases.iter().map(difference).collect()
    }

    fn batch(&self) -> usize {
        1
    }
}

fn moment(size: Size, seen: &Seen) -> Option<Moment> {
    let codes = || (0..size.points()).filter_map(Point::new);
    if seen.stones.len() != usize::from(size.points()) {
        return None;
    }
    let stones = [b'b', b'w'].map(|letter| {
        let of_colour = codes().zip(seen.stones.bytes());
        of_colour
            .filter_map(|(point, stone)| (stone == letter).then_some(point))
            .collect()
    });
    let legal = match &seen.legal {
        Some(codes) => {
            let points = codes.iter().map(|code| Point::new(*code));
            Some(points.collect::<Option<PointSet>>()?)
        }
        None => None,
    };
    Some(Moment {
        stones,
        taken: seen.taken,
        legal,
    })
}

fn scores(game: &Game, theirs: Option<Count>) -> Option<Difference> {
    let ours = game.score().map(|score| Count {
        black: score.black_area,
        white: score.white_area,
        margin: game.equivalence_margin_x2().unwrap_or_default() / 2,
    });
    let text = || format!("the score: {ours:?} in Rust, {theirs:?} in the other");
    (ours != theirs).then(|| Difference(text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_from_the_top_left() {
        let seen = Seen {
            stones: ".b.w".to_owned(),
            taken: [0, 2],
            legal: Some(vec![0, 2]),
        };
        let set = |codes: &[u16]| codes.iter().filter_map(|code| Point::new(*code)).collect();
        let read = Moment {
            stones: [set(&[1]), set(&[3])],
            taken: [0, 2],
            legal: Some(set(&[0, 2])),
        };
        assert_eq!(moment(Size::new(2).unwrap(), &seen), Some(read));
        assert_eq!(moment(Size::new(3).unwrap(), &seen), None);
    }
}
