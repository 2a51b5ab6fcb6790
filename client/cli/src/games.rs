//! Games as they come: transcripts, records in SGF, bare JSON.

use serde::Deserialize;
use surround_channel::transcript::Transcript;
use surround_rules::{Game, Point, Setup, Step, bare, sgf};

use crate::failure::Failure;
use crate::files::Source;
use crate::transcripts;

/// A game that was read and judged.
#[derive(Clone, Debug)]
pub struct Played {
    /// Where it stands.
    pub game: Game,
    /// The stone placed last, if the last step placed one.
    pub last: Option<Point>,
}

impl Played {
    /// Plays steps from the first stone on.
    ///
    /// # Errors
    /// The first thing that is refused.
    pub fn new(setup: Setup, steps: &[Step]) -> Result<Self, bare::Refused> {
        let refused = |step, error| bare::Refused::new(step, error);
        let mut game = Game::new(setup).map_err(|error| refused(0, error.into()))?;
        for (step, number) in steps.iter().zip(1..) {
            game.apply(step)
                .map_err(|error| refused(number, error.into()))?;
        }
        let last = match steps.last() {
            Some(Step::Play(point)) => Some(*point),
            _ => None,
        };
        Ok(Self { game, last })
    }
}

/// Reads a game and plays it. What it is follows from what it begins with: a record in SGF with a
/// bracket, a transcript with its format, and a bare game is anything else. Signatures of a
/// transcript are not judged: a position is worth what it is worth.
///
/// # Errors
/// [`Failure`] when the source cannot be read, holds no game, or the game breaks a rule.
pub fn load(source: &Source) -> Result<Played, Failure> {
    let bytes = source.bytes()?;
    let illegal = |refused| Failure::Illegal {
        place: source.clone(),
        refused,
    };
    if is_sgf(&bytes) {
        let record = sgf::read(&bytes, &sgf::Options::default()).map_err(|error| Failure::Sgf {
            place: source.clone(),
            error,
        })?;
        return Played::new(record.setup, &record.steps).map_err(illegal);
    }
    let text = source.utf8(bytes)?;
    if is_transcript(&text) {
        let transcript =
            Transcript::from_json(&text).map_err(|error| transcripts::at(source, error))?;
        return Played::new(transcript.terms.setup(), &transcript.steps).map_err(illegal);
    }
    let game = bare::parse(&text).map_err(|error| Failure::malformed(source, error))?;
    if let bare::Verdict::Refused(refused) = bare::judge(&game) {
        return Err(illegal(refused));
    }
    // A game that stands has no point that a step cannot name.
    Played::new(game.setup, &game.steps().unwrap_or_default()).map_err(illegal)
}

fn is_sgf(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'(')
}

fn is_transcript(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Header {
        #[serde(rename = "format")]
        _format: String,
    }
    serde_json::from_str::<Header>(text).is_ok()
}
