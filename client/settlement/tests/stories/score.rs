//! Endings by score (protocol 3.3, 1).

use super::*;

#[test]
fn the_losers_own_end_is_final_at_once() {
    let mut table = Table::unranked();
    let ended = table.submit(&agreed(18)).unwrap();
    assert_ends(&ended, Status::Final, Ending::Agreed, Winner::Black, 22);
    // 45 stones and points to 9 and 7.5 of komi.
    assert_eq!(
        (verdict(&ended).black_x2, verdict(&ended).white_x2),
        (90, 33)
    );
    assert_eq!(verdict(&ended).outcome().to_string(), "B+28.5");
}

/// Else a player could sign Resume, play on, lose, and submit an older Accept.
#[test]
fn the_winners_own_end_waits_for_an_objection() {
    let mut table = Table::unranked();
    let pending = table.submit(&agreed(19)).unwrap();
    assert_ends(&pending, Status::Pending, Ending::Agreed, Winner::Black, 23);
    assert_eq!(table.submit(&agreed(19)), Err(Refusal::EndingStands));
    table.wait_for_expiry();
    let ended = table.finalize().unwrap();
    assert_ends(&ended, Status::Final, Ending::Agreed, Winner::Black, 23);
    assert_eq!(verdict(&ended), verdict(&pending));
}

#[test]
fn a_draw_waits_whoever_signed_last() {
    for n in [18, 19] {
        let mut table = Table::new(true, 72);
        let mut steps = agreed(n);
        if n == 19 {
            // The nineteenth stone lies in Black's own area: the score is the same.
            steps[18] = Step::Play(surround_rules::Point::new(80).expect("a point"));
        }
        let pending = table.submit(&steps).unwrap();
        assert_ends(
            &pending,
            Status::Pending,
            Ending::Agreed,
            Winner::Draw,
            n + 4,
        );
        assert_eq!(pending.rating(), Rating::Both);
        assert_eq!(verdict(&pending).outcome().to_string(), "0");
    }
}

#[test]
fn an_open_dispute_can_end_by_score() {
    let mut table = Table::unranked();
    table.submit(&agreed(18)[..21]).unwrap();
    assert_ends(
        &table.submit(&agreed(18)).unwrap(),
        Status::Final,
        Ending::Agreed,
        Winner::Black,
        22,
    );
}

/// An Accept after a Resume is beaten by the fork that it is.
#[test]
fn an_accept_after_a_resume_is_a_fork() {
    let mut table = Table::unranked();
    // White resumed at step 23 and played on; now it submits its Accept.
    let mut stale = moves(19);
    stale.extend([Step::Pass, Step::Pass]);
    let mut real = stale.clone();
    stale.extend([Step::Propose(Default::default()), Step::Accept]);
    real.extend([Step::Propose(Default::default()), Step::Resume]);
    table.submit(&stale).unwrap();
    let fork = table.fork(&stale, &real).expect("a proof");
    let ended = table.expose(&fork).unwrap();
    assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::White, 23);
    assert!(verdict(&ended).onchain);
}
