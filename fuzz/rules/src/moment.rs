//! What an engine sees of a game after each of its moves.

use std::fmt;

use surround_rules::{Colour, Game, Phase, PointSet, Size, Step, gtp};

use crate::case::Case;

/// A board between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The stones of Black and of White.
    pub stones: [PointSet; 2],
    /// The stones that Black and White took.
    pub taken: [u16; 2],
    /// The points where the next player may put a stone, where that was asked.
    pub legal: Option<PointSet>,
}

/// Where another engine says something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(pub String);

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The moments of a game, the start being the first, and the finished game.
pub fn moments(case: &Case) -> Option<(Vec<Moment>, Game)> {
    let mut game = Game::new(case.setup()).ok()?;
    let (moves, size) = (case.moves().count(), game.board().size());
    let mut moments = vec![look(&game, asked(0, moves, size))];
    for step in case.legal_steps() {
        game.apply(step).ok()?;
        if matches!(step, Step::Play(_) | Step::Pass) {
            moments.push(look(&game, asked(moments.len(), moves, size)));
        }
    }
    Some((moments, game))
}

/// Whether every point is asked for after so many of a game's moves: always on small boards, in
/// turns on large ones, and at the end, where a refused stone may come.
fn asked(after: usize, moves: usize, size: Size) -> bool {
    size.get() <= 5 || after == moves || after.is_multiple_of(usize::from(size.get()))
}

fn look(game: &Game, asked: bool) -> Moment {
    let board = game.board();
    let stones = Colour::BOTH.map(|colour| board.position().stones(colour));
    // After two passes other engines still know legal points; the rules do not.
    let legal = (asked && game.phase() == Phase::Play).then(|| {
        PointSet::all(board.size())
            .iter()
            .filter(|point| game.legal(&Step::Play(*point)).is_ok())
            .collect()
    });
    Moment {
        stones,
        taken: Colour::BOTH.map(|colour| game.captured_by(colour)),
        legal,
    }
}

/// The first difference between our moments and those of another engine, which has fewer of them
/// where it refused a move.
pub fn first_difference(size: Size, ours: &[Moment], theirs: &[Moment]) -> Option<Difference> {
    let told = |after: usize, what: &str, ours: String, theirs: String| {
        let text = format!("after {after} moves, {what}: {ours} in Rust, {theirs} in the other");
        Some(Difference(text))
    };
    for (after, (our, their)) in ours.iter().zip(theirs).enumerate() {
        if our.stones != their.stones {
            let text =
                |moment: &Moment| moment.stones.map(|stones| names(size, stones)).join(" / ");
            return told(after, "stones", text(our), text(their));
        }
        if our.taken != their.taken {
            let text = |moment: &Moment| format!("{:?}", moment.taken);
            return told(after, "captures of Black and White", text(our), text(their));
        }
        if let (Some(our), Some(their)) = (our.legal, their.legal)
            && our != their
        {
            let (more, fewer) = (our.difference(their), their.difference(our));
            return told(after, "legal alone", names(size, more), names(size, fewer));
        }
    }
    (theirs.len() < ours.len())
        .then(|| Difference(format!("move {} is refused by the other", theirs.len())))
}

fn names(size: Size, points: PointSet) -> String {
    let names: Vec<_> = points.iter().map(|point| gtp::name(size, point)).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use surround_rules::{Point, Setup};

    use super::*;

    /// On 2x2 Black plays two opposite corners and takes the stone between them.
    fn seen() -> (Size, Vec<Moment>) {
        let setup = Setup {
            size: 2,
            handicap: 0,
            komi_x2: 0,
        };
        let steps: Vec<_> = [0, 1, 3]
            .into_iter()
            .filter_map(|code| Point::new(code).map(Step::Play))
            .collect();
        let case = Case::cut(setup, &steps).unwrap();
        (Size::new(2).unwrap(), moments(&case).unwrap().0)
    }

    #[test]
    fn moments_follow_the_moves() {
        let (_, seen) = seen();
        let taken: Vec<_> = seen.iter().map(|moment| moment.taken).collect();
        assert_eq!(taken, [[0, 0], [0, 0], [0, 0], [1, 0]]);
        let legal: Vec<_> = seen
            .iter()
            .map(|moment| moment.legal.unwrap().len())
            .collect();
        // Where White was taken, and beside it, White would have no liberty.
        assert_eq!(legal, [4, 3, 2, 0]);
    }

    #[test]
    fn each_kind_of_difference_is_found() {
        let (size, ours) = seen();
        assert_eq!(first_difference(size, &ours, &ours), None);
        let change = |change: fn(&mut Vec<Moment>)| {
            let mut theirs = ours.clone();
            change(&mut theirs);
            first_difference(size, &ours, &theirs).unwrap().0
        };
        assert!(change(|seen| seen[2].stones.swap(0, 1)).contains("after 2 moves, stones"));
        assert!(change(|seen| seen[3].taken = [0, 1]).contains("after 3 moves, captures"));
        assert!(change(|seen| seen[1].legal = Some(PointSet::EMPTY)).contains("legal"));
        assert!(change(|seen| seen.truncate(2)).contains("move 2 is refused"));
    }
}
