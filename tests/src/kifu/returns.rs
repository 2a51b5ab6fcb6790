//! Sending two, returning one: two stones are taken by one, which is taken back at once.
//!
//! From left to right a row of the rectangle is `W b b b B w w w W`: three points between walls.
//! White stands on the middle one of `w w w` and adds the one beside Black's wall; Black takes both
//! from the third, and White takes that stone from the middle. In `b b b` the colours are swapped.
//! Each place goes round in three steps, all of them together visit no position twice, and a stone
//! is taken for each that is placed.

use surround_rules::board::Position;
use surround_rules::{Colour, Point, Size};

use super::grid::{apart, cells, chequered};
use super::maker::Maker;

/// Columns of a row.
const COLUMNS: u8 = 9;

/// Three points in a row between walls.
#[derive(Clone, Copy)]
struct Place {
    /// Who adds the second stone.
    sender: Colour,
    added: Point,
    middle: Point,
    taking: Point,
}

impl Place {
    /// Where `turn` can go on here, and whether it takes stones.
    fn next(&self, position: &Position, turn: Colour) -> Option<(bool, Point)> {
        let Self {
            sender,
            added,
            middle,
            taking,
        } = *self;
        let stones = [added, middle, taking].map(|point| position.at(point));
        let (ours, theirs) = (Some(sender), Some(sender.other()));
        let (who, takes, point) = match stones {
            [None, stone, None] if stone == ours => (sender, false, added),
            [first, second, None] if first == ours && second == ours => {
                (sender.other(), true, taking)
            }
            [None, None, stone] if stone == theirs => (sender, true, middle),
            _ => return None,
        };
        (who == turn).then_some((takes, point))
    }
}

/// Goes round in `rows`, an odd number of rows from the point (`left`, `top`) on.
pub(super) fn returns(mut maker: Maker, left: u8, top: u8, rows: u8) -> Maker {
    let size = maker.size();
    let within =
        |x: u8, y: u8| (left..left + COLUMNS).contains(&x) && (top..top + rows).contains(&y);
    let places = places(size, left, top, rows);
    let is_wall = |x: u8, y: u8| (y - top) % 2 == 1 || (x - left).is_multiple_of(4);
    let orders = Colour::BOTH.map(|own| {
        let walls = cells(size, |x, y| {
            within(x, y) && is_wall(x, y) && owner(x - left) == own
        });
        let middles = places.iter().filter(|place| place.sender == own);
        [
            chequered(size, walls),
            middles.map(|place| place.middle).collect(),
        ]
        .concat()
    });
    let apart = apart(size, within);
    maker.build(&orders, &apart);
    while maker.plays() {
        let position = *maker.game().board().position();
        let turn = maker.turn();
        let [taking, adding] = [true, false].map(|wanted| {
            let next = places
                .iter()
                .filter_map(|place| place.next(&position, turn));
            next.filter(|(takes, _)| *takes == wanted)
                .map(|(_, point)| point)
                .collect::<Vec<_>>()
        });
        let mut wishes = maker.shuffled(taking);
        wishes.extend(maker.shuffled(adding));
        // Not the walls.
        wishes.retain(|point| maker.taken_by(*point).is_some_and(|taken| taken <= 2));
        wishes.extend(maker.fresh(&apart));
        maker.play_on(wishes);
    }
    maker
}

/// Whose walls stand in a column: two columns of each place are of the other colour than its
/// sender's, and one is of the sender's.
fn owner(column: u8) -> Colour {
    match column {
        3..=6 => Colour::Black,
        _ => Colour::White,
    }
}

fn places(size: Size, left: u8, top: u8, rows: u8) -> Vec<Place> {
    let place = |sender, y, first| {
        let point = |x| Point::from_xy(size, left + x, y);
        Some(Place {
            sender,
            added: point(first)?,
            middle: point(first + 1)?,
            taking: point(first + 2)?,
        })
    };
    (top..top + rows)
        .step_by(2)
        .flat_map(|y| [place(Colour::Black, y, 1), place(Colour::White, y, 5)])
        .flatten()
        .collect()
}
