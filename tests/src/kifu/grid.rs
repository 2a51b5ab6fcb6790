//! Points by column and row.

use surround_rules::{Board, Point, Size};

/// The points of a board that are wanted, row by row.
pub(super) fn cells(size: Size, wanted: impl Fn(u8, u8) -> bool) -> Vec<Point> {
    let side = size.get();
    (0..side)
        .flat_map(|y| (0..side).map(move |x| (x, y)))
        .filter(|(x, y)| wanted(*x, *y))
        .filter_map(|(x, y)| Point::from_xy(size, x, y))
        .collect()
}

/// Those of the points that hold no stone.
pub(super) fn empty(board: &Board, points: &[Point]) -> Vec<Point> {
    points
        .iter()
        .copied()
        .filter(|point| board.at(*point).is_none())
        .collect()
}
