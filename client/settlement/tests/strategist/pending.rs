//! A result can be objected to, or no more.

use super::*;

#[test]
fn a_flag_is_voided_by_the_longer_line() {
    let mut table = Table::ranked();
    let record = table.flag(&moves(23), 23).unwrap();
    let until = record.window();
    let game = held(&table, &moves(25));
    let asked = ask(&table, &game);
    asked.assert(White, Action::Submit, Reason::FlagOutdated);
    asked.assert(Black, Action::Wait { until }, Reason::ResultPending);
    let late_answer = held(&table, &moves(24));
    let asked = ask(&table, &late_answer);
    asked.assert(White, Action::Wait { until }, Reason::NoObjection);
}

/// The loser of a rated game has an early flag over itself, from a time when play went on.
#[test]
fn a_flag_that_would_leave_a_won_game_unrated_is_voided_by_its_end() {
    let flagged = |table: &mut Table| table.flag(&moves(3), 3).unwrap().window();
    let mut table = Table::ranked();
    let until = flagged(&mut table);
    let unfinished = held(&table, &moves(25));
    ask(&table, &unfinished).assert(Black, Action::Wait { until }, Reason::ResultPending);
    let steps = agreed(18);
    let won = held(&table, &steps);
    ask(&table, &won).assert(Black, Action::Submit, Reason::CountsTooFew);
    let record = table.submit(&steps).unwrap();
    assert_eq!(record.rating(), Rating::Both);
    // A draw is worth less than the flag.
    let mut table = Table::new(true, 72);
    let until = flagged(&mut table);
    let drawn = held(&table, &agreed(18));
    ask(&table, &drawn).assert(Black, Action::Wait { until }, Reason::ResultPending);
}

#[test]
fn a_resignation_ends_a_pending_flag_at_once_and_adds_nothing_to_a_resignation() {
    let resigned = |table: &Table| {
        let mut game = held(table, &moves(23));
        game.add_resignation(White, table.resignation(White))
            .unwrap();
        game
    };
    let mut table = Table::ranked();
    table.flag(&moves(23), 23).unwrap();
    let game = resigned(&table);
    ask(&table, &game).assert(Black, Action::Resign, Reason::OpponentResigned);
    let mut table = Table::ranked();
    table.resign(&moves(10), White).unwrap();
    let game = resigned(&table);
    assert_ne!(ask(&table, &game).plan(Black).action, Action::Resign);
}

#[test]
fn a_short_resignation_is_lengthened_by_the_winner() {
    let mut table = Table::ranked();
    table.resign(&moves(10), White).unwrap();
    let game = held(&table, &moves(25));
    ask(&table, &game).assert(Black, Action::Submit, Reason::CountsTooFew);
    table.submit(&moves(18)).unwrap();
    ask(&table, &game).assert(Black, Action::Submit, Reason::CountsTooFew);
    let same = held(&table, &moves(18));
    let until = table.record().window();
    ask(&table, &same).assert(Black, Action::Wait { until }, Reason::ResultPending);
    let forked = Asked {
        fork: Some(24),
        ..ask(&table, &same)
    };
    forked.assert(Black, Action::ExposeFork, Reason::OpponentForked);
}

#[test]
fn a_flag_does_not_help_against_a_resignation() {
    let mut table = Table::ranked();
    let steps = moves(10);
    let until = table.resign(&steps, White).unwrap().window();
    let mut game = held(&table, &steps);
    game.add_flag(Signed {
        steps: 10,
        signature: table.flagging(&steps, 10),
    })
    .unwrap();
    ask(&table, &game).assert(White, Action::Wait { until }, Reason::NoObjection);
}

#[test]
fn a_short_fork_is_lengthened_by_a_longer_branch_alone() {
    let mut table = Table::ranked();
    let steps = moves(10);
    table.submit(&steps).unwrap();
    let mut other = moves(9);
    other.push(Step::Pass);
    let fork = table.fork(&steps, &other).unwrap();
    let until = table.expose(&fork).unwrap().window();
    let game = held(&table, &steps);
    let holding = |fork| Asked {
        fork,
        ..ask(&table, &game)
    };
    for no_longer in [None, Some(9), Some(10)] {
        let waits = Action::Wait { until };
        holding(no_longer).assert(Black, waits, Reason::ResultPending);
    }
    holding(Some(12)).assert(Black, Action::ExposeFork, Reason::CountsTooFew);
    holding(Some(12)).assert(White, Action::Wait { until }, Reason::NoObjection);
}

#[test]
fn a_score_gives_way_to_what_is_stronger() {
    let mut table = Table::ranked();
    let steps = agreed(19);
    table.submit(&steps).unwrap();
    let until = table.record().window();
    let mut game = held(&table, &steps);
    ask(&table, &game).assert(White, Action::Wait { until }, Reason::NoObjection);
    // Black accepted late.
    game.add_flag(Signed {
        steps: 22,
        signature: table.flagging(&steps, 22),
    })
    .unwrap();
    ask(&table, &game).assert(White, Action::Flag, Reason::OpponentFlagged);
    game.add_resignation(Black, table.resignation(Black))
        .unwrap();
    ask(&table, &game).assert(White, Action::Resign, Reason::OpponentResigned);
    table.wait_for_expiry();
    ask(&table, &game).assert(White, Action::Resign, Reason::OpponentResigned);
    ask(&table, &game).assert(Black, Action::Finalize, Reason::WindowOver);
    table.finalize().unwrap();
}

#[test]
fn a_result_whose_window_is_over_is_left_to_its_winner_and_a_draw_to_both() {
    let mut table = Table::ranked();
    let steps = agreed(19);
    table.submit(&steps).unwrap();
    let game = held(&table, &steps);
    table.wait_for_expiry();
    ask(&table, &game).assert(White, Action::Nothing, Reason::NoObjection);
    ask(&table, &game).assert(Black, Action::Finalize, Reason::WindowOver);
    let mut table = Table::new(true, 72);
    let steps = agreed(18);
    table.submit(&steps).unwrap();
    let game = held(&table, &steps);
    table.wait_for_expiry();
    ask(&table, &game).assert(White, Action::Finalize, Reason::WindowOver);
    ask(&table, &game).assert(Black, Action::Finalize, Reason::WindowOver);
}
