//! The layout of values as the ABI itself has it: an oracle for calldata and for answers.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use starknet_rust::core::types::Felt;

use super::ABI;

type Fields = Vec<(String, String)>;

pub struct Layout {
    structs: HashMap<String, Fields>,
    enums: HashMap<String, Fields>,
    functions: HashMap<String, (Fields, String)>,
    events: HashMap<String, Fields>,
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn fields(value: &Value) -> Fields {
    let list = value.as_array().map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .map(|field| (text(field, "name"), text(field, "type")))
        .collect()
}

impl Layout {
    pub fn new() -> Self {
        let mut layout = Self {
            structs: HashMap::new(),
            enums: HashMap::new(),
            functions: HashMap::new(),
            events: HashMap::new(),
        };
        let abi: Vec<Value> = serde_json::from_str(ABI).unwrap();
        abi.iter().for_each(|entry| layout.add(entry));
        layout
    }

    fn add(&mut self, entry: &Value) {
        let name = text(entry, "name");
        match entry["type"].as_str().unwrap() {
            "struct" => _ = self.structs.insert(name, fields(&entry["members"])),
            "enum" => _ = self.enums.insert(name, fields(&entry["variants"])),
            "function" | "constructor" => {
                let output = text(&entry["outputs"][0], "type");
                self.functions
                    .insert(name, (fields(&entry["inputs"]), output));
            }
            "interface" => entry["items"]
                .as_array()
                .unwrap()
                .iter()
                .for_each(|e| self.add(e)),
            "event" if entry["kind"] == "struct" => {
                let short = name.rsplit("::").next().unwrap().to_owned();
                self.events.insert(short, fields(&entry["members"]));
            }
            _ => {}
        }
    }

    /// The names of all entry points and views.
    pub fn functions(&self) -> Vec<&str> {
        self.functions.keys().map(String::as_str).collect()
    }

    /// Names every felt of an entry point's calldata; fails when felts are missing or left over.
    pub fn calldata(&self, function: &str, felts: &[Felt]) -> BTreeMap<String, Felt> {
        let mut named = BTreeMap::new();
        let mut rest = felts.iter();
        for (name, kind) in &self.functions[function].0 {
            self.name(kind, name, &mut rest, &mut named);
        }
        assert_eq!(rest.len(), 0, "{function}: felts left over");
        named
    }

    fn name<'a>(
        &self,
        kind: &str,
        path: &str,
        felts: &mut impl Iterator<Item = &'a Felt>,
        named: &mut BTreeMap<String, Felt>,
    ) {
        if let Some(item) = span_item(kind) {
            let length = *felts.next().unwrap();
            named.insert(format!("{path}.length"), length);
            for index in 0..u64::try_from(length).unwrap() {
                self.name(item, &format!("{path}.{index}"), felts, named);
            }
        } else if let Some(members) = self.structs.get(kind) {
            for (member, kind) in members {
                self.name(kind, &format!("{path}.{member}"), felts, named);
            }
        } else if let Some(variants) = self.enums.get(kind) {
            let index = *felts.next().unwrap();
            named.insert(path.to_owned(), index);
            let (variant, kind) = &variants[usize::try_from(index).unwrap()];
            if kind != "()" {
                self.name(kind, &format!("{path}.{variant}"), felts, named);
            }
        } else {
            assert!(kind.starts_with("core::"), "unknown type {kind}");
            named.insert(path.to_owned(), *felts.next().expect(path));
        }
    }

    /// An answer of a view, each felt given by its name (`steps`, `outcome.winner`, ..).
    pub fn answer(&self, view: &str, value: impl Fn(&str) -> u64) -> Vec<Felt> {
        let mut felts = Vec::new();
        self.write(&self.functions[view].1, "", &value, &mut felts);
        felts
    }

    /// The data and keys of an event together, in the order of its members.
    pub fn event(&self, event: &str, value: impl Fn(&str) -> u64) -> Vec<Felt> {
        let mut felts = Vec::new();
        for (name, kind) in &self.events[event] {
            self.write(kind, &format!(".{name}"), &value, &mut felts);
        }
        felts
    }

    fn write(&self, kind: &str, path: &str, value: &impl Fn(&str) -> u64, felts: &mut Vec<Felt>) {
        let here = path.trim_start_matches('.');
        if let Some(item) = span_item(kind) {
            let length = value(&format!("{here}.length"));
            felts.push(length.into());
            (0..length).for_each(|i| self.write(item, &format!("{path}.{i}"), value, felts));
        } else if let Some(members) = self.structs.get(kind) {
            for (member, kind) in members {
                self.write(kind, &format!("{path}.{member}"), value, felts);
            }
        } else {
            felts.push(value(here).into());
        }
    }
}

fn span_item(kind: &str) -> Option<&str> {
    kind.strip_prefix("core::array::Span::<")?.strip_suffix('>')
}
