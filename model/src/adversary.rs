//! The dishonest player, and everyone who makes calls with what it hands out.
//!
//! It signs any number of steps on one head, and keeps every statement back as long as it likes. What
//! it cannot do is sign for the honest player: of a line it has whatever the honest player's latest
//! signature on it endorses.

use surround_rules::Colour;
use surround_settlement::{Status, TimeClass};

use crate::judge::Judge;
use crate::scenario::Referee;
use crate::state::{Call, State};
use crate::tree::NodeId;
use crate::without::Without;

/// Every call that the dishonest player has the evidence for.
#[must_use]
pub fn calls(judge: &Judge<'_>, state: &State) -> Vec<Call> {
    let mut calls = vec![
        Call::Claim,
        Call::Finalize,
        Call::ResignChannel,
        Call::Resign(state.held),
    ];
    let lines = judge.tree.ids().filter(|line| has(judge, state, *line));
    for line in lines {
        calls.push(Call::Submit(line));
        if brings_line(state) {
            calls.push(Call::Resign(line));
        }
        if judge.scenario.has_ranked_statement() {
            let flagged = judge.tree.up(line).take(3);
            let flagged = flagged.filter(|at| can_flag(judge, state, *at));
            calls.extend(flagged.map(|at| Call::Flag { line, at }));
        }
    }
    if own_step_is_stored(judge, state) {
        calls.push(Call::ExposeSelf);
    }
    if can_frame(judge, state) {
        calls.push(Call::Frame);
    }
    calls
}

/// The dishonest player's next steps on the line that the honest player holds.
#[must_use]
pub fn next_steps(judge: &Judge<'_>, state: &State) -> Vec<NodeId> {
    let node = judge.tree.node(state.held);
    if node.replay.due == Some(judge.scenario.dishonest) {
        node.children.clone()
    } else {
        Vec::new()
    }
}

/// Whether the honest player has made itself provable: the stored line and one that it signed part
/// at a step of its own.
#[must_use]
pub fn honest_forked(judge: &Judge<'_>, state: &State) -> bool {
    let honest = judge.scenario.dishonest.other();
    parted_at(judge, state).any(|author| author == honest)
}

/// Whether the dishonest player can bring a line: the honest player signed its own last step in it.
fn has(judge: &Judge<'_>, state: &State, line: NodeId) -> bool {
    let honest = judge.scenario.dishonest.other();
    let mut up = judge.tree.up(line);
    let endorsed = up.find(|one| judge.tree.author(*one) == Some(honest));
    endorsed.is_none_or(|step| {
        let mut signed = state.signed.iter();
        signed.any(|signed| judge.tree.extends(*signed, step))
    })
}

fn brings_line(state: &State) -> bool {
    match state.record.status {
        Status::None => true,
        Status::Open => state.record.time_class(state.moment()) == TimeClass::Live,
        Status::Pending | Status::Final => false,
    }
}

/// A late referee has not seen the newest steps; a colluding one signs whatever it is shown.
fn can_flag(judge: &Judge<'_>, state: &State, at: NodeId) -> bool {
    match judge.scenario.referee {
        Referee::None | Referee::Silent => false,
        Referee::Late => judge.tree.extends(state.held, at),
        Referee::Colluding => true,
    }
}

fn own_step_is_stored(judge: &Judge<'_>, state: &State) -> bool {
    let stored = judge.tree.at_head(state.record.head);
    let dishonest = judge.scenario.dishonest;
    stored.is_some_and(|stored| {
        let mut up = judge.tree.up(stored);
        up.any(|one| judge.tree.author(one) == Some(dishonest))
    })
}

/// With an author who could be either player, any two lines that the honest player signed would do.
fn can_frame(judge: &Judge<'_>, state: &State) -> bool {
    if judge.scenario.lacks(Without::StoredAuthor) {
        parted_at(judge, state).next().is_some()
    } else {
        honest_forked(judge, state)
    }
}

/// The authors of the steps at which the stored line parts from those that the honest player signed.
fn parted_at(judge: &Judge<'_>, state: &State) -> impl Iterator<Item = Colour> {
    let stored = judge.tree.at_head(state.record.head);
    let signed = state.signed.iter();
    signed.filter_map(move |signed| {
        let parting = judge.tree.parting(*signed, stored?)?;
        judge.tree.author(parting)
    })
}
