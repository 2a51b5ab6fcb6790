//! What a call, a signature or a reorganisation makes of a state.

use surround_rules::Colour;
use surround_settlement::Status;

use crate::breach::{Breach, breach};
use crate::dispute::Dispute;
use crate::state::{Call, Clock, State};
use crate::table::{BLOCKS, SECONDS};
use crate::time;
use crate::tree::NodeId;

/// Windows that may start before a step is added: the first, and one for each time that a pending
/// result gives way to a stronger one. Each step can reopen a record once and be flagged once.
pub(crate) const SLACK: i16 = 4;

impl Dispute {
    /// The state after a call, if the contract accepts it and it changes anything.
    pub(crate) fn called(&self, state: &State, caller: Colour, call: Call) -> Option<State> {
        let judge = self.judge();
        let record = judge
            .call(&state.record, state.moment(), caller, call)
            .ok()?;
        let breach = breach(&judge, state, &record, state.at, call);
        let mut next = State {
            record,
            breach,
            ..state.clone()
        };
        let before = &state.record;
        if record.status == Status::Open {
            next.due_since = state.at;
        }
        if before.status == Status::None {
            next.slack = SLACK;
        } else {
            next.slack += 2 * (record.steps.cast_signed() - before.steps.cast_signed());
        }
        let starts = time::starts_window(before, &record);
        if starts {
            next.calls = 0;
            next.in_flight = next.in_flight.map(|(call, _)| (call, true));
        }
        let stored = self.tree.at_head(record.head)?;
        let own_step = self.tree.author(stored) == Some(self.scenario.dishonest);
        let by_wallet = caller == self.scenario.dishonest && matches!(call, Call::Submit(_));
        if by_wallet && own_step && state.can_reorganise {
            next.before = Some(*before);
            next.kept = state.held;
        }
        if self.tree.extends(stored, state.held) {
            next.held = stored;
        }
        if starts {
            next.slack -= 1;
            time::rebase(&mut next);
        }
        Some(settled(next))
    }

    pub(crate) fn signed(&self, state: &State, line: NodeId) -> State {
        let mut next = state.clone();
        next.signed.retain(|old| !self.tree.extends(line, *old));
        next.signed.push(line);
        next.signed.sort_unstable();
        next.held = line;
        settled(next)
    }

    pub(crate) fn landed(&self, state: &State) -> Option<State> {
        let (call, is_older) = state.in_flight?;
        let landing = State {
            in_flight: None,
            calls: state.calls + u8::from(!is_older),
            ..state.clone()
        };
        let honest = self.scenario.dishonest.other();
        // A call that came too late for the state it was made in is refused, and that is all.
        Some(self.called(&landing, honest, call).unwrap_or(landing))
    }

    pub(crate) fn accepts(&self, state: &State, call: Call) -> bool {
        let honest = self.scenario.dishonest.other();
        let next = self
            .judge()
            .call(&state.record, state.moment(), honest, call);
        next.is_ok()
    }

    /// A call that would be refused at once is not sent, and is a fault of who advised it.
    pub(crate) fn sent(&self, state: &State, call: Call) -> State {
        let accepted = self.accepts(state, call);
        State {
            in_flight: accepted.then_some((call, false)),
            breach: (!accepted).then_some(Breach::BadAdvice),
            ..state.clone()
        }
    }

    pub(crate) fn reorganised(&self, state: &State) -> Option<State> {
        let record = state.before?;
        let since = Clock {
            now: record.deadline.saturating_sub(SECONDS),
            block: record.min_block.saturating_sub(BLOCKS),
        };
        Some(State {
            record,
            held: state.kept,
            in_flight: None,
            calls: 0,
            slack: SLACK,
            due_since: since,
            before: None,
            can_reorganise: false,
            ..state.clone()
        })
    }
}

/// What is left of a line is all of it, unless the chain can still forget a step.
pub(crate) fn settled(mut state: State) -> State {
    if state.before.is_none() {
        state.kept = state.held;
    }
    state
}
