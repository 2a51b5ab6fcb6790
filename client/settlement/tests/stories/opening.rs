//! How a record begins (protocol 3.2, `submit` from None; 2.1; 2.4).

use super::*;

/// White stalls, Black opens, White answers, Black moves, White misses the deadline.
#[test]
fn a_stalled_game_is_claimed() {
    let mut table = Table::unranked();
    let opened = table.submit(&moves(23)).unwrap();
    assert_eq!(
        (opened.status, opened.due),
        (Status::Open, Some(Colour::White))
    );
    assert_eq!(opened.steps, 23);
    assert_eq!(opened.deadline, table.at.now + 3_600);
    assert_eq!(opened.min_block, table.at.block + 60);
    table.at.now += 3_600;
    let answered = table.submit(&moves(24)).unwrap();
    assert_eq!(answered.due, Some(Colour::Black));
    assert_eq!(answered.deadline, table.at.now + 3_600);
    table.submit(&moves(25)).unwrap();
    assert_eq!(table.claim(), Err(Refusal::WindowRunning));
    table.wait_for_expiry();
    let ended = table.claim().unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 25);
    assert!(verdict(&ended).onchain);
    assert_eq!(verdict(&ended).outcome().to_string(), "B+F");
    assert_eq!(ended.rating(), Rating::Neither);
}

/// V43, V45: a spectator or the due player cannot open.
#[test]
fn only_the_player_who_is_not_due_opens() {
    let mut table = Table::unranked();
    let steps = moves(23);
    let (line, authority) = (table.line(&steps), table.authority(&steps));
    let mut open = |caller, open| {
        let context = table.by(caller);
        let terms = table.terms.clone();
        table
            .contract
            .submit(context, &terms, &line, &authority, open, &Signature::NONE)
    };
    assert_eq!(open(STRANGER, Mark::Absent), Err(Refusal::OpenMarkAbsent));
    assert_eq!(open(STRANGER, Mark::Caller), Err(Refusal::OpenerNotCaller));
    assert_eq!(open(WHITE, Mark::Caller), Err(Refusal::OpenerNotCaller));
    let Mark::Signed(step) = authority.black else {
        panic!("a signature")
    };
    assert_eq!(
        open(STRANGER, Mark::Signed(step)),
        Err(Refusal::BadOpenSignature)
    );
    assert!(open(BLACK, Mark::Caller).is_ok());
}

/// The `open` mark is for the first line of a game that goes on, and is not looked at with others.
#[test]
fn answers_and_games_that_ended_need_no_opener() {
    let unopened = |table: &mut Table, steps: &[Step]| {
        let (line, authority) = (table.line(steps), table.authority(steps));
        let (context, terms) = (table.by(STRANGER), table.terms.clone());
        table.contract.submit(
            context,
            &terms,
            &line,
            &authority,
            Mark::Absent,
            &Signature::NONE,
        )
    };
    let mut table = Table::unranked();
    assert!(unopened(&mut table, &agreed(18)).is_ok());
    let mut table = Table::unranked();
    let steps = moves(24);
    assert_eq!(
        unopened(&mut table, &steps[..23]),
        Err(Refusal::OpenMarkAbsent)
    );
    table.submit(&steps[..23]).unwrap();
    assert!(unopened(&mut table, &steps).is_ok());
}

/// Otherwise consents to games never played could be opened weeks later.
#[test]
fn a_line_needs_a_step_of_each_player() {
    let mut table = Table::unranked();
    let steps = moves(1);
    let (line, open) = (table.line(&steps), table.opening(&steps));
    let black = Mark::Signed(table.endorse(&steps, Colour::Black));
    let context = table.by(STRANGER);
    let authority = Authority {
        black,
        white: Mark::Absent,
    };
    let refused = table.contract.submit(
        context,
        &table.terms,
        &line,
        &authority,
        open,
        &Signature::NONE,
    );
    assert_eq!(refused, Err(Refusal::OneSidedLine));
    let empty = table.contract.submit(
        context,
        &table.terms,
        &Line::default(),
        &authority,
        open,
        &Signature::NONE,
    );
    assert_eq!(empty, Err(Refusal::OneSidedLine));
    assert!(table.submit(&moves(2)).is_ok());
}

#[test]
fn both_keys_must_count_and_only_then() {
    let mut table = Table::unranked();
    let black = table.by(BLACK);
    table
        .contract
        .revoke_key(black, table.terms.black_key)
        .unwrap();
    assert!(table.submit(&moves(20)).is_ok(), "the delay still runs");
    let mut table = Table::unranked();
    table
        .contract
        .revoke_key(black, table.terms.black_key)
        .unwrap();
    table.terms.expires_at = u64::MAX;
    table.at.now += 2_592_000;
    assert_eq!(table.submit(&moves(20)), Err(Refusal::BlackKeyDead));
    let white = table.by(WHITE);
    let key = table.terms.black_key;
    table.contract.register_key(white, key).unwrap();
    assert_eq!(
        table.submit(&moves(20)),
        Err(Refusal::BlackKeyDead),
        "another account's pair"
    );
}

#[test]
fn terms_must_be_valid() {
    let mut table = Table::unranked();
    let good = table.terms.clone();
    let mut refuse = |change: fn(&mut surround_channel::terms::Terms), refusal| {
        table.terms = good.clone();
        change(&mut table.terms);
        assert_eq!(table.submit(&moves(20)), Err(refusal));
    };
    refuse(|terms| terms.turn_seconds -= 1, Refusal::BadTurnSeconds);
    refuse(|terms| terms.turn_blocks -= 1, Refusal::BadTurnBlocks);
    refuse(
        |terms| terms.turn_seconds = u64::MAX,
        Refusal::BadTurnSeconds,
    );
    refuse(|terms| terms.turn_blocks = u64::MAX, Refusal::BadTurnBlocks);
    refuse(|terms| terms.white = terms.black, Refusal::SameAccount);
    refuse(|terms| terms.white = Felt::ZERO, Refusal::ZeroAccount);
    refuse(|terms| terms.white_key = terms.black_key, Refusal::SameKey);
    refuse(|terms| terms.white_key = Felt::ZERO, Refusal::BadKey);
    refuse(
        |terms| terms.referee_key = terms.black_key,
        Refusal::SameKey,
    );
    refuse(
        |terms| terms.referee_key = Felt::ONE,
        Refusal::UnknownReferee,
    );
}

#[test]
fn a_ranked_game_has_the_rated_komi_and_no_handicap() {
    let mut table = Table::ranked();
    table.terms.komi_x2 = 14;
    assert_eq!(table.submit(&moves(20)), Err(Refusal::UnratedKomi));
    let mut table = Table::ranked();
    table.terms.handicap = 2;
    let mut steps = vec![Step::Pass];
    steps.extend(moves(20));
    assert_eq!(table.submit(&steps), Err(Refusal::UnratedHandicap));
    let mut table = Table::ranked();
    table.terms.size = 13;
    assert_eq!(table.submit(&moves(20)), Err(Refusal::UnratedSize));
}

/// The referee signs `ranked`: a stolen key cannot make rated losses.
#[test]
fn a_ranked_game_needs_the_referees_word() {
    let mut table = Table::ranked();
    let steps = moves(20);
    let (line, authority, open) = (
        table.line(&steps),
        table.authority(&steps),
        table.opening(&steps),
    );
    let context = table.by(STRANGER);
    for wrong in [
        Signature::NONE,
        table.flagging(&steps, 20),
        table.resignation(Colour::Black),
    ] {
        let refused = table
            .contract
            .submit(context, &table.terms, &line, &authority, open, &wrong);
        assert_eq!(refused, Err(Refusal::BadRankedSignature));
    }
    assert!(table.submit(&steps).unwrap().ranked);
}

#[test]
fn after_expires_at_only_the_losers_own_evidence_counts() {
    // 19 moves: Black, who wins, accepts last. 18 moves: White, who loses, does.
    let fresh = |now_offset: u64| {
        let mut table = Table::unranked();
        table.at.now = table.terms.expires_at + now_offset - 1;
        table
    };
    assert!(fresh(0).submit(&moves(20)).is_ok());
    assert_eq!(fresh(1).submit(&moves(20)), Err(Refusal::ChannelExpired));
    assert_eq!(fresh(1).submit(&agreed(19)), Err(Refusal::ChannelExpired));
    assert!(fresh(1).submit(&agreed(18)).is_ok());
    assert!(fresh(1).resign(&moves(20), Colour::White).is_ok());
    let mut ranked = Table::ranked();
    ranked.at.now = ranked.terms.expires_at;
    assert_eq!(ranked.flag(&moves(20), 20), Err(Refusal::ChannelExpired));
    // Open and Pending records do not depend on it.
    let mut table = Table::unranked();
    table.at.now = table.terms.expires_at - 1;
    table.submit(&moves(20)).unwrap();
    table.at.now += 100;
    assert!(table.submit(&moves(21)).is_ok());
}
