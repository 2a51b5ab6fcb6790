//! Who endorsed what (protocol 2.3).

use super::*;

fn submit(
    table: &mut Table,
    caller: Felt,
    steps: &[Step],
    authority: Authority,
) -> Result<Record, Refusal> {
    let (line, open) = (table.line(steps), table.opening(steps));
    let context = table.by(caller);
    table.contract.submit(
        context,
        &table.terms,
        &line,
        &authority,
        open,
        &Signature::NONE,
    )
}

#[test]
fn each_player_endorses_what_the_line_adds() {
    let mut table = Table::unranked();
    let steps = moves(23);
    let Authority { black, white } = table.authority(&steps);
    let absent = Mark::Absent;
    for (authority, refusal) in [
        (
            Authority {
                black: absent,
                white,
            },
            Refusal::BlackMarkAbsent,
        ),
        (
            Authority {
                black,
                white: absent,
            },
            Refusal::WhiteMarkAbsent,
        ),
        (
            Authority {
                black: Mark::Caller,
                white,
            },
            Refusal::BlackNotCaller,
        ),
        (
            Authority {
                black,
                white: Mark::Caller,
            },
            Refusal::WhiteNotCaller,
        ),
        (
            Authority {
                black: white,
                white,
            },
            Refusal::BadBlackSignature,
        ),
        (
            Authority {
                black,
                white: black,
            },
            Refusal::BadWhiteSignature,
        ),
        (table.authority(&moves(22)), Refusal::BadBlackSignature),
        (table.authority(&moves(24)), Refusal::BadWhiteSignature),
    ] {
        assert_eq!(
            submit(&mut table, STRANGER, &steps, authority),
            Err(refusal)
        );
    }
    let by_wallet = Authority {
        black: Mark::Caller,
        white,
    };
    assert!(submit(&mut table, BLACK, &steps, by_wallet).is_ok());
}

/// The mark of a player with no step beyond the record's is not looked at.
#[test]
fn an_unneeded_mark_is_not_looked_at() {
    let mut table = Table::unranked();
    table.submit(&moves(23)).unwrap();
    let steps = moves(24);
    let Authority { black, white } = table.authority(&steps);
    let alone = Authority {
        black: Mark::Caller,
        white,
    };
    let mirrored = Authority {
        black,
        white: Mark::Absent,
    };
    assert_eq!(
        submit(&mut table, STRANGER, &steps, mirrored),
        Err(Refusal::WhiteMarkAbsent)
    );
    assert!(submit(&mut table, STRANGER, &steps, alone).is_ok());
}

#[test]
fn a_line_extends_the_stored_one() {
    let mut table = Table::unranked();
    table.submit(&moves(23)).unwrap();
    assert_eq!(table.submit(&moves(23)), Err(Refusal::LineNotLonger));
    assert_eq!(table.submit(&moves(22)), Err(Refusal::NotTheStoredLine));
    assert_eq!(
        table.submit(&moves_but_last(23)),
        Err(Refusal::NotTheStoredLine)
    );
    let mut other = moves_but_last(23);
    other.extend(moves(24).pop());
    assert_eq!(table.submit(&other), Err(Refusal::NotTheStoredLine));
}

/// Resume and a move: the other player's last own step is three back from the end.
#[test]
fn two_steps_in_a_row_are_endorsed_once() {
    let mut table = Table::unranked();
    let steps = resumed(20);
    let opened = table.submit(&steps).unwrap();
    assert_eq!((opened.steps, opened.due), (24, Some(Colour::White)));
    let mut table = Table::unranked();
    let stale = table.authority(&steps[..23]);
    assert_eq!(
        submit(&mut table, STRANGER, &steps, stale),
        Err(Refusal::BadBlackSignature)
    );
}

/// No statement serves for another purpose, channel or contract.
#[test]
fn statements_do_not_stand_in_for_each_other() {
    let mut table = Table::ranked();
    let steps = moves(23);
    let step = table.endorse(&steps, Colour::Black);
    let Mark::Signed(open) = table.opening(&steps) else {
        panic!("a signature")
    };
    let resign = table.resignation(Colour::Black);
    let white = table.authority(&steps).white;
    for wrong in [open, resign] {
        let authority = Authority {
            black: Mark::Signed(wrong),
            white,
        };
        let refused = submit(&mut table, STRANGER, &steps, authority);
        // The ranked statement is judged first and is not given here.
        assert_eq!(refused, Err(Refusal::BadRankedSignature));
    }
    table.submit(&steps).unwrap();
    let line = table.line(&steps);
    let context = table.by(STRANGER);
    let none = Authority::NONE;
    for wrong in [step, open, table.rank(), table.resignation(Colour::White)] {
        let refused = table.contract.resign(
            context,
            &table.terms,
            &line,
            &none,
            0,
            &wrong,
            &Signature::NONE,
        );
        assert_eq!(refused, Err(Refusal::BadResignSignature));
    }
    for wrong in [step, open, resign, table.rank(), table.flagging(&steps, 20)] {
        let refused = table.contract.flag(
            context,
            &table.terms,
            &line,
            &none,
            &wrong,
            &Signature::NONE,
        );
        assert_eq!(refused, Err(Refusal::BadFlagSignature));
    }
    let mut elsewhere = Table::unranked();
    elsewhere.terms.black_nonce += Felt::ONE;
    let foreign = table.resignation(Colour::Black);
    let (line, authority) = (elsewhere.line(&steps), elsewhere.authority(&steps));
    let refused = elsewhere.contract.resign(
        context,
        &elsewhere.terms,
        &line,
        &authority,
        0,
        &foreign,
        &Signature::NONE,
    );
    assert_eq!(refused, Err(Refusal::BadResignSignature));
}

#[test]
fn a_broken_line_is_refused_with_its_own_name() {
    let mut table = Table::unranked();
    let mut line = table.line(&moves(23));
    line.count = 24;
    let context = table.by(STRANGER);
    let mark = Mark::Absent;
    let refused = table.contract.submit(
        context,
        &table.terms,
        &line,
        &Authority::NONE,
        mark,
        &Signature::NONE,
    );
    // The digit that is missing reads as point 0, which White holds.
    assert_eq!(refused.map_err(Refusal::as_str), Err("occupied"));
}
