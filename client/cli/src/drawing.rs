//! A board in characters, with coordinates.
//!
//! `X` is a black stone, `O` a white one; dead stones are small letters; the last move stands in
//! brackets; `+` marks the points where handicap stones stand.

use surround_rules::{Board, Colour, Point, PointSet, Setup};

use crate::screen::Ink;

/// A position as it is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// The stones.
    pub board: &'a Board,
    /// Stones that are drawn as dead.
    pub dead: PointSet,
    /// The stone placed last, if the last step placed one.
    pub last: Option<Point>,
}

impl Picture<'_> {
    /// Draws the board, one row a line, White's side of the letters as GTP has them.
    #[must_use]
    pub fn draw(&self, ink: Ink) -> String {
        let size = self.board.size();
        let columns: String = (0..size.get())
            .filter_map(|x| Point::from_xy(size, x, 0))
            .map(|point| {
                surround_rules::gtp::name(size, point)
                    .chars()
                    .take(1)
                    .collect::<String>()
            })
            .map(|letter| format!(" {letter}"))
            .collect();
        let mut drawn = format!("  {columns}\n");
        for y in 0..size.get() {
            let number = size.get() - y;
            drawn.push_str(&format!("{number:>2}{}{number}\n", self.row(y, ink)));
        }
        drawn + &format!("  {columns}\n")
    }

    fn row(&self, y: u8, ink: Ink) -> String {
        let size = self.board.size();
        let stars = stars(self.board);
        let mut row = String::new();
        let mut after_last = false;
        for point in (0..size.get()).filter_map(|x| Point::from_xy(size, x, y)) {
            let is_last = self.last == Some(point);
            row.push(match (is_last, after_last) {
                (true, _) => '(',
                (_, true) => ')',
                _ => ' ',
            });
            row.push_str(&self.mark(point, stars, ink));
            after_last = is_last;
        }
        row.push(if after_last { ')' } else { ' ' });
        row
    }

    fn mark(&self, point: Point, stars: PointSet, ink: Ink) -> String {
        match (self.board.at(point), self.dead.contains(point)) {
            (Some(Colour::Black), false) => ink.bold("X"),
            (Some(Colour::White), false) => ink.bold("O"),
            (Some(Colour::Black), true) => ink.warning("x"),
            (Some(Colour::White), true) => ink.warning("o"),
            (None, _) if stars.contains(point) => ink.faint("+"),
            (None, _) => ink.faint("."),
        }
    }
}

/// The points that orient the eye: those of nine handicap stones, on boards that have them.
fn stars(board: &Board) -> PointSet {
    let setup = Setup {
        size: board.size().get(),
        handicap: 9,
        komi_x2: 0,
    };
    setup.handicap_stones().unwrap_or(PointSet::EMPTY)
}

/// Says what the letters mean, dead stones only where there are some.
#[must_use]
pub fn legend(dead: PointSet) -> &'static str {
    if dead.is_empty() {
        "X black, O white, ( ) last move"
    } else {
        "X black, O white, x o dead, ( ) last move"
    }
}
