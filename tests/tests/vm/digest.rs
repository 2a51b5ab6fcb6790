//! The worked games of the digest, computed apart from this code.

use anyhow::{Context, Result};
use serde_json::Value;
use starknet_types_core::felt::Felt;
use surround_channel::line::{DeadSet, Line};
use surround_rules::Setup;
use surround_tests::vm::Vm;

use crate::{JUDGE, vector_file};

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
