//! What the checker looks for: the invariants of protocol 5, and what section 3 promises beside them.
//!
//! Those about a single call are judged when the call is made, and remembered as a [`Breach`]; those
//! about a state are functions of it. All are written from the text and not from the code.

use stateright::Property;
use surround_rules::Colour;
use surround_settlement::record::RATED_STEPS;
use surround_settlement::{Ending, Status, transition};

use crate::adversary::honest_forked;
use crate::breach::{Breach, is_over};
use crate::dispute::Dispute;
use crate::judge::Judge;
use crate::state::State;

/// Final is absorbing: every later write fails.
pub const I1: &str = "I1 final is absorbing";
/// Steps never fall.
pub const I2: &str = "I2 steps never fall";
/// At every (time, block) exactly one of answering and claiming is enabled for an Open record.
pub const I3: &str = "I3 answering or claiming, never both";
/// The result comes from a line as long as the honest player's, or from a flag after which that line
/// holds only the flagged player's steps, a resignation, a fork, or the loser's own last step.
pub const I4: &str = "I4 the honest line counts";
/// Nobody loses by a deadline without having been due for the whole of it.
pub const I5_DEADLINE: &str = "I5 due for the whole deadline";
/// The only other Forfeit is a proven fork, and an honest signer cannot be proven one.
pub const I5_FORK: &str = "I5 an honest signer has no fork";
/// The due player always has an accepted step.
pub const I6: &str = "I6 a step is accepted";
/// Any order of the same valid submissions ends in a result that 3.3 allows.
pub const I10: &str = "I10 as 3.3 allows";
/// Liveness: an honest player who can act is never forfeited.
pub const NEVER_FORFEITED: &str = "L1 the honest are not forfeited";
/// Liveness: windows are no more than the steps that were added allow.
pub const BOUNDED: &str = "L2 windows are bounded";
/// 2.3: nobody is taken to the chain by a line without a step of its own.
pub const CONSENT: &str = "2.3 a step of each player";
/// 3.2: a ranked game brings the referee's `ranked` statement.
pub const RANKED: &str = "3.2 ranked by the referee";
/// 3.2: a player who missed its deadline cannot resign instead.
pub const LATE: &str = "3.2 a missed deadline forfeits";
/// 3.2: a flag that the honest player holds is not escaped by a late step.
pub const FLAG_HOLDS: &str = "3.2 a flag holds";
/// 3.2: a resignation that the honest player holds decides the game.
pub const RESIGNATION_HOLDS: &str = "3.2 a resignation holds";
/// 3.3, 4 and 6: a short resignation or fork counts all that the loser played.
pub const COUNT: &str = "3.3 a short ending counts";
/// 3.4: `decided_onchain` depends on the call.
pub const ONCHAIN: &str = "3.4 decided by the call";
/// 4: what the strategist advises is accepted.
pub const ADVICE: &str = "4 advice is accepted";

/// All of them.
#[must_use]
pub fn properties() -> Vec<Property<Dispute>> {
    vec![
        Property::always(I1, |_, state| no(state, Breach::FinalChanged)),
        Property::always(I2, |_, state| no(state, Breach::StepsFell)),
        Property::always(I3, |dispute, state| {
            answer_or_claim(&dispute.judge(), state)
        }),
        Property::always(I4, |dispute, state| {
            no(state, Breach::LineIgnored) && line_counts(&dispute.judge(), state)
        }),
        Property::always(I5_DEADLINE, |_, state| no(state, Breach::ForfeitTooEarly)),
        Property::always(I5_FORK, |dispute, state| {
            no(state, Breach::Framed) && !honest_forked(&dispute.judge(), state)
        }),
        Property::always(I6, |dispute, state| {
            step_is_accepted(&dispute.judge(), state)
        }),
        Property::always(I10, |_, state| no(state, Breach::NotAdmitted)),
        Property::always(NEVER_FORFEITED, |dispute, state| {
            !is_forfeited(&dispute.judge(), state)
        }),
        Property::always(BOUNDED, |_, state: &State| state.slack >= 0),
        Property::always(CONSENT, |_, state: &State| {
            state.record.status == Status::None || !state.signed.is_empty()
        }),
        Property::always(RANKED, |dispute: &Dispute, state: &State| {
            !state.record.ranked || dispute.scenario.has_ranked_statement()
        }),
        Property::always(LATE, |_, state| no(state, Breach::ResignedLate)),
        Property::always(FLAG_HOLDS, |dispute, state| {
            flag_holds(&dispute.judge(), state)
        }),
        Property::always(RESIGNATION_HOLDS, |dispute, state| {
            resignation_holds(&dispute.judge(), state)
        }),
        Property::always(COUNT, |dispute: &Dispute, state: &State| {
            // Each call that another line overtook takes a second one in the same window.
            state.calls >= dispute.scenario.calls || counts_all(&dispute.judge(), state)
        }),
        Property::always(ONCHAIN, |_, state| no(state, Breach::WronglyMarked)),
        Property::always(ADVICE, |_, state| no(state, Breach::BadAdvice)),
    ]
}

fn no(state: &State, breach: Breach) -> bool {
    state.breach != Some(breach)
}

/// Who lost a final result.
fn final_loser(state: &State) -> Option<Option<Colour>> {
    let over = state.record.status == Status::Final;
    state
        .record
        .verdict
        .filter(|_| over)
        .map(|verdict| verdict.loser())
}

fn answer_or_claim(judge: &Judge<'_>, state: &State) -> bool {
    let (record, at) = (&state.record, state.moment());
    record.status != Status::Open || judge.can_answer(record, at) != judge.can_claim(record, at)
}

fn step_is_accepted(judge: &Judge<'_>, state: &State) -> bool {
    let (record, at) = (&state.record, state.moment());
    if record.status != Status::Open || is_over(record, state.at) {
        return true;
    }
    let stored = judge.tree.at_head(record.head);
    let longer = stored.and_then(|stored| judge.tree.node(stored).way_out.as_ref());
    longer.is_some_and(|longer| {
        judge.can_answer(record, at)
            && transition::submit(judge.terms(), record, longer, at).is_ok()
    })
}

fn line_counts(judge: &Judge<'_>, state: &State) -> bool {
    let (record, tree) = (&state.record, judge.tree);
    let Some(verdict) = record.verdict.filter(|_| record.status == Status::Final) else {
        return true;
    };
    let Some(stored) = tree.at_head(record.head) else {
        return false;
    };
    let held = tree.node(state.held);
    let as_long = record.steps >= held.steps();
    let dishonest = Some(judge.scenario.dishonest);
    match verdict.ending {
        // A missed deadline is judged when it is claimed.
        Ending::Resigned | Ending::Forfeit => true,
        // A player who wins by a flag over an old head could void it by its longer line, and need not.
        Ending::Time if verdict.loser() == dishonest => true,
        Ending::Time => {
            let after = held
                .held
                .chain()
                .authors()
                .get(usize::from(verdict.counted)..);
            let on_line = tree.node(stored).held.chain().head_at(verdict.counted)
                == held.held.chain().head_at(verdict.counted);
            let own = |after: &[Colour]| after.iter().all(|by| Some(*by) == verdict.loser());
            on_line && after.is_some_and(own)
        }
        Ending::Agreed | Ending::PlayedOut | Ending::MoveLimit => {
            as_long || verdict.loser() == dishonest && tree.author(stored) == dishonest
        }
    }
}

fn is_forfeited(judge: &Judge<'_>, state: &State) -> bool {
    let honest = judge.scenario.dishonest.other();
    state.record.ending() == Some(Ending::Forfeit) && final_loser(state) == Some(Some(honest))
}

fn flag_holds(judge: &Judge<'_>, state: &State) -> bool {
    let Some((loser, flag)) = final_loser(state).zip(state.flag) else {
        return true;
    };
    let chain = judge.tree.node(state.held).held.chain();
    let stands = chain.flag_stands_at(judge.tree.node(flag).steps());
    // A referee who flags both players is trusted for both.
    let both = state.record.ending() == Some(Ending::Time);
    !stands || both || loser == Some(judge.scenario.dishonest)
}

fn resignation_holds(judge: &Judge<'_>, state: &State) -> bool {
    let Some(loser) = final_loser(state).filter(|_| state.resigned) else {
        return true;
    };
    // A resignation and the honest player's own losing last step can cross.
    let honest = judge.scenario.dishonest.other();
    let stored = judge.tree.at_head(state.record.head);
    let own_end = stored.and_then(|stored| judge.tree.author(stored)) == Some(honest);
    let by_score = state.record.ending().is_some_and(Ending::is_score);
    loser == Some(judge.scenario.dishonest) || by_score && own_end
}

fn counts_all(judge: &Judge<'_>, state: &State) -> bool {
    let record = &state.record;
    let dishonest = judge.scenario.dishonest;
    let Some(verdict) = record.verdict.filter(|_| record.status == Status::Final) else {
        return true;
    };
    if !record.ranked || !matches!(verdict.ending, Ending::Resigned | Ending::Forfeit) {
        return true;
    }
    let held = judge.tree.node(state.held).held.chain();
    let played = held.last_step_of(dishonest).min(RATED_STEPS);
    verdict.loser() != Some(dishonest) || verdict.counted >= played
}
