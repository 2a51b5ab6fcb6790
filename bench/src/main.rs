//! Measures what replays and calls cost, writes `docs/gas.json` and the parts of the documents that
//! are made of it, and guards the committed figures. `scripts/bench` prepares what it needs.
#![forbid(unsafe_code)]

mod bisection;
mod calls;
mod class;
mod compare;
mod corpus;
mod files;
mod limits;
mod markers;
mod plot;
mod replay;
mod report;
mod summary;
mod tables;
mod verbs;
mod workers;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// What replays and calls cost.
#[derive(Parser)]
#[command(name = "bench")]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Measure everything and write the figures.
    All,
    /// Measure again and fail when a figure is more than 1% above the committed one.
    Check,
    /// Measure the replays alone and write the figures.
    Games {
        /// Measure the replay of another folder's Cairo package instead, and only print.
        #[arg(long, value_name = "FOLDER")]
        project: Option<PathBuf>,
    },
    /// Measure the calls and the class alone and write the figures.
    Calls,
    /// Write the documents from the committed figures.
    Docs,
}

fn main() -> ExitCode {
    match run(&Cli::parse().verb) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("bench: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the verb; `false` when it worked but found a figure that is too high.
fn run(verb: &Verb) -> Result<bool> {
    match verb {
        Verb::All => verbs::all().map(|()| true),
        Verb::Check => verbs::check(),
        Verb::Games { project: None } => verbs::games().map(|()| true),
        Verb::Games {
            project: Some(folder),
        } => verbs::variant(folder).map(|()| true),
        Verb::Calls => verbs::calls().map(|()| true),
        Verb::Docs => verbs::docs().map(|()| true),
    }
}
