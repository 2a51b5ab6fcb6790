//! The `surround` program: see the library of this package.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    surround_cli::run(std::env::args_os()).into()
}
