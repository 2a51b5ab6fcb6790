//! A dispute as the chain has it, in words.

use serde::Serialize;
use surround_chain::read::Dispute;
use surround_channel::{Felt, felt};
use surround_rules::Colour;
use surround_settlement::{Ending, Moment, Rating, Status, TimeClass};

use crate::clock;

/// A dispute, its clock and its result.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// Where it stands.
    pub status: Status,
    ranked: bool,
    steps: u16,
    #[serde(with = "felt::text")]
    head: Felt,
    due: Option<Colour>,
    deadline: u64,
    min_block: u64,
    time: TimeClass,
    result: Option<Outcome>,
}

/// A pending or final result.
#[derive(Clone, Debug, Serialize)]
struct Outcome {
    ending: Ending,
    result: String,
    black_x2: u16,
    white_x2: u16,
    steps: u16,
    decided_onchain: bool,
    rating: Rating,
}

impl From<&Dispute> for Shown {
    fn from(dispute: &Dispute) -> Self {
        let record = &dispute.record;
        Self {
            status: record.status,
            ranked: record.ranked,
            steps: record.steps,
            head: record.head,
            due: record.due,
            deadline: record.deadline,
            min_block: record.min_block,
            time: dispute.time,
            result: record.verdict.map(|verdict| Outcome {
                ending: verdict.ending,
                result: verdict.outcome().to_string(),
                black_x2: verdict.black_x2,
                white_x2: verdict.white_x2,
                steps: verdict.counted,
                decided_onchain: verdict.onchain,
                rating: dispute.rating,
            }),
        }
    }
}

impl Shown {
    /// Seconds and blocks left in the running window; none when no window runs.
    #[must_use]
    pub fn left(&self, at: Moment) -> Option<(u64, u64)> {
        matches!(self.status, Status::Open | Status::Pending).then(|| {
            (
                self.deadline.saturating_sub(at.now),
                self.min_block.saturating_sub(at.block),
            )
        })
    }

    /// The dispute in words; with the time left if the block is known.
    #[must_use]
    pub fn text(&self, at: Option<Moment>) -> String {
        let mut text = match self.status {
            Status::None => "the chain has no record of this game\n".to_owned(),
            Status::Open => {
                let due = self
                    .due
                    .map_or_else(|| "nobody".to_owned(), |due| due.to_string());
                format!(
                    "open: the chain holds {} steps, and {due} is due\n",
                    self.steps
                )
            }
            Status::Pending => {
                format!(
                    "pending: the chain holds {} steps and this result:\n",
                    self.steps
                )
            }
            Status::Final => "final: the result is\n".to_owned(),
        };
        if let Some(result) = &self.result {
            text.push_str(&format!(
                "  {} ({}), {} steps count{}\n",
                result.result,
                ending(result.ending),
                result.steps,
                rating(self.ranked, result.rating)
            ));
        }
        if matches!(self.status, Status::Open | Status::Pending) {
            text.push_str(&self.window(at));
        }
        text
    }

    fn window(&self, at: Option<Moment>) -> String {
        let end = clock::date(self.deadline);
        match (self.time, at.and_then(|at| self.left(at))) {
            (TimeClass::Expired, _) => format!("the window ended at {end}\n"),
            (TimeClass::Live, Some((seconds, blocks))) => format!(
                "{} left, until {end}; and {blocks} blocks, until block {}\n",
                clock::length(seconds),
                self.min_block
            ),
            (TimeClass::Live, None) => {
                format!("the window runs until {end} and block {}\n", self.min_block)
            }
        }
    }
}

const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Agreed => "agreed",
        Ending::PlayedOut => "played out",
        Ending::MoveLimit => "move limit",
        Ending::Resigned => "resigned",
        Ending::Time => "time",
        Ending::Forfeit => "forfeit",
    }
}

const fn rating(ranked: bool, rating: Rating) -> &'static str {
    match (ranked, rating) {
        (false, _) => "",
        (true, Rating::Neither) => ", not rated",
        (true, Rating::LoserOnly) => ", rated for the loser alone",
        (true, Rating::Both) => ", rated",
    }
}
