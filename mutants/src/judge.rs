//! Whether the tests notice a fault: the games of the vectors in the Cairo VM, then the Cairo tests.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// A test that runs for longer than so many seconds does not end.
const PATIENCE: &str = "600";
/// What `timeout` says of a command that did not end.
const OUT_OF_TIME: i32 = 124;

/// What became of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It does not compile.
    Unbuildable,
    /// The vectors fail, or do not end.
    Vectors,
    /// The Cairo tests fail, or do not end.
    Tests,
    /// Nothing fails.
    Survived,
}

/// The programs that judge.
pub struct Judge {
    cairo: PathBuf,
    vectors: PathBuf,
}

impl Judge {
    /// Finds the Cairo tool and the compiled tests that run the vectors.
    ///
    /// # Errors
    /// When `scripts/mutants` has not named them.
    pub fn new() -> Result<Self> {
        let cairo = std::env::var_os("SURROUND_CAIRO").context("run it as scripts/mutants")?;
        let vectors = std::env::var_os("SURROUND_VECTORS").context("run it as scripts/mutants")?;
        Ok(Self {
            cairo: cairo.into(),
            vectors: vectors.into(),
        })
    }

    /// Judges the Cairo package in a folder, broken in one of its sources. What is likely to notice
    /// comes first: the vectors hold no disputes.
    ///
    /// # Errors
    /// When a program cannot be started.
    pub fn judge(&self, project: &Path, source: &Path) -> Result<Fate> {
        let mut witnesses = [Fate::Vectors, Fate::Tests];
        if source.starts_with(project.join("src/settlement")) {
            witnesses.reverse();
        }
        for witness in witnesses {
            if !self.passes(witness, project)? {
                let builds = self.builds(project)?;
                return Ok(if builds { witness } else { Fate::Unbuildable });
            }
        }
        Ok(Fate::Survived)
    }

    /// Whether the vectors, or the tests, find nothing wrong.
    fn passes(&self, witness: Fate, project: &Path) -> Result<bool> {
        if witness == Fate::Tests {
            let mut tests = timed(&self.cairo);
            return passes(tests.arg("--project").arg(project).arg("test"));
        }
        let mut vectors = timed(&self.vectors);
        let vectors = vectors.args(["cases", "digest"]);
        passes(vectors.env("SURROUND_CONTRACTS", project))
    }

    /// Whether the contract compiles.
    fn builds(&self, project: &Path) -> Result<bool> {
        let out = project.join("out");
        let mut compile = timed(&self.cairo);
        compile.arg("--project").arg(project);
        compile.args([OsStr::new("compile"), OsStr::new("--out"), out.as_os_str()]);
        passes(&mut compile)
    }
}

fn timed(program: &Path) -> Command {
    let mut command = Command::new("timeout");
    command.args(["--kill-after=5", PATIENCE]).arg(program);
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn passes(command: &mut Command) -> Result<bool> {
    let status = command.status().context("`timeout` cannot be run")?;
    if status.code() == Some(OUT_OF_TIME) {
        eprintln!("did not end in {PATIENCE} s: {command:?}");
    }
    Ok(status.success())
}
