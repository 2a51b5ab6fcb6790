//! Breaks the Cairo code on purpose, one fault at a time, and tells which ones no test notices.
#![forbid(unsafe_code)]

mod faults;
mod judge;

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;

use faults::{Fault, faults};
use judge::{Fate, Judge};

/// Puts faults into copies of the Cairo sources, runs the vectors and the Cairo tests on each, and
/// prints what became of it.
#[derive(Parser)]
struct Cli {
    /// How many faults are tried.
    #[arg(long, default_value_t = 150)]
    count: usize,
    /// Which of them: the same seed picks the same ones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of these sources alone: part of the path below contracts/src.
    #[arg(long, default_value = "")]
    only: String,
    /// Only print them.
    #[arg(long)]
    list: bool,
    /// The Cairo package.
    #[arg(long, default_value = "contracts")]
    project: PathBuf,
}

/// A fault and where it is.
struct Place {
    path: PathBuf,
    fault: Fault,
}

fn main() -> Result<()> {
    let cli = Cli::parse();
    let copy = tempfile::tempdir()?;
    copy_folder(&cli.project, copy.path())?;
    let sources = copy.path().join("src");
    // Half of all numbers stand in one table.
    let of_one_source = if cli.only.is_empty() {
        cli.count.div_ceil(10)
    } else {
        cli.count
    };
    let mut places = shuffled(places(&sources, &cli.only)?, cli.seed);
    at_most(of_one_source, &mut places);
    places.truncate(cli.count);
    if cli.list {
        for place in &places {
            println!("{}", describe(&sources, place)?);
        }
        return Ok(());
    }
    let judge = Judge::new()?;
    let (mut built, mut noticed) = (0, 0);
    for place in &places {
        let fate = try_one(&judge, copy.path(), place)?;
        built += usize::from(fate != Fate::Unbuildable);
        noticed += usize::from(matches!(fate, Fate::Vectors | Fate::Tests));
        println!("{:12} {}", format!("{fate:?}"), describe(&sources, place)?);
    }
    println!(
        "{} faults of seed {}: {built} compile, {noticed} are noticed, {} are not",
        places.len(),
        cli.seed,
        built - noticed
    );
    Ok(())
}

/// Puts the fault in, has it judged, and takes it out again.
fn try_one(judge: &Judge, project: &Path, place: &Place) -> Result<Fate> {
    let sound = fs::read_to_string(&place.path)?;
    fs::write(&place.path, place.fault.break_in(&sound))?;
    let fate = judge.judge(project, &place.path);
    fs::write(&place.path, sound)?;
    fate
}

/// Where, and what stands there instead of what.
fn describe(sources: &Path, place: &Place) -> Result<String> {
    let source = fs::read_to_string(&place.path)?;
    let Fault { from, to, with } = &place.fault;
    Ok(format!(
        "{}:{} `{}` -> `{}`",
        place.path.strip_prefix(sources)?.display(),
        place.fault.line(&source),
        source.get(*from..*to).unwrap_or_default().trim(),
        with.trim()
    ))
}

/// All faults of all sources that are no tests.
fn places(folder: &Path, only: &str) -> Result<Vec<Place>> {
    let mut found = Vec::new();
    for path in files(folder)? {
        let below = path.strip_prefix(folder)?.to_string_lossy().into_owned();
        let tests = below.contains("tests") || !below.ends_with(".cairo");
        if tests || !below.contains(only) {
            continue;
        }
        let source = fs::read_to_string(&path)?;
        found.extend(faults(&source).into_iter().map(|fault| Place {
            path: path.clone(),
            fault,
        }));
    }
    Ok(found)
}

/// The places in an order that the seed gives.
fn shuffled(mut places: Vec<Place>, seed: u64) -> Vec<Place> {
    places.sort_by_cached_key(|place| {
        let mut hasher = DefaultHasher::new();
        let name = place.path.file_name();
        (seed, name, place.fault.from, &place.fault.with).hash(&mut hasher);
        hasher.finish()
    });
    places
}

/// Leaves the first so many of each source.
fn at_most(of_one_source: usize, places: &mut Vec<Place>) {
    let mut seen = HashMap::new();
    places.retain(|place| {
        let of_this: &mut usize = seen.entry(place.path.clone()).or_default();
        *of_this += 1;
        *of_this <= of_one_source
    });
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for file in files(from)? {
        let target = to.join(file.strip_prefix(from)?);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(&file, &target).with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// The files below a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            found.extend(files(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}
