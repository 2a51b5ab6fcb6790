//! How large the contract's class is.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use surround_tests::artifacts::{cairo_tool, workspace};
use tempfile::TempDir;

use crate::report::Class;

/// Compiles the contract and returns the sizes of its class.
///
/// # Errors
/// When the Cairo tool is not installed, or refuses the contract.
pub fn measure() -> Result<Class> {
    let out = TempDir::new()?;
    let output = Command::new(cairo_tool()?)
        .args(["compile", "--project"])
        .arg(workspace().join("contracts"))
        .arg("--out")
        .arg(out.path())
        .output()
        .context("the Cairo tool does not start: run scripts/setup")?;
    ensure!(
        output.status.success(),
        "the contract does not compile: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).context("the Cairo tool says no sizes")
}
