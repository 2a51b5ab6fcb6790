//! Result texts: `B+3.5`, `W+7`, `B+R`, `W+T`, `B+F`, `0` (protocol 1.3).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::colour::Colour;

/// Who won, or that nobody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Black has the higher score.
    Black,
    /// White has the higher score.
    White,
    /// The scores are equal.
    Draw,
}

impl From<Colour> for Winner {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

/// How a game ended, for whom and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The winner's score is higher by this many half points, at least one.
    Margin(Colour, u16),
    /// The scores are equal.
    Draw,
    /// The other player resigned.
    Resigned(Colour),
    /// The other player ran out of time.
    Time(Colour),
    /// The other player forfeited.
    Forfeit(Colour),
}

impl Outcome {
    /// The outcome of two scores in half points, komi and compensation included.
    #[must_use]
    pub fn of_scores(black_x2: u16, white_x2: u16) -> Self {
        match black_x2.cmp(&white_x2) {
            std::cmp::Ordering::Greater => Self::Margin(Colour::Black, black_x2 - white_x2),
            std::cmp::Ordering::Less => Self::Margin(Colour::White, white_x2 - black_x2),
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }

    /// Who won.
    #[must_use]
    pub fn winner(self) -> Winner {
        match self {
            Self::Draw => Winner::Draw,
            Self::Margin(colour, _)
            | Self::Resigned(colour)
            | Self::Time(colour)
            | Self::Forfeit(colour) => colour.into(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = match self {
            Self::Draw => return f.write_str("0"),
            Self::Margin(colour, _)
            | Self::Resigned(colour)
            | Self::Time(colour)
            | Self::Forfeit(colour) => colour.letter(),
        };
        write!(f, "{colour}+")?;
        match self {
            Self::Draw => Ok(()),
            Self::Margin(_, x2) if x2 % 2 == 0 => write!(f, "{}", x2 / 2),
            Self::Margin(_, x2) => write!(f, "{}.5", x2 / 2),
            Self::Resigned(_) => f.write_str("R"),
            Self::Time(_) => f.write_str("T"),
            Self::Forfeit(_) => f.write_str("F"),
        }
    }
}

/// A text that names no outcome of this toolkit: an unknown, void or unfinished game, or prose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a result such as B+3.5, W+7, B+R, W+T, B+F or 0")]
pub struct NoOutcome;

impl FromStr for Outcome {
    type Err = NoOutcome;

    /// Reads the spellings found in game records: `B+R` and `B+Resign`, `W+T` and `W+Time`, `B+F`
    /// and `B+Forfeit`, `B+3.50`, `0`, `Draw`, `Jigo`.
    fn from_str(text: &str) -> Result<Self, NoOutcome> {
        let text = text.trim();
        if ["0", "Draw", "Jigo"]
            .iter()
            .any(|draw| text.eq_ignore_ascii_case(draw))
        {
            return Ok(Self::Draw);
        }
        let (colour, how) = match text.split_once('+') {
            Some(("B" | "b", how)) => (Colour::Black, how),
            Some(("W" | "w", how)) => (Colour::White, how),
            _ => return Err(NoOutcome),
        };
        match how.to_ascii_lowercase().as_str() {
            "r" | "resign" => Ok(Self::Resigned(colour)),
            "t" | "time" => Ok(Self::Time(colour)),
            "f" | "forfeit" => Ok(Self::Forfeit(colour)),
            points => match half_points(points) {
                Some(x2) if x2 > 0 => Ok(Self::Margin(colour, x2)),
                _ => Err(NoOutcome),
            },
        }
    }
}

/// Half points from a decimal number of points: digits, then nothing, `.0...` or `.50...`.
pub(crate) fn half_points(text: &str) -> Option<u16> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let half = match fraction.trim_end_matches('0') {
        "" => 0,
        "5" => 1,
        _ => return None,
    };
    whole.parse::<u16>().ok()?.checked_mul(2)?.checked_add(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_written_as_the_protocol_says() {
        for (outcome, text) in [
            (Outcome::of_scores(57, 50), "B+3.5"),
            (Outcome::of_scores(48, 62), "W+7"),
            (Outcome::of_scores(0, 1), "W+0.5"),
            (Outcome::of_scores(14, 14), "0"),
            (Outcome::Resigned(Colour::Black), "B+R"),
            (Outcome::Time(Colour::White), "W+T"),
            (Outcome::Forfeit(Colour::Black), "B+F"),
        ] {
            assert_eq!(outcome.to_string(), text);
            assert_eq!(text.parse(), Ok(outcome));
        }
    }

    #[test]
    fn spellings_of_records_are_read() {
        for (text, outcome) in [
            ("B+3.50", Outcome::Margin(Colour::Black, 7)),
            ("W+148.5", Outcome::Margin(Colour::White, 297)),
            ("b+resign", Outcome::Resigned(Colour::Black)),
            ("W+Time", Outcome::Time(Colour::White)),
            ("W+Forfeit", Outcome::Forfeit(Colour::White)),
            (" Draw ", Outcome::Draw),
            ("jigo", Outcome::Draw),
        ] {
            assert_eq!(text.parse(), Ok(outcome), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_outcome() {
        for text in [
            "",
            "?",
            "Void",
            "B+",
            "B",
            "W+Illegal",
            "B+0",
            "B+3.25",
            "B+3.",
            "B++3",
            "B+-3",
            "B+1e1",
            "B+NaN",
            "B+99999",
            "White resigns.",
            "B+60 ? W+timeout",
        ] {
            assert_eq!(text.parse::<Outcome>(), Err(NoOutcome), "{text}");
        }
    }
}
