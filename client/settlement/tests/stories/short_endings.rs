//! Short endings of ranked games wait (protocol 3.3, 4).

use super::*;

/// Otherwise a loser resigns from an early head and the game is unrated.
#[test]
fn a_short_resignation_waits_and_is_lengthened() {
    let mut table = Table::ranked();
    let pending = table.resign(&moves(10), Colour::White).unwrap();
    assert_ends(
        &pending,
        Status::Pending,
        Ending::Resigned,
        Winner::Black,
        10,
    );
    assert_eq!(pending.rating(), Rating::Neither);
    table.at.now += 100;
    assert_eq!(table.submit(&moves(10)), Err(Refusal::LineNotLonger));
    // One more step, of the winner: it counts no more of the loser's.
    assert_eq!(table.submit(&moves(11)), Err(Refusal::CountsNoMore));
    let longer = table.submit(&moves(15)).unwrap();
    assert_ends(
        &longer,
        Status::Pending,
        Ending::Resigned,
        Winner::Black,
        14,
    );
    assert_eq!(
        (longer.deadline, longer.min_block),
        (pending.deadline, pending.min_block)
    );
    assert_eq!(longer.steps, 15);
    let ended = table.submit(&moves(31)[..21]).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::Black, 20);
    assert_eq!((ended.steps, ended.rating()), (21, Rating::Both));
}

#[test]
fn the_threshold_is_twenty_counted_steps() {
    for (steps, player, status) in [
        (20, Colour::White, Status::Final),
        (20, Colour::Black, Status::Pending),
        (21, Colour::Black, Status::Final),
    ] {
        let mut table = Table::ranked();
        assert_eq!(
            table.resign(&moves(steps), player).unwrap().status,
            status,
            "{steps}"
        );
    }
    for (stones, status) in [(15, Status::Pending), (17, Status::Final)] {
        // Black, who loses by the komi of 50 points, accepts: 19 and 21 steps.
        let mut table = Table::new(true, 100);
        assert_eq!(
            table.submit(&agreed(stones)).unwrap().status,
            status,
            "{stones}"
        );
    }
}

#[test]
fn unranked_games_do_not_wait() {
    let mut table = Table::unranked();
    assert_eq!(
        table.resign(&moves(4), Colour::White).unwrap().status,
        Status::Final
    );
}

#[test]
fn a_missed_deadline_is_final_however_short() {
    let mut table = Table::ranked();
    table.submit(&moves(3)).unwrap();
    table.wait_for_expiry();
    let ended = table.claim().unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 3);
    assert_eq!(ended.rating(), Rating::LoserOnly);
}

#[test]
fn lengthening_ends_with_the_window() {
    let mut table = Table::ranked();
    table.resign(&moves(10), Colour::White).unwrap();
    table.wait_for_expiry();
    assert_eq!(table.submit(&moves(24)), Err(Refusal::DeadlinePassed));
    assert_eq!(table.finalize().unwrap().status, Status::Final);
}

/// A line so submitted may be terminal; no score is taken.
#[test]
fn a_terminal_line_lengthens_without_a_score() {
    let mut table = Table::ranked();
    table.resign(&moves(10), Colour::White).unwrap();
    let ended = table.submit(&agreed(18)).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::Black, 22);
    assert_eq!(verdict(&ended).black_x2, 0);
}

/// A loser lengthens a short resignation along another branch: the branch is its fork.
#[test]
fn a_forked_lengthening_is_exposed() {
    let mut table = Table::ranked();
    table.resign(&moves(10), Colour::White).unwrap();
    let mut branch = moves(11);
    branch.push(moves_but_last(12).pop().unwrap());
    table.submit(&branch).unwrap();
    assert_eq!(table.submit(&moves(24)), Err(Refusal::NotTheStoredLine));
    let fork = table.fork(&branch, &moves(24)).expect("a proof");
    let ended = table.expose(&fork).unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 24);
}
