//! Games that are dear to replay: as long as the limits allow, and made of what costs most.
//!
//! Each is built move by move by the rules engine, so all are legal, and the same ones come out on
//! every run.

mod fill;
mod grid;
mod lattice;
mod maker;
mod storm;
#[cfg(test)]
mod tests;

use surround_rules::{Setup, Step};

use lattice::{Area, Lattice};
use maker::Maker;

/// What a game was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As long as a game can be, with much of what happens in games.
    Longest,
    /// What an opponent would build to make a replay dear.
    Adversarial,
}

/// A legal game.
#[derive(Clone, Debug)]
pub struct Kifu {
    /// Unique among the games of [`dearest`]; ends with the size.
    pub name: String,
    /// What it was made for.
    pub kind: Kind,
    /// The length of a side.
    pub size: u8,
    /// Handicap stones.
    pub handicap: u8,
    /// White's komi in half points.
    pub komi_x2: u16,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Kifu {
    /// A game from the one who made it.
    fn new(kind: Kind, name: &str, maker: Maker) -> Self {
        let Setup {
            size,
            handicap,
            komi_x2,
        } = *maker.game().setup();
        Self {
            name: format!("{name}-{size}"),
            kind,
            size,
            handicap,
            komi_x2,
            steps: maker.into_steps(),
        }
    }

    /// Size, handicap and komi.
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size,
            handicap: self.handicap,
            komi_x2: self.komi_x2,
        }
    }
}

/// The dearest games known: on 19x19, 13x13 and 9x9, and some with a handicap or of an even size.
#[must_use]
pub fn dearest() -> Vec<Kifu> {
    let mut games = Vec::new();
    for size in [19, 13, 9] {
        games.extend(longest(size));
        games.extend(adversarial(size));
    }
    games
}

fn longest(size: u8) -> [Kifu; 5] {
    let points = u16::from(size) * u16::from(size);
    [
        ("refill-1", fill::refill(Maker::new(size, 1))),
        ("refill-2", fill::refill(Maker::new(size, 2))),
        (
            "ko-storm",
            storm::ko_storm(Maker::new(size, 3), points * 18 / 13),
        ),
        ("merges", fill::merges(Maker::new(size, 4))),
        ("capture-all", fill::capture_all(Maker::new(size, 5))),
    ]
    .map(|(name, maker)| Kifu::new(Kind::Longest, name, maker))
}

fn adversarial(size: u8) -> [Kifu; 4] {
    let lattice = |left, top, columns, rows| {
        let area = Area {
            left,
            top,
            columns,
            rows,
        };
        Lattice::new(Maker::new(size, 6), area)
    };
    let (left, top, rows) = if size == 9 { (1, 0, 9) } else { (3, 2, 9) };
    let widest = size / 6 * 6 + 1;
    [
        ("ko-lattice", lattice(left, top, 7, rows).takes()),
        ("ko-lattice-widest", lattice(0, 0, widest, size).takes()),
        (
            "ko-lattice-new-stones",
            lattice(left, top, 7, rows).takes_and_new_stones(9),
        ),
        (
            "ko-lattice-passes",
            lattice(left, top, 7, rows).takes_and_passes(),
        ),
    ]
    .map(|(name, maker)| Kifu::new(Kind::Adversarial, name, maker))
}
