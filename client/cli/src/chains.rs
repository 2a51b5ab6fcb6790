//! Dead stones as a person names them: a chain by any of its stones.

use surround_rules::{Board, PointSet, gtp};

use crate::failure::Failure;

/// The stones of the chains on these points, given in GTP notation. A chain is dead as a whole or
/// not at all (protocol 1.2), so one stone names it.
///
/// # Errors
/// [`Failure::NotAPoint`], [`Failure::EmptyPoint`].
pub fn named(board: &Board, points: &[String]) -> Result<PointSet, Failure> {
    let mut stones = PointSet::EMPTY;
    for text in points {
        let point = gtp::point(board.size(), text).map_err(|error| Failure::NotAPoint {
            text: text.clone(),
            error,
        })?;
        let chain = board.chain(point);
        if chain.is_empty() {
            return Err(Failure::EmptyPoint {
                point: text.clone(),
            });
        }
        stones = stones.union(chain);
    }
    Ok(stones)
}

/// The points in GTP notation.
#[must_use]
pub fn names(board: &Board, points: PointSet) -> Vec<String> {
    points
        .iter()
        .map(|point| gtp::name(board.size(), point))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use surround_rules::{Game, Setup, Step};

    #[test]
    fn one_stone_names_its_whole_chain_and_no_other() {
        let mut game = Game::new(Setup {
            size: 5,
            handicap: 0,
            komi_x2: 0,
        })
        .unwrap();
        for (text, white) in [("A1", "B2"), ("A2", "E5"), ("B3", "E4"), ("A3", "C1")] {
            for text in [text, white] {
                game.apply(&Step::Play(gtp::point(game.board().size(), text).unwrap()))
                    .unwrap();
            }
        }
        let stones = |points: &[&str]| {
            let points: Vec<String> = points.iter().map(|p| (*p).to_owned()).collect();
            named(game.board(), &points).map(|set| names(game.board(), set))
        };
        assert_eq!(
            stones(&["A2", "E4"]).unwrap(),
            ["E5", "E4", "A3", "B3", "A2", "A1"]
        );
        assert_eq!(stones(&["B2"]).unwrap(), ["B2"]);
        assert!(matches!(stones(&["D1"]), Err(Failure::EmptyPoint { .. })));
        assert!(matches!(stones(&["F1"]), Err(Failure::NotAPoint { .. })));
    }
}
