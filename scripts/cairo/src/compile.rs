//! Compiles the project's contract to the two classes that a declaration needs.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use cairo_lang_compiler::CompilerConfig;
use cairo_lang_filesystem::ids::CrateInput;
use cairo_lang_starknet::compile::compile_contract_in_prepared_db;
use cairo_lang_starknet_classes::allowed_libfuncs::ListSelector;
use cairo_lang_starknet_classes::casm_contract_class::CasmContractClass;
use cairo_lang_starknet_classes::contract_class::ContractClass;
use serde_json::json;

use crate::class_hash::class_hash;
use crate::project::{Project, Target};

/// Most felts that the network takes in a Sierra program, and in the CASM made of it.
const MAX_PROGRAM_FELTS: usize = 81_920;

/// The libfuncs that public networks accept.
const LIBFUNCS: &str = "audited";

/// File names as Scarb gives them.
const SIERRA_FILE: &str = "surround_Settlement.contract_class.json";
const CASM_FILE: &str = "surround_Settlement.compiled_contract_class.json";

/// Writes both classes into `out` and prints one JSON line: the class hash and the sizes in felts.
pub fn compile(project: &Path, out: &Path) -> Result<()> {
    let class = contract_class(project)?;
    let sierra_felts = class.sierra_program.len();
    ensure!(
        sierra_felts <= MAX_PROGRAM_FELTS,
        "the Sierra program has {sierra_felts} felts, the network takes {MAX_PROGRAM_FELTS}"
    );
    let program = class.extract_sierra_program(false)?;
    program.validate_version_compatible(ListSelector::ListName(LIBFUNCS.into()))?;
    let casm =
        CasmContractClass::from_contract_class(class.clone(), program, false, MAX_PROGRAM_FELTS)?;

    fs::create_dir_all(out).with_context(|| format!("cannot create {}", out.display()))?;
    write(&out.join(SIERRA_FILE), &serde_json::to_string(&class)?)?;
    write(&out.join(CASM_FILE), &serde_json::to_string(&casm)?)?;
    let report = json!({
        "class_hash": format!("{:#066x}", class_hash(&class)?),
        "sierra_felts": sierra_felts,
        "casm_felts": casm.bytecode.len(),
        "limit_felts": MAX_PROGRAM_FELTS,
    });
    println!("{report}");
    Ok(())
}

/// Compiles the only contract of the project.
pub fn contract_class(folder: &Path) -> Result<ContractClass> {
    let project = Project::open(folder, Target::Class)?;
    let config = CompilerConfig {
        diagnostics_reporter: project.reporter(),
        ..CompilerConfig::default()
    };
    let crates = CrateInput::into_crate_ids(&project.db, project.crates);
    compile_contract_in_prepared_db(&project.db, None, crates, config)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
