//! The same games through the Rust rules and through the Cairo code in the Cairo VM.

use std::cell::RefCell;
use std::path::Path;

use anyhow::{Context, Result};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use starknet_types_core::felt::Felt;
use surround_channel::line::{DeadSet, Line, Replay, max_steps, replay};
use surround_rules::{Colour, Ending, Game, Phase, Point, PointSet, Setup, Size, Step, bare};
use surround_tests::vm::Vm;

const JUDGE: &str = "surround::vm::judge";
const CHANNEL: Felt = Felt::from_hex_unchecked("0x1234");

fn vector_file(file: &str) -> Result<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("vectors")
        .join(file);
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    Ok(serde_json::from_str(&text)?)
}

fn vectors(file: &str) -> Result<Vec<Value>> {
    Ok(vector_file(file)?
        .as_array()
        .context("no list of games")?
        .clone())
}

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
    let mut vm = Vm::start(JUDGE)?;
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
fn rule_cases() -> Result<()> {
    run_vectors("rules.json")
}

#[test]
fn real_games() -> Result<()> {
    run_vectors("real.json")
}

#[test]
fn edge_cases() -> Result<()> {
    run_vectors("edge.json")
}

#[test]
fn longest_games() -> Result<()> {
    run_vectors("longest.json")
}

/// A replay as `surround::vm::judge` writes it.
fn as_felts(replay: &Replay) -> Vec<Felt> {
    let player = |colour: Colour| u8::from(colour == Colour::White);
    let phase = match replay.phase {
        Phase::Play => 0u8,
        Phase::Propose => 1,
        Phase::Respond => 2,
        Phase::Ended => 3,
    };
    let ending = match replay.ending {
        None => 0u8,
        Some(Ending::Agreed) => 1,
        Some(Ending::PlayedOut) => 2,
        Some(Ending::MoveLimit) => 3,
    };
    vec![
        Felt::ZERO,
        replay.steps.into(),
        replay.heads[0],
        replay.heads[1],
        replay.heads[2],
        // Meaningless in an empty line, where Cairo says white.
        replay.author.map_or(1, player).into(),
        replay.run.into(),
        replay.due.map_or(2, player).into(),
        phase.into(),
        ending.into(),
        replay.black_x2.into(),
        replay.white_x2.into(),
        replay.at,
    ]
}

/// A felt or a small number of the digest file.
fn felt(value: &Value) -> Result<Felt> {
    match (value.as_u64(), value.as_str()) {
        (Some(number), _) => Ok(number.into()),
        (_, Some(text)) => Ok(Felt::from_hex(text)?),
        _ => anyhow::bail!("{value} is no felt"),
    }
}

fn felts(values: &Value) -> Result<Vec<Felt>> {
    values
        .as_array()
        .context("no list")?
        .iter()
        .map(felt)
        .collect()
}

fn limb(value: &Value) -> Result<u128> {
    u128::try_from(felt(value)?).ok().context("no limb")
}

fn small<T: TryFrom<u64>>(value: &Value) -> Result<T> {
    let number = value.as_u64().and_then(|number| T::try_from(number).ok());
    number.with_context(|| format!("{value} is no small number"))
}

/// The worked games of the digest, computed apart from this code: every head, and the summary of the whole line.
#[test]
fn digest_lines() -> Result<()> {
    let mut vm = Vm::start(JUDGE)?;
    for game in digest_games()? {
        let terms = &game["terms"];
        let setup = Setup {
            size: small(&terms["size"])?,
            handicap: small(&terms["handicap"])?,
            komi_x2: small(&terms["komi_x2"])?,
        };
        let dead = &game["dead"];
        let line = Line {
            packed: felts(&game["packed"])?,
            count: small(&game["count"])?,
            dead: DeadSet {
                d0: limb(&dead["d0"])?,
                d1: limb(&dead["d1"])?,
                d2: limb(&dead["d2"])?,
            },
        };
        let id = felt(&game["channel_id"])?;
        let end = &game["replay"];
        let (found, _) = vm.judge(setup, &line, id, small(&end["checkpoint"])?)?;
        for (field, index) in [
            ("steps", 1),
            ("head", 2),
            ("before", 3),
            ("before2", 4),
            ("author", 5),
            ("run", 6),
            ("due", 7),
            ("black_x2", 10),
            ("white_x2", 11),
            ("at", 12),
        ] {
            assert_eq!(found[index], felt(&end[field])?, "{} {field}", game["name"]);
        }
        let steps = game["steps"].as_array().context("no steps")?;
        for (step, number) in steps.iter().zip(1..) {
            let (found, _) = vm.judge(setup, &line, id, number)?;
            assert_eq!(
                found[12],
                felt(&step["head"])?,
                "{} step {number}",
                game["name"]
            );
        }
    }
    Ok(())
}

/// The channel ids and all that is signed in the worked games.
#[test]
fn digest_statements() -> Result<()> {
    let mut vm = Vm::start("surround::vm::digest")?;
    for game in digest_games()? {
        let terms = &game["terms"];
        let fields = [
            "black",
            "white",
            "black_key",
            "white_key",
            "referee_key",
            "size",
            "handicap",
            "komi_x2",
            "turn_seconds",
            "turn_blocks",
            "expires_at",
            "black_nonce",
            "white_nonce",
        ];
        let statements = &game["statements"];
        let steps = game["steps"].as_array().context("no steps")?;
        for (index, step) in steps.iter().enumerate() {
            let mut arguments: Vec<Value> =
                fields.iter().map(|field| terms[field].clone()).collect();
            arguments
                .extend([&game["chain_id"], &game["contract"], &step["head"]].map(Value::clone));
            let found = vm.call(&Value::Array(arguments))?.ok.context("panic")?;
            let expected = [
                &game["channel_id"],
                &statements["step"][index],
                &statements["open"][index + 1],
                &statements["resign"],
                &statements["flag"][index + 1],
                &statements["ranked"],
            ];
            let expected = expected.into_iter().map(felt).collect::<Result<Vec<_>>>()?;
            assert_eq!(found, expected, "{} step {}", game["name"], index + 1);
        }
    }
    Ok(())
}

fn digest_games() -> Result<Vec<Value>> {
    let digest = vector_file("digest.json")?;
    Ok(digest["games"].as_array().context("no games")?.clone())
}

fn same_in_both(vm: &mut Vm, setup: Setup, line: &Line, checkpoint: u16) -> Result<()> {
    let (found, _) = vm.judge(setup, line, CHANNEL, checkpoint)?;
    let expected = match replay(setup, line, CHANNEL, checkpoint) {
        Ok(replay) => as_felts(&replay),
        Err(fault) => {
            let error = Felt::from_bytes_be_slice(fault.error.as_str().as_bytes());
            vec![Felt::ONE, fault.step.into(), error]
        }
    };
    anyhow::ensure!(
        found == expected,
        "{setup:?} {line:?}\nCairo {found:x?}\nRust {expected:x?}"
    );
    Ok(())
}

/// What a random number means at this moment of a game: mostly a stone, anywhere.
fn step(game: &Game, choice: u16) -> Step {
    let points = u16::from(game.setup().size).pow(2);
    let stone = |number: u16| Point::new(number % points).map_or(Step::Pass, Step::Play);
    match (game.phase(), choice % 16) {
        (Phase::Play, 0) => Step::Pass,
        (Phase::Play, 1) if choice.is_multiple_of(7) => Step::Resume,
        (Phase::Propose, 0..=8) => Step::Propose(chains(game, choice)),
        (Phase::Propose, 9) => Step::Propose(stone_set(choice % points)),
        (Phase::Propose, 10) => Step::Accept,
        (Phase::Propose, _) => Step::Resume,
        (Phase::Respond, 0..=7) => Step::Accept,
        (Phase::Respond, 8) => Step::Pass,
        (Phase::Respond, _) => Step::Resume,
        _ => stone(choice / 16),
    }
}

fn stone_set(point: u16) -> PointSet {
    Point::new(point).into_iter().collect()
}

/// Every stone of one colour, or of neither: whole chains in any case.
fn chains(game: &Game, choice: u16) -> PointSet {
    let colour = [Some(Colour::Black), Some(Colour::White), None][usize::from(choice) % 3];
    let board = game.board();
    let points = (0..u16::from(game.setup().size).pow(2)).filter_map(Point::new);
    points
        .filter(|point| colour.is_some() && board.at(*point) == colour)
        .collect()
}

/// Random games: each illegal step on the way is put at the end of the line so far, and both sides must name it; so must
/// they agree on the whole.
#[test]
fn random_games_agree_step_by_step() -> Result<()> {
    let vm = RefCell::new(Vm::start(JUDGE)?);
    let setups = prop_oneof![
        (2u8..=6, Just(0u8), 0u16..=8),
        (
            prop_oneof![Just(9u8), Just(13)],
            prop_oneof![Just(0u8), 2u8..=9],
            0u16..=30
        ),
    ];
    let games = (
        setups,
        prop::collection::vec(any::<u16>(), 1..120),
        any::<u16>(),
    );
    let config = Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config).run(
        &games,
        |((size, handicap, komi_x2), choices, checkpoint)| {
            let setup = Setup {
                size,
                handicap,
                komi_x2,
            };
            let mut vm = vm.borrow_mut();
            let fail = |error: anyhow::Error| TestCaseError::fail(format!("{error:#}"));
            let mut game = Game::new(setup).map_err(|error| fail(error.into()))?;
            let mut steps = Vec::new();
            let mut probes = 0;
            for choice in choices {
                let step = step(&game, choice);
                steps.push(step);
                if game.apply(&step).is_err() {
                    if probes < 12 {
                        probes += 1;
                        same_in_both(&mut vm, setup, &Line::pack(&steps), 0).map_err(fail)?;
                    }
                    steps.pop();
                }
            }
            let line = Line::pack(&steps);
            let checkpoint = checkpoint % (line.count + 2);
            same_in_both(&mut vm, setup, &line, checkpoint).map_err(fail)
        },
    )?;
    Ok(())
}

/// A line with one bit changed: refused for the same reason by both, or the same game.
#[test]
fn mutated_lines_agree() -> Result<()> {
    let vm = RefCell::new(Vm::start(JUDGE)?);
    let games = vectors("real.json")?;
    let strategy = (
        0..games.len(),
        0u32..251,
        any::<prop::sample::Index>(),
        0u8..4,
    );
    let config = Config {
        cases: 150,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config).run(&strategy, |(game, bit, felt, kind)| {
        let fail = |error: anyhow::Error| TestCaseError::fail(format!("{error:#}"));
        let game = bare::parse(&games[game].to_string()).map_err(|error| fail(error.into()))?;
        let steps = game.steps().unwrap_or_default();
        let mut line = Line::pack(&steps);
        let flip = Felt::TWO.pow(bit);
        match kind {
            0 => line.count = line.count.wrapping_add(1),
            1 => line.dead.d0 ^= 1 << (bit % 128),
            2 => line.dead.d2 ^= 1 << (bit % 128),
            _ => {
                let index = felt.index(line.packed.len());
                line.packed[index] += flip;
            }
        }
        same_in_both(&mut vm.borrow_mut(), game.setup, &line, 0).map_err(fail)
    })?;
    Ok(())
}
