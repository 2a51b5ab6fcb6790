//! The decision, status by status.

use surround_channel::evidence::{Evidence, EvidenceError};
use surround_channel::line::Chain;
use surround_channel::terms::Terms;
use surround_channel::transcript::Transcript;
use surround_rules::{Colour, Winner};

use super::{Action, Case, Plan, Reason, Role};
use crate::clock::{TimeClass, Window};
use crate::record::{Ending, RATED_STEPS, Status, Verdict};

/// What to do in this case, by when, and why.
#[must_use]
pub fn plan(case: &Case<'_>) -> Plan {
    match (
        case.record.status,
        case.record.time_class(case.at),
        &case.record.verdict,
    ) {
        (Status::None, ..) => unrecorded(case),
        (Status::Open, TimeClass::Live, _) => open(case),
        (Status::Open, TimeClass::Expired, _) => open_expired(case),
        (Status::Pending, TimeClass::Live, Some(verdict)) => pending(case, verdict),
        (Status::Pending, TimeClass::Expired, Some(verdict)) => pending_expired(case, verdict),
        // No record is Pending without a verdict.
        (Status::Pending, _, None) | (Status::Final, ..) => idle(Reason::Over),
    }
}

/// The chain knows nothing: settle what has ended, open when the opponent stalls.
fn unrecorded(case: &Case<'_>) -> Plan {
    if case.terms().is_ranked() && case.transcript().ranked.is_none() {
        return idle(Reason::RankedMissing);
    }
    let playing = case.before_expiry() && !case.resigned(case.player);
    match case.evidence() {
        Ok(_) => {}
        Err(EvidenceError::NoStepOf(_)) if playing && case.is_due() => {
            return act(Action::SignStep, None, Reason::PlayerToMove);
        }
        Err(EvidenceError::NoStepOf(_)) => return idle(Reason::TooEarly),
        Err(EvidenceError::NotAuthorised { .. }) => return idle(Reason::Unsigned),
    }
    if case.resigned(case.opponent()) {
        return act(Action::Resign, case.last_call(), Reason::OpponentResigned);
    }
    if case.held.game().winner().is_some() {
        return settle(case);
    }
    if !case.before_expiry() {
        return idle(Reason::Expired);
    }
    match case.flagged() {
        Some(player) if player == case.player => idle(Reason::PlayerFlagged),
        Some(_) => act(Action::Flag, case.last_call(), Reason::OpponentFlagged),
        None if case.resigned(case.player) => idle(Reason::PlayerResigned),
        None if case.is_due() => act(Action::SignStep, None, Reason::PlayerToMove),
        None => stalling(case),
    }
}

/// The opponent is due off the chain: wait for it, or open.
fn stalling(case: &Case<'_>) -> Plan {
    let until = case.two_windows_before_expiry();
    if !case.stalled && case.at.now < until {
        let until = Window {
            deadline: until.saturating_sub(1),
            min_block: 0,
        };
        return act(Action::Wait { until }, None, Reason::OpponentToMove);
    }
    let open = case
        .transcript()
        .open
        .filter(|open| open.steps == case.chain().steps());
    let can_open = open.is_some() || case.role == Role::Player;
    let action = if can_open {
        Action::Submit
    } else {
        Action::SignOpen
    };
    act(action, case.last_call(), Reason::OpponentStalls)
}

/// A line that ended by score, not yet on the chain. The loser leaves it to the winner.
fn settle(case: &Case<'_>) -> Plan {
    let winner = case.held.game().winner();
    let won = winner == Some(case.player.into());
    if !won && case.before_expiry() && case.flagged() == Some(case.opponent()) {
        // The opponent's last step came too late.
        return act(Action::Flag, case.last_call(), Reason::OpponentFlagged);
    }
    if winner == Some(case.opponent().into()) {
        return idle(Reason::LostByScore);
    }
    let author = case.chain().author(case.chain().steps());
    // Signed by the loser, it is admitted later too, but only while both keys count.
    let admitted_later = won && author == Some(case.opponent());
    if case.before_expiry() || admitted_later {
        act(Action::Submit, case.last_call(), Reason::Settle)
    } else {
        idle(Reason::Expired)
    }
}

/// A window runs: evidence against the opponent, else the longest line, else a step.
fn open(case: &Case<'_>) -> Plan {
    let deadline = Some(case.record.deadline);
    if case.fork.is_some() {
        return act(Action::ExposeFork, deadline, Reason::OpponentForked);
    }
    if case.resigned(case.opponent()) {
        return act(Action::Resign, deadline, Reason::OpponentResigned);
    }
    let flagged = case.flagged().filter(|_| case.extends());
    if flagged == Some(case.opponent()) {
        return act(Action::Flag, deadline, Reason::OpponentFlagged);
    }
    if case.is_longer() {
        return act(Action::Submit, deadline, Reason::LongerLine);
    }
    if case.record.due != Some(case.player) {
        return wait(case, Reason::OpponentDue);
    }
    if case.resigned(case.player) {
        return idle(Reason::PlayerResigned);
    }
    if flagged.is_some() {
        return idle(Reason::PlayerFlagged);
    }
    act(Action::SignStep, deadline, Reason::PlayerDue)
}

/// The deadline has passed: whoever was not due takes the game.
fn open_expired(case: &Case<'_>) -> Plan {
    if case.record.due != Some(case.player) {
        return act(Action::Claim, None, Reason::OpponentLate);
    }
    // In a race with the opponent's claim.
    if case.fork.is_some() {
        return act(Action::ExposeFork, None, Reason::OpponentForked);
    }
    if case.resigned(case.opponent()) {
        return act(Action::Resign, None, Reason::OpponentResigned);
    }
    idle(Reason::PlayerLate)
}

/// A result that can still be objected to.
fn pending(case: &Case<'_>, verdict: &Verdict) -> Plan {
    let deadline = Some(case.record.deadline);
    if let Some(stronger) = stronger(case, verdict) {
        return Plan {
            by: deadline,
            ..stronger
        };
    }
    let own_result = verdict.winner == case.player.into();
    let short = verdict.counted < RATED_STEPS;
    match verdict.ending {
        Ending::Time if !own_result && case.adds_step_of(case.opponent(), case.record.steps) => {
            return act(Action::Submit, deadline, Reason::FlagOutdated);
        }
        // The early flag would leave a game unrated that was won by its end.
        Ending::Time
            if own_result
                && short
                && case.held.game().winner() == Some(case.player.into())
                && case.adds_step_of(case.player, case.record.steps) =>
        {
            return act(Action::Submit, deadline, Reason::CountsTooFew);
        }
        Ending::Forfeit if own_result && short && case.fork > Some(verdict.counted) => {
            return act(Action::ExposeFork, deadline, Reason::CountsTooFew);
        }
        Ending::Resigned | Ending::Forfeit
            if own_result && short && case.adds_step_of(case.opponent(), verdict.counted) =>
        {
            return act(Action::Submit, deadline, Reason::CountsTooFew);
        }
        _ => {}
    }
    if verdict.winner == case.opponent().into() {
        wait(case, Reason::NoObjection)
    } else {
        wait(case, Reason::ResultPending)
    }
}

/// The window of a result is over. What is stronger than it is still admitted, until somebody
/// finalizes.
fn pending_expired(case: &Case<'_>, verdict: &Verdict) -> Plan {
    if verdict.winner == case.player.into() {
        return act(Action::Finalize, None, Reason::WindowOver);
    }
    if let Some(stronger) = stronger(case, verdict) {
        return stronger;
    }
    if verdict.winner == Winner::Draw {
        act(Action::Finalize, None, Reason::WindowOver)
    } else {
        idle(Reason::NoObjection)
    }
}

/// Evidence against the opponent that displaces a pending result (protocol 3.3, 5).
fn stronger(case: &Case<'_>, verdict: &Verdict) -> Option<Plan> {
    let by_score = verdict.ending.is_score();
    if case.fork.is_some() && verdict.ending != Ending::Forfeit {
        return Some(act(Action::ExposeFork, None, Reason::OpponentForked));
    }
    if case.resigned(case.opponent()) && (by_score || verdict.ending == Ending::Time) {
        return Some(act(Action::Resign, None, Reason::OpponentResigned));
    }
    let flagged = case.flagged().filter(|_| by_score && case.extends());
    if flagged == Some(case.opponent()) && verdict.winner != case.player.into() {
        return Some(act(Action::Flag, None, Reason::OpponentFlagged));
    }
    None
}

impl Case<'_> {
    fn opponent(&self) -> Colour {
        self.player.other()
    }

    fn transcript(&self) -> &Transcript {
        self.held.transcript()
    }

    fn terms(&self) -> &Terms {
        self.held.terms()
    }

    fn chain(&self) -> &Chain {
        self.held.chain()
    }

    /// Due on the line that is held.
    fn is_due(&self) -> bool {
        self.held.game().due() == Some(self.player)
    }

    fn resigned(&self, player: Colour) -> bool {
        self.transcript().resignations.of(player).is_some()
    }

    /// What authorises the held line beyond the record.
    fn evidence(&self) -> Result<Evidence, EvidenceError> {
        let caller = Some(self.player).filter(|_| self.role == Role::Player);
        self.held.evidence(self.record.steps, caller)
    }

    fn before_expiry(&self) -> bool {
        self.at.now < self.terms().expires_at
    }

    fn two_windows_before_expiry(&self) -> u64 {
        let terms = self.terms();
        terms
            .expires_at
            .saturating_sub(terms.turn_seconds.saturating_mul(2))
    }

    /// Two windows before the terms expire; once that is past, the last second before they do; then
    /// none: what is still admitted is so as long as the keys count.
    fn last_call(&self) -> Option<u64> {
        let early = self.two_windows_before_expiry();
        let last = self.terms().expires_at.saturating_sub(1);
        self.before_expiry()
            .then_some(if self.at.now <= early { early } else { last })
    }

    /// Whether the held line equals or extends the stored one, and can be brought.
    fn extends(&self) -> bool {
        self.chain().head_at(self.record.steps) == Some(self.record.head) && self.evidence().is_ok()
    }

    fn is_longer(&self) -> bool {
        self.chain().steps() > self.record.steps && self.extends()
    }

    /// Whether the held line is longer than the stored one and has an own step of `player` after
    /// so many steps.
    fn adds_step_of(&self, player: Colour, after: u16) -> bool {
        self.is_longer() && self.chain().last_step_of(player) > after
    }

    /// The player that the held flag names, if it stands on the held line.
    fn flagged(&self) -> Option<Colour> {
        let flag = self.transcript().flag?;
        let chain = self.chain();
        if chain.flag_stands_at(flag.steps) {
            chain.due_at(flag.steps)
        } else {
            None
        }
    }
}

fn act(action: Action, by: Option<u64>, reason: Reason) -> Plan {
    Plan { action, by, reason }
}

fn idle(reason: Reason) -> Plan {
    act(Action::Nothing, None, reason)
}

fn wait(case: &Case<'_>, reason: Reason) -> Plan {
    act(
        Action::Wait {
            until: case.record.window(),
        },
        None,
        reason,
    )
}
