//! What the tests of the program share.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod table;

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

/// What the program did.
#[derive(Debug)]
pub struct Ran {
    /// Exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Runs the program in a folder, with nothing of the caller's own settings, and text as input.
pub fn surround_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut command = Command::cargo_bin("surround").expect("the program is built with its tests");
    command
        .current_dir(folder)
        .env_clear()
        .env("HOME", folder)
        .args(args);
    let Output {
        status,
        stdout,
        stderr,
    } = command
        .write_stdin(input)
        .output()
        .expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran {
        code: status.code().unwrap_or(-1),
        out: text(stdout),
        err: text(stderr),
    }
}

/// Runs the program where there are no files.
pub fn surround(args: &[&str], input: &str) -> Ran {
    let folder = tempfile::tempdir().expect("a folder for the test");
    surround_in(folder.path(), args, input)
}
