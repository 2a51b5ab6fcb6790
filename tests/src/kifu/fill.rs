//! The board filled, taken and filled again.

use surround_rules::{Colour, Point, Size};

use super::grid::{cells, empty};
use super::maker::Maker;

/// Random moves fill the board, take, and fill again.
pub(super) fn refill(mut maker: Maker) -> Maker {
    while maker.plays() {
        let points = maker.shuffled(cells(maker.size(), |_, _| true));
        maker.play_on(points);
    }
    maker
}

/// Both fill their half, scattered first and then joined to one chain, and take it whole.
pub(super) fn merges(maker: Maker) -> Maker {
    let half = |size: Size, colour: Colour| {
        cells(size, |x, _| {
            (x < size.get() / 2) == (colour == Colour::Black)
        })
    };
    regions(maker, half, [1, 1])
}

/// Black walls in all of White's stones, which fill the rest of the board, and takes them at once;
/// White starts again.
pub(super) fn capture_all(maker: Maker) -> Maker {
    let ring = |size: Size, colour: Colour| {
        cells(size, |x, y| {
            let edge = [x, y].iter().any(|c| *c == 0 || *c == size.get() - 1);
            edge == (colour == Colour::Black)
        })
    };
    regions(maker, ring, [0, 1])
}

/// Each colour fills its region but for the points it spares, every second point first and the
/// second on the diagonal last, and takes what it can on the last empty point of the other.
fn regions(
    mut maker: Maker,
    region: impl Fn(Size, Colour) -> Vec<Point>,
    spared: [usize; 2],
) -> Maker {
    let corner = Point::from_xy(maker.size(), 1, 1);
    let orders = Colour::BOTH.map(|colour| {
        let mut points = maker.shuffled(region(maker.size(), colour));
        points.sort_by_key(|point| (Some(*point) == corner, point.code() % 2));
        points
    });
    while maker.plays() {
        let turn = maker.turn();
        let [own, other] =
            [turn, turn.other()].map(|colour| empty(maker.game().board(), &orders[colour.index()]));
        let last = match other[..] {
            [point] if maker.taken_by(point).is_some_and(|taken| taken > 0) => Some(point),
            _ => None,
        };
        let fill = own.len().saturating_sub(spared[turn.index()]);
        maker.play_on(last.into_iter().chain(own.into_iter().take(fill)));
    }
    maker
}
