//! Endings by a referee's flag (protocol 3.2, `flag`; 3.3, 3).

use super::*;

#[test]
fn a_flag_stands() {
    let mut table = Table::ranked();
    let pending = table.flag(&moves(23), 23).unwrap();
    assert_ends(&pending, Status::Pending, Ending::Time, Winner::Black, 23);
    assert_eq!(table.flag(&moves(23), 23), Err(Refusal::EndingStands));
    table.wait_for_expiry();
    let ended = table.finalize().unwrap();
    assert_eq!(verdict(&ended).outcome().to_string(), "B+T");
    assert_eq!(ended.rating(), Rating::Both);
}

#[test]
fn only_ranked_games_have_a_referee() {
    let mut table = Table::unranked();
    let steps = moves(20);
    let (line, authority) = (table.line(&steps), table.authority(&steps));
    let context = table.by(STRANGER);
    let signature = table.flagging(&steps, 20);
    let refused = table.contract.flag(
        context,
        &table.terms,
        &line,
        &authority,
        &signature,
        &Signature::NONE,
    );
    assert_eq!(refused, Err(Refusal::NotRanked));
}

/// Otherwise one leaked or late referee key would end every unsettled game at an old head.
#[test]
fn a_longer_line_with_the_winners_own_step_voids_it() {
    let mut table = Table::ranked();
    // White is flagged after 23 steps, though it answered and Black went on.
    table.flag(&moves(23), 23).unwrap();
    assert_eq!(table.submit(&moves(24)), Err(Refusal::WinnerAddsNoStep));
    table.at.now += 50;
    let open = table.submit(&moves(25)).unwrap();
    assert_eq!(
        (open.status, open.due, open.verdict),
        (Status::Open, Some(Colour::White), None)
    );
    assert_eq!(open.deadline, table.at.now + 3_600);
    assert_eq!(table.flag(&moves(25), 23), Err(Refusal::BadFlagSignature));
    assert!(table.flag(&moves(25), 25).is_ok());
}

#[test]
fn a_flag_is_voided_by_the_end_of_the_game_too() {
    let mut table = Table::ranked();
    let steps = agreed(18);
    table.flag(&steps[..20], 20).unwrap();
    // Black is flagged after White's pass; it proposed, and White accepted and lost.
    let ended = table.submit(&steps).unwrap();
    assert_ends(&ended, Status::Final, Ending::Agreed, Winner::Black, 22);
}

/// Otherwise a flagged player escapes by answering late on the chain.
#[test]
fn a_flag_covers_the_flagged_players_late_steps() {
    let mut table = Table::ranked();
    table.submit(&moves(23)).unwrap();
    table.submit(&moves(24)).unwrap();
    let pending = table.flag(&moves(24), 23).unwrap();
    assert_ends(&pending, Status::Pending, Ending::Time, Winner::Black, 23);
    assert_eq!(pending.steps, 24);
    // Two late steps in a row: Resume and a move.
    for at in [22, 23, 24] {
        let mut table = Table::ranked();
        let steps = resumed(20);
        let pending = table.flag(&steps, at).unwrap();
        let winner = if at == 24 {
            Winner::Black
        } else {
            Winner::White
        };
        assert_ends(&pending, Status::Pending, Ending::Time, winner, at as u16);
    }
    let mut table = Table::ranked();
    assert_eq!(table.flag(&resumed(20), 21), Err(Refusal::BadFlagSignature));
    let mut table = Table::ranked();
    assert_eq!(table.flag(&moves(24), 22), Err(Refusal::BadFlagSignature));
}

/// The late step may even end the game.
#[test]
fn a_flag_beats_a_score() {
    let mut table = Table::ranked();
    let steps = agreed(19);
    table.submit(&steps).unwrap();
    table.wait_for_expiry();
    let pending = table.flag(&steps, 22).unwrap();
    assert_ends(&pending, Status::Pending, Ending::Time, Winner::White, 22);
    assert_eq!(table.submit(&steps), Err(Refusal::LineNotLonger));
    // And a resignation beats the flag; it counts the stored line.
    let ended = table.resign(&[], Colour::Black).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
}

#[test]
fn a_flag_needs_a_running_window() {
    let mut table = Table::ranked();
    table.submit(&moves(23)).unwrap();
    table.wait_for_expiry();
    assert_eq!(table.flag(&moves(23), 23), Err(Refusal::DeadlinePassed));
}
