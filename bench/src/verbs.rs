//! What the program can be asked to do.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use surround_tests::artifacts::workspace;

use crate::compare::compare;
use crate::corpus::{self, Game, Kind};
use crate::report::{Call, Replay, Report};
use crate::summary::{dearest, of};
use crate::{calls, class, files, replay, tables, workers};

/// The real game that the calls are about.
const RECORD: &str = "real-49-kisei27_g1";
/// The board on which the dearest games are settled as whole transactions.
const LARGEST: u8 = 19;

/// Measures everything and writes it.
pub fn all() -> Result<()> {
    let corpus = corpus::games()?;
    let games = replays(&contracts(), &corpus)?;
    files::write(&Report {
        calls: transactions(&corpus, &settled_whole(&corpus, &games))?,
        class: class::measure()?,
        games,
    })
}

/// Measures the replays and writes them beside the other figures.
pub fn games() -> Result<()> {
    let games = replays(&contracts(), &corpus::games()?)?;
    files::write(&Report {
        games,
        ..files::figures()?
    })
}

/// Measures the replay of another Cairo package and prints the tables.
pub fn variant(project: &Path) -> Result<()> {
    let games = replays(project, &corpus::games()?)?;
    let report = Report {
        games,
        ..Report::default()
    };
    let [(_, real), (_, longest), ..] = tables::parts(&report);
    println!("{real}\n{longest}");
    Ok(())
}

/// Measures the calls and the class and writes them beside the other figures.
pub fn calls() -> Result<()> {
    let (corpus, committed) = (corpus::games()?, files::figures()?);
    files::write(&Report {
        calls: transactions(&corpus, &settled_whole(&corpus, &committed.games))?,
        class: class::measure()?,
        ..committed
    })
}

/// Writes the documents of the committed figures.
pub fn docs() -> Result<()> {
    files::write(&files::figures()?)
}

/// Measures again and says what rose, and which document is stale; `false` when there is any. Every game is replayed, but of
/// those that are settled as whole transactions only the dearest is.
pub fn check() -> Result<bool> {
    let mut committed = files::figures()?;
    let stale = files::stale(&committed)?;
    let corpus = corpus::games()?;
    let mut left_out = settled_whole(&corpus, &committed.games);
    let dearest: Vec<_> = left_out.pop().into_iter().collect();
    let left_out: Vec<_> = left_out.iter().map(calls::name_of_whole).collect();
    committed
        .calls
        .retain(|call| !left_out.contains(&call.name));
    let measured = Report {
        games: confirmed(&corpus, &committed.games)?,
        calls: transactions(&corpus, &dearest)?,
        class: class::measure()?,
    };
    let outcome = compare(&committed.rows(), &measured.rows());
    for fault in &outcome.faults {
        eprintln!("bench: {fault}");
    }
    for file in &stale {
        eprintln!("bench: {file} is not made of the committed figures");
    }
    if outcome.all_lower {
        eprintln!("bench: every total fell by more than 1%: commit the better figures");
    }
    let passed = outcome.faults.is_empty() && stale.is_empty();
    if !passed {
        eprintln!("bench: if this is meant, run scripts/bench and commit what it writes");
    }
    Ok(passed)
}

fn contracts() -> PathBuf {
    workspace().join("contracts")
}

/// The longest games on the largest board and the dearest adversarial one, by their figures; the
/// dearest of all comes last.
fn settled_whole(corpus: &[Game], figures: &[Replay]) -> Vec<Game> {
    let dearest = dearest(of(figures, Kind::Adversarial, LARGEST)).map(|row| &row.name);
    let gas = |game: &Game| {
        let row = figures.iter().find(|row| row.name == game.name);
        row.map_or(0, |row| row.sierra_gas)
    };
    let chosen = |game: &&Game| match game.kind {
        Kind::Real => false,
        Kind::Longest => game.setup.size == LARGEST,
        Kind::Adversarial => Some(&game.name) == dearest,
    };
    let mut games: Vec<_> = corpus.iter().filter(chosen).cloned().collect();
    games.sort_by_key(gas);
    games
}

fn replays(project: &Path, corpus: &[Game]) -> Result<Vec<Replay>> {
    eprintln!("bench: replaying {} games", corpus.len());
    workers::spread(project, corpus, replay::measure)
}

fn confirmed(corpus: &[Game], committed: &[Replay]) -> Result<Vec<Replay>> {
    eprintln!("bench: replaying {} games", corpus.len());
    workers::spread(&contracts(), corpus, |vm, game| {
        match committed.iter().find(|row| row.name == game.name) {
            Some(row) => replay::confirm(vm, game, row.peak_reserved_gas),
            None => replay::measure(vm, game),
        }
    })
}

fn transactions(corpus: &[Game], whole: &[Game]) -> Result<Vec<Call>> {
    eprintln!("bench: making every call on a local network, on both meters");
    let record = corpus.iter().find(|game| game.name == RECORD);
    calls::measure(record.with_context(|| format!("no game {RECORD}"))?, whole)
}
