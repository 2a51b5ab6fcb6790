//! A game as the contract takes it: packed steps, and the chain of hashes over them (protocol 2.2).
//!
//! Mirrors `contracts/src/channel/line.cairo`.

mod chain;
mod packing;
mod replay;

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Point, PointSet, RuleError, SetupError, Size, Step};
use thiserror::Error;

use crate::hash;

pub use chain::{Chain, Link};
pub use packing::{CODES_PER_FELT, felts_for};
pub use replay::{Replay, replay};

/// Code of a pass; lower codes are points.
const PASS: u16 = 361;
/// Code of a proposal of dead stones.
pub(crate) const PROPOSE: u16 = 362;
/// Code of an acceptance.
const ACCEPT: u16 = 363;
/// Code of a resumption, the last one: 365 to 511 mean nothing.
pub(crate) const RESUME: u16 = 364;
/// What the author's number is multiplied with in a word: the number of codes.
const CODES: u16 = 512;

/// The proposed dead set as three limbs, least significant first: bit i of the 384 is point i.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeadSet {
    /// Points 0 to 127.
    pub d0: u128,
    /// Points 128 to 255.
    pub d1: u128,
    /// Points 256 to 360.
    pub d2: u128,
}

impl DeadSet {
    /// Whether no point is marked.
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    /// The marked points; `None` if a bit beyond the largest board is set.
    pub fn points(&self) -> Option<PointSet> {
        PointSet::from_limbs([self.d0, self.d1, self.d2])
    }
}

impl From<PointSet> for DeadSet {
    fn from(points: PointSet) -> Self {
        let [d0, d1, d2] = points.limbs();
        Self { d0, d1, d2 }
    }
}

/// A packed game (protocol 2.2): at most one proposal can be in it, so one dead set is enough.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// 27 codes a felt.
    pub packed: Vec<Felt>,
    /// Number of steps.
    pub count: u16,
    /// The proposed dead set; zero without a proposal.
    pub dead: DeadSet,
}

/// Why a line is refused, and at which step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("step {step}: {error}")]
pub struct Fault {
    /// The first bad step, from 1; 0 for size, handicap, komi or packing.
    pub step: u16,
    /// What is wrong with it.
    pub error: LineError,
}

impl Fault {
    /// The packing is not canonical.
    pub(crate) const PACKING: Self = Self {
        step: 0,
        error: LineError::BadLine,
    };
}

/// Why a line is refused, with the names of protocol 3.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", self.as_str())]
pub enum LineError {
    /// The size is not 2 to 19.
    BadSize,
    /// The handicap does not go with the size.
    BadHandicap,
    /// Komi is more than two half points for each point.
    BadKomi,
    /// The packing is not canonical, or a code means nothing.
    BadLine,
    /// The step breaks a rule.
    Rule(RuleError),
}

impl LineError {
    /// The name of protocol 3.2.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::BadSize => "bad_size",
            Self::BadHandicap => "bad_handicap",
            Self::BadKomi => "bad_komi",
            Self::BadLine => "bad_line",
            Self::Rule(rule) => rule.as_str(),
        }
    }
}

impl From<SetupError> for LineError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::BadSize => Self::BadSize,
            SetupError::BadHandicap => Self::BadHandicap,
            SetupError::BadKomi => Self::BadKomi,
        }
    }
}

/// The most steps a game can have: 3N moves, a proposal, and an acceptance or a resumption.
pub fn max_steps(size: Size) -> u16 {
    3 * size.points() + 2
}

/// The code of a step, 9 bits.
pub fn code(step: &Step) -> u16 {
    match step {
        Step::Play(point) => point.code(),
        Step::Pass => PASS,
        Step::Propose(_) => PROPOSE,
        Step::Accept => ACCEPT,
        Step::Resume => RESUME,
    }
}

/// The step of a code; `None` if the code means nothing. `dead` is what a proposal proposes.
pub(crate) fn step(code: u16, dead: PointSet) -> Option<Step> {
    match code {
        PASS => Some(Step::Pass),
        PROPOSE => Some(Step::Propose(dead)),
        ACCEPT => Some(Step::Accept),
        RESUME => Some(Step::Resume),
        point => Point::new(point).map(Step::Play),
    }
}

/// The dead set of a step: zero unless it is a proposal.
pub(crate) fn dead_set(step: &Step) -> DeadSet {
    match step {
        Step::Propose(points) => DeadSet::from(*points),
        _ => DeadSet::default(),
    }
}

/// What a step adds to the chain of hashes. For a proposal it commits to the exact dead set.
pub fn word(author: Colour, step: &Step) -> Felt {
    word_of(author, code(step), &dead_set(step))
}

/// The word of a step given as author, code and dead set, as a fork proof gives it. The set counts
/// for a proposal alone.
pub fn word_of(author: Colour, code: u16, dead: &DeadSet) -> Felt {
    let plain = Felt::from(u32::from(code) + u32::from(CODES) * author.index() as u32);
    match code {
        PROPOSE => hash::span(&[plain, dead.d0.into(), dead.d1.into(), dead.d2.into()]),
        _ => plain,
    }
}

/// The head after a step.
pub fn next_head(head: Felt, word: Felt) -> Felt {
    hash::pair(head, word)
}

#[cfg(test)]
#[path = "line/tests.rs"]
mod tests;
