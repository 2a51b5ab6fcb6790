//! The frame of the plot: where moves and gas lie in the drawing.

use super::scale::Scale;
use crate::tables::grouped;

/// Width of the drawing.
pub const WIDTH: f64 = 960.0;
/// Height of the drawing.
pub const HEIGHT: f64 = 620.0;
/// The moves shown, from and to.
pub const MOVES: [f64; 2] = [20.0, 1_300.0];

const MOVE_TICKS: [u64; 6] = [20, 50, 100, 200, 500, 1_000];
const GAS_TICKS: [(f64, &str); 7] = [
    (1e6, "1M"),
    (3e6, "3M"),
    (1e7, "10M"),
    (3e7, "30M"),
    (1e8, "100M"),
    (3e8, "300M"),
    (1e9, "1,000M"),
];
const X: Scale = Scale {
    values: MOVES,
    ends: [70.0, 800.0],
};
const Y: Scale = Scale {
    values: [5e5, 1.6e9],
    ends: [560.0, 70.0],
};

/// Where a number of moves lies.
pub fn x_of(moves: f64) -> f64 {
    X.at(moves)
}

/// Where an amount of gas lies.
pub fn y_of(gas: f64) -> f64 {
    Y.at(gas)
}

/// Title, grid, frame and scales.
pub fn axes() -> String {
    let ([left, right], [bottom, top]) = (X.ends, Y.ends);
    let across = GAS_TICKS.iter().map(|(gas, name)| {
        let y = y_of(*gas);
        rule("grid", [left, y], [right, y]) + &scale_text([left - 8.0, y + 4.0], "end", name)
    });
    let down = MOVE_TICKS.iter().map(|moves| {
        let x = x_of(*moves as f64);
        rule("grid", [x, bottom], [x, top])
            + &scale_text([x, bottom + 18.0], "middle", &grouped(*moves))
    });
    let frame = rule("frame", [left, bottom], [right, bottom])
        + &rule("frame", [left, bottom], [left, top]);
    let names = scale_text(
        [(left + right) / 2.0, bottom + 40.0],
        "middle",
        "moves of the game",
    ) + &format!(
        "<text class=\"title\" x=\"{left:.1}\" y=\"26.0\">Sierra gas of a whole replay</text>\n"
    );
    across.chain(down).chain([frame, names]).collect()
}

fn rule(class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) -> String {
    format!(
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
    )
}

fn scale_text([x, y]: [f64; 2], anchor: &str, text: &str) -> String {
    format!(
        "<text class=\"scale\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n"
    )
}
