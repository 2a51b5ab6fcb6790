//! The dearest way to play: kos between walls that were merged from many chains.
//!
//! A stone that takes a ko stands among four opposing ones, and so does the one it takes. No move
//! can do more than that for ever, since it takes one stone and stones are placed one by one. Here
//! all of these neighbours belong to a few chains that began as many: a replay that keeps a
//! stone's first chain has to look up what became of it, about ten times a move.

use std::ops::Range;

use surround_rules::{Colour, Point, Size, Step};

use super::grid::{apart, cells, parity};
use super::maker::Maker;

/// A rectangle of kos that share their walls. From left to right a row of them is
/// `B k k W k k B k k W ..`; the rows between are walls, and each pair `k k` is a ko.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) left: u8,
    pub(super) top: u8,
    /// One more than a multiple of three.
    pub(super) columns: u8,
    /// Odd: the first row and the last are walls.
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
        !(y - self.top).is_multiple_of(2) && !self.is_upright(x)
    }

    /// Whether a column is wall from top to bottom.
    fn is_upright(self, x: u8) -> bool {
        (x - self.left).is_multiple_of(3)
    }

    /// Half of the kos begin in White's hands, spread over rows and columns.
    fn begins_white(self, x: u8, y: u8) -> bool {
        ((x - self.left) / 3 + (y - self.top) / 2).is_multiple_of(2)
    }

    /// Where a colour takes: beside the walls of the other.
    fn takes(self, size: Size, colour: Colour) -> Vec<Point> {
        self.cells(size, |x, y| self.is_ko(x, y) && self.owner(x) != colour)
    }

    /// A colour's walls and the kos that it holds at first. The walls meet in points that no ko is
    /// beside, which come last and join chains that began as one stone each. Each upright wall
    /// begins one point higher: what all are merged into lies beside no ko either.
    fn stones(self, size: Size, colour: Colour) -> Vec<Point> {
        let mut walls = self.cells(size, |x, y| !self.is_ko(x, y) && self.owner(x) == colour);
        walls.extend(cells(size, |x, y| {
            let is_on_top = y + 1 == self.top && self.contains(x, self.top);
            is_on_top && self.is_upright(x) && self.owner(x) == colour
        }));
        let joints = (usize::from(self.left + self.top) + colour.index()) % 2;
        walls.sort_by_key(|point| usize::from(parity(point.xy(size))) == joints);
        let mut held = self.takes(size, colour);
        held.retain(|point| {
            let (x, y) = point.xy(size);
            self.begins_white(x, y) == (colour == Colour::White)
        });
        [walls, held].concat()
    }

    /// Where walls grow to the left, two points at a time: the farther one first, a chain of its
    /// own, and then the one between. The replay meets the neighbours from the top and the left, so
    /// the walls are merged into the new chain and not the other way round. Black's tails begin at
    /// the left wall, White's at the trunk.
    fn tails(self, size: Size) -> [Vec<Point>; 2] {
        let tails = |first: u8, ys: Range<u8>| {
            let pairs = (0..first / 2).map(move |pair| first - 2 * pair);
            ys.step_by(2)
                .flat_map(|y| pairs.clone().flat_map(move |x| [(x - 2, y), (x - 1, y)]))
                .filter_map(|(x, y)| Point::from_xy(size, x, y))
                .collect()
        };
        [
            tails(self.left, self.top..self.top + self.rows),
            tails(self.trunk_column(), 0..self.top - 1),
        ]
    }

    /// A wall from White's middle one to the top.
    fn trunk(self, size: Size) -> Vec<Point> {
        cells(size, |x, y| x == self.trunk_column() && y < self.top)
    }

    fn trunk_column(self) -> u8 {
        self.left + 3
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
    /// Where stones touch none of the walls.
    apart: Vec<Point>,
    /// Where the walls of each colour can grow.
    tails: [Vec<Point>; 2],
}

impl Lattice {
    /// The walls are built and the kos have begun.
    pub(super) fn new(mut maker: Maker, area: Area) -> Self {
        let size = maker.size();
        let apart = apart(size, |x, y| area.contains(x, y));
        maker.build(&Colour::BOTH.map(|own| area.stones(size, own)), &apart);
        Self {
            takes: Colour::BOTH.map(|own| area.takes(size, own)),
            apart,
            tails: [Vec::new(), Vec::new()],
            maker,
        }
    }

    /// The same with walls that can grow, and nothing apart.
    pub(super) fn with_tails(mut maker: Maker, area: Area) -> Self {
        let size = maker.size();
        let mut stones = Colour::BOTH.map(|own| area.stones(size, own));
        stones[Colour::White.index()].extend(area.trunk(size));
        maker.build(&stones, &[]);
        Self {
            takes: Colour::BOTH.map(|own| area.takes(size, own)),
            apart: Vec::new(),
            tails: area.tails(size),
            maker,
        }
    }

    /// Takes a ko, or plays apart when superko forbids them all.
    fn take(&mut self) {
        let takes = self.takes[self.maker.turn().index()].clone();
        let mut takes = self.maker.shuffled(takes).into_iter();
        let take = takes.find(|point| self.maker.taken_by(*point) == Some(1));
        let apart = self.maker.fresh(&self.apart);
        self.maker.play_on(take.into_iter().chain(apart));
    }

    /// Places a stone that touches nothing.
    fn play_apart(&mut self) {
        let apart = self.maker.fresh(&self.apart);
        self.maker.play_on(apart);
    }

    /// Every move takes.
    pub(super) fn takes(mut self) -> Maker {
        while self.maker.plays() {
            self.take();
        }
        self.maker
    }

    /// Every move takes but for one in `every`, a stone on a new point: a comparison with the
    /// positions before, newest first, can end there and nowhere else. The last moves only take, so
    /// that a comparison which gives up after a while does so once, with all positions to look at.
    pub(super) fn takes_and_new_stones(mut self, every: u16) -> Maker {
        let points = self.maker.size().points();
        while self.maker.game().moves() + 2 * every < 3 * points {
            for _ in 1..every {
                self.take();
            }
            self.play_apart();
        }
        self.takes()
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

    /// Each colour joins its walls to a new stone, after every `every` moves of its own: the chain
    /// that all of them belong to is another one from then on, and what was looked up is to be
    /// looked up again.
    pub(super) fn takes_and_joins(mut self, every: u16) -> Maker {
        let mut moves = [0; 2];
        while self.maker.plays() {
            let turn = self.maker.turn().index();
            moves[turn] += 1;
            let tail = self.maker.fresh(&self.tails[turn]);
            match tail.first() {
                Some(next) if moves[turn] % every < 2 => self.maker.play([*next]),
                _ => self.take(),
            }
        }
        self.maker
    }
}
