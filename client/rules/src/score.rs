//! Scoring by area: rules 11 and 12 (protocol 1.3).

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::colour::Colour;
use crate::outcome::Outcome;
use crate::points::{Point, PointSet};
use crate::setup::{Setup, Size};

/// The score of an ended game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Score {
    /// Black's score in half points.
    pub black_x2: u16,
    /// White's score in half points, komi and handicap compensation included.
    pub white_x2: u16,
    /// Black's area in points.
    pub black_area: u16,
    /// White's area in points.
    pub white_area: u16,
    /// Points that count for nobody.
    pub neutral: u16,
}

impl Score {
    /// The result, such as `B+3.5` or `0`.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome::of_scores(self.black_x2, self.white_x2)
    }
}

/// Counts the area of both colours: the living stones, and the empty regions bordered by living
/// stones of that colour alone. Dead stones are removed before regions are formed.
#[must_use]
pub fn area(board: &Board, dead: PointSet, setup: &Setup) -> Score {
    let size = board.size();
    let grid = Grid::new(size);
    let alive = Colour::BOTH.map(|colour| board.position().stones(colour).difference(dead));
    let empty = grid.all.difference(alive[0].union(alive[1]));
    // An empty point is in the region of every stone that it is connected to through empty points.
    let reached = alive.map(|stones| grid.flood(grid.around(stones), empty));
    let [black_area, white_area] = [(0, 1), (1, 0)]
        .map(|(own, other)| alive[own].len() + reached[own].difference(reached[other]).len());
    Score {
        black_x2: 2 * black_area,
        white_x2: 2 * (white_area + setup.compensation()) + setup.komi_x2,
        black_area,
        white_area,
        neutral: size.points() - black_area - white_area,
    }
}

/// Sets of points of one board, moved as a whole.
struct Grid {
    size: Size,
    all: PointSet,
    without_left: PointSet,
    without_right: PointSet,
}

impl Grid {
    fn new(size: Size) -> Self {
        let all = PointSet::all(size);
        let column = |x| {
            (0..size.get())
                .filter_map(|y| Point::from_xy(size, x, y))
                .collect::<PointSet>()
        };
        Self {
            size,
            all,
            without_left: all.difference(column(0)),
            without_right: all.difference(column(size.get() - 1)),
        }
    }

    /// The points next to any of these, which may be among them.
    fn around(&self, points: PointSet) -> PointSet {
        let row = u32::from(self.size.get());
        let upright = points.raised(row).union(points.lowered(row));
        let left = points.intersection(self.without_left).lowered(1);
        let right = points.intersection(self.without_right).raised(1);
        upright.union(left).union(right).intersection(self.all)
    }

    /// The points of `open` that can be reached from `from` through `open`.
    fn flood(&self, from: PointSet, open: PointSet) -> PointSet {
        let mut reached = from.intersection(open);
        loop {
            let more = reached.union(self.around(reached).intersection(open));
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }
}
