//! Endings by a proven fork (protocol 3.2, `expose_fork`).

use super::*;

#[test]
fn a_proof_ends_an_open_dispute_even_late() {
    for late in [false, true] {
        let mut table = Table::ranked();
        // White played 22 twice; Black opened with one of the games.
        let fork_line = moves(23);
        table.submit(&fork_line).unwrap();
        if late {
            table.wait_for_expiry();
        }
        let fork = table
            .fork(&fork_line, &moves_but_last(22))
            .expect("a proof");
        let ended = table.expose(&fork).unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 23);
        assert_eq!(ended.head, table.chain(&fork_line).head());
    }
}

#[test]
fn the_longer_branch_counts() {
    let mut table = Table::ranked();
    let stored = moves_but_last(12);
    table.submit(&stored).unwrap();
    let fork = table.fork(&stored, &moves(24)).expect("a proof");
    let ended = table.expose(&fork).unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 24);
    assert_eq!(ended.steps, 12);
}

/// Otherwise a loser proves its own fork at an early head, and the game is unrated.
#[test]
fn a_short_fork_waits_and_is_lengthened() {
    let mut table = Table::ranked();
    table.submit(&moves(10)).unwrap();
    let own = table.fork(&moves(10), &moves_but_last(2)).expect("a proof");
    let pending = table.expose(&own).unwrap();
    assert_ends(
        &pending,
        Status::Pending,
        Ending::Forfeit,
        Winner::Black,
        10,
    );
    assert_eq!(pending.rating(), Rating::LoserOnly);
    assert_eq!(table.expose(&own), Err(Refusal::CountsNoMore));
    assert_eq!(
        table.resign_channel(Colour::White),
        Err(Refusal::EndingStands)
    );
    let mut second = Table {
        contract: table.contract.clone(),
        ..Table::ranked()
    };
    // By the game that was played, or by a second proof that reaches further.
    let ended = table.submit(&moves(21)).unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 20);
    assert!(verdict(&ended).onchain);
    let mut other = moves_but_last(2);
    other.extend(moves(24).split_off(2));
    let further = second.fork(&moves(10), &other).expect("a proof");
    let ended = second.expose(&further).unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 24);
    assert_eq!(ended.steps, 10);
}

#[test]
fn the_first_fork_stands_against_the_other_player() {
    let mut table = Table::ranked();
    table.submit(&moves(10)).unwrap();
    let white = table.fork(&moves(10), &moves_but_last(8)).expect("a proof");
    let black = table.fork(&moves(10), &moves_but_last(9)).expect("a proof");
    table.expose(&white).unwrap();
    assert_eq!(table.expose(&black), Err(Refusal::EndingStands));
    table.wait_for_expiry();
    assert_eq!(table.expose(&white), Err(Refusal::DeadlinePassed));
}

#[test]
fn a_fork_beats_every_other_ending_even_late() {
    let mut resigned = Table::ranked();
    resigned.resign(&moves(10), Colour::White).unwrap();
    let mut flagged = Table::ranked();
    flagged.flag(&moves(10), 10).unwrap();
    for mut table in [resigned, flagged] {
        table.wait_for_expiry();
        let fork = table.fork(&moves(10), &moves_but_last(9)).expect("a proof");
        let pending = table.expose(&fork).unwrap();
        assert_ends(
            &pending,
            Status::Pending,
            Ending::Forfeit,
            Winner::White,
            10,
        );
        assert_eq!(pending.deadline, table.at.now + 3_600);
    }
}

#[test]
fn a_proof_is_about_the_stored_line() {
    let mut table = Table::unranked();
    let context = table.by(STRANGER);
    let stored = moves(12);
    let other = moves_but_last(11);
    let proof = table.fork(&stored, &other).expect("a proof");
    let refused = table.contract.expose_fork(context, &table.terms, &proof);
    assert_eq!(refused, Err(Refusal::NoRecord));
    table.submit(&stored).unwrap();
    let refuse = |change: &dyn Fn(&mut Fork), refusal| {
        let mut table = Table {
            contract: table.contract.clone(),
            ..Table::unranked()
        };
        let mut fork = proof.clone();
        change(&mut fork);
        assert_eq!(table.expose(&fork), Err(refusal));
    };
    refuse(&|fork| fork.author = 2, Refusal::BadForkStep);
    refuse(&|fork| fork.code = 365, Refusal::BadForkStep);
    // (author 1, code c) and (author 0, code c + 512) are the same word.
    refuse(
        &|fork| (fork.author, fork.code) = (0, fork.code + 512),
        Refusal::BadForkStep,
    );
    refuse(&|fork| fork.dead.d0 = 1, Refusal::BadForkStep);
    refuse(&|fork| fork.code += 1, Refusal::ForkOffTheLine);
    refuse(&|fork| fork.author = 1, Refusal::ForkOffTheLine);
    refuse(&|fork| fork.head += Felt::ONE, Refusal::ForkOffTheLine);
    refuse(&|fork| fork.tail.clear(), Refusal::ForkOffTheLine);
    refuse(
        &|fork| fork.tail = vec![Felt::ONE; 12],
        Refusal::ForkOffTheLine,
    );
    refuse(
        &|fork| fork.tail = vec![Felt::ONE; 246],
        Refusal::ForkTailTooLong,
    );
    refuse(
        &|fork| fork.other_tail = vec![Felt::ONE; 246],
        Refusal::ForkTailTooLong,
    );
    refuse(
        &|fork| fork.other_tail = vec![Felt::ONE; 245],
        Refusal::BadForkSignature,
    );
    refuse(&|fork| fork.other += Felt::ONE, Refusal::BadForkSignature);
    let resign = table.resignation(Colour::Black);
    refuse(&|fork| fork.signature = resign, Refusal::BadForkSignature);
    let stored_word = *table.chain(&stored).words().get(10).expect("a word");
    refuse(&|fork| fork.other = stored_word, Refusal::SameForkStep);
}

#[test]
fn an_honest_game_proves_nothing() {
    let table = Table::unranked();
    assert_eq!(table.fork(&moves(12), &moves(20)), None);
    assert_eq!(table.fork(&moves(20), &moves(12)), None);
}
