//! What a record says before its first move.

use sgf_parse::go::Point as SgfPoint;

use super::{Options, SgfError};
use crate::game::Game;
use crate::points::{Point, PointSet};
use crate::setup::{Setup, Size};

/// What is said before the first move.
#[derive(Default)]
pub(super) struct Header {
    pub(super) size: Option<u8>,
    pub(super) komi: Option<f64>,
    pub(super) handicap: Option<u8>,
    pub(super) stones: Vec<SgfPoint>,
    pub(super) application: Option<String>,
    pub(super) black: Option<String>,
    pub(super) white: Option<String>,
    pub(super) result: Option<String>,
}

impl Header {
    /// The game before its first move.
    pub(super) fn start(&self, options: &Options) -> Result<Game, SgfError> {
        // Without SZ a record is of a 19x19 game, by the standard.
        let size = Size::new(self.size.unwrap_or(19))?;
        let stated = self.handicap.unwrap_or(0);
        let stones: Option<PointSet> = self.stones.iter().map(|at| point(size, *at)).collect();
        let placed = stones.map_or(u16::MAX, PointSet::len);
        let handicap = match self.handicap {
            Some(handicap) => handicap,
            None => u8::try_from(placed).unwrap_or(u8::MAX),
        };
        let komi_x2 = self.komi_x2(size, options)?;
        let setup = Setup {
            size: size.get(),
            handicap,
            komi_x2,
        };
        if stones != Some(setup.handicap_stones()?) {
            let placed = u16::try_from(self.stones.len()).unwrap_or(u16::MAX);
            return Err(SgfError::BadHandicap { stated, placed });
        }
        Ok(Game::new(setup)?)
    }

    /// Komi in half points: the caller's, else the record's where it is one beyond doubt.
    fn komi_x2(&self, size: Size, options: &Options) -> Result<u16, SgfError> {
        if let Some(komi_x2) = options.komi_x2 {
            return Ok(komi_x2);
        }
        let komi = self.komi.ok_or(SgfError::NoKomi)?;
        // This server writes hundredths, and of two meanings: 650 is 6.5, and 375 is 7.5.
        let hundredths = komi >= 50.0
            && self
                .application
                .as_deref()
                .is_some_and(|name| name.starts_with("foxwq"));
        let most = 2 * size.points();
        (0..=most)
            .find(|komi_x2| f64::from(*komi_x2) == 2.0 * komi)
            .filter(|_| !hundredths)
            .ok_or_else(|| SgfError::BadKomi(komi.to_string()))
    }
}

/// A point of the record on the board.
pub(super) fn point(size: Size, at: SgfPoint) -> Option<Point> {
    Point::from_xy(size, at.x, at.y)
}
