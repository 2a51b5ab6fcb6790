//! Measured figures against committed ones.

use std::fmt;

/// How much a figure may rise, or must fall to be worth a commit, in percent.
const TOLERANCE: u64 = 1;

/// A figure's name and value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Figure(pub &'static str, pub u64);

/// A game or a call with its figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Unique among all rows.
    pub name: String,
    /// What it costs as a whole.
    pub totals: Vec<Figure>,
    /// What else must not rise.
    pub parts: Vec<Figure>,
}

/// What is wrong with the committed figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A figure rose by more than is tolerated.
    Higher {
        /// The game or the call.
        row: String,
        /// The figure's name.
        figure: &'static str,
        /// As committed.
        committed: u64,
        /// As measured.
        measured: u64,
    },
    /// Committed, but not measured any more.
    Gone(String),
    /// Measured, but not committed.
    New(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Higher {
                row,
                figure,
                committed,
                measured,
            } => {
                let rise = *measured as f64 / (*committed).max(1) as f64 * 100.0 - 100.0;
                write!(
                    f,
                    "{row}: {figure} is {measured}, {rise:.1}% above the committed {committed}"
                )
            }
            Self::Gone(row) => write!(f, "{row}: committed, but no longer measured"),
            Self::New(row) => write!(f, "{row}: measured, but not committed"),
        }
    }
}

/// The outcome of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// Everything that is wrong, in the order of the committed rows.
    pub faults: Vec<Fault>,
    /// Every row's totals fell by more than the tolerance.
    pub all_lower: bool,
}

/// Compares what was committed with what was measured, by name.
pub fn compare(committed: &[Row], measured: &[Row]) -> Comparison {
    let find = |rows: &[Row], name: &str| rows.iter().position(|row| row.name == name);
    let mut faults = Vec::new();
    let mut all_lower = !committed.is_empty();
    for row in committed {
        let found = find(measured, &row.name).and_then(|index| measured.get(index));
        let Some(found) = found else {
            faults.push(Fault::Gone(row.name.clone()));
            all_lower = false;
            continue;
        };
        faults.extend(higher(row, found));
        all_lower &= all_fell(&row.totals, &found.totals);
    }
    let new = measured
        .iter()
        .filter(|row| find(committed, &row.name).is_none());
    faults.extend(new.map(|row| Fault::New(row.name.clone())));
    Comparison { faults, all_lower }
}

/// The largest value that is not too high for a committed figure.
pub fn highest_allowed(committed: u64) -> u64 {
    committed.saturating_mul(100 + TOLERANCE) / 100
}

fn higher(committed: &Row, measured: &Row) -> Vec<Fault> {
    let all = |row: &Row| [row.totals.clone(), row.parts.clone()].concat();
    let pairs = all(committed).into_iter().zip(all(measured));
    pairs
        .filter(|(Figure(_, old), Figure(_, new))| *new > highest_allowed(*old))
        .map(|(Figure(figure, old), Figure(_, new))| Fault::Higher {
            row: committed.name.clone(),
            figure,
            committed: old,
            measured: new,
        })
        .collect()
}

fn all_fell(committed: &[Figure], measured: &[Figure]) -> bool {
    let mut pairs = committed.iter().zip(measured);
    pairs.all(|(Figure(_, old), Figure(_, new))| {
        new.saturating_mul(100) < old.saturating_mul(100 - TOLERANCE)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, [gas, steps, peak]: [u64; 3]) -> Row {
        Row {
            name: name.to_owned(),
            totals: vec![Figure("sierra_gas", gas), Figure("steps", steps)],
            parts: vec![Figure("peak_reserved_gas", peak)],
        }
    }

    fn committed() -> Vec<Row> {
        vec![
            row("first", [1_000_000, 10_000, 2_000_000]),
            row("second", [5_000_000, 50_000, 9_000_000]),
        ]
    }

    fn fault(row: &str, figure: &'static str, committed: u64, measured: u64) -> Fault {
        Fault::Higher {
            row: row.to_owned(),
            figure,
            committed,
            measured,
        }
    }

    #[test]
    fn equal_figures_are_fine() {
        let Comparison { faults, all_lower } = compare(&committed(), &committed());
        assert_eq!((faults, all_lower), (vec![], false));
    }

    #[test]
    fn one_percent_more_is_fine_and_one_unit_beyond_is_not() {
        let mut measured = committed();
        measured[1] = row("second", [5_050_000, 50_500, 9_090_000]);
        assert_eq!(compare(&committed(), &measured).faults, vec![]);
        measured[1] = row("second", [5_050_001, 50_501, 9_090_001]);
        assert_eq!(
            compare(&committed(), &measured).faults,
            [
                fault("second", "sierra_gas", 5_000_000, 5_050_001),
                fault("second", "steps", 50_000, 50_501),
                fault("second", "peak_reserved_gas", 9_000_000, 9_090_001),
            ]
        );
    }

    #[test]
    fn a_fault_names_game_and_figure() {
        assert_eq!(
            fault("ko-storm", "steps", 1_000, 1_234).to_string(),
            "ko-storm: steps is 1234, 23.4% above the committed 1000"
        );
    }

    #[test]
    fn a_lower_figure_hides_no_higher_one() {
        let mut measured = committed();
        measured[0] = row("first", [500_000, 10_200, 1_000_000]);
        let Comparison { faults, all_lower } = compare(&committed(), &measured);
        assert_eq!(faults, [fault("first", "steps", 10_000, 10_200)]);
        assert!(!all_lower);
    }

    #[test]
    fn rows_are_paired_by_name() {
        let mut measured = committed();
        measured.reverse();
        assert_eq!(compare(&committed(), &measured).faults, vec![]);
        measured[0].name = "third".to_owned();
        assert_eq!(
            compare(&committed(), &measured).faults,
            [
                Fault::Gone("second".to_owned()),
                Fault::New("third".to_owned())
            ]
        );
    }

    #[test]
    fn totals_that_all_fell_are_told() {
        let lower = vec![
            row("first", [989_999, 9_899, 2_000_000]),
            row("second", [4_949_999, 49_499, 9_000_000]),
        ];
        assert!(compare(&committed(), &lower).all_lower);
        let mut one_is_not = lower.clone();
        one_is_not[1] = row("second", [4_950_000, 49_499, 9_000_000]);
        assert!(!compare(&committed(), &one_is_not).all_lower);
        assert!(!compare(&committed(), &lower[..1]).all_lower);
        assert!(!compare(&[], &[]).all_lower);
    }
}
