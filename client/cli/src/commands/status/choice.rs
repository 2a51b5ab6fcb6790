//! What the contract admits now, and what each call would cost.

use serde::Serialize;
use surround_chain::Call;
use surround_chain::error::ChainError;
use surround_chain::send::Sender;
use surround_channel::evidence::Mark;
use surround_settlement::choices::{self, Call as Kind, Choice, Needs};
use surround_settlement::{Moment, Status};

use crate::calls;
use crate::failure::Failure;
use crate::sending::Cost;
use crate::table::Table;

/// A call that is admitted now.
#[derive(Serialize)]
pub struct Priced {
    #[serde(flatten)]
    choice: Choice,
    /// The command that makes it.
    command: &'static str,
    /// What it would cost the account that asks, with what is held; null without an account.
    cost: Option<Cost>,
    /// Why the account that asks cannot make it with what is held; null without an account.
    obstacle: Option<String>,
}

impl Priced {
    /// The choice in a line for a person.
    #[must_use]
    pub fn text(&self) -> String {
        let needs = match self.choice.needs {
            Needs::Nothing => "anyone".to_owned(),
            Needs::AccountOf(player) => format!("the account of {player}"),
            needs => format!("anyone with {needs}"),
        };
        let cost = match (&self.cost, &self.obstacle) {
            (Some(cost), _) => format!(": {}", cost.text()),
            (None, Some(obstacle)) => format!(": not now ({obstacle})"),
            (None, None) => String::new(),
        };
        format!("  surround {} by {needs}{cost}\n", self.command)
    }
}

/// The calls that the record admits; with an account, each is simulated.
///
/// # Errors
/// [`Failure::Chain`] when the node cannot be asked.
pub async fn priced(
    table: &Table,
    at: Moment,
    sender: Option<&Sender>,
) -> Result<Vec<Priced>, Failure> {
    let Some(dispute) = &table.dispute else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for choice in choices::choices(table.game.terms(), &dispute.record, at) {
        let command = command(table, &choice);
        let mut priced = Priced {
            choice,
            command,
            cost: None,
            obstacle: None,
        };
        if let Some(sender) = sender {
            match call(table, &choice) {
                Ok(call) => match sender.dry_run(&[call]).await {
                    Ok(quote) => priced.cost = Some(Cost::from(&quote)),
                    Err(error @ ChainError::Unreachable { .. }) => return Err(error.into()),
                    Err(error) => priced.obstacle = Some(error.to_string()),
                },
                Err(failure) => priced.obstacle = Some(failure.to_string()),
            }
        }
        all.push(priced);
    }
    Ok(all)
}

fn command(table: &Table, choice: &Choice) -> &'static str {
    match choice.call {
        Kind::Submit if table.game.game().ending().is_some() => "settle",
        Kind::Submit if status(table) == Status::None => "open",
        Kind::Submit => "advance",
        Kind::Resign => "resign",
        Kind::ResignChannel => "resign --onchain",
        Kind::Flag => "flag",
        Kind::ClaimForfeit => "claim",
        Kind::ExposeFork => "expose-fork",
        Kind::Finalize => "finalize",
    }
}

fn status(table: &Table) -> Status {
    table
        .dispute
        .map_or(Status::None, |dispute| dispute.record.status)
}

/// The call with what the transcript holds.
fn call(table: &Table, choice: &Choice) -> Result<Call, Failure> {
    let terms = table.game.terms();
    match (choice.call, choice.needs) {
        (Kind::Submit, _) => {
            let opens = status(table) == Status::None && table.game.game().due().is_some();
            let mark = if opens {
                calls::opening(table)?
            } else {
                Mark::Absent
            };
            calls::submit(table, mark)
        }
        (Kind::Resign, Needs::ResignationOf(player)) => calls::resign(table, player),
        (Kind::Resign, _) => Err(Failure::NoResignation { player: None }),
        (Kind::ResignChannel, Needs::AccountOf(player)) if table.caller != Some(player) => {
            Err(Failure::OtherAccount { player })
        }
        (Kind::ResignChannel, _) => Ok(table.contract.resign_channel(terms)),
        (Kind::Flag, _) => calls::flag(table),
        (Kind::ClaimForfeit, _) => Ok(table.contract.claim_forfeit(terms)),
        (Kind::ExposeFork, _) => Err(Failure::NoOtherLine),
        (Kind::Finalize, _) => Ok(table.contract.finalize(terms)),
    }
}
