//! Points by column and row.

use surround_rules::{Board, Point, PointSet, Size};

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

/// The points with every second one first: stones so placed start chains of their own, which the
/// others join later.
pub(super) fn chequered(size: Size, mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by_key(|point| parity(point.xy(size)));
    points
}

/// Points neither in a region nor beside it, every second one first.
pub(super) fn apart(size: Size, region: impl Fn(u8, u8) -> bool) -> Vec<Point> {
    let region: PointSet = cells(size, region).into_iter().collect();
    let mut points = cells(size, |_, _| true);
    points.retain(|point| {
        !region.contains(*point) && !point.neighbours(size).any(|near| region.contains(near))
    });
    chequered(size, points)
}

/// Which colour a chessboard has there.
pub(super) fn parity((x, y): (u8, u8)) -> u8 {
    (x + y) % 2
}
