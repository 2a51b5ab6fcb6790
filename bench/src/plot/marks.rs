//! What stands on the plot: points, lines and notes, placed by moves and gas.

use super::layout::{x_of, y_of};
use crate::corpus::Kind;

/// Half the size of a point.
const RADIUS: f64 = 4.5;
/// From one line of a note to the next.
const LEADING: f64 = 16.0;

/// Moves and gas.
pub type Place = (f64, f64);

/// The form of a point, so that colours are not needed to tell the kinds apart.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A circle.
    Circle,
    /// A square on its corner.
    Diamond,
    /// A triangle.
    Triangle,
    /// A bar across the end of a line.
    Stop,
}

/// The class of a kind in the style sheet.
pub fn class(kind: Kind) -> &'static str {
    match kind {
        Kind::Real => "real",
        Kind::Longest => "longest",
        Kind::Adversarial => "adversarial",
    }
}

/// The shape of a kind's points.
pub fn shape(kind: Kind) -> Shape {
    match kind {
        Kind::Real => Shape::Circle,
        Kind::Longest => Shape::Diamond,
        Kind::Adversarial => Shape::Triangle,
    }
}

/// A point.
pub fn point(class: &str, form: Shape, (moves, gas): Place) -> String {
    mark(class, form, x_of(moves), y_of(gas))
}

/// A straight line.
pub fn line(class: &str, [from, to]: [Place; 2]) -> String {
    format!(
        "<path class=\"line {class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>\n",
        x_of(from.0),
        y_of(from.1),
        x_of(to.0),
        y_of(to.1)
    )
}

/// The area between two costs for each move.
pub fn band(class: &str, [from, to]: [f64; 2], [low, high]: [f64; 2]) -> String {
    let corners = [(from, low), (from, high), (to, high), (to, low)];
    let points = corners.map(|(moves, gas)| format!("{:.1},{:.1}", x_of(moves), y_of(moves * gas)));
    format!(
        "<polygon class=\"band {class}\" points=\"{}\"/>\n",
        points.join(" ")
    )
}

/// Lines of text at an offset from a place.
pub fn note(class: &str, (moves, gas): Place, (dx, dy): (f64, f64), lines: &[String]) -> String {
    let (x, y) = (x_of(moves) + dx, y_of(gas) + dy);
    let mut y = y;
    let mut text = String::new();
    for line in lines {
        text += &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{line}</text>\n");
        y += LEADING;
    }
    text
}

/// What the points mean, in a row from `x` on.
pub fn legend(x: f64, y: f64) -> String {
    /// Of the longest entry.
    const WIDTH: f64 = 132.0;
    let entries = [
        (Kind::Real, "real games"),
        (Kind::Longest, "longest games"),
        (Kind::Adversarial, "adversarial games"),
    ];
    let mut x = x;
    let mut text = String::new();
    for (kind, name) in entries {
        text += &mark(class(kind), shape(kind), x, y - 4.5);
        text += &format!("<text x=\"{:.1}\" y=\"{y:.1}\">{name}</text>\n", x + 10.0);
        x += WIDTH;
    }
    text
}

fn mark(class: &str, form: Shape, x: f64, y: f64) -> String {
    let path = |points: &[[f64; 2]]| {
        let points: Vec<_> = points
            .iter()
            .map(|[dx, dy]| format!("{:.1},{:.1}", x + dx, y + dy))
            .collect();
        format!(
            "<polygon class=\"mark {class}\" points=\"{}\"/>\n",
            points.join(" ")
        )
    };
    let r = RADIUS;
    match form {
        Shape::Circle => {
            format!("<circle class=\"mark {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>\n")
        }
        Shape::Diamond => path(&[
            [0.0, -r - 1.0],
            [r + 1.0, 0.0],
            [0.0, r + 1.0],
            [-r - 1.0, 0.0],
        ]),
        Shape::Triangle => path(&[[0.0, -r - 1.0], [r + 0.5, r - 0.5], [-r - 0.5, r - 0.5]]),
        Shape::Stop => path(&[[-1.5, -8.0], [1.5, -8.0], [1.5, 8.0], [-1.5, 8.0]]),
    }
}
