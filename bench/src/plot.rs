//! Cost against moves, as an SVG that reads well in light and dark: both axes are logarithmic, so
//! that a cost for each move is a straight line, and two such lines are parallel.

mod layout;
mod marks;
mod scale;

use std::cmp::Reverse;

use crate::corpus::Kind;
use crate::limits;
use crate::report::Replay;
use crate::summary::{Sum, of};
use crate::tables::hundreds;

use layout::{HEIGHT, MOVES, WIDTH, axes};
use marks::{Shape, band, class, legend, line, note, point, shape};

/// What the public system spends for a step, in L2 gas: from and to.
const PUBLIC: [f64; 2] = [430_000.0, 460_000.0];
/// Steps that the public system fits in a transaction.
const PUBLIC_STEPS: f64 = 160.0;
/// The board of the line through the real games.
const LARGEST: u8 = 19;
/// The dearest game that an opponent can build may cost this many times the average move.
const BOUND: f64 = 5.0;

const STYLE: &str = include_str!("plot/style.css");

/// Draws the replays.
pub fn draw(games: &[Replay]) -> String {
    let parts = [
        axes(),
        limit(),
        public_system(),
        per_move(games),
        points(games),
        legend(76.0, 50.0),
    ];
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"title\">\n<title id=\"title\">Sierra gas of a replay against the moves of \
         the game</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n{}</svg>\n",
        parts.concat()
    )
}

fn limit() -> String {
    let gas = limits::SIERRA_GAS as f64;
    let text = "limit of a transaction: 1,110M".to_owned();
    line("limit", MOVES.map(|moves| (moves, gas)))
        + &note("limit", (MOVES[0], gas), (8.0, -8.0), &[text])
}

/// As a band up to what fits a transaction, and as a broken line from there on.
fn public_system() -> String {
    let [left, right] = MOVES;
    let [low, high] = PUBLIC;
    let middle = (low + high) / 2.0;
    let end = (PUBLIC_STEPS, PUBLIC_STEPS * middle);
    let text = [
        "public system: 430,000 to 460,000 a step,".to_owned(),
        "about 160 steps in a transaction".to_owned(),
    ];
    band("public", [left, PUBLIC_STEPS], PUBLIC)
        + &line("public", [(left, left * middle), end])
        + &line("public beyond", [end, (right, right * middle)])
        + &point("public", Shape::Stop, end)
        + &note("public", end, (-292.0, -34.0), &text)
}

/// The average move of the real games, and what no game may exceed.
fn per_move(games: &[Replay]) -> String {
    let sum = Sum::of(of(games, Kind::Real, LARGEST));
    if sum.games == 0 {
        return String::new();
    }
    let [left, right] = MOVES;
    let average = sum.a_move(sum.sierra_gas);
    let slope = |style, gas: f64, text: &str| {
        let lines = [format!("{} a move:", hundreds(gas)), text.to_owned()];
        line(style, [(left, left * gas), (right, right * gas)])
            + &note("real", (right, right * gas), (8.0, -4.0), &lines)
    };
    slope("real", average, "average, real 19x19")
        + &slope("real bound", average * BOUND, "five times that")
}

/// A point for every game that is long enough to be shown; the real ones lie on top.
fn points(games: &[Replay]) -> String {
    let shown = |game: &&Replay| f64::from(game.moves) >= MOVES[0];
    let mut games: Vec<_> = games.iter().filter(shown).collect();
    games.sort_by_key(|game| Reverse(game.kind));
    let draw = |game: &Replay| {
        let place = (f64::from(game.moves), game.sierra_gas as f64);
        point(class(game.kind), shape(game.kind), place)
    };
    games.into_iter().map(draw).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::tests::replay;

    fn games() -> [Replay; 3] {
        [
            replay("a", Kind::Real, 19, 250, 10_000_000),
            replay("b", Kind::Longest, 19, 1_083, 60_000_000),
            replay("c", Kind::Adversarial, 9, 243, 30_000_000),
        ]
    }

    #[test]
    fn every_game_is_a_point_of_its_kind() {
        let drawing = draw(&games());
        let marks = |class| drawing.matches(&format!("mark {class}\"")).count();
        // One each, and one in the legend.
        assert_eq!(["real", "longest", "adversarial"].map(marks), [2, 2, 2]);
    }

    #[test]
    fn a_game_too_short_for_the_frame_is_left_out() {
        let short = replay("d", Kind::Real, 2, 19, 1_000_000);
        assert_eq!(points(&[short]), "");
    }

    #[test]
    fn the_average_of_real_games_is_written_out() {
        let drawing = draw(&games());
        assert!(drawing.contains(">40,000 a move:<"), "{drawing}");
        assert!(drawing.contains(">200,000 a move:<"), "{drawing}");
        assert!(!draw(&games()[1..]).contains("a move:"));
    }

    #[test]
    fn the_same_games_give_the_same_drawing() {
        assert_eq!(draw(&games()), draw(&games()));
    }
}
