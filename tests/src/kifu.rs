//! Games that are dear to replay: as long as the limits allow, and made of what costs most.
//!
//! Each is built move by move by the rules engine, so all are legal, and the same ones come out on
//! every run. A stone is taken at most once for each that was placed, so no game can do more for
//! long than take one at every move, among four opposing stones, on a point that has held one
//! before: that is a ko, and the dearest games are kos in some arrangement. The others attack what
//! one or another way to replay is weak at.

mod corridors;
mod fill;
mod grid;
mod lattice;
mod maker;
mod returns;
mod storm;
#[cfg(test)]
mod tests;

use surround_rules::{Setup, Step};

use lattice::{Area, Lattice};
use maker::Maker;

use Kind::{Adversarial, Longest};

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

/// The dearest games known: on 19x19, 13x13 and 9x9, with a handicap, and on even sizes.
///
/// All but the corridors are as long as the limits allow, three moves a point.
#[must_use]
pub fn dearest() -> Vec<Kifu> {
    let mut games = Vec::new();
    for size in [19, 13, 9] {
        games.extend(longest(size));
        games.extend(kos(size));
        games.extend(other_attacks(size));
    }
    for size in [18, 8] {
        games.push(widest_lattice(size));
    }
    games.push(Kifu::new(
        Longest,
        "refill-1",
        fill::refill(Maker::new(2, 1)),
    ));
    games
}

fn longest(size: u8) -> [Kifu; 5] {
    // Late enough for the limit after a resumption, two moves a point, to be no nearer than the
    // other.
    let resumption = u16::from(size) * u16::from(size) * 7 / 5;
    let game = |seed| Maker::new(size, seed);
    [
        ("refill-1", fill::refill(game(1))),
        ("refill-2", fill::refill(game(2))),
        ("ko-storm", storm::ko_storm(game(3), resumption)),
        ("merges", fill::merges(game(4))),
        ("capture-all", fill::capture_all(game(5))),
    ]
    .map(|(name, maker)| Kifu::new(Longest, name, maker))
}

fn kos(size: u8) -> Vec<Kifu> {
    let area = |left, top, columns, rows| Area {
        left,
        top,
        columns,
        rows,
    };
    // Columns count modulo 3 from where a wall begins: there is one ko to three of them, so that
    // decides how kos lie in blocks of 2x2 or 3x3 points. The corner has the highest points.
    let [middle, corner, few, rooted, handicap] = match size {
        19 => [
            area(4, 2, 7, 11),
            area(11, 8, 7, 11),
            area(3, 2, 10, 5),
            area(12, 8, 7, 11),
            area(3, 3, 13, 7),
        ],
        13 => [
            area(4, 2, 7, 9),
            area(5, 4, 7, 9),
            area(3, 2, 10, 5),
            area(6, 4, 7, 9),
            area(3, 2, 7, 9),
        ],
        _ => [
            area(0, 1, 7, 5),
            area(2, 0, 7, 9),
            area(0, 1, 7, 5),
            area(2, 2, 7, 7),
            area(1, 0, 7, 9),
        ],
    };
    // These stand where the lattice has black walls.
    let stones = if size == 19 { 9 } else { 6 };
    let game = |seed| Maker::new(size, seed);
    let mut kos: Vec<_> = [
        ("ko-lattice", Lattice::new(game(6), middle).takes()),
        ("ko-lattice-corner", Lattice::new(game(7), corner).takes()),
        (
            "ko-lattice-new-stones",
            Lattice::new(game(8), few).takes_and_new_stones(9),
        ),
        (
            "ko-lattice-passes",
            Lattice::new(game(9), middle).takes_and_passes(),
        ),
        (
            "ko-lattice-joins",
            Lattice::with_tails(game(10), rooted).takes_and_joins(20),
        ),
        (
            "ko-lattice-handicap",
            Lattice::new(Maker::with_handicap(size, stones, 11), handicap).takes(),
        ),
    ]
    .into_iter()
    .map(|(name, maker)| Kifu::new(Adversarial, name, maker))
    .collect();
    kos.push(widest_lattice(size));
    kos
}

/// As many kos as fit.
fn widest_lattice(size: u8) -> Kifu {
    let area = Area {
        left: 0,
        top: 0,
        columns: (size - 1) / 3 * 3 + 1,
        rows: (size - 1) / 2 * 2 + 1,
    };
    let maker = Lattice::new(Maker::new(size, 12), area).takes();
    Kifu::new(Adversarial, "ko-lattice-widest", maker)
}

fn other_attacks(size: u8) -> [Kifu; 4] {
    let game = |seed| Maker::new(size, seed);
    let (left, top, rows) = if size == 9 { (0, 0, 9) } else { (2, 1, 11) };
    [
        ("returns", returns::returns(game(13), left, top, rows)),
        ("chequers", fill::chequers(game(14))),
        ("eyes", fill::eyes(game(15))),
        ("corridors", corridors::corridors(game(16))),
    ]
    .map(|(name, maker)| Kifu::new(Adversarial, name, maker))
}
