//! Stones, chains and captures: rules 3 to 6 (protocol 1.1). The history, and so superko, is not
//! the board's business: see [`Game`](crate::Game).
//!
//! Chains are kept from move to move, so that a move costs what it touches: each chain is a ring of
//! stones under one root, which counts the pairs of a stone and an empty point next to it. That
//! count is more than the number of liberties, as a liberty shared by stones counts for each, but
//! it is zero exactly when there is none, which is all the rules ask for.

use crate::colour::Colour;
use crate::points::{MAX_POINTS, Point, PointSet};
use crate::setup::Size;

/// The stones on a board: a position in the sense of superko (rule 7).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position([PointSet; 2]);

impl Position {
    /// The stones of one colour.
    #[must_use]
    pub const fn stones(&self, colour: Colour) -> PointSet {
        self.0[colour.index()]
    }

    /// All stones.
    #[must_use]
    pub fn occupied(&self) -> PointSet {
        self.0[0].union(self.0[1])
    }

    /// The colour of the stone on a point, if there is one.
    #[must_use]
    pub const fn at(&self, point: Point) -> Option<Colour> {
        if self.0[0].contains(point) {
            Some(Colour::Black)
        } else if self.0[1].contains(point) {
            Some(Colour::White)
        } else {
            None
        }
    }
}

/// Why a stone cannot be placed, whatever was played before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    OutOfRange,
    Occupied,
    Suicide,
}

/// A stone that may be placed as far as the board knows, and what follows from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    point: Point,
    colour: Colour,
    taken: PointSet,
    /// The position after the stone is placed and captures are removed.
    pub(crate) position: Position,
}

/// A board with its chains.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    position: Position,
    /// For each stone, the point that names its chain. Meaningless on empty points.
    root: [u16; MAX_POINTS as usize],
    /// For each stone, the next of its chain, in a ring.
    next: [u16; MAX_POINTS as usize],
    /// For each root, the number of stones in the chain.
    stones: [u16; MAX_POINTS as usize],
    /// For each root, the pairs of a stone of the chain and an empty point next to it.
    freedoms: [u16; MAX_POINTS as usize],
}

impl Board {
    /// A board with black handicap stones, if any (rule 2). Points beyond the board are left out.
    #[must_use]
    pub fn new(size: Size, handicap: PointSet) -> Self {
        const NONE: [u16; MAX_POINTS as usize] = [0; MAX_POINTS as usize];
        let mut board = Self {
            size,
            position: Position::default(),
            root: NONE,
            next: NONE,
            stones: NONE,
            freedoms: NONE,
        };
        for point in handicap.iter().filter(|point| point.is_on(size)) {
            board.add(point, Colour::Black);
        }
        board
    }

    /// The length of a side.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The stones.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The colour of the stone on a point, if there is one.
    #[must_use]
    pub const fn at(&self, point: Point) -> Option<Colour> {
        self.position.at(point)
    }

    /// The chain on a point; no stones if the point is empty (rule 3).
    #[must_use]
    pub fn chain(&self, point: Point) -> PointSet {
        match self.at(point) {
            Some(_) => self.ring(point).collect(),
            None => PointSet::EMPTY,
        }
    }

    /// What placing a stone would do. Nothing is changed.
    pub(crate) fn place(&self, point: Point, colour: Colour) -> Result<Placement, Refusal> {
        // Rule 1: the point is on the board. Rule 4: it is empty.
        if !point.is_on(self.size) {
            return Err(Refusal::OutOfRange);
        }
        if self.at(point).is_some() {
            return Err(Refusal::Occupied);
        }
        let mut taken = PointSet::EMPTY;
        let mut breathes = false;
        for near in point.neighbours(self.size) {
            match self.at(near) {
                None => breathes = true,
                Some(owner) => {
                    let free = self.freedoms_without(near, point) > 0;
                    if owner == colour {
                        breathes |= free;
                    } else if !free && !taken.contains(near) {
                        // Rule 5: opposing chains without a liberty are taken.
                        taken.extend(self.ring(near));
                    }
                }
            }
        }
        // Rule 6: no suicide. A capture frees the point that was taken.
        if !breathes && taken.is_empty() {
            return Err(Refusal::Suicide);
        }
        let mut position = self.position;
        position.0[colour.index()].insert(point);
        let theirs = &mut position.0[colour.other().index()];
        *theirs = theirs.difference(taken);
        Ok(Placement {
            point,
            colour,
            taken,
            position,
        })
    }

    /// Does what [`Board::place`] found, and returns the number of stones taken.
    pub(crate) fn commit(&mut self, placement: &Placement) -> u16 {
        self.add(placement.point, placement.colour);
        self.position = placement.position;
        for stone in placement.taken.iter() {
            for near in stone.neighbours(self.size) {
                if self.at(near) == Some(placement.colour) {
                    self.freedoms[self.root_of(near)] += 1;
                }
            }
        }
        placement.taken.len()
    }

    /// The stones of the chain on an occupied point, that point first.
    fn ring(&self, stone: Point) -> impl Iterator<Item = Point> {
        let mut at = Some(stone);
        std::iter::from_fn(move || {
            let here = at?;
            at = Point::new(self.next[here.index()]).filter(|next| *next != stone);
            Some(here)
        })
    }

    /// Puts a stone on an empty point and joins the chains of its colour; takes nothing.
    fn add(&mut self, point: Point, colour: Colour) {
        let here = point.index();
        self.position.0[colour.index()].insert(point);
        self.root[here] = point.code();
        self.next[here] = point.code();
        self.stones[here] = 1;
        self.freedoms[here] = 0;
        for near in point.neighbours(self.size) {
            match self.at(near) {
                None => self.freedoms[self.root_of(point)] += 1,
                Some(owner) => {
                    let root = self.root_of(near);
                    self.freedoms[root] -= 1;
                    if owner == colour {
                        self.join(root, self.root_of(point));
                    }
                }
            }
        }
    }

    /// Makes one chain of two, given by their roots. The smaller is renamed, so that a stone
    /// changes its name at most eight times before it is taken.
    fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (kept, lost) = if self.stones[a] < self.stones[b] {
            (b, a)
        } else {
            (a, b)
        };
        self.stones[kept] += self.stones[lost];
        self.freedoms[kept] += self.freedoms[lost];
        let name = self.root[kept];
        let mut stone = lost;
        loop {
            self.root[stone] = name;
            stone = usize::from(self.next[stone]);
            if stone == lost {
                break;
            }
        }
        self.next.swap(kept, lost);
    }

    fn root_of(&self, stone: Point) -> usize {
        usize::from(self.root[stone.index()])
    }

    /// The freedoms left to the chain on `stone` once the empty point `gone` is filled.
    fn freedoms_without(&self, stone: Point, gone: Point) -> u16 {
        let root = self.root_of(stone);
        let colour = self.at(stone);
        let touching = gone
            .neighbours(self.size)
            .filter(|near| self.at(*near) == colour && self.root_of(*near) == root)
            .count() as u16;
        self.freedoms[root] - touching
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_do_not_connect_diagonally_and_are_whole() {
        let size = Size::new(5).unwrap();
        let set = |codes: &[u16]| codes.iter().filter_map(|code| Point::new(*code)).collect();
        // Three in a row with one below the last, and one at a diagonal.
        let board = Board::new(size, set(&[0, 1, 2, 7, 13]));
        for code in [0, 1, 2, 7] {
            assert_eq!(board.chain(Point::new(code).unwrap()), set(&[0, 1, 2, 7]));
        }
        assert_eq!(board.chain(Point::new(13).unwrap()), set(&[13]));
        assert_eq!(board.chain(Point::new(6).unwrap()), PointSet::EMPTY);
    }
}
