//! What the program can be asked to do.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use surround_tests::artifacts::workspace;

use crate::compare::compare;
use crate::corpus::{self, Game, Kind};
use crate::report::{Call, Replay, Report};
use crate::{calls, class, files, replay, tables, workers};

/// The real game that the calls are about.
const RECORD: &str = "real-49-kisei27_g1";
/// The board on which the dearest games are settled as whole transactions.
const LARGEST: u8 = 19;

/// Measures everything and writes it.
pub fn all() -> Result<()> {
    let corpus = corpus::games()?;
    files::write(&Report {
        games: replays(&contracts(), &corpus)?,
        calls: transactions(&corpus, &dear(&corpus))?,
        class: class::measure()?,
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
    let corpus = corpus::games()?;
    files::write(&Report {
        calls: transactions(&corpus, &dear(&corpus))?,
        class: class::measure()?,
        ..files::figures()?
    })
}

/// Writes the documents of the committed figures.
pub fn docs() -> Result<()> {
    files::write(&files::figures()?)
}

/// Measures again and says what rose; `false` when something did. Of the dear games, which are all
/// replayed, the dearest alone is settled as a whole transaction.
pub fn check() -> Result<bool> {
    let mut committed = files::figures()?;
    files::ensure_current(&committed)?;
    let corpus = corpus::games()?;
    let mut others = dear(&corpus);
    let dearest = take_dearest(&mut others, &committed.games);
    let others: Vec<_> = others.iter().map(calls::name_of_whole).collect();
    committed.calls.retain(|call| !others.contains(&call.name));
    let measured = Report {
        games: confirmed(&corpus, &committed.games)?,
        calls: transactions(&corpus, &dearest)?,
        class: class::measure()?,
    };
    let outcome = compare(&committed.rows(), &measured.rows());
    for fault in &outcome.faults {
        eprintln!("bench: {fault}");
    }
    if outcome.all_lower {
        eprintln!("bench: every figure fell by more than 1%: commit the better figures");
    }
    if !outcome.faults.is_empty() {
        eprintln!("bench: if this is meant, run scripts/bench and commit its figures");
    }
    Ok(outcome.faults.is_empty())
}

fn contracts() -> PathBuf {
    workspace().join("contracts")
}

/// The longest and the adversarial games on the largest board.
fn dear(corpus: &[Game]) -> Vec<Game> {
    let dear = |game: &&Game| game.kind != Kind::Real && game.setup.size == LARGEST;
    corpus.iter().filter(dear).cloned().collect()
}

/// Takes the game with the highest committed figure out of `games`.
fn take_dearest(games: &mut Vec<Game>, committed: &[Replay]) -> Vec<Game> {
    let gas = |game: &Game| {
        let row = committed.iter().find(|row| row.name == game.name);
        row.map_or(0, |row| row.sierra_gas)
    };
    let dearest = games.iter().enumerate().max_by_key(|(_, game)| gas(game));
    match dearest.map(|(index, _)| index) {
        Some(index) => vec![games.swap_remove(index)],
        None => Vec::new(),
    }
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
