//! From JSON to a game that is not judged yet.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use thiserror::Error;

use crate::gtp::{GtpError, Vertex};
use crate::points::{MAX_POINTS, Point, PointSet};
use crate::setup::{Setup, Size};
use crate::step::Step;

/// Why a text is not a bare game at all, legal or not.
#[derive(Debug, Error)]
pub enum BareError {
    /// Not JSON, or not of the shape of a bare game.
    #[error("not a bare game: {0}")]
    Json(#[from] serde_json::Error),
    /// Size, handicap or komi is something else than an integer.
    #[error("not a bare game: `{field}` must be an integer, not {found}")]
    NotAnInteger {
        /// The name of the field.
        field: &'static str,
        /// The JSON found there.
        found: String,
    },
    /// A word that is no step, or a dead stone that is no point.
    #[error("not a bare game: entry {entry} of `{field}`, {word:?}, is neither a point nor a step")]
    UnknownWord {
        /// `moves` or `dead`.
        field: &'static str,
        /// The number of the entry, from 1.
        entry: usize,
        /// The word found there.
        word: String,
    },
    /// Dead stones are listed, but no step proposes them.
    #[error("not a bare game: `dead` lists stones, but no entry of `moves` is \"propose\"")]
    DeadWithoutPropose,
}

/// A game as it was written, not yet judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BareGame {
    /// Size, handicap and komi. An integer that does not fit its field is the field's maximum,
    /// which no game allows.
    pub setup: Setup,
    pub(super) moves: Vec<Entry>,
    dead: Vec<Vertex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Stone(Vertex),
    Pass,
    Propose,
    Accept,
    Resume,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw<'a> {
    #[serde(borrow)]
    size: &'a RawValue,
    #[serde(borrow)]
    handicap: &'a RawValue,
    #[serde(borrow)]
    komi_x2: &'a RawValue,
    moves: Vec<String>,
    #[serde(default)]
    dead: Vec<String>,
    #[serde(default, rename = "name")]
    _name: IgnoredAny,
    #[serde(default, rename = "source")]
    _source: IgnoredAny,
    #[serde(default, rename = "note")]
    _note: IgnoredAny,
    #[serde(default, rename = "expect")]
    _expect: IgnoredAny,
}

/// Reads a bare game.
///
/// # Errors
/// A [`BareError`] that says what is not as it should be, and where.
pub fn parse(text: &str) -> Result<BareGame, BareError> {
    let raw: Raw<'_> = serde_json::from_str(text)?;
    let setup = Setup {
        size: integer("size", raw.size)?.unwrap_or(u8::MAX),
        handicap: integer("handicap", raw.handicap)?.unwrap_or(u8::MAX),
        komi_x2: integer("komi_x2", raw.komi_x2)?.unwrap_or(u16::MAX),
    };
    let moves = words("moves", raw.moves, Entry::parse)?;
    let dead = words("dead", raw.dead, Vertex::parse)?;
    if !dead.is_empty() && !moves.contains(&Entry::Propose) {
        return Err(BareError::DeadWithoutPropose);
    }
    Ok(BareGame { setup, moves, dead })
}

/// An integer as written; `None` if it is too small or too large for its type.
fn integer<T: TryFrom<u64>>(field: &'static str, raw: &RawValue) -> Result<Option<T>, BareError> {
    let text = raw.get();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(BareError::NotAnInteger {
            field,
            found: text.to_owned(),
        });
    }
    Ok(text
        .parse::<u64>()
        .ok()
        .and_then(|value| T::try_from(value).ok()))
}

fn words<T>(
    field: &'static str,
    words: Vec<String>,
    parse: impl Fn(&str) -> Result<T, GtpError>,
) -> Result<Vec<T>, BareError> {
    let entry = |(index, word): (usize, String)| {
        parse(&word).map_err(|_| BareError::UnknownWord {
            field,
            entry: index + 1,
            word,
        })
    };
    words.into_iter().enumerate().map(entry).collect()
}

impl Entry {
    fn parse(word: &str) -> Result<Self, GtpError> {
        match word.to_ascii_lowercase().as_str() {
            "pass" => Ok(Self::Pass),
            "propose" => Ok(Self::Propose),
            "accept" => Ok(Self::Accept),
            "resume" => Ok(Self::Resume),
            _ => Vertex::parse(word).map(Self::Stone),
        }
    }
}

impl BareGame {
    /// The steps, as far as a packed line can say them: `None` for a game that has a point which no
    /// step can name on its board, that is a stone beyond 19x19, or a dead stone off the board.
    /// Other stones off the board become the last point there is, which is off the board too. A
    /// game of a bad size has no steps, as no step of it is ever judged.
    #[must_use]
    pub fn steps(&self) -> Option<Vec<Step>> {
        let Ok(size) = Size::new(self.setup.size) else {
            return Some(Vec::new());
        };
        let beyond = Point::new(MAX_POINTS - 1).filter(|point| !point.is_on(size));
        let stand_in = |entry: &Entry| match entry {
            Entry::Stone(_) => beyond.map(Step::Play),
            _ => None,
        };
        self.moves
            .iter()
            .map(|entry| self.step(*entry, size).or_else(|| stand_in(entry)))
            .collect()
    }

    /// The step of an entry; `None` if it has a point off the board.
    pub(super) fn step(&self, entry: Entry, size: Size) -> Option<Step> {
        match entry {
            Entry::Stone(vertex) => vertex.on(size).ok().map(Step::Play),
            Entry::Pass => Some(Step::Pass),
            Entry::Propose => {
                let dead = self.dead.iter().map(|vertex| vertex.on(size).ok());
                dead.collect::<Option<PointSet>>().map(Step::Propose)
            }
            Entry::Accept => Some(Step::Accept),
            Entry::Resume => Some(Step::Resume),
        }
    }
}
