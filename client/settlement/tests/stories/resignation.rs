//! Endings by resignation (protocol 3.2, `resign` and `resign_channel`).

use super::*;

#[test]
fn a_signed_resignation_counts_the_resigners_last_own_step() {
    for (player, winner, counted) in [
        (Colour::White, Winner::Black, 22),
        (Colour::Black, Winner::White, 23),
    ] {
        let mut table = Table::ranked();
        let ended = table.resign(&moves(23), player).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, winner, counted);
        assert_eq!(ended.steps, 23);
        assert_eq!(ended.rating(), Rating::Both);
        assert!(!verdict(&ended).onchain);
    }
}

/// Otherwise a player could resign by message, keep a winning Accept, and settle that.
#[test]
fn a_resignation_is_admitted_until_the_end() {
    let mut table = Table::unranked();
    table.submit(&agreed(19)).unwrap();
    table.wait_for_expiry();
    let ended = table.resign(&[], Colour::Black).map_err(Refusal::as_str);
    assert_ends(
        &ended.unwrap(),
        Status::Final,
        Ending::Resigned,
        Winner::White,
        23,
    );
}

#[test]
fn the_line_may_be_terminal_and_is_not_scored() {
    let mut table = Table::unranked();
    let ended = table.resign(&agreed(19), Colour::Black).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
    assert_eq!((verdict(&ended).black_x2, verdict(&ended).white_x2), (0, 0));
}

/// Once its deadline has passed a player cannot resign instead: a missed deadline forfeits.
#[test]
fn a_late_player_cannot_resign() {
    let mut table = Table::unranked();
    table.submit(&moves(23)).unwrap();
    table.wait_for_expiry();
    assert_eq!(
        table.resign(&moves(23), Colour::White),
        Err(Refusal::DuePlayerIsLate)
    );
    assert_eq!(
        table.resign_channel(Colour::White),
        Err(Refusal::DuePlayerIsLate)
    );
    let mut other = Table {
        contract: table.contract.clone(),
        ..Table::unranked()
    };
    other.at = table.at;
    // A line is not looked at any more: what is resigned is the stored one.
    let ended = other.resign(&[], Colour::Black).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
    let ended = table.resign_channel(Colour::Black).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
}

#[test]
fn in_time_an_open_dispute_is_resigned_with_a_line() {
    let mut table = Table::ranked();
    table.submit(&moves(15)).unwrap();
    assert_eq!(
        table.resign(&moves(14), Colour::White),
        Err(Refusal::NotTheStoredLine)
    );
    let ended = table.resign(&moves(24), Colour::White).unwrap();
    assert_ends(&ended, Status::Final, Ending::Resigned, Winner::Black, 24);
    assert_eq!(ended.steps, 24);
}

#[test]
fn resign_channel_is_the_players_alone() {
    let mut table = Table::ranked();
    table.submit(&moves(15)).unwrap();
    let stranger = table.by(STRANGER);
    let refused = table.contract.resign_channel(stranger, &table.terms);
    assert_eq!(refused, Err(Refusal::NotAPlayer));
    let pending = table.resign_channel(Colour::White).unwrap();
    assert_ends(
        &pending,
        Status::Pending,
        Ending::Resigned,
        Winner::Black,
        15,
    );
    assert!(verdict(&pending).onchain);
    assert_eq!(pending.rating(), Rating::LoserOnly);
    assert_eq!(
        table.resign_channel(Colour::Black),
        Err(Refusal::EndingStands)
    );
    assert_eq!(table.resign(&[], Colour::Black), Err(Refusal::EndingStands));
}

#[test]
fn there_are_two_players() {
    let mut table = Table::unranked();
    let steps = moves(20);
    let (line, authority) = (table.line(&steps), table.authority(&steps));
    let context = table.by(STRANGER);
    let signature = table.resignation(Colour::Black);
    let refused = table.contract.resign(
        context,
        &table.terms,
        &line,
        &authority,
        2,
        &signature,
        &Signature::NONE,
    );
    assert_eq!(refused, Err(Refusal::BadPlayer));
}
