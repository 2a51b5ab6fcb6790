//! Compiles, tests, formats and runs the Cairo package `surround` with the libraries of the
//! Cairo 2.16.0 compiler, so that neither Scarb nor Starknet Foundry has to be installed.
#![forbid(unsafe_code)]

mod abi;
mod class_hash;
mod compile;
mod felts;
mod fmt;
mod project;
mod run;
mod test;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// The Cairo tools of Surround.
#[derive(Parser)]
#[command(name = "surround-cairo", version)]
struct Cli {
    /// Folder with the `cairo_project.toml` to work on.
    #[arg(long, global = true, default_value = "contracts")]
    project: PathBuf,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Compile the contract to a Sierra class and a CASM class; print hash and sizes as JSON.
    Compile {
        /// Folder that takes the two class files.
        #[arg(long, default_value = "target")]
        out: PathBuf,
    },
    /// Write the contract's ABI as JSON.
    Abi {
        /// File to write, or to compare with.
        file: PathBuf,
        /// Write nothing; fail if the file differs from the contract.
        #[arg(long)]
        check: bool,
    },
    /// Run the `#[test]` functions whose path contains the filter.
    Test {
        /// Part of the path of a test function.
        #[arg(default_value = "")]
        filter: String,
    },
    /// Format the Cairo sources.
    Fmt {
        /// Write nothing; fail if a file is not formatted.
        #[arg(long)]
        check: bool,
    },
    /// Run a function in the Cairo VM, once for each JSON line on standard input.
    Run {
        /// Full path of a function without generics that returns `Array<felt252>`.
        #[arg(long)]
        function: String,
    },
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match dispatch(&cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the chosen verb; `false` when it worked but found a fault (a failed test, a stale file).
fn dispatch(cli: &Cli) -> Result<bool> {
    let project = &cli.project;
    match &cli.verb {
        Verb::Compile { out } => compile::compile(project, out).map(|()| true),
        Verb::Abi { file, check } => abi::abi(project, file, *check),
        Verb::Test { filter } => test::test(project, filter),
        Verb::Fmt { check } => fmt::fmt(project, *check),
        Verb::Run { function } => run::run(project, function).map(|()| true),
    }
}
