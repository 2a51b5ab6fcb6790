//! The command line of Surround: what a player needs to make, look at and settle a signed game.
//!
//! Each command has a file under `commands`. A command reads its input, calls the packages below
//! and returns a [`screen::Report`], which is shown as text or as one JSON object. What fails is a
//! [`failure::Failure`] with an [`exit::Exit`] code; nothing is printed on standard output then.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod account;
pub mod calls;
pub mod chains;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod demo;
pub mod dispute;
pub mod done;
pub mod drawing;
pub mod exit;
pub mod failure;
pub mod felts;
pub mod files;
pub mod games;
pub mod half_points;
pub mod history;
pub mod joining;
pub mod keys;
pub mod margin;
pub mod network;
pub mod node;
pub mod screen;
pub mod sending;
pub mod side;
pub mod steps;
pub mod table;
pub mod transcripts;
pub mod via_contract;

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::screen::Screen;

/// Runs the program with these arguments, its own name first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let screen = Screen::new(cli.json);
    match commands::run(cli.command, &screen) {
        Ok(exit) => exit,
        Err(failure) => {
            screen.fail(&failure);
            failure.exit()
        }
    }
}

/// Shows help, the version, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> Exit {
    // A closed standard output cannot be told about.
    let _ = error.print();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Ok,
        _ => Exit::Usage,
    }
}
