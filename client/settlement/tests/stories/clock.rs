//! Time and status (protocol 3.1; I1, I3).

use super::*;

#[test]
fn answering_and_claiming_split_the_time_between_them() {
    let mut table = Table::unranked();
    let opened = table.submit(&moves(23)).unwrap();
    for (now, block, answered) in [
        (opened.deadline, opened.min_block, true),
        (opened.deadline, u64::MAX, true),
        (opened.deadline + 1, opened.min_block - 1, true),
        (u64::MAX, opened.min_block - 1, true),
        (opened.deadline + 1, opened.min_block, false),
        (1 << 63, 1 << 63, false),
    ] {
        let mut table = Table {
            contract: table.contract.clone(),
            ..Table::unranked()
        };
        table.at.now = now;
        table.at.block = block;
        let mut twin = Table {
            contract: table.contract.clone(),
            ..Table::unranked()
        };
        twin.at = table.at;
        let claim = twin.claim();
        let submit = table.submit(&moves(24));
        if answered {
            assert!(submit.is_ok());
            assert_eq!(claim, Err(Refusal::WindowRunning));
        } else {
            assert_eq!(submit, Err(Refusal::DeadlinePassed));
            assert!(claim.is_ok());
        }
    }
}

#[test]
fn calls_need_the_right_status() {
    let mut table = Table::ranked();
    assert_eq!(table.claim(), Err(Refusal::NoRecord));
    assert_eq!(table.finalize(), Err(Refusal::NoRecord));
    assert_eq!(table.resign_channel(Colour::Black), Err(Refusal::NoRecord));
    table.submit(&moves(20)).unwrap();
    assert_eq!(table.finalize(), Err(Refusal::NotPending));
    table.flag(&moves(20), 20).unwrap();
    assert_eq!(table.claim(), Err(Refusal::NotOpen));
    assert_eq!(table.finalize(), Err(Refusal::WindowRunning));
    table.wait_for_expiry();
    assert_eq!(table.record().time_class(table.at), TimeClass::Expired);
    assert_eq!(table.submit(&moves(21)), Err(Refusal::DeadlinePassed));
    assert!(table.finalize().is_ok());
}

/// I1: Final is absorbing.
#[test]
fn nothing_moves_a_final_record() {
    let mut table = Table::ranked();
    let ended = table.resign(&moves(22), Colour::White).unwrap();
    assert_eq!(ended.status, Status::Final);
    let fork = table
        .fork(&moves(22), &moves_but_last(21))
        .expect("a proof");
    assert_eq!(table.submit(&moves(23)), Err(Refusal::IsFinal));
    assert_eq!(
        table.resign(&moves(22), Colour::Black),
        Err(Refusal::IsFinal)
    );
    assert_eq!(table.resign_channel(Colour::Black), Err(Refusal::IsFinal));
    assert_eq!(table.flag(&moves(22), 22), Err(Refusal::IsFinal));
    assert_eq!(table.claim(), Err(Refusal::IsFinal));
    assert_eq!(table.expose(&fork), Err(Refusal::IsFinal));
    assert_eq!(table.finalize(), Err(Refusal::IsFinal));
    assert_eq!(table.record(), ended);
}
