//! The dispute as a state machine: who can do what next.

use stateright::{Model, Property};
use surround_settlement::strategist::{self, Plan};
use surround_settlement::{Record, Status, TimeClass};

use crate::effects::{SLACK, settled};
use crate::honest::Holdings;
use crate::invariants;
use crate::judge::Judge;
use crate::scenario::{Scenario, SetupFault};
use crate::state::{Action, Call, Clock, State};
use crate::table::BEGIN;
use crate::tree::Tree;
use crate::without::Without;
use crate::{adversary, honest, time};

/// A scenario with all its lines.
#[derive(Debug)]
pub struct Dispute {
    /// The scenario.
    pub scenario: Scenario,
    /// Its lines.
    pub tree: Tree,
    holdings: Holdings,
}

impl Dispute {
    /// Prepares a scenario.
    ///
    /// # Errors
    /// It cannot be played.
    pub fn new(scenario: Scenario) -> Result<Self, SetupFault> {
        Ok(Self {
            tree: Tree::grow(&scenario)?,
            scenario,
            holdings: Holdings::default(),
        })
    }

    /// The contract of this scenario.
    #[must_use]
    pub fn judge(&self) -> Judge<'_> {
        Judge {
            scenario: &self.scenario,
            tree: &self.tree,
        }
    }

    fn plan(&self, state: &State, stalled: bool) -> Option<Plan> {
        honest::plan(&self.judge(), &self.holdings, state, stalled).ok()
    }

    /// What the honest player does: its call on the way lands; else as the strategist says, who is
    /// asked both as a patient and as an impatient player would.
    fn honest_actions(&self, state: &State, actions: &mut Vec<Action>) {
        if state.in_flight.is_some() {
            actions.push(Action::Land);
            return;
        }
        // On the chain a window says how long to wait.
        let moods: &[bool] = match state.record.status {
            Status::None => &[false, true],
            _ => &[false],
        };
        for stalled in moods.iter().copied() {
            let Some(plan) = self.plan(state, stalled) else {
                continue;
            };
            let call = honest::call(&self.judge(), state, &plan);
            if let Some(call) = call.filter(|_| state.calls < self.scenario.calls) {
                actions.push(Action::Call(call));
            }
            if !stalled && plan.action == strategist::Action::SignStep {
                let steps = honest::steps(&self.judge(), state);
                actions.extend(steps.into_iter().map(Action::Sign));
            }
        }
        if self.scenario.lacks(Without::Guard) {
            let steps = honest::steps(&self.judge(), state);
            actions.extend(steps.into_iter().map(Action::Sign));
        }
    }

    fn dishonest_actions(&self, state: &State, actions: &mut Vec<Action>) {
        let judge = self.judge();
        let at = state.moment();
        let accepted = |call: &Call| {
            let next = judge.call(&state.record, at, self.scenario.dishonest, *call);
            next.is_ok_and(|next| next != state.record || state.record.status == Status::Final)
        };
        let calls = adversary::calls(&judge, state).into_iter().filter(accepted);
        actions.extend(calls.map(Action::Dishonest));
        if !self.can_still_act(state) {
            return;
        }
        let steps = adversary::next_steps(&judge, state);
        actions.extend(steps.into_iter().map(Action::Send));
        if !state.resigned {
            actions.push(Action::SendResignation);
        }
        let due = self.tree.node(state.held).replay.due;
        let flaggable =
            self.scenario.has_ranked_statement() && due == Some(self.scenario.dishonest);
        if flaggable && state.flag.is_none() {
            actions.push(Action::GiveFlag(state.held));
        }
    }

    /// A message that comes when the honest player has no call left in time changes nothing, and
    /// would only make it look as if it had had one.
    fn can_still_act(&self, state: &State) -> bool {
        let live = state.record.time_class(state.moment()) == TimeClass::Live;
        let on_the_way = matches!(state.in_flight, Some((_, false)));
        let calls = state.calls + u8::from(on_the_way);
        state.record.status != Status::Final && live && calls < self.scenario.calls
    }

    fn time_actions(&self, state: &State, actions: &mut Vec<Action>) {
        let moves = time::moves(state).into_iter().filter(|(action, until)| {
            let windows = *action != Action::Past || state.passed < self.scenario.windows;
            windows && self.may_pass(state, *until)
        });
        actions.extend(moves.map(|(action, _)| action));
    }

    /// Whether the honest player has had its chance before `until`: it is not in a hurry before that,
    /// or the chain has taken as many of its calls as one window has room for.
    fn may_pass(&self, state: &State, until: u64) -> bool {
        if until <= state.record.deadline {
            return true;
        }
        if state.in_flight.is_some() {
            return false;
        }
        if state.calls >= self.scenario.calls {
            return true;
        }
        // A player without advice does nothing, and L1 shows it.
        let Some(plan) = self.plan(state, false) else {
            return true;
        };
        let hurry = plan.by.is_some_and(|by| by < until);
        let wants = match plan.action {
            strategist::Action::SignStep => {
                let at_bound = self.tree.node(state.held).is_bound();
                at_bound || !honest::steps(&self.judge(), state).is_empty()
            }
            _ => honest::call(&self.judge(), state, &plan)
                .is_some_and(|call| self.accepts(state, call)),
        };
        !(hurry && wants)
    }
}

impl Model for Dispute {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let start = self.tree.start();
        let honest = self.scenario.dishonest.other();
        let mut up = self.tree.up(start);
        let signed = up.find(|line| self.tree.author(*line) == Some(honest));
        let at = Clock {
            now: BEGIN,
            block: BEGIN,
        };
        vec![State {
            record: Record::NONE,
            at,
            held: start,
            kept: start,
            signed: signed.into_iter().collect(),
            resigned: false,
            flag: None,
            in_flight: None,
            calls: 0,
            passed: 0,
            slack: SLACK,
            due_since: at,
            before: None,
            can_reorganise: self.scenario.reorganisation,
            breach: None,
        }]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        self.dishonest_actions(state, actions);
        if state.record.status == Status::Final {
            return;
        }
        self.honest_actions(state, actions);
        self.time_actions(state, actions);
        if state.before.is_some() {
            actions.push(Action::Reorganise);
        }
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let state = &State {
            breach: None,
            ..state.clone()
        };
        let mut next = state.clone();
        match action {
            Action::Dishonest(call) => return self.called(state, self.scenario.dishonest, call),
            Action::Land => return self.landed(state),
            Action::Reorganise => return self.reorganised(state),
            Action::Call(call) => next = self.sent(state, call),
            Action::Sign(line) => next = self.signed(state, line),
            Action::Send(line) => {
                next.held = line;
                // Its signature endorses what the chain can forget, too.
                next.before = None;
            }
            Action::SendResignation => next.resigned = true,
            Action::GiveFlag(line) => next.flag = Some(line),
            Action::LastSecond | Action::Halt | Action::Past | Action::Wait => {
                next = time::passed(state, action);
            }
        }
        Some(settled(next))
    }

    fn properties(&self) -> Vec<Property<Self>> {
        invariants::properties()
    }
}
