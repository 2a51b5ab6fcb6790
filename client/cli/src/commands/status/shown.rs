//! The answer of `surround status`.

use serde::Serialize;
use surround_rules::Colour;
use surround_settlement::strategist::{Action, Case, Plan, Role, plan};
use surround_settlement::{Moment, Status};

use super::choice::Priced;
use crate::clock;
use crate::commands::transcript;
use crate::dispute;
use crate::screen::{Ink, Report};
use crate::table::Table;

/// Where the board comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The caller's transcript.
    Transcript,
    /// The contract's events.
    Events,
}

/// Where a game stands, on the chain and off it.
#[derive(Serialize)]
pub struct Shown<'a> {
    board_from: Origin,
    game: transcript::Shown<'a>,
    dispute: Option<dispute::Shown>,
    /// The latest block.
    at: Moment,
    /// What is left of the running window; null when no window runs.
    seconds_left: Option<u64>,
    blocks_left: Option<u64>,
    choices: Vec<Priced>,
    advice: Vec<Advice>,
}

/// What a player should do.
#[derive(Serialize)]
struct Advice {
    player: Colour,
    #[serde(flatten)]
    plan: Plan,
    why: &'static str,
}

impl<'a> Shown<'a> {
    /// Puts the answer together; advice is for `player`, or for both.
    #[must_use]
    pub fn new(
        table: &'a Table,
        board_from: Origin,
        at: Moment,
        player: Option<Colour>,
        choices: Vec<Priced>,
    ) -> Self {
        let dispute = table.dispute.as_ref().map(dispute::Shown::from);
        let left = dispute.as_ref().and_then(|dispute| dispute.left(at));
        let advised = Colour::BOTH
            .into_iter()
            .filter(|side| player.is_none_or(|own| own == *side));
        Self {
            board_from,
            game: transcript::Shown::of(&table.game),
            at,
            seconds_left: left.map(|(seconds, _)| seconds),
            blocks_left: left.map(|(_, blocks)| blocks),
            choices,
            advice: advised
                .filter_map(|player| advice(table, at, player))
                .collect(),
            dispute,
        }
    }
}

fn advice(table: &Table, at: Moment, player: Colour) -> Option<Advice> {
    let record = &table.dispute.as_ref()?.record;
    let case = Case {
        player,
        role: Role::Player,
        record,
        at,
        held: &table.game,
        fork: None,
        stalled: false,
    };
    let plan = plan(&case);
    Some(Advice {
        player,
        plan,
        why: plan.reason.as_str(),
    })
}

impl Report for Shown<'_> {
    fn text(&self, ink: Ink) -> String {
        let is_final = self
            .dispute
            .as_ref()
            .is_some_and(|d| d.status == Status::Final);
        // Nobody is due in a game that has ended on the chain.
        let standing = if is_final {
            String::new()
        } else {
            self.game.standing()
        };
        let mut text = self.game.board(ink) + &standing + &self.game.rest();
        if self.board_from == Origin::Events {
            text.push_str("the board is rebuilt from the contract's events\n");
        }
        text.push('\n');
        if let Some(dispute) = &self.dispute {
            text.push_str(&dispute.text(Some(self.at)));
        }
        if !self.choices.is_empty() {
            text.push_str("what the contract admits now:\n");
        }
        for choice in &self.choices {
            text.push_str(&choice.text());
        }
        if !is_final {
            text.extend(self.advice.iter().map(Advice::text));
        }
        text
    }
}

impl Advice {
    fn text(&self) -> String {
        let what = match self.plan.action {
            Action::Submit => "bring the line to the contract".to_owned(),
            Action::Resign => "bring the resignation to the contract".to_owned(),
            Action::Flag => "bring the flag to the contract".to_owned(),
            Action::Claim => "claim the game".to_owned(),
            Action::ExposeFork => "prove the fork".to_owned(),
            Action::Finalize => "finalize".to_owned(),
            Action::SignStep => "sign the next step".to_owned(),
            Action::SignOpen => "open the dispute".to_owned(),
            Action::Wait { until } => format!("wait until {}", clock::date(until.deadline)),
            Action::Nothing => "nothing to do".to_owned(),
        };
        let by = self
            .plan
            .by
            .map_or(String::new(), |by| format!(", by {}", clock::date(by)));
        format!("{} should: {what}{by} ({})\n", self.player, self.why)
    }
}
