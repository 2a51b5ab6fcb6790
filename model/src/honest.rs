//! The honest player: the real strategist, and what it may sign.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use surround_channel::transcript::Verified;
use surround_settlement::strategist::{self, Case, Plan, Role};

use crate::judge::Judge;
use crate::scenario::SetupFault;
use crate::state::{Call, State};
use crate::tree::NodeId;
use crate::without::Without;

/// A line with the resignation and the flag that go with it.
type Holding = (NodeId, bool, Option<NodeId>);

/// What the honest player can hold, each verified once.
#[derive(Debug, Default)]
pub struct Holdings(RwLock<HashMap<Holding, Arc<Verified>>>);

impl Holdings {
    fn of(&self, judge: &Judge<'_>, holding: Holding) -> Result<Arc<Verified>, SetupFault> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = known.get(&holding) {
            return Ok(Arc::clone(held));
        }
        drop(known);
        let (line, resigned, flag) = holding;
        let resigned = resigned.then_some(judge.scenario.dishonest);
        let held = Arc::new(judge.tree.hold(line, resigned, flag)?);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(holding, Arc::clone(&held));
        Ok(held)
    }
}

/// What the strategist says; `stalled` when the player will not wait for the other off the chain.
///
/// # Errors
/// What is held does not verify, which no state of the model brings about.
pub fn plan(
    judge: &Judge<'_>,
    holdings: &Holdings,
    state: &State,
    stalled: bool,
) -> Result<Plan, SetupFault> {
    let held = holdings.of(judge, (state.held, state.resigned, state.flag))?;
    let proof = judge.proof(&state.record, state.held);
    Ok(strategist::plan(&Case {
        player: judge.scenario.dishonest.other(),
        role: Role::Player,
        record: &state.record,
        at: state.moment(),
        held: &held,
        fork: proof.map(|(_, counted)| counted),
        stalled,
    }))
}

/// The call that a plan asks for.
#[must_use]
pub fn call(judge: &Judge<'_>, state: &State, plan: &Plan) -> Option<Call> {
    use strategist::Action;
    let stored = judge.tree.at_head(state.record.head);
    match plan.action {
        Action::Submit => Some(Call::Submit(state.held)),
        // With the held line where it extends the stored one, else with the stored line.
        Action::Resign => match stored {
            Some(stored) if !judge.tree.extends(state.held, stored) => Some(Call::Resign(stored)),
            _ => Some(Call::Resign(state.held)),
        },
        Action::Flag => state.flag.map(|at| Call::Flag {
            line: state.held,
            at,
        }),
        Action::Claim => Some(Call::Claim),
        Action::ExposeFork => Some(Call::Expose(state.held)),
        Action::Finalize => Some(Call::Finalize),
        Action::SignStep | Action::SignOpen | Action::Wait { .. } | Action::Nothing => None,
    }
}

/// The lines whose last step the honest player may sign now: those one step longer than the line it
/// holds, unless it signed another step on that head.
#[must_use]
pub fn steps(judge: &Judge<'_>, state: &State) -> Vec<NodeId> {
    let tree = judge.tree;
    let node = tree.node(state.held);
    let honest = judge.scenario.dishonest.other();
    if node.replay.due != Some(honest) {
        let unguarded = judge.scenario.lacks(Without::Guard) && node.replay.author == Some(honest);
        let before = node.parent.filter(|_| unguarded);
        return before.map_or_else(Vec::new, |head| tree.node(head).children.clone());
    }
    let forbidden = |child: &NodeId| {
        state.signed.iter().any(|signed| {
            let height = tree.node(*child).steps();
            let same_height = tree
                .up(*signed)
                .find(|one| tree.node(*one).steps() == height);
            let Some(other) = same_height.filter(|other| other != child) else {
                return false;
            };
            let same_head = tree.node(other).parent == Some(state.held);
            if judge.scenario.lacks(Without::GuardByHead) {
                tree.author(other) == Some(honest)
            } else {
                same_head
            }
        })
    };
    let children = node.children.iter().copied();
    children.filter(|child| !forbidden(child)).collect()
}
