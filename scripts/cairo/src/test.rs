//! Runs the package's `#[test]` functions, contract tests included.

use std::path::Path;

use anyhow::Result;
use cairo_lang_compiler::db::RootDatabase;
use cairo_lang_runner::casm_run::format_for_panic;
use cairo_lang_runner::{RunResultStarknet, RunResultValue, SierraCasmRunner, StarknetState};
use cairo_lang_sierra_to_casm::metadata::MetadataComputationConfig;
use cairo_lang_test_plugin::test_config::{PanicExpectation, TestExpectation};
use cairo_lang_test_plugin::{
    TestCompilation, TestConfig, TestsCompilationConfig, compile_test_prepared_db,
};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use starknet_types_core::felt::Felt;

use crate::project::{Project, Target};

/// Runs the tests whose path contains `filter`, prints one line each (in order of their paths) and
/// the totals; returns whether none failed.
pub fn test(folder: &Path, filter: &str) -> Result<bool> {
    let project = Project::open(folder, Target::Tests)?;
    let compilation = compile(&project.db, &project)?;
    let mut tests = compilation.metadata.named_tests;
    tests.retain(|(name, config)| name.contains(filter) && !config.ignored);
    tests.sort_by(|(a, _), (b, _)| a.cmp(b));
    let runner = SierraCasmRunner::new(
        compilation.sierra_program.program,
        Some(MetadataComputationConfig {
            function_set_costs: compilation.metadata.function_set_costs,
            ..MetadataComputationConfig::default()
        }),
        compilation.metadata.contracts_info,
        None,
    )?;
    let verdicts: Vec<(bool, String)> = tests
        .par_iter()
        .map(|(name, config)| judge(&runner, name, config))
        .collect();
    for ((name, _), (passed, note)) in tests.iter().zip(&verdicts) {
        println!(
            "test {name} ... {} {note}",
            if *passed { "ok" } else { "FAILED" }
        );
    }
    let passed = verdicts.iter().filter(|(passed, _)| *passed).count();
    let failed = verdicts.len() - passed;
    println!("{passed} passed, {failed} failed");
    Ok(failed == 0)
}

fn compile<'db>(db: &'db RootDatabase, project: &Project) -> Result<TestCompilation<'db>> {
    let config = TestsCompilationConfig {
        starknet: true,
        contract_declarations: None,
        contract_crate_ids: None,
        executable_crate_ids: None,
        add_statements_functions: false,
        add_statements_code_locations: false,
        add_functions_debug_info: false,
        replace_ids: false,
    };
    compile_test_prepared_db(db, config, project.crates.clone(), project.reporter())
}

/// Runs one test: whether it met its expectation, and its cost or what went wrong.
fn judge(runner: &SierraCasmRunner, name: &str, config: &TestConfig) -> (bool, String) {
    let result = runner.find_function(name).and_then(|function| {
        runner.run_function_with_starknet_context(
            function,
            vec![],
            config.available_gas,
            StarknetState::default(),
        )
    });
    match result {
        Err(error) => (false, format!("- {error}")),
        Ok(result) => match fault(&result.value, &config.expectation) {
            Some(fault) => (false, format!("- {fault}")),
            None => (true, cost(&result, config.available_gas)),
        },
    }
}

/// Says how the outcome differs from what the test expects, if it does.
fn fault(value: &RunResultValue, expected: &TestExpectation) -> Option<String> {
    match (value, expected) {
        (RunResultValue::Success(_), TestExpectation::Success) => None,
        (RunResultValue::Success(_), TestExpectation::Panics(_)) => {
            Some("expected a panic but finished".to_owned())
        }
        (RunResultValue::Panic(data), TestExpectation::Panics(PanicExpectation::Exact(exact)))
            if data != exact =>
        {
            Some(panic_text(data))
        }
        (RunResultValue::Panic(_), TestExpectation::Panics(_)) => None,
        (RunResultValue::Panic(data), TestExpectation::Success) => Some(panic_text(data)),
    }
}

fn panic_text(data: &[Felt]) -> String {
    format_for_panic(data.iter().copied())
}

fn cost(result: &RunResultStarknet, available_gas: Option<usize>) -> String {
    let steps = result.used_resources.basic_resources.n_steps;
    match available_gas.zip(result.gas_counter) {
        Some((given, left)) => format!("({} gas, {steps} steps)", Felt::from(given) - left),
        None => format!("({steps} steps)"),
    }
}
