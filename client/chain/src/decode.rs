//! Reading of the contract's answers and events, every value checked.
//!
//! A node is not trusted to keep to the ABI: short answers, integers beyond their type, unknown
//! variants and leftovers are errors, never a wrong number and never a panic.

use starknet_rust::core::types::Felt;
use surround_channel::line::{DeadSet, Fault, Line, LineError};
use surround_channel::policy::{Limits, RatedKomi};
use surround_channel::terms::Terms;
use surround_rules::{Colour, Phase, RuleError, Winner};
use surround_settlement::clock::TimeClass;
use surround_settlement::record::{Ending, Rating, Record, Status, Verdict};

use crate::read::{Dispute, Preview};

/// What is wrong with an answer; the text says where.
pub(crate) type DecodeError = String;

/// Felts that are read in order.
pub(crate) struct Felts<'a> {
    rest: &'a [Felt],
}

impl<'a> Felts<'a> {
    pub fn new(felts: &'a [Felt]) -> Self {
        Self { rest: felts }
    }

    pub fn felt(&mut self, what: &str) -> Result<Felt, DecodeError> {
        let (first, rest) = self
            .rest
            .split_first()
            .ok_or(format!("{what} is missing"))?;
        self.rest = rest;
        Ok(*first)
    }

    pub fn integer<T: TryFrom<Felt>>(&mut self, what: &str) -> Result<T, DecodeError> {
        let felt = self.felt(what)?;
        T::try_from(felt).map_err(|_| format!("{what} is out of range: {felt:#x}"))
    }

    pub fn boolean(&mut self, what: &str) -> Result<bool, DecodeError> {
        self.variant(what, &[false, true])
    }

    /// One of `values`, by its place.
    pub fn variant<T: Copy>(&mut self, what: &str, values: &[T]) -> Result<T, DecodeError> {
        let index: u64 = self.integer(what)?;
        let place = usize::try_from(index)
            .ok()
            .and_then(|index| values.get(index));
        place
            .copied()
            .ok_or(format!("{what} has no variant {index}"))
    }

    /// A span: its length and that many items. The length is bounded by what is left.
    pub fn span<T>(
        &mut self,
        what: &str,
        item: impl Fn(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        let length: u64 = self.integer(what)?;
        if usize::try_from(length).map_or(true, |length| length > self.rest.len()) {
            return Err(format!("{what} ends early"));
        }
        (0..length).map(|_| item(self)).collect()
    }

    /// Fails unless everything was read.
    pub fn end(&self) -> Result<(), DecodeError> {
        match self.rest.len() {
            0 => Ok(()),
            left => Err(format!("{left} felts too many")),
        }
    }
}

/// Reads a whole answer.
pub(crate) fn whole<T>(
    felts: &[Felt],
    read: impl FnOnce(&mut Felts<'_>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let mut felts = Felts::new(felts);
    let value = read(&mut felts)?;
    felts.end()?;
    Ok(value)
}

const STATUSES: [Status; 4] = [Status::None, Status::Open, Status::Pending, Status::Final];
const SIDES: [Option<Colour>; 3] = [None, Some(Colour::Black), Some(Colour::White)];
const TIMES: [TimeClass; 2] = [TimeClass::Live, TimeClass::Expired];
const PHASES: [Phase; 4] = [Phase::Play, Phase::Propose, Phase::Respond, Phase::Ended];
const RATINGS: [Rating; 3] = [Rating::Neither, Rating::LoserOnly, Rating::Both];
const ENDINGS: [Option<Ending>; 7] = [
    None,
    Some(Ending::Agreed),
    Some(Ending::PlayedOut),
    Some(Ending::MoveLimit),
    Some(Ending::Resigned),
    Some(Ending::Time),
    Some(Ending::Forfeit),
];

pub(crate) fn terms(felts: &mut Felts<'_>) -> Result<Terms, DecodeError> {
    Ok(Terms {
        black: felts.felt("black")?,
        white: felts.felt("white")?,
        black_key: felts.felt("black_key")?,
        white_key: felts.felt("white_key")?,
        referee_key: felts.felt("referee_key")?,
        size: felts.integer("size")?,
        handicap: felts.integer("handicap")?,
        komi_x2: felts.integer("komi_x2")?,
        turn_seconds: felts.integer("turn_seconds")?,
        turn_blocks: felts.integer("turn_blocks")?,
        expires_at: felts.integer("expires_at")?,
        black_nonce: felts.felt("black_nonce")?,
        white_nonce: felts.felt("white_nonce")?,
    })
}

pub(crate) fn line(felts: &mut Felts<'_>) -> Result<Line, DecodeError> {
    Ok(Line {
        packed: felts.span("packed", |felts| felts.felt("packed"))?,
        count: felts.integer("count")?,
        dead: DeadSet {
            d0: felts.integer("d0")?,
            d1: felts.integer("d1")?,
            d2: felts.integer("d2")?,
        },
    })
}

pub(crate) fn limits(felts: &mut Felts<'_>) -> Result<Limits, DecodeError> {
    Ok(Limits {
        min_seconds: felts.integer("min_seconds")?,
        max_seconds: felts.integer("max_seconds")?,
        min_blocks: felts.integer("min_blocks")?,
        max_blocks: felts.integer("max_blocks")?,
        revocation_delay: felts.integer("revocation_delay")?,
        referees: felts.span("referees", |felts| felts.felt("referees"))?,
        rated_komi: felts.span("rated_komi", |felts| {
            Ok(RatedKomi {
                size: felts.integer("size")?,
                komi_x2: felts.integer("komi_x2")?,
            })
        })?,
    })
}

/// An `Outcome` of the ABI; None while the game has not ended.
pub(crate) fn outcome(felts: &mut Felts<'_>) -> Result<Option<(Verdict, Rating)>, DecodeError> {
    let ending = felts.variant("ending", &ENDINGS)?;
    let winner = match felts.variant("winner", &SIDES)? {
        Some(Colour::Black) => Winner::Black,
        Some(Colour::White) => Winner::White,
        None => Winner::Draw,
    };
    let black_x2 = felts.integer("black_x2")?;
    let white_x2 = felts.integer("white_x2")?;
    let counted = felts.integer("steps")?;
    let onchain = felts.boolean("decided_onchain")?;
    let rating = felts.variant("rating", &RATINGS)?;
    Ok(ending.map(|ending| {
        (
            Verdict {
                ending,
                winner,
                black_x2,
                white_x2,
                counted,
                onchain,
            },
            rating,
        )
    }))
}

pub(crate) fn dispute(felts: &mut Felts<'_>) -> Result<Dispute, DecodeError> {
    let status = felts.variant("status", &STATUSES)?;
    let ranked = felts.boolean("ranked")?;
    let steps = felts.integer("steps")?;
    let head = felts.felt("head")?;
    let due = felts.variant("due", &SIDES)?;
    let deadline = felts.integer("deadline")?;
    let min_block = felts.integer("min_block")?;
    let time = felts.variant("time", &TIMES)?;
    let (verdict, rating) = outcome(felts)?.unzip();
    Ok(Dispute {
        record: Record {
            status,
            ranked,
            steps,
            head,
            due,
            deadline,
            min_block,
            verdict,
        },
        time,
        rating: rating.unwrap_or(Rating::Neither),
    })
}

pub(crate) fn preview(felts: &mut Felts<'_>) -> Result<Result<Preview, Fault>, DecodeError> {
    let error = felts.felt("error")?;
    let step = felts.integer("step")?;
    let preview = Preview {
        head: felts.felt("head")?,
        steps: felts.integer("steps")?,
        phase: felts.variant("phase", &PHASES)?,
        due: felts.variant("due", &SIDES)?,
        ending: felts.variant("ending", &ENDINGS)?,
        black_x2: felts.integer("black_x2")?,
        white_x2: felts.integer("white_x2")?,
    };
    if error == Felt::ZERO {
        return Ok(Ok(preview));
    }
    let error = line_error(error).ok_or(format!("unknown error {error:#x}"))?;
    Ok(Err(Fault { step, error }))
}

/// The refusal of a line by its short string.
fn line_error(name: Felt) -> Option<LineError> {
    use RuleError as Rule;
    let setup = [
        LineError::BadSize,
        LineError::BadHandicap,
        LineError::BadKomi,
        LineError::BadLine,
    ];
    let rules = [
        Rule::Superko,
        Rule::Occupied,
        Rule::Suicide,
        Rule::OutOfRange,
        Rule::NotAStone,
        Rule::SplitGroup,
        Rule::NotAllowedNow,
        Rule::GameOver,
    ];
    let mut all = setup.into_iter().chain(rules.map(LineError::Rule));
    all.find(|error| Felt::from_bytes_be_slice(error.as_str().as_bytes()) == name)
}

#[cfg(test)]
mod tests;
