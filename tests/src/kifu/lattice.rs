//! The dearest way to play: kos between walls that were merged from many chains.
//!
//! A stone that takes a ko stands among four opposing ones, and so does the one it takes. No move
//! can do more than that for ever, since it takes one stone and stones are placed one by one. Here
//! all of these neighbours belong to a few chains that began as many: a replay that keeps a
//! stone's first chain has to look up what became of it, about ten times a move.

use surround_rules::{Colour, Point, Size, Step};

use super::grid::{cells, empty};
use super::maker::Maker;

/// A rectangle of kos that share their walls. From left to right a row of them is
/// `B k k W k k B k k W ..`; the rows between are walls, and each pair `k k` is a ko.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) left: u8,
    pub(super) top: u8,
    /// One more than a multiple of three.
    pub(super) columns: u8,
    /// Odd: one more row of kos than of walls.
    pub(super) rows: u8,
}

impl Area {
    fn contains(self, x: u8, y: u8) -> bool {
        let within = |value: u8, from: u8, length: u8| value >= from && value - from < length;
        within(x, self.left, self.columns) && within(y, self.top, self.rows)
    }

    /// Whose walls stand in a column, beside its kos and in them.
    fn owner(self, x: u8) -> Colour {
        match (x - self.left) % 6 {
            2..=4 => Colour::White,
            _ => Colour::Black,
        }
    }

    fn is_ko(self, x: u8, y: u8) -> bool {
        (y - self.top).is_multiple_of(2) && !(x - self.left).is_multiple_of(3)
    }

    /// Half of the kos begin in White's hands, spread over rows and columns.
    fn begins_white(self, x: u8, y: u8) -> bool {
        ((x - self.left) / 3 + (y - self.top) / 2).is_multiple_of(2)
    }

    fn cells(self, size: Size, wanted: impl Fn(u8, u8) -> bool) -> Vec<Point> {
        cells(size, |x, y| self.contains(x, y) && wanted(x, y))
    }
}

/// A game on such kos.
pub(super) struct Lattice {
    maker: Maker,
    /// Where each colour takes.
    takes: [Vec<Point>; 2],
    /// Points beside none of the walls and none of each other.
    elsewhere: Vec<Point>,
}

impl Lattice {
    /// The walls are built and the kos have begun.
    pub(super) fn new(maker: Maker, area: Area) -> Self {
        let size = maker.size();
        let near = |x: u8, y: u8| {
            let sides = [
                (x + 1, y),
                (x.wrapping_sub(1), y),
                (x, y + 1),
                (x, y.wrapping_sub(1)),
            ];
            area.contains(x, y) || sides.iter().any(|(x, y)| area.contains(*x, *y))
        };
        let mut lattice = Self {
            // Beside Black's walls it is White who takes.
            takes: Colour::BOTH
                .map(|own| area.cells(size, |x, y| area.is_ko(x, y) && area.owner(x) != own)),
            elsewhere: cells(size, |x, y| !near(x, y) && (x + y) % 2 == 0),
            maker,
        };
        lattice.build(Colour::BOTH.map(|own| walls(size, area, own)));
        lattice
    }

    fn build(&mut self, orders: [Vec<Point>; 2]) {
        let board = |maker: &Maker| *maker.game().board().position();
        let standing = |maker: &Maker, colour: Colour| {
            let stones = board(maker).stones(colour);
            orders[colour.index()]
                .iter()
                .all(|point| stones.contains(*point))
        };
        while !Colour::BOTH
            .iter()
            .all(|colour| standing(&self.maker, *colour))
        {
            let order = empty(
                self.maker.game().board(),
                &orders[self.maker.turn().index()],
            );
            let elsewhere = empty(self.maker.game().board(), &self.elsewhere);
            self.maker.play(order.into_iter().chain(elsewhere));
        }
    }

    /// Takes a ko, or plays elsewhere when superko forbids them all.
    fn take(&mut self) {
        let takes = self
            .maker
            .shuffled(self.takes[self.maker.turn().index()].clone());
        let take = takes
            .into_iter()
            .find(|point| self.maker.taken_by(*point) == Some(1));
        let elsewhere = empty(self.maker.game().board(), &self.elsewhere);
        self.maker.play_on(take.into_iter().chain(elsewhere));
    }

    /// A stone beside nothing, where none was before.
    fn play_elsewhere(&mut self) {
        let elsewhere = empty(self.maker.game().board(), &self.elsewhere);
        self.maker.play_on(elsewhere);
    }

    /// Every move takes.
    pub(super) fn takes(mut self) -> Maker {
        while self.maker.plays() {
            self.take();
        }
        self.maker
    }

    /// Every move takes but for one in `every`, a stone on a new point: a comparison with the
    /// positions before, newest first, can end there and nowhere else.
    pub(super) fn takes_and_new_stones(mut self, every: u16) -> Maker {
        while self.maker.plays() {
            for _ in 1..every {
                self.take();
            }
            self.play_elsewhere();
        }
        self.maker
    }

    /// Every second move is a pass, by each colour for a few moves in turn.
    pub(super) fn takes_and_passes(mut self) -> Maker {
        while self.maker.plays() {
            for _ in 0..3 {
                self.take();
                self.maker.take(Step::Pass);
            }
            self.take();
        }
        self.maker
    }
}

/// A colour's walls and the kos that it holds at first. Every second point comes first, so that
/// nearly every wall stone starts a chain of its own.
fn walls(size: Size, area: Area, own: Colour) -> Vec<Point> {
    let mut walls = area.cells(size, |x, y| !area.is_ko(x, y) && area.owner(x) == own);
    walls.sort_by_key(|point| {
        let (x, y) = point.xy(size);
        (x + y) % 2
    });
    // A colour's ko stones stand beside the other's walls.
    let held = |x, y| area.begins_white(x, y) == (own == Colour::White);
    walls.extend(area.cells(size, |x, y| {
        area.is_ko(x, y) && area.owner(x) != own && held(x, y)
    }));
    walls
}
