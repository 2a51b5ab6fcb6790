//! Games against one peer, until the time or the games are over.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fastrand::Rng;

use crate::case::Case;
use crate::generator;
use crate::moment::Difference;
use crate::peer::{Kind, Peer};
use crate::reduce::reduce;
use crate::sizes::Sizes;
use crate::vector;

/// Games that are written down; later ones are counted alone, as they rarely show anything new.
const WRITTEN: u64 = 3;
/// How often a long run says where it is.
const NEWS: Duration = Duration::from_secs(60);

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// After so many games.
    pub games: Option<u64>,
    /// At this time.
    pub until: Option<Instant>,
}

impl Limit {
    fn reached(&self, games: u64) -> bool {
        self.games.is_some_and(|most| games >= most)
            || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// What was seen.
#[derive(Clone, Debug)]
pub struct Outcome {
    kind: Kind,
    games: u64,
    plies: u64,
    mismatches: u64,
    elapsed: Duration,
}

impl Outcome {
    /// Whether no game differed.
    pub const fn agrees(&self) -> bool {
        self.mismatches == 0
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            games,
            plies,
            mismatches,
            elapsed,
        } = self;
        let seconds = elapsed.as_secs_f64();
        let name = kind.name();
        write!(
            f,
            "{name:6}: {games} games, {plies} plies, {mismatches} mismatches in {seconds:.0} s"
        )
    }
}

/// A peer, and the games it is still to see.
pub struct Session<'a> {
    peer: Box<dyn Peer>,
    seeds: Rng,
    seed: u64,
    sizes: &'a Sizes,
    out: &'a Path,
    outcome: Outcome,
    started: Instant,
}

impl<'a> Session<'a> {
    /// Starts the peer. `seed` determines the games, `out` is where those go that differ.
    ///
    /// # Errors
    /// When the peer is not installed.
    pub fn new(kind: Kind, seed: u64, sizes: &'a Sizes, out: &'a Path) -> Result<Self> {
        Ok(Self {
            peer: kind.start()?,
            seeds: Rng::with_seed(seed),
            seed,
            sizes,
            out,
            outcome: Outcome {
                kind,
                games: 0,
                plies: 0,
                mismatches: 0,
                elapsed: Duration::ZERO,
            },
            started: Instant::now(),
        })
    }

    /// Plays until the limit is reached.
    ///
    /// # Errors
    /// When the peer cannot be asked any more, or a game cannot be written.
    pub fn play(mut self, limit: Limit) -> Result<Outcome> {
        let mut told = Instant::now();
        while !limit.reached(self.outcome.games) {
            let cases = self.batch(limit)?;
            for (case, difference) in cases.iter().zip(self.peer.differences(&cases)?) {
                self.outcome.games += 1;
                self.outcome.plies += case.steps().len() as u64;
                if let Some(difference) = difference {
                    self.differs(case, difference)?;
                }
            }
            self.outcome.elapsed = self.started.elapsed();
            if told.elapsed() >= NEWS {
                eprintln!("{}", self.outcome);
                told = Instant::now();
            }
        }
        Ok(self.outcome)
    }

    /// As many games as the peer likes to see at once.
    fn batch(&mut self, limit: Limit) -> Result<Vec<Case>> {
        let left = limit.games.map(|most| most - self.outcome.games);
        let (mut cases, mut steps) = (Vec::new(), 0);
        while steps < self.peer.batch() && left.is_none_or(|left| (cases.len() as u64) < left) {
            let case = generator::play(self.sizes, self.seeds.u64(..));
            let case = case.context("no game on these sizes")?;
            steps += case.steps().len().max(1);
            cases.push(case);
        }
        Ok(cases)
    }

    /// Counts a game that differs and writes what is needed to show it.
    fn differs(&mut self, case: &Case, difference: Difference) -> Result<()> {
        self.outcome.mismatches += 1;
        let number = self.outcome.mismatches;
        if number > WRITTEN {
            return Ok(());
        }
        let (case, difference) = self.reduced(case, difference);
        let name = format!("{}-{}-{number}", self.outcome.kind.name(), self.seed);
        let path = vector::write(self.out, &name, &case, &difference)?;
        println!("{}: {difference}", path.display());
        Ok(())
    }

    /// The game with as few steps as still differ, and how it differs.
    fn reduced(&mut self, case: &Case, difference: Difference) -> (Case, Difference) {
        let mut found = (case.clone(), difference);
        reduce(case.steps(), |steps| {
            let Some(shorter) = Case::cut(case.setup(), steps) else {
                return false;
            };
            let seen = self.peer.differences(std::slice::from_ref(&shorter));
            let Some(Some(difference)) = seen.ok().and_then(|mut seen| seen.pop()) else {
                return false;
            };
            found = (shorter, difference);
            true
        });
        found
    }
}
