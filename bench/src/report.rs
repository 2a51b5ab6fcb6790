//! The figures, as `docs/gas.json` keeps them.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::compare::{Figure, Row};
use crate::corpus::Kind;
use crate::limits::{BITWISE, GFRI, POSEIDON, RANGE_CHECK, Resource, STEP};

/// Everything that is measured.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Replays of whole games in the Cairo VM.
    pub games: Vec<Replay>,
    /// Transactions on the local network.
    pub calls: Vec<Call>,
    /// The contract's class.
    pub class: Class,
}

/// One replay, from the packed line to the result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Replay {
    /// The game.
    pub name: String,
    /// Where the game comes from.
    pub kind: Kind,
    /// Points on a side of the board.
    pub size: u8,
    /// Stones and passes.
    pub moves: u16,
    /// Sierra gas that is spent.
    pub sierra_gas: u64,
    /// Cairo steps.
    pub steps: u64,
    /// Range checks.
    pub range_checks: u64,
    /// Poseidon permutations.
    pub poseidon: u64,
    /// The smallest limit on Sierra gas with which the replay succeeds, to a thousandth.
    pub peak_reserved_gas: u64,
    /// Bitwise operations.
    pub bitwise: u64,
    /// Memory cells that are skipped.
    pub holes: u64,
}

/// One transaction that succeeds, with the account's overhead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The call and its case.
    pub name: String,
    /// Points on a side of the board; 0 for a call without a game.
    pub size: u8,
    /// Steps of the longest line that the call brings or the record holds.
    pub line: u16,
    /// L2 gas on the step meter.
    pub step_meter_gas: u64,
    /// L2 gas on the Sierra meter.
    pub sierra_meter_gas: u64,
    /// L1 data gas.
    pub l1_data_gas: u64,
    /// Storage cells that were zero before.
    pub new_cells: u64,
    /// The L2 gas of the dearer meter at the network's lowest price, in STRK to four digits.
    pub strk: f64,
}

/// Sizes of the contract's class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Class {
    /// Felts of the Sierra program.
    pub sierra_felts: u64,
    /// Felts of bytecode.
    pub casm_felts: u64,
    /// Most felts of either.
    pub limit_felts: u64,
}

impl Report {
    /// Reads `docs/gas.json`.
    ///
    /// # Errors
    /// When the text is of another form.
    pub fn parse(text: &str) -> Result<Self> {
        Ok(serde_json::from_str(text)?)
    }

    /// Writes `docs/gas.json`, one row a line, so that a changed figure is a changed line.
    ///
    /// # Errors
    /// None that occurs: the rows are plain.
    pub fn to_json(&self) -> Result<String> {
        let (games, calls) = (lines(&self.games)?, lines(&self.calls)?);
        let class = serde_json::to_string(&self.class)?;
        Ok(format!(
            "{{\"games\":[\n{games}\n],\"calls\":[\n{calls}\n],\"class\":{class}}}\n"
        ))
    }

    /// Every row with its figures.
    pub fn rows(&self) -> Vec<Row> {
        let games = self.games.iter().map(Replay::figures);
        let calls = self.calls.iter().map(Call::figures);
        games.chain(calls).chain([self.class.figures()]).collect()
    }
}

fn lines<T: Serialize>(rows: &[T]) -> Result<String> {
    let rows: Result<Vec<_>, _> = rows.iter().map(serde_json::to_string).collect();
    Ok(rows?.join(",\n"))
}

impl Replay {
    /// L2 gas in step mode that each resource alone would cost.
    pub fn step_mode(&self) -> [(Resource, u64); 4] {
        [
            (STEP, self.steps + self.holes),
            (RANGE_CHECK, self.range_checks),
            (POSEIDON, self.poseidon),
            (BITWISE, self.bitwise),
        ]
        .map(|(resource, used)| (resource, used * resource.weight))
    }

    fn figures(&self) -> Row {
        Row {
            name: self.name.clone(),
            totals: vec![
                Figure("sierra_gas", self.sierra_gas),
                Figure("steps", self.steps),
            ],
            parts: vec![
                Figure("range_checks", self.range_checks),
                Figure("poseidon", self.poseidon),
                Figure("bitwise", self.bitwise),
                Figure("holes", self.holes),
                Figure("peak_reserved_gas", self.peak_reserved_gas),
            ],
        }
    }
}

impl Call {
    /// The price of so much L2 gas, in STRK to four digits.
    pub fn strk(l2_gas: u64) -> f64 {
        const PER_STRK: f64 = 1e9;
        (l2_gas as f64 * GFRI as f64 / PER_STRK * 1e4).round() / 1e4
    }

    fn figures(&self) -> Row {
        Row {
            name: self.name.clone(),
            totals: vec![
                Figure("step_meter_gas", self.step_meter_gas),
                Figure("sierra_meter_gas", self.sierra_meter_gas),
            ],
            parts: vec![
                Figure("l1_data_gas", self.l1_data_gas),
                Figure("new_cells", self.new_cells),
            ],
        }
    }
}

impl Class {
    fn figures(self) -> Row {
        Row {
            name: "the class".to_owned(),
            totals: vec![
                Figure("sierra_felts", self.sierra_felts),
                Figure("casm_felts", self.casm_felts),
            ],
            parts: Vec::new(),
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// A replay of a game of this name with figures in round numbers.
    pub fn replay(name: &str, kind: Kind, size: u8, moves: u16, gas: u64) -> Replay {
        Replay {
            name: name.to_owned(),
            kind,
            size,
            moves,
            sierra_gas: gas,
            steps: gas / 100,
            range_checks: gas / 2_000,
            poseidon: u64::from(moves) * 2,
            peak_reserved_gas: gas * 2,
            bitwise: 100,
            holes: 100,
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let report = Report {
            games: vec![
                replay("first", Kind::Real, 19, 250, 8_000_000),
                replay("second", Kind::Longest, 9, 243, 30_000_000),
            ],
            calls: vec![Call {
                name: "submit".to_owned(),
                size: 19,
                line: 250,
                step_meter_gas: 13_300_000,
                sierra_meter_gas: 14_000_000,
                l1_data_gas: 320,
                new_cells: 2,
                strk: Call::strk(14_000_000),
            }],
            class: Class::default(),
        };
        let text = report.to_json().unwrap();
        assert_eq!(Report::parse(&text).unwrap(), report);
        assert_eq!(text.lines().count(), 6);
        assert!(text.contains("\"kind\":\"longest\""));
    }

    /// 13,300,000 units at 8e9 fri are 1.064e17 fri, and 1 STRK is 1e18.
    #[test]
    fn gas_is_priced_in_strk() {
        assert_eq!(Call::strk(13_300_000), 0.1064);
    }

    #[test]
    fn the_dearest_resource_is_told_by_its_weight() {
        let mut replay = replay("first", Kind::Real, 19, 250, 8_000_000);
        (replay.steps, replay.holes, replay.range_checks) = (1_500, 99, 100);
        (replay.poseidon, replay.bitwise) = (49, 24);
        let costs = replay.step_mode().map(|(_, cost)| cost);
        assert_eq!(costs, [159_900, 160_000, 156_800, 153_600]);
    }
}
