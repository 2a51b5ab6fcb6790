//! The chain knows nothing of the game.

use super::*;

#[test]
fn the_due_player_signs_and_the_other_waits_then_opens() {
    let table = Table::ranked();
    let game = held(&table, &moves(23));
    let mut asked = ask(&table, &game);
    asked.assert(White, Action::SignStep, Reason::PlayerToMove);
    let last_call = table.terms.expires_at - 2 * table.terms.turn_seconds;
    let until = Window {
        deadline: last_call - 1,
        min_block: 0,
    };
    asked.assert(Black, Action::Wait { until }, Reason::OpponentToMove);
    asked.stalled = true;
    asked.assert(Black, Action::Submit, Reason::OpponentStalls);
    assert_eq!(asked.plan(Black).by, Some(last_call));
    asked.role = Role::Relayer;
    asked.assert(Black, Action::SignOpen, Reason::OpponentStalls);
    let mut opened = game.clone();
    let signature = signed(
        &common::player_secret(Black),
        open_hash(game.chain().head()),
    );
    opened
        .add_open(Signed {
            steps: 23,
            signature,
        })
        .unwrap();
    asked.held = &opened;
    asked.assert(Black, Action::Submit, Reason::OpponentStalls);
}

#[test]
fn a_game_is_opened_two_windows_before_it_expires() {
    let mut table = Table::unranked();
    table.at.now = table.terms.expires_at - 2 * table.terms.turn_seconds;
    let game = held(&table, &moves(23));
    ask(&table, &game).assert(Black, Action::Submit, Reason::OpponentStalls);
    table.at.now = table.terms.expires_at;
    ask(&table, &game).assert(Black, Action::Nothing, Reason::Expired);
    ask(&table, &game).assert(White, Action::Nothing, Reason::Expired);
}

#[test]
fn a_line_needs_a_step_of_each_player_and_the_referees_word() {
    let mut table = Table::ranked();
    let game = held(&table, &moves(1));
    ask(&table, &game).assert(White, Action::SignStep, Reason::PlayerToMove);
    ask(&table, &game).assert(Black, Action::Nothing, Reason::TooEarly);
    let begun = table.at.now;
    table.at.now = table.terms.expires_at;
    ask(&table, &game).assert(White, Action::Nothing, Reason::TooEarly);
    table.at.now = begun;
    let mut transcript = held(&table, &moves(23)).transcript().clone();
    transcript.ranked = None;
    let game = transcript.verify().unwrap();
    ask(&table, &game).assert(Black, Action::Nothing, Reason::RankedMissing);
}

/// The chain held the line and has lost it again: whoever read it there has no signature over Black's
/// last step but can be Black.
#[test]
fn an_unsigned_step_is_brought_by_its_authors_account_alone() {
    let table = Table::ranked();
    let mut transcript = held(&table, &moves(23)).transcript().clone();
    transcript.signatures.black = None;
    transcript.recorded_steps = 23;
    let game = transcript.verify().unwrap();
    let mut asked = ask(&table, &game);
    asked.stalled = true;
    asked.assert(Black, Action::Submit, Reason::OpponentStalls);
    asked.assert(White, Action::Nothing, Reason::Unsigned);
    asked.role = Role::Relayer;
    asked.assert(Black, Action::Nothing, Reason::Unsigned);
}

#[test]
fn a_score_is_settled_by_the_winner() {
    // Black wins. The last author is Black after 19 stones, White after 18.
    for (stones, late) in [(18, Action::Submit), (19, Action::Nothing)] {
        let mut table = Table::unranked();
        let game = held(&table, &agreed(stones));
        let asked = ask(&table, &game);
        asked.assert(Black, Action::Submit, Reason::Settle);
        assert_eq!(asked.plan(Black).by, Some(last_call(&table)));
        asked.assert(White, Action::Nothing, Reason::LostByScore);
        table.at.now = table.terms.expires_at;
        let plan = ask(&table, &game).plan(Black);
        assert_eq!((plan.action, plan.by), (late, None));
    }
}

/// Two windows before the terms expire: afterwards a key may count no more.
fn last_call(table: &Table) -> u64 {
    table.terms.expires_at - 2 * table.terms.turn_seconds
}

#[test]
fn a_last_step_that_came_too_late_is_flagged() {
    let mut table = Table::ranked();
    // Black wins by its own Accept, the last of 23 steps.
    let steps = agreed(19);
    let flagged = |table: &Table, steps: &[Step], at: usize| {
        let mut game = held(table, steps);
        game.add_flag(Signed {
            steps: at.try_into().unwrap(),
            signature: table.flagging(steps, at),
        })
        .unwrap();
        game
    };
    let game = flagged(&table, &steps, 22);
    ask(&table, &game).assert(White, Action::Flag, Reason::OpponentFlagged);
    assert_eq!(ask(&table, &game).plan(White).by, Some(last_call(&table)));
    ask(&table, &game).assert(Black, Action::Submit, Reason::Settle);
    // The loser's late step changes nothing for the winner.
    let lost = agreed(18);
    let game_lost = flagged(&table, &lost, 21);
    ask(&table, &game_lost).assert(Black, Action::Submit, Reason::Settle);
    table.flag(&steps, 22).unwrap();
    let mut table = Table::ranked();
    table.at.now = table.terms.expires_at;
    ask(&table, &game).assert(White, Action::Nothing, Reason::LostByScore);
}

#[test]
fn resignations_and_flags_are_used_against_the_opponent_alone() {
    let table = Table::ranked();
    let mut game = held(&table, &moves(23));
    game.add_flag(Signed {
        steps: 23,
        signature: table.flagging(&moves(23), 23),
    })
    .unwrap();
    ask(&table, &game).assert(Black, Action::Flag, Reason::OpponentFlagged);
    ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerFlagged);
    let mut game = held(&table, &moves(23));
    game.add_resignation(White, table.resignation(White))
        .unwrap();
    ask(&table, &game).assert(Black, Action::Resign, Reason::OpponentResigned);
    assert_eq!(ask(&table, &game).plan(Black).by, Some(last_call(&table)));
    // No step after its own resignation.
    ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerResigned);
}
