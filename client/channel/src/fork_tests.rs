use super::*;
use crate::line::Line;
use crate::testing::{CHAIN, CONTRACT, play, sign, start, step, terms};
use crate::transcript::Transcript;
use surround_rules::Colour::{Black, White};

#[test]
fn lines_of_one_channel_compare() {
    let short = play(&start(terms()), "E5 C3");
    let long = play(&short, "G7");
    let other = play(&start(terms()), "E5 C4 G7");
    assert_eq!(relation(&short, &short), Ok(Relation::Same));
    assert_eq!(relation(&long, &short), Ok(Relation::Longer));
    assert_eq!(relation(&short, &long), Ok(Relation::Shorter));
    let divergence = Divergence {
        step: 2,
        author: White,
    };
    assert_eq!(relation(&long, &other), Ok(Relation::Forked(divergence)));

    let elsewhere = start(Terms {
        turn_blocks: 61,
        ..terms()
    });
    assert_eq!(relation(&short, &elsewhere), Err(ForkError::OtherChannel));
    let contract = CONTRACT + Felt::ONE;
    let elsewhere = Transcript::new(CHAIN, contract, terms()).verify().unwrap();
    assert_eq!(
        relation(&start(terms()), &elsewhere),
        Err(ForkError::OtherChannel)
    );
}

#[test]
fn an_accept_after_a_resume_is_proven() {
    let asked = play(&start(terms()), "E5 pass pass propose+E5");
    assert_eq!(
        asked.game().due(),
        Some(Black),
        "White passed first and proposed"
    );
    let accepted = play(&asked, "accept");
    let resumed = play(&asked, "resume C3 G7");
    for (stored, other) in [(&accepted, &resumed), (&resumed, &accepted)] {
        let stored_steps = stored.chain().steps();
        let proof = prove(stored, stored_steps, other).unwrap();
        assert_eq!(proof.check(&terms(), stored.chain().head()), Ok(Black));
    }
}

#[test]
fn two_proposals_are_a_fork_too() {
    let passed = play(&start(terms()), "E5 C3 pass pass");
    let (none, some) = (play(&passed, "propose"), play(&passed, "propose+C3"));
    for (stored, other) in [(&none, &some), (&some, &none)] {
        let proof = prove(stored, 5, other).unwrap();
        assert_eq!(proof.check(&terms(), stored.chain().head()), Ok(Black));
    }
}

#[test]
fn the_proof_covers_the_stored_line_and_the_signed_one() {
    let stored = play(&start(terms()), "E5 C3 G7 G3");
    let other = play(&start(terms()), "E5 C4 G7 G3 A1");
    // White parted at step 2 and signed step 4 of the other line, the record holds 3 steps.
    let proof = prove(&stored, 3, &other).unwrap();
    assert_eq!((proof.tail.len(), proof.other_tail.len()), (1, 2));
    assert_eq!(
        proof.check(&terms(), stored.chain().head_at(3).unwrap()),
        Ok(White)
    );
    let wrong = proof.check(&terms(), stored.chain().head_at(4).unwrap());
    assert_eq!(wrong, Err(ForkFault::WrongTail));
}

#[test]
fn what_proves_nothing_is_refused() {
    let stored = play(&start(terms()), "E5 C3 G7");
    let other = play(&start(terms()), "E5 C4");
    let not_stored = |stored| Err(ForkError::NotStored { step: 2, stored });
    assert_eq!(prove(&stored, 3, &stored), Err(ForkError::NoFork));
    assert_eq!(
        prove(&stored, 3, &play(&stored, "G3")),
        Err(ForkError::NoFork)
    );
    assert_eq!(prove(&stored, 1, &other), not_stored(1));
    assert_eq!(prove(&stored, 4, &other), not_stored(4));

    // The other line is known from the chain alone: White's signature is not at hand.
    let line = Line::pack(&other.transcript().steps);
    let unsigned = Transcript::recorded(CHAIN, CONTRACT, terms(), &line).unwrap();
    let unsigned = unsigned.verify().unwrap();
    let missing = ForkError::NotSigned {
        author: White,
        step: 2,
    };
    assert_eq!(prove(&stored, 3, &unsigned), Err(missing));
}

#[test]
fn every_fault_of_a_proof_is_named() {
    let stored = play(&start(terms()), "E5 C3 G7");
    let other = play(&start(terms()), "E5 C4");
    let head = stored.chain().head();
    let good = prove(&stored, 3, &other).unwrap();
    assert_eq!(good.check(&terms(), head), Ok(White));
    let fault = |fork: Fork| fork.check(&terms(), head).unwrap_err();

    assert_eq!(
        fault(Fork {
            author: 2,
            ..good.clone()
        }),
        ForkFault::Author
    );
    assert_eq!(
        fault(Fork {
            code: 365,
            ..good.clone()
        }),
        ForkFault::Code
    );
    // The same word from the other author: only the range of codes tells them apart.
    let ground = Fork {
        author: 0,
        code: good.code + 512,
        ..good.clone()
    };
    assert_eq!(fault(ground), ForkFault::Code);
    let dead = DeadSet {
        d0: 1,
        ..DeadSet::default()
    };
    assert_eq!(
        fault(Fork {
            dead,
            ..good.clone()
        }),
        ForkFault::Dead
    );
    let long = vec![Felt::ONE; 3 * 81 + 3];
    assert_eq!(
        fault(Fork {
            tail: long.clone(),
            ..good.clone()
        }),
        ForkFault::TailTooLong
    );
    assert_eq!(
        fault(Fork {
            other_tail: long,
            ..good.clone()
        }),
        ForkFault::TailTooLong
    );
    let longest = vec![Felt::ONE; 3 * 81 + 2];
    assert!(matches!(
        fault(Fork {
            other_tail: longest,
            ..good.clone()
        }),
        ForkFault::Signature(_)
    ));
    assert_eq!(
        fault(Fork {
            tail: vec![],
            ..good.clone()
        }),
        ForkFault::WrongTail
    );
    assert_eq!(
        fault(Fork {
            code: good.code + 1,
            ..good.clone()
        }),
        ForkFault::WrongTail
    );
    assert_eq!(
        fault(Fork {
            author: 0,
            ..good.clone()
        }),
        ForkFault::WrongTail
    );
    assert_eq!(
        fault(Fork {
            head,
            ..good.clone()
        }),
        ForkFault::WrongTail
    );
    let mismatch = ForkFault::Signature(SignatureError::Mismatch);
    assert_eq!(
        fault(Fork {
            other: good.other + Felt::ONE,
            ..good.clone()
        }),
        mismatch
    );
    assert_eq!(
        fault(Fork {
            other_tail: vec![Felt::ONE],
            ..good.clone()
        }),
        mismatch
    );
    let none = Fork {
        signature: Signature::NONE,
        ..good.clone()
    };
    assert_eq!(
        fault(none),
        ForkFault::Signature(SignatureError::ROutOfRange)
    );

    // White's own signature over the stored line proves nothing.
    let stored_step = step(&start(terms()), "C3");
    let same = Fork {
        other: line::word(White, &stored_step),
        other_tail: vec![],
        signature: sign(
            White,
            statements::step_hash(stored.chain().head_at(2).unwrap()),
        ),
        ..good
    };
    assert_eq!(fault(same), ForkFault::SameStep);
}
