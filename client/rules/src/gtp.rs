//! Points and steps in words: GTP notation (`A1` bottom left, no column I) and the words `pass`,
//! `propose`, `accept`, `resume`. Letter case does not matter on reading.

use thiserror::Error;

use crate::points::Point;
use crate::setup::Size;
use crate::step::Step;

/// The columns of GTP; the letter I is left out.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Why a text names no point of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum GtpError {
    /// It has not the form of a point: a letter other than I, and a number from 1 to 99.
    #[error("not a point such as D4: a column letter (I is not used) and a row number")]
    NotAPoint,
    /// It is a point, but not of this board.
    #[error("a point beyond the board")]
    OffBoard,
}

/// A point as written, not yet placed on a board: column and row from 0, at the bottom left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    column: u8,
    row: u8,
}

impl Vertex {
    /// Reads a column letter and a row number.
    ///
    /// # Errors
    /// [`GtpError::NotAPoint`] if the text has another form.
    pub fn parse(text: &str) -> Result<Self, GtpError> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(GtpError::NotAPoint)?;
        let column = COLUMNS
            .iter()
            .position(|c| *c == letter.to_ascii_uppercase());
        let row = match *digits {
            [ones @ b'1'..=b'9'] => ones - b'0',
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => 10 * (tens - b'0') + (ones - b'0'),
            _ => return Err(GtpError::NotAPoint),
        };
        let column = column
            .and_then(|c| u8::try_from(c).ok())
            .ok_or(GtpError::NotAPoint)?;
        Ok(Self {
            column,
            row: row - 1,
        })
    }

    /// The point of a board of that size.
    ///
    /// # Errors
    /// [`GtpError::OffBoard`] if the board has no such point.
    pub fn on(self, size: Size) -> Result<Point, GtpError> {
        let from_top = (size.get() - 1)
            .checked_sub(self.row)
            .ok_or(GtpError::OffBoard)?;
        Point::from_xy(size, self.column, from_top).ok_or(GtpError::OffBoard)
    }
}

/// Reads a point of a board.
///
/// # Errors
/// A [`GtpError`] if the text is not a point, or not one of this board.
pub fn point(size: Size, text: &str) -> Result<Point, GtpError> {
    Vertex::parse(text)?.on(size)
}

/// Writes a point of a board, such as `D4`.
#[must_use]
pub fn name(size: Size, point: Point) -> String {
    let (x, y) = point.xy(size);
    // A board has fewer columns than there are letters.
    let column = char::from(COLUMNS[usize::from(x)]);
    format!("{column}{}", i32::from(size.get()) - i32::from(y))
}

/// Writes a step: a point or one of the four words. The dead set of a proposal is not written.
#[must_use]
pub fn word(size: Size, step: &Step) -> String {
    match step {
        Step::Play(point) => name(size, *point),
        Step::Pass => "pass".to_owned(),
        Step::Propose(_) => "propose".to_owned(),
        Step::Accept => "accept".to_owned(),
        Step::Resume => "resume".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_every_board_has_one_name() {
        for size in (2..=19).map(|size| Size::new(size).unwrap()) {
            for code in 0..size.points() {
                let p = Point::new(code).unwrap();
                assert_eq!(point(size, &name(size, p)), Ok(p));
            }
        }
    }

    #[test]
    fn a1_is_at_the_bottom_left_and_there_is_no_column_i() {
        let size = Size::new(9).unwrap();
        for (text, x, y) in [("A1", 0, 8), ("a9", 0, 0), ("H2", 7, 7), ("J9", 8, 0)] {
            assert_eq!(
                point(size, text),
                Ok(Point::from_xy(size, x, y).unwrap()),
                "{text}"
            );
        }
        let size = Size::new(19).unwrap();
        assert_eq!(name(size, Point::new(18).unwrap()), "T19");
    }

    #[test]
    fn points_beyond_the_board_differ_from_no_points() {
        let size = Size::new(9).unwrap();
        for text in ["K1", "Z9", "T19", "A10", "A99"] {
            assert_eq!(point(size, text), Err(GtpError::OffBoard), "{text}");
        }
        let largest = Size::new(19).unwrap();
        assert_eq!(point(largest, "A25"), Err(GtpError::OffBoard));
        for text in [
            "", "A", "5", "I5", "A0", "A01", "A100", "A+1", " A1", "A1 ", "AA1", "é1", "A-1",
        ] {
            assert_eq!(point(size, text), Err(GtpError::NotAPoint), "{text}");
        }
    }
}
