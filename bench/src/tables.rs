//! The tables of `docs/cost.md`.

mod numbers;

use crate::corpus::Kind;
use crate::limits::{self, BITWISE, POSEIDON, RANGE_CHECK};
use crate::report::{Call, Class, Replay, Report};
use crate::summary::{Sum, dearest, dearest_in_step_mode, gas_a_move, of, sizes, step_mode};

pub use numbers::{grouped, hundreds};
use numbers::{millions, percent};

/// The names of the generated parts and their texts.
pub fn parts(report: &Report) -> [(&'static str, String); 4] {
    [
        ("games", real(&report.games)),
        ("longest", longest(&report.games)),
        ("calls", calls(&report.calls)),
        ("class", class(report.class)),
    ]
}

fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let rule = format!("|{}\n", "---|".repeat(N));
    let head = line(&head.map(str::to_owned)) + &rule;
    rows.into_iter().fold(head, |text, row| text + &line(&row))
}

/// Averages over the real games of each size, and the dearest of them.
fn real(games: &[Replay]) -> String {
    let head = [
        "real games",
        "moves",
        "Sierra gas a move",
        "steps",
        "holes",
        "range checks",
        "bitwise",
        "Poseidon",
        "L2 gas a move in step mode, set by",
    ];
    let averages = sizes(games).into_iter().filter_map(|size| {
        let sum = Sum::of(of(games, Kind::Real, size));
        (sum.games > 0).then(|| {
            let name = format!("{} on {size}x{size}", sum.games);
            real_row(name, &sum)
        })
    });
    let extremes = sizes(games).into_iter().filter_map(|size| {
        let game = dearest(of(games, Kind::Real, size))?;
        let name = format!("dearest on {size}x{size}: {}", game.name);
        Some(real_row(name, &Sum::of([game])))
    });
    table(head, averages.chain(extremes))
}

fn real_row(name: String, sum: &Sum) -> [String; 9] {
    let used = |resource| sum.a_move(sum.used(resource));
    let step_mode = sum
        .dearest_resource()
        .map_or_else(String::new, |(by, cost)| {
            format!("{}, {}", hundreds(sum.a_move(cost)), by.name)
        });
    [
        name,
        grouped(sum.moves),
        hundreds(sum.a_move(sum.sierra_gas)),
        format!("{:.0}", sum.a_move(sum.steps)),
        format!("{:.0}", sum.a_move(sum.holes)),
        format!("{:.1}", used(RANGE_CHECK)),
        format!("{:.1}", used(BITWISE)),
        format!("{:.1}", used(POSEIDON)),
        step_mode,
    ]
}

/// The longest and the adversarial games, the largest boards first. On all but the largest, of the
/// adversarial games the dearest on either meter.
fn longest(games: &[Replay]) -> String {
    let head = [
        "game",
        "board",
        "moves",
        "Sierra gas",
        "a move",
        "times a real move",
        "must be available",
        "of the limit",
        "steps",
        "a move",
        "of the limit",
        "L2 gas in step mode, set by",
    ];
    let rows = sizes(games).into_iter().flat_map(|size| {
        let average = Sum::of(of(games, Kind::Real, size));
        let chosen = of(games, Kind::Longest, size).chain(adversarial(games, size));
        chosen.map(move |game| longest_row(game, &average))
    });
    table(head, rows)
}

fn adversarial(games: &[Replay], size: u8) -> Vec<&Replay> {
    let all = || of(games, Kind::Adversarial, size);
    if sizes(games).first() == Some(&size) {
        return all().collect();
    }
    let mut chosen: Vec<_> = dearest(all()).into_iter().collect();
    chosen.extend(dearest_in_step_mode(all()));
    chosen.dedup();
    chosen
}

fn longest_row(game: &Replay, average: &Sum) -> [String; 12] {
    let gas = gas_a_move(game);
    let times = match average.games {
        0 => String::new(),
        _ => format!("{:.1}", gas / average.a_move(average.sierra_gas)),
    };
    [
        game.name.clone(),
        format!("{0}x{0}", game.size),
        grouped(game.moves.into()),
        millions(game.sierra_gas),
        hundreds(gas),
        times,
        millions(game.peak_reserved_gas),
        percent(game.peak_reserved_gas, limits::SIERRA_GAS),
        grouped(game.steps),
        grouped(game.steps / u64::from(game.moves.max(1))),
        percent(game.steps, limits::STEPS),
        step_mode(game).map_or_else(String::new, |(by, price)| {
            format!("{}, {}", millions(price), by.name)
        }),
    ]
}

fn calls(calls: &[Call]) -> String {
    let head = [
        "call",
        "line",
        "step meter",
        "Sierra meter",
        "L1 data gas",
        "new cells",
        "STRK",
    ];
    let rows = calls.iter().map(|call| {
        [
            call.name.clone(),
            match call.line {
                0 => String::new(),
                line => format!(
                    "{} on {size}x{size}",
                    grouped(line.into()),
                    size = call.size
                ),
            },
            millions(call.step_meter_gas),
            millions(call.sierra_meter_gas),
            call.l1_data_gas.to_string(),
            call.new_cells.to_string(),
            format!("{:.4}", call.strk),
        ]
    });
    table(head, rows)
}

fn class(class: Class) -> String {
    let row = |name: &str, felts| {
        [
            name.to_owned(),
            grouped(felts),
            percent(felts, class.limit_felts),
        ]
    };
    let limit = format!("of the limit of {}", grouped(class.limit_felts));
    table(
        ["class", "felts", &limit],
        [
            row("Sierra program", class.sierra_felts),
            row("bytecode", class.casm_felts),
        ],
    )
}

#[cfg(test)]
mod tests;
