//! The hash that names a Sierra class on Starknet.

use std::io;

use anyhow::{Context, Result};
use cairo_lang_starknet_classes::contract_class::{ContractClass, ContractEntryPoint};
use cairo_lang_starknet_classes::keccak::starknet_keccak;
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use starknet_types_core::felt::Felt;
use starknet_types_core::hash::{Poseidon, StarkHash};

/// The prefix of the hash: the version of the class format.
const CLASS_VERSION: &str = "CONTRACT_CLASS_V0.1.0";

/// Poseidon over the version, the three lists of entry points, the ABI's text and the program.
pub fn class_hash(class: &ContractClass) -> Result<Felt> {
    let abi = class.abi.as_ref().context("the class has no ABI")?;
    let program: Vec<Felt> = class
        .sierra_program
        .iter()
        .map(|f| Felt::from(&f.value))
        .collect();
    let entry_points = &class.entry_points_by_type;
    Ok(Poseidon::hash_array(&[
        Felt::from_bytes_be_slice(CLASS_VERSION.as_bytes()),
        entry_points_hash(&entry_points.external),
        entry_points_hash(&entry_points.l1_handler),
        entry_points_hash(&entry_points.constructor),
        Felt::from(starknet_keccak(declared_abi(abi)?.as_bytes())),
        Poseidon::hash_array(&program),
    ]))
}

fn entry_points_hash(entry_points: &[ContractEntryPoint]) -> Felt {
    let felts: Vec<Felt> = entry_points
        .iter()
        .flat_map(|entry| [Felt::from(&entry.selector), Felt::from(entry.function_idx)])
        .collect();
    Poseidon::hash_array(&felts)
}

/// The ABI's text in a declaration. The network hashes it as it stands, and wallets write it with
/// a space after each comma and colon.
fn declared_abi(abi: &impl Serialize) -> Result<String> {
    let mut text = Vec::new();
    abi.serialize(&mut Serializer::with_formatter(&mut text, Spaced))?;
    Ok(String::from_utf8(text)?)
}

/// Compact JSON, with a space after each comma and colon.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        out: &mut W,
        first: bool,
    ) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}
