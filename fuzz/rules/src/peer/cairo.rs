//! The Cairo code in the Cairo VM. It judges whole lines: a refused last step shows that it refuses
//! what it must, and a legal line that it refuses nothing else, and scores the same board.

use anyhow::{Context, Result};
use serde_json::json;
use starknet_types_core::felt::Felt;
use surround_channel::line::{Line, replay};
use surround_tests::vm::{Vm, judgement};

use super::Peer;
use crate::case::Case;
use crate::moment::Difference;

/// Any channel: its identifier only starts the chain of hashes.
const CHANNEL: Felt = Felt::from_hex_unchecked("0x1234");
/// More than any batch uses.
const GAS: u64 = 1_000_000_000_000;
/// Starting a run costs as much as some hundred steps; the memory of more runs than these is slow.
const BATCH: usize = 800;

/// A function of the Cairo package that judges many lines.
pub struct Cairo {
    vm: Vm,
}

impl Cairo {
    /// Compiles the package and starts the VM.
    ///
    /// # Errors
    /// When the Cairo tool is not installed: run `scripts/setup`.
    pub fn start() -> Result<Self> {
        let vm = Vm::start("surround::vm::judge_games")?;
        Ok(Self { vm })
    }

    /// What Cairo says about each game; one text for all of them when it panics.
    fn judge(&mut self, lines: &[(&Case, Line)]) -> Result<Result<Vec<Vec<Felt>>, String>> {
        let games: Vec<_> = lines
            .iter()
            .flat_map(|(case, line)| serialized(case, line))
            .map(|felt| felt.to_hex_string())
            .collect();
        let arguments = json!([games, CHANNEL.to_hex_string()]);
        let answer = self.vm.call_within(&arguments, GAS)?;
        Ok(match answer.ok {
            Some(felts) => Ok(split(&felts)),
            None => Err(format!("panic {:x?}", answer.panic)),
        })
    }
}

impl Peer for Cairo {
    fn differences(&mut self, cases: &[Case]) -> Result<Vec<Option<Difference>>> {
        let lines: Vec<_> = cases
            .iter()
            .map(|case| (case, Line::pack(case.steps())))
            .collect();
        let answers = match self.judge(&lines)? {
            Ok(answers) => answers,
            // One game spoils a run: each is asked about alone.
            Err(_) if cases.len() > 1 => {
                let alone = |case: &Case| -> Result<_> {
                    let mut found = self.differences(std::slice::from_ref(case))?;
                    found.pop().context("no answer")
                };
                return cases.iter().map(alone).collect();
            }
            Err(panic) => return Ok(vec![Some(Difference(panic))]),
        };
        anyhow::ensure!(answers.len() == cases.len(), "the VM left games out");
        let compare = |((case, line), found): (&(&Case, Line), &Vec<Felt>)| {
            let expected = judgement(&replay(case.setup(), line, CHANNEL, 0));
            let text = || format!("Rust {}, Cairo {}", told(&expected), told(found));
            (*found != expected).then(|| Difference(text()))
        };
        Ok(lines.iter().zip(&answers).map(compare).collect())
    }

    fn batch(&self) -> usize {
        BATCH
    }
}

/// Setup and line as Cairo's `Serde` writes them.
fn serialized(case: &Case, line: &Line) -> Vec<Felt> {
    let setup = case.setup();
    let mut felts: Vec<Felt> = vec![
        setup.size.into(),
        setup.handicap.into(),
        setup.komi_x2.into(),
        line.packed.len().into(),
    ];
    felts.extend(&line.packed);
    felts.push(line.count.into());
    let dead = &line.dead;
    felts.extend([dead.d0, dead.d1, dead.d2].map(Felt::from));
    felts
}

/// An answer in words.
fn told(answer: &[Felt]) -> String {
    let numbers = |felts: &[Felt]| {
        let numbers: Vec<_> = felts
            .iter()
            .map(|felt| felt.to_biguint().to_string())
            .collect();
        numbers.join(" ")
    };
    match answer {
        [_, step, error] => {
            let error: Vec<_> = error
                .to_bytes_be()
                .into_iter()
                .filter(|byte| *byte != 0)
                .collect();
            let error = String::from_utf8_lossy(&error).into_owned();
            format!("refuses step {}: {error}", numbers(&[*step]))
        }
        [_, steps, head, _, _, rest @ ..] => format!(
            "takes {} steps up to head {head:#x}; author, run, due, phase, ending, scores: {}",
            numbers(&[*steps]),
            numbers(rest.split_last().map_or(rest, |(_, scores)| scores)),
        ),
        _ => format!("says {answer:x?}"),
    }
}

/// Cuts the answers apart: 13 felts for a replay, 3 for a fault.
fn split(mut felts: &[Felt]) -> Vec<Vec<Felt>> {
    let mut answers = Vec::new();
    while let Some(first) = felts.first() {
        let length = if *first == Felt::ZERO { 13 } else { 3 };
        let (answer, rest) = felts.split_at(length.min(felts.len()));
        answers.push(answer.to_vec());
        felts = rest;
    }
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_cut_apart_and_told() {
        let fault = [
            Felt::ONE,
            Felt::from(22),
            Felt::from_bytes_be_slice(b"superko"),
        ];
        let replay: Vec<_> = (0..13u8).map(Felt::from).collect();
        let answers = split(&[&fault, replay.as_slice(), &fault].concat());
        assert_eq!(answers, [fault.to_vec(), replay, fault.to_vec()]);
        let told: Vec<_> = answers.iter().map(|answer| told(answer)).collect();
        assert_eq!(told[0], "refuses step 22: superko");
        assert!(told[1].ends_with("scores: 5 6 7 8 9 10 11"), "{}", told[1]);
    }
}
