//! A window runs, or has run out.

use super::*;

#[test]
fn the_due_player_answers_with_a_step_or_the_longer_line() {
    let mut table = Table::unranked();
    let record = table.submit(&moves(23)).unwrap();
    let game = held(&table, &moves(23));
    let asked = ask(&table, &game);
    asked.assert(White, Action::SignStep, Reason::PlayerDue);
    assert_eq!(asked.plan(White).by, Some(record.deadline));
    let until = record.window();
    asked.assert(Black, Action::Wait { until }, Reason::OpponentDue);
    let longer = held(&table, &moves(28));
    for player in Colour::BOTH {
        ask(&table, &longer).assert(player, Action::Submit, Reason::LongerLine);
    }
    table.submit(&moves(28)).unwrap();
}

#[test]
fn evidence_against_the_opponent_comes_first() {
    let mut table = Table::ranked();
    table.submit(&moves(23)).unwrap();
    let mut game = held(&table, &moves(28));
    game.add_resignation(White, table.resignation(White))
        .unwrap();
    ask(&table, &game).assert(Black, Action::Resign, Reason::OpponentResigned);
    ask(&table, &game).assert(White, Action::Submit, Reason::LongerLine);
    let forked = Asked {
        fork: Some(23),
        ..ask(&table, &game)
    };
    forked.assert(Black, Action::ExposeFork, Reason::OpponentForked);
    let mut game = held(&table, &moves(23));
    let signature = signed(&referee_secret(), flag_hash(game.chain().head()));
    game.add_flag(Signed {
        steps: 23,
        signature,
    })
    .unwrap();
    ask(&table, &game).assert(Black, Action::Flag, Reason::OpponentFlagged);
    ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerFlagged);
}

#[test]
fn a_missed_deadline_is_claimed() {
    let mut table = Table::unranked();
    table.submit(&moves(23)).unwrap();
    table.wait_for_expiry();
    let game = held(&table, &moves(23));
    ask(&table, &game).assert(Black, Action::Claim, Reason::OpponentLate);
    ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerLate);
    // Whoever is late still exposes a fork before somebody claims.
    let forked = Asked {
        fork: Some(23),
        ..ask(&table, &game)
    };
    forked.assert(White, Action::ExposeFork, Reason::OpponentForked);
    table.claim().unwrap();
    ask(&table, &game).assert(Black, Action::Nothing, Reason::Over);
}

/// The player has lost its key after an answer by wallet: another line is stored.
#[test]
fn a_line_that_is_not_the_stored_one_is_not_brought() {
    let mut table = Table::unranked();
    table.submit(&moves_but_last(23)).unwrap();
    let game = held(&table, &moves(28));
    ask(&table, &game).assert(White, Action::SignStep, Reason::PlayerDue);
    let proof = table.fork(&moves_but_last(23), &moves(28)).unwrap();
    let (against, counted) = fork::check(&table.terms, &table.record(), &proof).unwrap();
    assert_eq!((against, counted), (Black, 27));
    let forked = Asked {
        fork: Some(counted),
        ..ask(&table, &game)
    };
    forked.assert(White, Action::ExposeFork, Reason::OpponentForked);
}
