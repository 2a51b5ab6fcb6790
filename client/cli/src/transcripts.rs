//! Reading, growing and writing the file of a game.

use std::path::Path;

use surround_channel::fork::{self, ForkError, Relation};
use surround_channel::line::Line;
use surround_channel::transcript::{Transcript, TranscriptError, Verified};
use surround_rules::{Colour, Step};

use crate::failure::Failure;
use crate::files::{self, Source};
use crate::games::Played;

/// Reads a transcript. Its content is not judged.
///
/// # Errors
/// [`Failure::Read`], [`Failure::Transcript`].
pub fn read(source: &Source) -> Result<Transcript, Failure> {
    Transcript::from_json(&source.text()?).map_err(|error| at(source, error))
}

/// Reads a transcript and judges all of it, from the first step.
///
/// # Errors
/// [`Failure::Read`], [`Failure::Transcript`].
pub fn verified(source: &Source) -> Result<Verified, Failure> {
    read(source)?.verify().map_err(|error| at(source, error))
}

/// Reads the opponent's transcript of a game that is held already, and judges it. What it says that the
/// chain holds counts no further than what we know of that: whatever goes beyond must be signed.
///
/// # Errors
/// [`Failure::Read`], [`Failure::Transcript`], [`Failure::NotFetched`].
pub fn others(own: &Verified, source: &Source) -> Result<Verified, Failure> {
    let mut transcript = read(source)?;
    let known = own.transcript().recorded_steps;
    let beyond = transcript.recorded_steps > known;
    transcript.recorded_steps = transcript.recorded_steps.min(known);
    transcript.verify().map_err(|error| match error {
        TranscriptError::Unsigned { player, step } if beyond => Failure::NotFetched {
            place: source.clone(),
            player,
            step,
        },
        error => at(source, error),
    })
}

/// Writes a new transcript; an existing file is replaced only with `force`.
///
/// # Errors
/// [`Failure::Exists`], [`Failure::Write`].
pub fn create(path: &Path, transcript: &Transcript, force: bool) -> Result<(), Failure> {
    let source = Source::File(path.to_owned());
    let text = transcript.to_json().map_err(|error| at(&source, error))?;
    files::create(path, text.as_bytes(), force)
}

/// Puts a grown transcript in the place of the one it grew from.
///
/// # Errors
/// [`Failure::Write`]; the file is as it was then.
pub fn replace(path: &Path, game: &Verified) -> Result<(), Failure> {
    game.transcript().write(path).map_err(Failure::file)
}

/// The longer of two transcripts of one game, with the statements of both.
///
/// # Errors
/// [`Failure::Forked`], or [`Failure::Transcript`] when they are of different games.
pub fn merge(own: &Verified, other: &Verified, place: &Source) -> Result<Verified, Failure> {
    let relation = fork::relation(other, own).map_err(|error| match error {
        ForkError::OtherChannel => at(place, TranscriptError::OtherChannel),
        other => Failure::malformed(place, other),
    })?;
    let (mut game, rest) = match relation {
        Relation::Forked(divergence) => return Err(Failure::Forked(divergence)),
        Relation::Longer => (other.clone(), own.transcript()),
        Relation::Same | Relation::Shorter => (own.clone(), other.transcript()),
    };
    add_statements(&mut game, rest).map_err(|error| at(place, error))?;
    Ok(game)
}

/// Adds the statements of a shorter or equal transcript that are missing.
fn add_statements(game: &mut Verified, from: &Transcript) -> Result<(), TranscriptError> {
    if from.recorded_steps > game.transcript().recorded_steps {
        let recorded = from
            .steps
            .get(..usize::from(from.recorded_steps))
            .unwrap_or_default();
        game.adopt(&Line::pack(recorded))?;
    }
    for player in Colour::BOTH {
        if let Some(signed) = from.signatures.of(player) {
            game.endorse(player, *signed)?;
        }
        if let (None, Some(signature)) = (
            game.transcript().resignations.of(player),
            from.resignations.of(player),
        ) {
            game.add_resignation(player, *signature)?;
        }
    }
    let later = |own: Option<surround_channel::evidence::Signed>, steps| {
        own.is_none_or(|own| own.steps < steps)
    };
    if let Some(signed) = from
        .open
        .filter(|open| later(game.transcript().open, open.steps))
    {
        game.add_open(signed)?;
    }
    if let Some(signed) = from
        .flag
        .filter(|flag| later(game.transcript().flag, flag.steps))
    {
        game.add_flag(signed)?;
    }
    match (game.transcript().ranked, from.ranked) {
        (None, Some(signature)) => game.add_ranked(signature),
        _ => Ok(()),
    }
}

/// The game of a verified transcript, with its last stone.
#[must_use]
pub fn played(game: &Verified) -> Played {
    let last = match game.transcript().steps.last() {
        Some(Step::Play(point)) => Some(*point),
        _ => None,
    };
    Played {
        game: game.game().clone(),
        last,
    }
}

/// An error of a transcript, with its file.
#[must_use]
pub fn at(place: &Source, error: TranscriptError) -> Failure {
    // Line and column of malformed JSON follow the file's name as editors have it.
    match error {
        TranscriptError::Json {
            line,
            column,
            detail,
        } => Failure::Malformed {
            place: format!("{place}:{line}:{column}"),
            reason: detail,
        },
        error => Failure::Transcript {
            place: place.to_string(),
            error,
        },
    }
}
