//! The file of a transcript: versioned JSON, readable by a person, strict about everything.

use std::path::Path;

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_rules::{PointSet, Size, Step, gtp};

use crate::evidence::Signed;
use crate::felt;
use crate::player::PerPlayer;
use crate::statements::Signature;
use crate::storage::{self, Access, Existing};
use crate::terms::{Terms, TermsError};

use super::{FileError, Transcript, TranscriptError};

/// The longest transcript: the longest game with every statement takes less than half of it.
pub const MAX_BYTES: u64 = 64 * 1024;

const FORMAT: &str = "surround.transcript";
const VERSION: u64 = 1;

/// What any version of the file begins with.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u64,
    #[serde(with = "felt::text")]
    chain_id: Felt,
    #[serde(with = "felt::text")]
    contract: Felt,
    terms: Terms,
    /// GTP points and the words pass, propose, accept, resume.
    steps: Vec<String>,
    /// What `propose` proposes, as GTP points.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dead: Vec<String>,
    #[serde(default)]
    recorded_steps: u16,
    #[serde(default)]
    signatures: PerPlayer<Option<Signed>>,
    #[serde(default)]
    open: Option<Signed>,
    #[serde(default)]
    resignations: PerPlayer<Option<Signature>>,
    #[serde(default)]
    flag: Option<Signed>,
    #[serde(default)]
    ranked: Option<Signature>,
}

impl Transcript {
    /// Reads a transcript from JSON. Its content is not judged yet.
    ///
    /// # Errors
    /// A text that is too long, of another format or version, or not of its form: unknown, missing
    /// or repeated fields, felts that are not canonical, words that are no steps.
    pub fn from_json(text: &str) -> Result<Self, TranscriptError> {
        if text.len() as u64 > MAX_BYTES {
            return Err(TranscriptError::TooLarge);
        }
        let Header { format, version } = parse(text)?;
        if format != FORMAT {
            return Err(TranscriptError::Format { found: format });
        }
        if version != VERSION {
            return Err(TranscriptError::Version { found: version });
        }
        parse::<File>(text)?.into_transcript()
    }

    /// Writes the transcript as JSON.
    ///
    /// # Errors
    /// The terms name no board, so that the steps have no names.
    pub fn to_json(&self) -> Result<String, TranscriptError> {
        let file = File::new(self)?;
        let text = serde_json::to_string_pretty(&file).map_err(json_error)?;
        Ok(text + "\n")
    }

    /// Reads a file. Its content is not judged yet.
    ///
    /// # Errors
    /// The file cannot be read, or as [`Transcript::from_json`].
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let content = |error| FileError::Content {
            path: path.to_owned(),
            error,
        };
        let text = storage::read_text(path, MAX_BYTES).map_err(|source| match source.kind() {
            std::io::ErrorKind::FileTooLarge => content(TranscriptError::TooLarge),
            _ => FileError::Io {
                path: path.to_owned(),
                source,
            },
        })?;
        Self::from_json(&text).map_err(content)
    }

    /// Writes a file, whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written, or as [`Transcript::to_json`].
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let content = |error| FileError::Content {
            path: path.to_owned(),
            error,
        };
        let text = self.to_json().map_err(content)?;
        storage::write_atomic(path, text.as_bytes(), Access::Shared, Existing::Replace).map_err(
            |source| FileError::Io {
                path: path.to_owned(),
                source,
            },
        )
    }
}

impl File {
    fn new(transcript: &Transcript) -> Result<Self, TranscriptError> {
        let size = board_size(&transcript.terms)?;
        let proposed = transcript.steps.iter().find_map(|step| match step {
            Step::Propose(dead) => Some(*dead),
            _ => None,
        });
        let dead = proposed
            .unwrap_or_default()
            .iter()
            .map(|point| gtp::name(size, point));
        Ok(Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            chain_id: transcript.chain_id,
            contract: transcript.contract,
            terms: transcript.terms.clone(),
            steps: transcript
                .steps
                .iter()
                .map(|step| gtp::word(size, step))
                .collect(),
            dead: dead.collect(),
            recorded_steps: transcript.recorded_steps,
            signatures: transcript.signatures,
            open: transcript.open,
            resignations: transcript.resignations,
            flag: transcript.flag,
            ranked: transcript.ranked,
        })
    }

    fn into_transcript(self) -> Result<Transcript, TranscriptError> {
        let size = board_size(&self.terms)?;
        let dead = dead_set(size, &self.dead)?;
        let steps = self.steps.iter().zip(1..).map(|(word, number)| {
            step(size, word, dead).ok_or_else(|| TranscriptError::Word {
                step: number,
                word: word.clone(),
            })
        });
        let steps = steps.collect::<Result<Vec<_>, _>>()?;
        if !dead.is_empty() && !steps.iter().any(|step| matches!(step, Step::Propose(_))) {
            return Err(TranscriptError::DeadWithoutProposal);
        }
        Ok(Transcript {
            chain_id: self.chain_id,
            contract: self.contract,
            terms: self.terms,
            steps,
            recorded_steps: self.recorded_steps,
            signatures: self.signatures,
            open: self.open,
            resignations: self.resignations,
            flag: self.flag,
            ranked: self.ranked,
        })
    }
}

fn board_size(terms: &Terms) -> Result<Size, TranscriptError> {
    Size::new(terms.size).map_err(|error| TermsError::Setup(error).into())
}

fn dead_set(size: Size, points: &[String]) -> Result<PointSet, TranscriptError> {
    let point = |(word, entry): (&String, usize)| {
        gtp::point(size, word).map_err(|_| TranscriptError::DeadPoint {
            entry,
            word: word.clone(),
        })
    };
    points.iter().zip(1..).map(point).collect()
}

fn step(size: Size, word: &str, dead: PointSet) -> Option<Step> {
    match word {
        "pass" => Some(Step::Pass),
        "propose" => Some(Step::Propose(dead)),
        "accept" => Some(Step::Accept),
        "resume" => Some(Step::Resume),
        point => gtp::point(size, point).ok().map(Step::Play),
    }
}

fn parse<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, TranscriptError> {
    serde_json::from_str(text).map_err(json_error)
}

fn json_error(error: serde_json::Error) -> TranscriptError {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let place = format!(" at line {line} column {column}");
    let detail = text.strip_suffix(&place).unwrap_or(&text).to_owned();
    TranscriptError::Json {
        line,
        column,
        detail,
    }
}
