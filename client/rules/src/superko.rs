//! Every position of a game so far: positional superko (rule 7; protocol 1.1).

use crate::board::Position;
use crate::colour::Colour;
use crate::points::PointSet;

/// The positions of a game, the starting one included.
///
/// Positions are kept and compared whole. Their digests only save comparisons: two positions that
/// share one are still two, and a look-up costs at most one comparison for each move so far,
/// whatever the players do.
#[derive(Clone, Debug)]
pub(crate) struct History {
    positions: Vec<Position>,
    /// The digest of each position.
    digests: Vec<u32>,
    /// Where stones of each colour ever stood.
    stood: [PointSet; 2],
}

impl History {
    /// The history of a game that starts from this position.
    pub(crate) fn starting(position: Position) -> Self {
        let mut history = Self {
            positions: Vec::new(),
            digests: Vec::new(),
            stood: [PointSet::EMPTY; 2],
        };
        history.record(position);
        history
    }

    /// Whether the board looked like this before, whoever was to move.
    pub(crate) fn contains(&self, position: &Position) -> bool {
        // A stone where none of its colour ever stood makes a new position.
        let could_repeat = Colour::BOTH.iter().all(|colour| {
            position
                .stones(*colour)
                .difference(self.stood[colour.index()])
                .is_empty()
        });
        if !could_repeat {
            return false;
        }
        let digest = digest(position);
        // Looks at all of them, which takes fewer instructions than stopping at the first.
        let known = self
            .digests
            .iter()
            .fold(false, |known, earlier| known | (*earlier == digest));
        known && self.positions.contains(position)
    }

    /// Adds a position.
    pub(crate) fn record(&mut self, position: Position) {
        for colour in Colour::BOTH {
            let stood = &mut self.stood[colour.index()];
            *stood = stood.union(position.stones(colour));
        }
        self.digests.push(digest(&position));
        self.positions.push(position);
    }
}

/// A number that differs for most positions that differ: each half limb is multiplied in, and the
/// upper half of the product, in which the upper bits show, is folded onto the lower.
fn digest(position: &Position) -> u32 {
    let limbs = Colour::BOTH
        .into_iter()
        .flat_map(|colour| position.stones(colour).limbs());
    let words = limbs.flat_map(|limb| [limb as u64, (limb >> 64) as u64]);
    let mixed = words.fold(0x9e37_79b9_7f4a_7c15_u64, |digest, word| {
        let product = u128::from(digest ^ word) * 0xbf58_476d_1ce4_e5b9;
        product as u64 ^ (product >> 64) as u64
    });
    mixed as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::points::Point;
    use crate::setup::{Setup, Size};
    use crate::{Board, Game};

    fn black(points: impl IntoIterator<Item = Point>) -> Position {
        *Board::new(Size::new(19).unwrap(), points.into_iter().collect()).position()
    }

    #[test]
    fn the_start_is_part_of_the_history() {
        let setup = Setup {
            size: 19,
            handicap: 4,
            komi_x2: 0,
        };
        let start = *Game::new(setup).unwrap().board().position();
        assert!(History::starting(start).contains(&start));
        assert!(!History::starting(start).contains(&black([])));
    }

    #[test]
    fn positions_that_share_a_digest_are_two() {
        let all = || (0..361).filter_map(Point::new);
        let three = all().flat_map(|a| all().map(move |b| (a, b)));
        let three = three.flat_map(|(a, b)| all().map(move |c| black([a, b, c])));
        let mut known = std::collections::HashMap::new();
        let (one, two) = three
            .filter_map(|two| {
                let one = known.insert(digest(&two), two)?;
                (one != two).then_some((one, two))
            })
            .next()
            .expect("some digest is shared");
        let mut history = History::starting(black(all()));
        history.record(one);
        assert!(history.contains(&one) && !history.contains(&two));
        history.record(two);
        assert!(history.contains(&two));
    }
}
