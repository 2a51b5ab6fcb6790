//! What the first runs of the checker found and the invariants now allow: the shortest ways there.

use stateright::Model;
use surround_model::state::{Action, Call, State};
use surround_model::tree::NodeId;
use surround_model::{Dispute, Referee, Scenario, Start};
use surround_rules::Colour::{self, Black};
use surround_rules::{Step, Winner};
use surround_settlement::{Ending, Rating, Status};

fn dispute(start: Start, dishonest: Colour, referee: Referee, depth: u8) -> Dispute {
    Dispute::new(Scenario {
        start,
        dishonest,
        referee,
        reorganisation: false,
        depth,
        stones: 1,
        windows: 1,
        calls: 1,
        without: None,
    })
    .unwrap()
}

/// The state after these actions, each of which the model offers.
fn play(dispute: &Dispute, actions: &[Action]) -> State {
    let mut state = dispute.init_states().remove(0);
    for action in actions {
        let mut offered = Vec::new();
        dispute.actions(&state, &mut offered);
        assert!(offered.contains(action), "{action} is not offered");
        state = dispute.next_state(&state, *action).unwrap();
    }
    state
}

fn after(dispute: &Dispute, line: NodeId, step: Step) -> NodeId {
    let tree = &dispute.tree;
    let mut children = tree.node(line).children.iter().copied();
    let last = |line: &NodeId| tree.node(*line).held.transcript().steps.last() == Some(&step);
    children.find(last).unwrap()
}

/// I4, read literally, would forbid it: a game of six steps ends by a line of five. It is a resignation
/// by another name, and costs nobody but its author.
#[test]
fn a_losing_end_settles_at_once_though_the_game_went_on() {
    let dispute = dispute(Start::Respond, Black, Referee::None, 2);
    let start = dispute.tree.start();
    let resumed = after(&dispute, start, Step::Resume);
    let longer = after(&dispute, resumed, Step::Pass);
    let accepted = after(&dispute, start, Step::Accept);
    let state = play(
        &dispute,
        &[
            Action::Send(resumed),
            Action::Sign(longer),
            Action::Dishonest(Call::Submit(accepted)),
        ],
    );
    let verdict = state.record.verdict.unwrap();
    assert_eq!(state.record.status, Status::Final);
    assert_eq!(
        (verdict.ending, verdict.winner),
        (Ending::Agreed, Winner::White)
    );
    assert_eq!(
        (state.record.steps, dispute.tree.node(state.held).steps()),
        (5, 6)
    );
}

/// A player who is losing a rated game can end it by an old flag over itself, unrated, if a referee ever
/// gave one and its opponent is content to win.
#[test]
fn an_old_flag_over_its_author_leaves_a_long_game_unrated() {
    let dispute = dispute(Start::NearlyRated, Black, Referee::Late, 3);
    let start = dispute.tree.start();
    let answered = after(&dispute, start, Step::Pass);
    let next = dispute.tree.node(answered).children[0];
    let last = dispute.tree.node(next).children[0];
    assert_eq!(dispute.tree.node(start).replay.due, Some(Black));
    let state = play(
        &dispute,
        &[
            Action::Send(answered),
            Action::Sign(next),
            Action::Send(last),
            Action::Dishonest(Call::Flag {
                line: start,
                at: start,
            }),
            Action::Past,
            Action::Dishonest(Call::Finalize),
        ],
    );
    let verdict = state.record.verdict.unwrap();
    assert_eq!(
        (verdict.ending, verdict.winner),
        (Ending::Time, Winner::White)
    );
    assert_eq!(dispute.tree.node(state.held).steps(), 21);
    assert_eq!(
        (verdict.counted, state.record.rating()),
        (18, Rating::Neither)
    );
}
