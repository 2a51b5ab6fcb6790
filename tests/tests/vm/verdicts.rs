//! The games of the vectors: their verdicts must be those of the files.

use anyhow::{Context, Result};
use serde_json::{Value, json};
use starknet_types_core::felt::Felt;
use surround_channel::line::{Line, max_steps};
use surround_rules::{Size, bare};
use surround_tests::vm::Vm;

use crate::{CHANNEL, JUDGE, vectors};

/// The Cairo answer in the words of a bare game's verdict, as far as Cairo knows them.
fn verdict(felts: &[Felt]) -> Result<Value> {
    let number = |index: usize| -> Result<u64> {
        let felt = felts.get(index).context("the answer is too short")?;
        u64::try_from(*felt)
            .ok()
            .with_context(|| format!("felt {index} is {felt:#x}"))
    };
    if number(0)? == 1 {
        let error = felts.get(2).context("no error")?.to_bytes_be();
        let error = String::from_utf8(error.into_iter().filter(|byte| *byte != 0).collect())?;
        return Ok(json!({ "ok": false, "step": number(1)?, "error": error }));
    }
    let phase = ["play", "propose", "respond", "ended"][usize::try_from(number(8)?)?];
    let due = [json!("black"), json!("white"), Value::Null][usize::try_from(number(7)?)?].clone();
    let ending = [
        Value::Null,
        json!("agreed"),
        json!("played_out"),
        json!("move_limit"),
    ][usize::try_from(number(9)?)?]
    .clone();
    let score = |index| -> Result<Value> {
        Ok(if ending.is_null() {
            Value::Null
        } else {
            json!(number(index)?)
        })
    };
    Ok(json!({
        "ok": true,
        "steps": number(1)?,
        "phase": phase,
        "due": due,
        "black_x2": score(10)?,
        "white_x2": score(11)?,
        "ending": ending,
    }))
}

/// Every field of `found` stands in `expected`.
fn agrees(expected: &Value, found: &Value) -> bool {
    let fields = found.as_object().into_iter().flatten();
    fields
        .into_iter()
        .all(|(name, value)| expected.get(name) == Some(value))
}

fn run_vectors(file: &str) -> Result<()> {
    run_vectors_in(&mut Vm::start(JUDGE)?, file)
}

fn run_vectors_in(vm: &mut Vm, file: &str) -> Result<()> {
    let mut judged = 0;
    for vector in vectors(file)? {
        let game = bare::parse(&vector.to_string())?;
        // A line has no word for a point beyond 19x19.
        let Some(steps) = game.steps() else { continue };
        // Nor has it room for a step after the longest game, which is over by then.
        let most = Size::new(game.setup.size).map_or(usize::MAX, |size| max_steps(size).into());
        let line = Line::pack(&steps[..steps.len().min(most)]);
        let (felts, _) = vm.judge(game.setup, &line, CHANNEL, 0)?;
        let mut found = verdict(&felts)?;
        if steps.len() > most && found["ok"] == true {
            found = json!({ "ok": false, "step": most + 1, "error": "game_over" });
        }
        let expected = &vector["expect"];
        assert!(
            agrees(expected, &found),
            "{}: {expected} but {found}",
            vector["name"]
        );
        judged += 1;
    }
    assert!(judged > 0, "{file} has no game that a line can hold");
    Ok(())
}

#[test]
fn rule_and_edge_cases() -> Result<()> {
    let mut vm = Vm::start(JUDGE)?;
    run_vectors_in(&mut vm, "rules.json")?;
    run_vectors_in(&mut vm, "edge.json")
}

#[test]
fn real_games() -> Result<()> {
    run_vectors("real.json")
}

#[test]
fn longest_games() -> Result<()> {
    run_vectors("longest.json")
}
