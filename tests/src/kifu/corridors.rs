//! A score that takes long to count: from one stone its colour reaches through a corridor as long
//! as the board allows.

use surround_rules::{Point, PointSet, Size, Step};

use super::grid::cells;
use super::maker::Maker;

/// White builds walls in every second row of the upper part, with gaps at alternate ends, and a
/// black stone stands at the lower end of the corridor between them; in the lower part the colours
/// are swapped. Both pass and agree that every stone is alive.
pub(super) fn corridors(mut maker: Maker) -> Maker {
    let size = maker.size();
    // The last wall above and the first one below lie beside each other, and have no gap.
    let border = (size.get() / 2 - 1) | 1;
    let above = walls(size, |y| y <= border && y % 2 == 1, border);
    let below = walls(size, |y| y > border && y % 2 == 0, border + 1);
    let stones = [
        [below, inner_end(size, border - 1)].concat(),
        [above, inner_end(size, size.get() - 2)].concat(),
    ];
    maker.build(&stones, &[]);
    for step in [
        Step::Pass,
        Step::Pass,
        Step::Propose(PointSet::EMPTY),
        Step::Accept,
    ] {
        maker.take(step);
    }
    maker
}

/// The rows that are walls, each but the `closed` one with a gap.
fn walls(size: Size, is_wall: impl Fn(u8) -> bool, closed: u8) -> Vec<Point> {
    cells(size, |x, y| {
        is_wall(y) && (y == closed || x != gap(size, y))
    })
}

/// The column of the gap in the wall `y`.
fn gap(size: Size, y: u8) -> u8 {
    if (y / 2).is_multiple_of(2) {
        size.get() - 1
    } else {
        0
    }
}

/// The end of the corridor `y` that is farther from the gap above it.
fn inner_end(size: Size, y: u8) -> Vec<Point> {
    let x = size.get() - 1 - gap(size, y - 1);
    Point::from_xy(size, x, y).into_iter().collect()
}
