//! What to do for a channel, by when, and when to look again. Pure.
//!
//! The strategist of [`surround_settlement`] is asked once for each side that is taken; what it says
//! becomes work, an alarm, or a time to wait for.

use surround_channel::transcript::Verified;
use surround_rules::Colour;
use surround_settlement::clock::Moment;
use surround_settlement::record::Record;
use surround_settlement::strategist::{self, Case, Plan, Reason, Role};

use crate::hand::Hand;
use crate::model::{Action, Alarm, JobKey, Seconds, Sides};

/// Nothing but new evidence or a new record changes the decision.
pub const NEVER: Seconds = Seconds::MAX;

/// Everything that a decision depends on.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// What is held.
    pub hand: &'a Hand,
    /// The chain's record.
    pub record: &'a Record,
    /// The newest block: what the contract would say.
    pub at: Moment,
    /// The later of its time and the wall clock: players are called by it, also while no node
    /// answers.
    pub clock: Seconds,
    /// Whose sides are taken.
    pub sides: Sides,
    /// The steps of the line with which somebody asked to open.
    pub open_at: Option<u16>,
    /// How long before a deadline a player is called, in seconds, longest first.
    pub alarm_margins: &'a [Seconds],
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The work, the most urgent first, each key once. The first that has not ended on this record is
    /// to be queued: one at a time, since a simulation does not see what is on its way.
    pub work: Vec<Work>,
    /// The player to call.
    pub alarm: Option<Alarm>,
    /// Why, and the last second for it.
    pub reason: Reason,
    /// The last second in which what is decided is in time; none without hurry.
    pub by: Option<Seconds>,
    /// When to decide again though nothing happened, by the later of block and wall clock;
    /// [`NEVER`] if that is never needed. A time that has passed: at every new block.
    pub look_again: Seconds,
}

/// A call to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// What it is.
    pub key: JobKey,
    /// For whom.
    pub player: Colour,
    /// Why.
    pub reason: Reason,
    /// The last second in which it is in time; none without hurry.
    pub by: Option<Seconds>,
}

/// Decides for every side that is taken: the work of each, the most urgent alarm.
#[must_use]
pub fn decide(situation: &Situation<'_>) -> Decision {
    let mut plans: Vec<_> = situation
        .sides
        .players()
        .map(|player| (player, situation.plan(player)))
        .collect();
    // Of work that is as urgent for both, it is done for the player whose window runs, and paid by them.
    let waits = |player: Colour| situation.record.due != Some(player);
    plans.sort_by_key(|(player, plan)| (urgency(plan), waits(*player)));
    let mut work: Vec<Work> = Vec::new();
    for (player, plan) in &plans {
        let wanted = situation.work(*player, plan);
        work.extend(wanted.filter(|wanted| work.iter().all(|other| other.key != wanted.key)));
    }
    let alarm = plans
        .iter()
        .find_map(|(player, plan)| situation.alarm(*player, plan));
    let look_again = plans
        .iter()
        .map(|(_, plan)| situation.look_again(plan))
        .min();
    let first = plans.first().map(|(_, plan)| plan);
    Decision {
        work,
        alarm,
        reason: first.map_or(Reason::Over, |plan| plan.reason),
        by: first.and_then(|plan| plan.by),
        look_again: look_again.unwrap_or(NEVER),
    }
}

/// The key under which a call on this hand and record is one piece of work.
#[must_use]
pub fn key(action: Action, hand: &Hand, record: &Record, player: Colour) -> JobKey {
    let height = match action {
        Action::Submit | Action::Resign | Action::Flag => hand.game.chain().steps(),
        Action::Claim | Action::Finalize => record.steps,
        Action::ExposeFork => hand.fork_of(player.other()).unwrap_or(record.steps),
    };
    JobKey {
        channel: hand.game.channel_id(),
        action,
        height,
    }
}

/// How many of the margins before a deadline have begun.
#[must_use]
pub fn level(margins: &[Seconds], by: Seconds, clock: Seconds) -> u32 {
    let begun = |margin: &&Seconds| clock >= by.saturating_sub(**margin);
    u32::try_from(margins.iter().filter(begun).count()).unwrap_or(u32::MAX)
}

/// Work before calls for a player, calls before waiting, waiting before nothing; by deadline.
fn urgency(plan: &Plan) -> (u8, Seconds) {
    use strategist::Action as Planned;
    let rank = match plan.action {
        Planned::SignStep | Planned::SignOpen => 1,
        Planned::Wait { .. } => 2,
        Planned::Nothing => 3,
        _ => 0,
    };
    (rank, plan.by.unwrap_or(NEVER))
}

impl Situation<'_> {
    fn game(&self) -> &Verified {
        &self.hand.game
    }

    fn plan(&self, player: Colour) -> Plan {
        strategist::plan(&Case {
            player,
            role: Role::Relayer,
            record: self.record,
            at: self.at,
            held: self.game(),
            fork: self.hand.fork_of(player.other()),
            stalled: self.open_at == Some(self.game().chain().steps()),
        })
    }

    fn work(&self, player: Colour, plan: &Plan) -> Option<Work> {
        Some(Work {
            key: key(
                Action::of_plan(plan.action)?,
                self.hand,
                self.record,
                player,
            ),
            player,
            reason: plan.reason,
            by: plan.by,
        })
    }

    /// A call for the player, where a deadline of the chain or of the terms runs.
    fn alarm(&self, player: Colour, plan: &Plan) -> Option<Alarm> {
        let (Some(by), true) = (plan.by, self.needs_player(plan)) else {
            return None;
        };
        Some(Alarm {
            player,
            by,
            level: level(self.alarm_margins, by, self.clock),
        })
    }

    fn needs_player(&self, plan: &Plan) -> bool {
        use strategist::Action as Planned;
        matches!(plan.action, Planned::SignStep | Planned::SignOpen)
    }

    fn look_again(&self, plan: &Plan) -> Seconds {
        use strategist::Action as Planned;
        match plan.action {
            // Past it the window waits for blocks alone, so every new one is looked at.
            Planned::Wait { until } => until.deadline.saturating_add(1),
            Planned::SignStep | Planned::SignOpen => self.next_alarm(plan),
            _ => NEVER,
        }
    }

    /// When the next alarm margin begins; once all have, when the deadline passes.
    fn next_alarm(&self, plan: &Plan) -> Seconds {
        let Some(by) = plan.by else { return NEVER };
        self.alarm_margins
            .iter()
            .map(|margin| by.saturating_sub(*margin))
            .filter(|begins| *begins > self.clock)
            .min()
            .unwrap_or(by.saturating_add(1))
    }
}

#[cfg(test)]
mod tests;
