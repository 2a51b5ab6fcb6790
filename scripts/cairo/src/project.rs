//! Loads a Cairo project into a compiler database.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cairo_lang_compiler::db::RootDatabase;
use cairo_lang_compiler::diagnostics::DiagnosticsReporter;
use cairo_lang_compiler::project::setup_project;
use cairo_lang_filesystem::cfg::{Cfg, CfgSet};
use cairo_lang_filesystem::db::init_dev_corelib;
use cairo_lang_filesystem::ids::CrateInput;
use cairo_lang_starknet::starknet_plugin_suite;
use cairo_lang_test_plugin::test_plugin_suite;

/// What the project is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The contract class, or a single function.
    Class,
    /// The test functions: `#[cfg(test)]` holds.
    Tests,
}

/// A project ready to compile.
pub struct Project {
    /// The compiler's database, with the Starknet plugin.
    pub db: RootDatabase,
    /// The crates named in `cairo_project.toml`.
    pub crates: Vec<CrateInput>,
}

impl Project {
    /// Loads the project in `folder`, with the corelib that stands beside this program.
    pub fn open(folder: &Path, target: Target) -> Result<Self> {
        let mut builder = RootDatabase::builder();
        if target == Target::Tests {
            builder
                .with_cfg(CfgSet::from_iter([
                    Cfg::name("test"),
                    Cfg::kv("target", "test"),
                ]))
                .with_default_plugin_suite(test_plugin_suite());
        }
        let mut db = builder
            .with_default_plugin_suite(starknet_plugin_suite())
            .build()?;
        init_dev_corelib(&mut db, corelib()?);
        let crates = setup_project(&mut db, folder)
            .with_context(|| format!("cannot load the Cairo project in {}", folder.display()))?;
        Ok(Self { db, crates })
    }

    /// Prints errors and warnings of the project's crates on standard error; warnings are fatal.
    pub fn reporter(&self) -> DiagnosticsReporter<'static> {
        DiagnosticsReporter::stderr().with_crates(&self.crates)
    }
}

/// The corelib that `scripts/setup` puts beside the program's own folder.
fn corelib() -> Result<PathBuf> {
    let program = std::env::current_exe().context("cannot find this program's own path")?;
    let cache = program
        .parent()
        .and_then(Path::parent)
        .unwrap_or(Path::new("/"));
    let corelib = cache.join("corelib-2.16.0").join("src");
    ensure!(
        corelib.join("lib.cairo").is_file(),
        "no Cairo corelib at {}: run scripts/setup",
        corelib.display()
    );
    Ok(corelib)
}
