//! The equivalence check: rule 13 (protocol 1.3). The same board, counted in another way.
//!
//! Nothing here uses the area count. Territory is walked region by region, and the rest is a tally
//! of what happened: stones taken by moves, stones agreed dead, and one stone handed over for every
//! pass. Why both counts agree, with T for territory, S for living stones, P for the stones that a
//! player lost, K for its passes and H for handicap stones:
//!
//! - A player's stones are alive or lost, so its plays are S + P; for Black they are S + P - H.
//! - Black minus White by this count is (T + P' + K') - (T' + P + K), dashes meaning White.
//! - Putting plays - S for P turns it into (T + S) - (T' + S') + (turns' - turns) - H, a turn being
//!   a play or a pass. The first two terms are the area difference.
//! - Turns alternate through the whole game, a resumption included, since it is the player to move
//!   who proposes and who moves after it. So once White has made the last turn, White has made as
//!   many as Black where Black began, and one more where White began, with handicap stones.
//! - The rest is 0 without a handicap, and 1 - H with one: exactly White's compensation.

use crate::board::Board;
use crate::colour::Colour;
use crate::points::PointSet;

/// What a game leaves behind beside its board, in the order black, white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Stones each colour took by moves.
    pub(crate) captured: [u16; 2],
    /// Passes each colour made.
    pub(crate) passes: [u16; 2],
    /// Who made the last move, a pass included.
    pub(crate) last: Colour,
}

/// Black minus White by territory and prisoners, in half points, before komi. Handicap
/// compensation is part of it.
pub(crate) fn margin_x2(board: &Board, dead: PointSet, tally: &Tally) -> i32 {
    let territory = territory(board, dead);
    let counted = Colour::BOTH.map(|colour| {
        let (own, other) = (colour.index(), colour.other().index());
        let dead_of_other = board
            .position()
            .stones(colour.other())
            .intersection(dead)
            .len();
        // White passes once more if Black made the last move.
        let extra = u16::from(colour == Colour::Black && tally.last == Colour::Black);
        territory[own] + tally.captured[own] + dead_of_other + tally.passes[other] + extra
    });
    2 * (i32::from(counted[0]) - i32::from(counted[1]))
}

/// The points of the empty regions that border living stones of one colour alone.
fn territory(board: &Board, dead: PointSet) -> [u16; 2] {
    let mut territory = [0; 2];
    let mut seen = PointSet::EMPTY;
    let alive = |point| board.at(point).filter(|_| !dead.contains(point));
    for start in PointSet::all(board.size()).iter() {
        if alive(start).is_some() || seen.contains(start) {
            continue;
        }
        let (mut points, mut borders) = (0, [false; 2]);
        let mut open = vec![start];
        seen.insert(start);
        while let Some(point) = open.pop() {
            points += 1;
            for near in point.neighbours(board.size()) {
                match alive(near) {
                    Some(colour) => borders[colour.index()] = true,
                    None if seen.contains(near) => {}
                    None => {
                        seen.insert(near);
                        open.push(near);
                    }
                }
            }
        }
        for colour in Colour::BOTH {
            if borders[colour.index()] && !borders[colour.other().index()] {
                territory[colour.index()] += points;
            }
        }
    }
    territory
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Point;
    use crate::setup::Size;

    #[test]
    fn an_empty_board_is_nobodys_territory() {
        let board = Board::new(Size::new(5).unwrap(), PointSet::EMPTY);
        assert_eq!(territory(&board, PointSet::EMPTY), [0, 0]);
    }

    #[test]
    fn dead_stones_count_with_their_point() {
        let size = Size::new(3).unwrap();
        let stones: PointSet = [0, 8].into_iter().filter_map(Point::new).collect();
        let board = Board::new(size, stones);
        let dead: PointSet = Point::new(8).into_iter().collect();
        // The dead stone's point is territory, and the stone itself a prisoner.
        assert_eq!(territory(&board, dead), [8, 0]);
        let tally = Tally {
            captured: [0; 2],
            passes: [0; 2],
            last: Colour::White,
        };
        assert_eq!(margin_x2(&board, dead, &tally), 2 * (8 - 1));
    }
}
