//! Contracts compiled by the project's own Cairo tool, for either gas meter.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use surround_chain::declare::Class;
use tempfile::TempDir;

/// The Sierra version from which a class is metered in Sierra gas.
const SIERRA_METERED: &str = "1.7.0";

/// Which meter the local network puts on a transaction.
///
/// The devnet takes a class file's `contract_class_version` for its Sierra version, so that every
/// class as compiled counts as old and runs on the step meter. Rewriting that field, in the account
/// and in the contract, shows the other meter; neither class hash nor program changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meter {
    /// Cairo steps and builtins, each dear in its own way: what older wallets are charged by.
    Steps,
    /// Sierra gas: what newer wallets are charged by.
    Sierra,
}

/// A compiled contract: the two files of the compiler as text.
#[derive(Debug)]
pub struct Artifacts {
    sierra: String,
    assembly: String,
}

impl Artifacts {
    /// Compiles the project in a folder below the workspace.
    ///
    /// # Errors
    /// When the Cairo tool is not installed, or refuses the project.
    pub fn compile(project: &str) -> Result<Self> {
        let out = TempDir::new()?;
        let status = Command::new(cairo_tool()?)
            .arg("compile")
            .arg("--project")
            .arg(workspace().join(project))
            .arg("--out")
            .arg(out.path())
            .output()
            .context("the Cairo tool does not start: run scripts/setup")?;
        ensure!(
            status.status.success(),
            "{project} does not compile: {}",
            String::from_utf8_lossy(&status.stderr)
        );
        let read = |kind: &str| {
            let path = out.path().join(format!("surround_Settlement.{kind}.json"));
            std::fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        Ok(Self {
            sierra: read("contract_class")?,
            assembly: read("compiled_contract_class")?,
        })
    }

    /// Writes the two files into a folder, as `scripts/build` does.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = |kind| folder.join(format!("surround_Settlement.{kind}.json"));
        std::fs::create_dir_all(folder)?;
        std::fs::write(path("contract_class"), &self.sierra)?;
        std::fs::write(path("compiled_contract_class"), &self.assembly)?;
        Ok(())
    }

    /// The class, to be run on `meter`.
    pub fn class(&self, meter: Meter) -> Result<Class> {
        Ok(Class::from_json(&self.sierra(meter)?, &self.assembly)?)
    }

    /// The Sierra class file, to be run on `meter`.
    pub fn sierra(&self, meter: Meter) -> Result<String> {
        if meter == Meter::Steps {
            return Ok(self.sierra.clone());
        }
        let mut class: Value = serde_json::from_str(&self.sierra)?;
        class["contract_class_version"] = SIERRA_METERED.into();
        Ok(class.to_string())
    }
}

/// The Cairo tool.
///
/// # Errors
/// When `SURROUND_CAIRO` does not name it.
pub fn cairo_tool() -> Result<PathBuf> {
    let path = std::env::var_os("SURROUND_CAIRO")
        .map(PathBuf::from)
        .context("SURROUND_CAIRO is not set: run scripts/test, or `. scripts/env`")?;
    ensure!(
        path.is_file(),
        "no Cairo tool at {}: run scripts/setup",
        path.display()
    );
    Ok(path)
}

/// The workspace's folder.
pub fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
