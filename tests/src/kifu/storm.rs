//! A ko storm: nearly every move takes a stone on a point that has held one, and no position repeats.

use surround_rules::{Phase, Point};

use super::grid::empty;
use super::maker::Maker;

/// Separate kos, as many as fit, each with six stones around it, taken at every move. After `moves`
/// moves come two passes, a proposal and a resumption.
pub(super) fn ko_storm(mut maker: Maker, moves: u16) -> Maker {
    let size = maker.size();
    let point = |(x, y)| Point::from_xy(size, x, y);
    let corners =
        (0..size.get() / 3).flat_map(|row| (0..size.get() / 4).map(move |c| (4 * c, 3 * row)));
    let (mut walls, mut kos) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for (number, (x, y)) in corners.enumerate() {
        let [black, white] = &mut walls;
        black.extend([(x, y + 1), (x + 1, y), (x + 1, y + 2)]);
        white.extend([(x + 3, y + 1), (x + 2, y), (x + 2, y + 2)]);
        // Half of the kos begin in White's hands. Black takes on the right, White on the left.
        let (left, right) = ((x + 1, y + 1), (x + 2, y + 1));
        if number % 2 == 0 {
            white.push(left);
        } else {
            black.push(right);
        }
        kos[0].push(right);
        kos[1].push(left);
    }
    let points = |cells: Vec<_>| cells.into_iter().filter_map(point).collect();
    let [walls, kos]: [[Vec<Point>; 2]; 2] = [walls.map(points), kos.map(points)];
    loop {
        let wall = empty(maker.game().board(), &walls[maker.turn().index()]);
        if wall.is_empty() {
            break;
        }
        maker.play(wall);
    }
    while maker.game().phase() != Phase::Ended {
        if maker.game().moves() == moves {
            maker.resume();
        }
        let takes = maker.shuffled(kos[maker.turn().index()].clone());
        maker.play_on(takes);
    }
    maker
}
