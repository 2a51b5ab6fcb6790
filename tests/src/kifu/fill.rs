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

/// Both fill their half around many eyes of one point each, fill the eyes too, and take it whole.
pub(super) fn eyes(maker: Maker) -> Maker {
    let half = |size: Size, colour: Colour| {
        let own = |x| (x < size.get() / 2) == (colour == Colour::Black);
        let is_eye = |x: u8, y: u8| x % 2 == 1 && y % 2 == 1;
        let around = cells(size, |x, y| own(x) && !is_eye(x, y));
        [around, cells(size, |x, y| own(x) && is_eye(x, y))].concat()
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

/// What a search over rules of random play found dearest: a stone that takes a lone one; else a
/// stone on the own colour of a chessboard, beside none of its own; else any. No chains form, so
/// every capture is one of single stones among four others.
pub(super) fn chequers(mut maker: Maker) -> Maker {
    let size = maker.size();
    while maker.plays() {
        let turn = maker.turn();
        let board = maker.game().board();
        let stands = |point: Point, colour| board.at(point) == Some(colour);
        let takes_lone = |point: Point| {
            point.neighbours(size).any(|near| {
                let mut around = near.neighbours(size);
                stands(near, turn.other()) && around.all(|side| side == point || stands(side, turn))
            })
        };
        let is_own = |point: Point| {
            let (x, y) = point.xy(size);
            usize::from((x + y) % 2) == turn.index()
        };
        let is_alone = |point: Point| !point.neighbours(size).any(|near| stands(near, turn));
        let points = empty(board, &cells(size, |_, _| true));
        let mut wishes: Vec<_> = points
            .into_iter()
            .map(|point| {
                let is_own = is_own(point);
                (
                    (!takes_lone(point), !(is_own && is_alone(point)), !is_own),
                    point,
                )
            })
            .collect();
        wishes = maker.shuffled(wishes);
        wishes.sort_by_key(|(order, _)| *order);
        maker.play_on(wishes.into_iter().map(|(_, point)| point));
    }
    maker
}
