//! Runs one function in the Cairo VM on many inputs, compiling it once.
//!
//! Each line read is `{"args": [..], "available_gas": n}`: felts, and lists for arrays. Each line
//! written is `{"ok": [..]}` or `{"panic": [..]}` with what the run used (gas on the Sierra meter;
//! steps, memory holes and builtins in the VM), or `{"error": ".."}` when it could not be run.

use std::io::{self, BufRead, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use cairo_lang_compiler::{ensure_diagnostics, get_sierra_program_for_functions};
use cairo_lang_filesystem::ids::CrateInput;
use cairo_lang_runner::{Arg, RunResultStarknet, RunResultValue, SierraCasmRunner, StarknetState};
use cairo_lang_sierra::program::{Function, Program};
use cairo_lang_sierra_generator::program_generator::find_all_free_function_ids;
use cairo_lang_sierra_generator::replace_ids::replace_sierra_ids_in_program;
use cairo_lang_sierra_to_casm::metadata::MetadataComputationConfig;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use starknet_types_core::felt::Felt;

use crate::felts::{argument, hex};
use crate::project::{Project, Target};

/// Gas of a transaction on Starknet 0.14.4, given to a line that asks for none.
const TRANSACTION_GAS: usize = 1_110_000_000;

/// The return types that a function may have: an array of felts, with or without a panic.
const RETURN_TYPES: [&str; 2] = [
    "core::array::Array::<core::felt252>",
    "core::panics::PanicResult::<(core::array::Array::<core::felt252>,)>",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    args: Vec<Value>,
    available_gas: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Ok(Vec<String>),
    Panic(Vec<String>),
}

#[derive(Serialize)]
struct Answer {
    #[serde(flatten)]
    outcome: Outcome,
    gas: u64,
    steps: usize,
    holes: usize,
    range_checks: usize,
    poseidon: usize,
    bitwise: usize,
}

/// Answers every line of standard input on standard output, in order.
pub fn run(project: &Path, function: &str) -> Result<()> {
    let program = function_program(project, function)?;
    let runner = SierraCasmRunner::new(
        program,
        Some(MetadataComputationConfig::default()),
        Default::default(),
        None,
    )?;
    let function = runner.find_function(function)?;
    ensure_returns_felts(function)?;
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer = match answer(&runner, function, &line?) {
            Ok(answer) => serde_json::to_string(&answer)?,
            Err(error) => serde_json::json!({ "error": format!("{error:#}") }).to_string(),
        };
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// Compiles one function, and what it calls, to a Sierra program with readable names.
fn function_program(folder: &Path, path: &str) -> Result<Program> {
    let project = Project::open(folder, Target::Class)?;
    let db = &project.db;
    ensure_diagnostics(db, &mut project.reporter())?;
    let crates = CrateInput::into_crate_ids(db, project.crates);
    let function = find_all_free_function_ids(db, crates)
        .map_err(|_| anyhow!("the project does not compile"))?
        .into_iter()
        .find(|id| id.full_path(db) == path)
        .with_context(|| format!("no function '{path}' in {}", folder.display()))?;
    let program = get_sierra_program_for_functions(db, vec![function])?;
    Ok(replace_sierra_ids_in_program(db, &program.program))
}

fn ensure_returns_felts(function: &Function) -> Result<()> {
    let returned = function
        .signature
        .ret_types
        .last()
        .map(|id| id.to_string())
        .unwrap_or_default();
    ensure!(
        RETURN_TYPES.contains(&returned.as_str()),
        "{} returns {returned}, not Array<felt252>",
        function.id
    );
    Ok(())
}

fn answer(runner: &SierraCasmRunner, function: &Function, line: &str) -> Result<Answer> {
    let call: Call = serde_json::from_str(line)?;
    let args: Vec<Arg> = call.args.iter().map(argument).collect::<Result<_>>()?;
    let gas = call.available_gas.unwrap_or(TRANSACTION_GAS);
    let result = runner.run_function_with_starknet_context(
        function,
        args,
        Some(gas),
        StarknetState::default(),
    )?;
    let outcome = match &result.value {
        RunResultValue::Success(values) => Outcome::Ok(hex(&returned_array(&result, values)?)),
        RunResultValue::Panic(values) => Outcome::Panic(hex(values)),
    };
    let left = result.gas_counter.unwrap_or_default();
    let used = u64::try_from(Felt::from(gas) - left).context("more gas left than given")?;
    let resources = &result.used_resources.basic_resources;
    let builtin = |name: &str| {
        let of_name = |builtin: &_| format!("{builtin}") == name;
        resources
            .builtin_instance_counter
            .iter()
            .find(|(key, _)| of_name(key))
            .map_or(0, |(_, n)| *n)
    };
    Ok(Answer {
        outcome,
        gas: used,
        steps: resources.n_steps,
        holes: resources.n_memory_holes,
        range_checks: builtin("range_check_builtin"),
        poseidon: builtin("poseidon_builtin"),
        bitwise: builtin("bitwise_builtin"),
    })
}

/// An array is returned as the addresses of its first cell and of the cell behind its last.
fn returned_array(result: &RunResultStarknet, values: &[Felt]) -> Result<Vec<Felt>> {
    let [start, end] = values else {
        return Err(anyhow!("the function returned no array"));
    };
    let (start, end) = (usize::try_from(*start), usize::try_from(*end));
    let cells = start
        .ok()
        .zip(end.ok())
        .and_then(|(start, end)| result.memory.get(start..end));
    cells
        .and_then(|cells| cells.iter().copied().collect())
        .context("the returned array lies outside the VM's memory")
}
