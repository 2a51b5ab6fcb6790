//! A game as bare JSON, without players or signatures, and the verdict on it.
//!
//! ```json
//! {"size":9,"handicap":0,"komi_x2":14,"moves":["D6","pass","pass","propose","accept"],"dead":["D6"]}
//! ```
//!
//! `moves` holds GTP points and the words `pass`, `propose`, `accept`, `resume`. `dead` is what
//! `propose` proposes; a repeated point counts once. A game can also carry `name`, `source`, `note`
//! and `expect`, which are not looked at, as the test vectors of this project do.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::colour::Colour;
use crate::game::{Ending, Game, Phase, RuleError, Step};
use crate::gtp::{GtpError, Vertex};
use crate::points::{MAX_POINTS, Point, PointSet};
use crate::setup::{Setup, SetupError, Size};

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
    moves: Vec<Entry>,
    dead: Vec<Vertex>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
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
    fn step(&self, entry: Entry, size: Size) -> Option<Step> {
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

    fn replay(&self) -> Result<Game, Refused> {
        let mut game =
            Game::new(self.setup).map_err(|error| Refused::new(0, Error::Setup(error)))?;
        let size = game.board().size();
        for (entry, number) in self.moves.iter().zip(1..) {
            let applied = match self.step(*entry, size) {
                Some(step) => game.apply(&step),
                None => Err(off_board(&game, *entry)),
            };
            applied.map_err(|error| Refused::new(number, Error::Rule(error)))?;
        }
        Ok(game)
    }
}

/// Why an entry with a point off the board is refused: `out_of_range`, unless the phase has no such
/// step, which is judged first. A pass and an empty set are always legal where the phase has them.
fn off_board(game: &Game, entry: Entry) -> RuleError {
    let step = match entry {
        Entry::Propose => Step::Propose(PointSet::EMPTY),
        _ => Step::Pass,
    };
    game.legal(&step).err().unwrap_or(RuleError::OutOfRange)
}

/// What the rules say about a game: the answer of `surround replay --json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Verdict {
    /// Every step is legal.
    Stands(Stands),
    /// The setup or a step is refused.
    Refused(Refused),
}

/// A legal game, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stands {
    /// True.
    pub ok: bool,
    /// The number of steps.
    pub steps: u16,
    /// The phase.
    pub phase: Phase,
    /// Who is due; null once the game ended.
    pub due: Option<Colour>,
    /// How the game ended; null before.
    pub ending: Option<Ending>,
    /// The result, such as `W+7`; null before the end, as are the scores and what follows.
    pub result: Option<String>,
    /// Black's score in half points.
    pub black_x2: Option<u16>,
    /// White's score in half points, komi and handicap compensation included.
    pub white_x2: Option<u16>,
    /// Points that count for nobody.
    pub neutral: Option<u16>,
    /// Stones taken by Black's moves; null where only a contract was asked.
    pub captured_by_black: Option<u16>,
    /// Stones taken by White's moves; null where only a contract was asked.
    pub captured_by_white: Option<u16>,
    /// Black minus White by territory and prisoners, in half points before komi; null before the
    /// end, and where only a contract was asked.
    pub equivalence_margin_x2: Option<i32>,
}

/// The first thing that is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// False.
    pub ok: bool,
    /// The number of the entry of `moves`, from 1; 0 for the setup.
    pub step: u16,
    /// Why.
    pub error: Error,
}

impl Refused {
    /// A refusal of a step, or of the setup as step 0.
    #[must_use]
    pub const fn new(step: u16, error: Error) -> Self {
        Self {
            ok: false,
            step,
            error,
        }
    }
}

/// Why a setup or a step is refused, written as its name in protocol 3.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Error)]
#[serde(untagged)]
pub enum Error {
    /// Size, handicap or komi.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A step.
    #[error(transparent)]
    Rule(#[from] RuleError),
}

/// Judges a game from its first step to its last, or to the first that is refused.
#[must_use]
pub fn judge(game: &BareGame) -> Verdict {
    match game.replay() {
        Ok(game) => Verdict::Stands(Stands::of(&game)),
        Err(refused) => Verdict::Refused(refused),
    }
}

impl Stands {
    /// Where a game stands.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let score = game.score();
        Self {
            ok: true,
            steps: game.steps(),
            phase: game.phase(),
            due: game.due(),
            ending: game.ending(),
            result: score.map(|score| score.outcome().to_string()),
            black_x2: score.map(|score| score.black_x2),
            white_x2: score.map(|score| score.white_x2),
            neutral: score.map(|score| score.neutral),
            captured_by_black: Some(game.captured_by(Colour::Black)),
            captured_by_white: Some(game.captured_by(Colour::White)),
            equivalence_margin_x2: game.equivalence_margin_x2(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: &str) -> String {
        serde_json::to_string(&judge(&parse(text).unwrap())).unwrap()
    }

    #[test]
    fn the_answer_has_the_shape_that_scripts_rely_on() {
        assert_eq!(
            verdict(r#"{"size":9,"handicap":0,"komi_x2":15,"moves":["e5","PASS"]}"#),
            r#"{"ok":true,"steps":2,"phase":"play","due":"black","ending":null,"result":null,"#
                .to_owned()
                + r#""black_x2":null,"white_x2":null,"neutral":null,"captured_by_black":0,"#
                + r#""captured_by_white":0,"equivalence_margin_x2":null}"#
        );
        assert_eq!(
            verdict(
                r#"{"size":9,"handicap":0,"komi_x2":15,"moves":["E5","pass","pass","propose","accept"],"dead":[]}"#
            ),
            r#"{"ok":true,"steps":5,"phase":"ended","due":null,"ending":"agreed","#.to_owned()
                + r#""result":"B+73.5","black_x2":162,"white_x2":15,"neutral":0,"#
                + r#""captured_by_black":0,"captured_by_white":0,"equivalence_margin_x2":162}"#
        );
        assert_eq!(
            verdict(r#"{"size":9,"handicap":0,"komi_x2":15,"moves":["E5","E5"]}"#),
            r#"{"ok":false,"step":2,"error":"occupied"}"#
        );
    }

    #[test]
    fn integers_too_large_are_bad_and_other_values_are_no_game() {
        let setup = |size: &str, handicap: &str, komi: &str| {
            format!(r#"{{"size":{size},"handicap":{handicap},"komi_x2":{komi},"moves":["Z99"]}}"#)
        };
        for (size, handicap, komi, error) in [
            ("300", "-1", "-1", "bad_size"),
            ("-9", "0", "0", "bad_size"),
            ("99999999999999999999999", "0", "0", "bad_size"),
            ("9", "256", "70000", "bad_handicap"),
            ("9", "0", "70000", "bad_komi"),
            ("9", "0", "-1", "bad_komi"),
        ] {
            let expected = format!(r#"{{"ok":false,"step":0,"error":"{error}"}}"#);
            assert_eq!(verdict(&setup(size, handicap, komi)), expected);
        }
        for no in ["9.0", "9e0", "\"9\"", "null", "true", "[9]", "{}"] {
            for text in [
                setup(no, "0", "0"),
                setup("9", no, "0"),
                setup("9", "0", no),
            ] {
                assert!(
                    matches!(parse(&text), Err(BareError::NotAnInteger { .. })),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn what_is_no_game_is_told_with_its_place() {
        let game = |moves: &str, rest: &str| {
            parse(&format!(
                r#"{{"size":9,"handicap":0,"komi_x2":0,"moves":{moves}{rest}}}"#
            ))
            .unwrap_err()
            .to_string()
        };
        assert!(game(r#"["E5","resign"]"#, "").contains(r#"entry 2 of `moves`, "resign""#));
        assert!(game(r#"["I5"]"#, "").contains(r#"entry 1 of `moves`, "I5""#));
        assert!(game(r#"["propose"]"#, r#","dead":["A1","pass"]"#).contains("entry 2 of `dead`"));
        assert!(game("[]", r#","dead":["A1"]"#).contains("`dead` lists stones"));
        assert!(game("[]", r#","komi":7"#).contains("unknown field `komi`"));
        assert!(game("[5]", "").contains("line 1 column"));
        assert!(game("[", "").contains("line 1 column"));
        assert!(
            parse("{}")
                .unwrap_err()
                .to_string()
                .contains("missing field `size`")
        );
    }

    #[test]
    fn off_board_points_are_judged_after_the_phase() {
        let game = |size: u8, moves: &str, dead: &str| {
            let text = format!(
                r#"{{"size":{size},"handicap":0,"komi_x2":0,"moves":[{moves}],"dead":[{dead}]}}"#
            );
            let game = parse(&text).unwrap();
            (judge(&game), game.steps())
        };
        let refused = |step, error| Verdict::Refused(Refused::new(step, Error::Rule(error)));
        // A line can say that a point is off a small board, by the last point there is.
        let (verdict, steps) = game(9, r#""E5","T19""#, "");
        assert_eq!(verdict, refused(2, RuleError::OutOfRange));
        assert_eq!(steps.unwrap()[1], Step::Play(Point::new(360).unwrap()));
        // On 19x19 it cannot, nor can it name a dead stone off the board.
        assert_eq!(
            game(19, r#""U1""#, ""),
            (refused(1, RuleError::OutOfRange), None)
        );
        let passes = r#""pass","pass","propose""#;
        assert_eq!(
            game(9, passes, r#""J10""#),
            (refused(3, RuleError::OutOfRange), None)
        );
        let early = game(9, r#""pass","propose""#, r#""J10""#).0;
        assert_eq!(early, refused(2, RuleError::NotAllowedNow));
        let late = game(9, r#""pass","pass","Z9""#, "").0;
        assert_eq!(late, refused(3, RuleError::NotAllowedNow));
        let ended = game(9, r#""pass","pass","propose","accept","Z9""#, "").0;
        assert_eq!(ended, refused(5, RuleError::GameOver));
    }
}
