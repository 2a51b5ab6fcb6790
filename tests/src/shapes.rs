//! Lines of the shapes that tests need, on a 9x9 board: the players fill opposite edges row by row,
//! and the row between stays empty, so that each area is the player's number of stones.

use anyhow::{Context, Result};
use surround_rules::{Colour, Point, PointSet, Step};

use crate::game::SignedGame;

/// Points of an edge: four rows.
const EDGE: u16 = 36;
/// The last point of the board.
const LAST: u16 = 80;

impl SignedGame {
    /// Plays `count` moves by turns, whoever is due first.
    pub fn fill(&mut self, count: u16) -> Result<&mut Self> {
        for _ in 0..count {
            let point = self.free_point(0)?;
            self.push(Step::Play(point))?;
        }
        Ok(self)
    }

    /// Plays the move that [`SignedGame::fill`] would play next but one: another one.
    pub fn stray(&mut self) -> Result<&mut Self> {
        let point = self.free_point(1)?;
        self.push(Step::Play(point))
    }

    /// Moves of both, and between them `ahead` times a move of Black and a pass of White: Black has
    /// so many stones more.
    pub fn lead(&mut self, ahead: usize) -> Result<&mut Self> {
        self.fill(2)?;
        for _ in 0..ahead {
            self.fill(1)?.push(Step::Pass)?;
        }
        self.fill(2)
    }

    /// Two passes, an empty proposal and its acceptance.
    pub fn agree(&mut self) -> Result<&mut Self> {
        self.propose()?.push(Step::Accept)
    }

    /// Two passes and an empty proposal.
    pub fn propose(&mut self) -> Result<&mut Self> {
        self.push(Step::Pass)?
            .push(Step::Pass)?
            .push(Step::Propose(PointSet::default()))
    }

    /// Two passes, and their first author resumes and moves: two steps in a row.
    pub fn resume(&mut self) -> Result<&mut Self> {
        self.push(Step::Pass)?
            .push(Step::Pass)?
            .push(Step::Resume)?
            .fill(1)
    }

    /// The same game, `count` moves further.
    pub fn further(&self, count: u16) -> Result<Self> {
        let mut game = self.clone();
        game.fill(count)?;
        Ok(game)
    }

    /// The game as it was after its first steps.
    pub fn upto(&self, steps: u16) -> Result<Self> {
        let mut game = self.empty()?;
        for step in self
            .steps()
            .get(..usize::from(steps))
            .context("fewer steps")?
        {
            game.push(*step)?;
        }
        Ok(game)
    }

    /// The game that parts from this one after its first steps, by another move.
    pub fn branch(&self, steps: u16) -> Result<Self> {
        let mut game = self.upto(steps)?;
        game.stray()?;
        Ok(game)
    }

    /// Black's points from the top, White's from the bottom, so that no stones enclose a point.
    fn free_point(&self, skip: usize) -> Result<Point> {
        let game = self.chain().game();
        let due = game.due().context("nobody is due")?;
        (0..EDGE)
            .filter_map(|code| {
                Point::new(if due == Colour::Black {
                    code
                } else {
                    LAST - code
                })
            })
            .filter(|point| game.legal(&Step::Play(*point)).is_ok())
            .nth(skip)
            .context("the edge is full")
    }
}
