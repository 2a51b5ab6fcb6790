use super::*;
use crate::bindings::layout::Layout;

/// A pending resignation of White, every number different.
fn pending(name: &str) -> u64 {
    match name {
        "status" => 2,
        "ranked" => 1,
        "steps" => 41,
        "head" => 42,
        "due" => 0,
        "deadline" => 43,
        "min_block" => 44,
        "time" => 1,
        "outcome.ending" => 4,
        "outcome.winner" => 1,
        "outcome.black_x2" => 45,
        "outcome.white_x2" => 46,
        "outcome.steps" => 19,
        "outcome.decided_onchain" => 1,
        "outcome.rating" => 1,
        other => panic!("the ABI has {other}, which is not read"),
    }
}

#[test]
fn reads_a_dispute_field_by_field() {
    let felts = Layout::new().answer("dispute", pending);
    let expected = Dispute {
        record: Record {
            status: Status::Pending,
            ranked: true,
            steps: 41,
            head: Felt::from(42),
            due: None,
            deadline: 43,
            min_block: 44,
            verdict: Some(Verdict {
                ending: Ending::Resigned,
                winner: Winner::Black,
                black_x2: 45,
                white_x2: 46,
                counted: 19,
                onchain: true,
            }),
        },
        time: TimeClass::Expired,
        rating: Rating::LoserOnly,
    };
    assert_eq!(whole(&felts, dispute), Ok(expected));
}

#[test]
fn an_unknown_channel_is_the_empty_record() {
    let felts = Layout::new().answer("dispute", |_| 0);
    assert_eq!(
        whole(&felts, dispute),
        Ok(Dispute {
            record: Record::NONE,
            time: TimeClass::Live,
            rating: Rating::Neither
        })
    );
}

#[test]
fn no_answer_of_another_length_is_read() {
    let felts = Layout::new().answer("dispute", pending);
    for length in 0..felts.len() {
        assert!(whole(&felts[..length], dispute).is_err(), "{length}");
    }
    let longer = [felts.as_slice(), &[Felt::ZERO]].concat();
    assert_eq!(whole(&longer, dispute), Err("1 felts too many".to_owned()));
}

#[test]
fn no_integer_is_cut_off_and_no_variant_made_up() {
    // Each would read as a valid value if its high bits were dropped.
    let two_pow_128 = Felt::from(u128::MAX) + Felt::ONE;
    let layout = Layout::new();
    for index in 0..layout.answer("dispute", pending).len() {
        let mut felts = layout.answer("dispute", pending);
        // The head alone is a whole felt.
        if felts[index] == Felt::from(42) {
            continue;
        }
        felts[index] += two_pow_128;
        assert!(whole(&felts, dispute).is_err(), "felt {index}");
    }
    let beyond = layout.answer("dispute", |name| match name {
        "steps" => 65_536,
        name => pending(name),
    });
    assert_eq!(
        whole(&beyond, dispute),
        Err("steps is out of range: 0x10000".to_owned())
    );
    let unknown = layout.answer("dispute", |name| match name {
        "outcome.ending" => 7,
        name => pending(name),
    });
    assert_eq!(
        whole(&unknown, dispute),
        Err("ending has no variant 7".to_owned())
    );
}

#[test]
fn reads_a_preview() {
    let felts = Layout::new().answer("preview", |name| match name {
        "error" | "step" => 0,
        "head" => 1,
        "steps" => 2,
        "phase" => 3,
        "due" => 0,
        "ending" => 1,
        "black_x2" => 4,
        "white_x2" => 5,
        other => panic!("the ABI has {other}, which is not read"),
    });
    let expected = Preview {
        head: Felt::ONE,
        steps: 2,
        phase: Phase::Ended,
        due: None,
        ending: Some(Ending::Agreed),
        black_x2: 4,
        white_x2: 5,
    };
    assert_eq!(whole(&felts, preview), Ok(Ok(expected)));
}

#[test]
fn reads_why_a_preview_refuses() {
    let refused = |name: &'static str| {
        Layout::new().answer("preview", move |field| match field {
            "error" => name
                .bytes()
                .fold(0, |number, byte| number << 8 | u64::from(byte)),
            "step" => 9,
            _ => 0,
        })
    };
    let fault = Fault {
        step: 9,
        error: LineError::Rule(RuleError::Superko),
    };
    assert_eq!(whole(&refused("superko"), preview), Ok(Err(fault)));
    let fault = Fault {
        step: 9,
        error: LineError::BadLine,
    };
    assert_eq!(whole(&refused("bad_line"), preview), Ok(Err(fault)));
    assert_eq!(
        whole(&refused("novel"), preview),
        Err("unknown error 0x6e6f76656c".to_owned())
    );
}

#[test]
fn a_span_cannot_claim_more_than_there_is() {
    for length in [Felt::TWO, Felt::from(u64::MAX), Felt::from(u128::MAX)] {
        let read = whole(&[length, Felt::ONE], |felts| {
            felts.span("list", |f| f.felt("item"))
        });
        assert!(read.is_err(), "{length}");
    }
}

#[test]
fn reads_limits() {
    let felts = Layout::new().answer("limits", |name| match name {
        "min_seconds" => 1,
        "max_seconds" => 2,
        "min_blocks" => 3,
        "max_blocks" => 4,
        "revocation_delay" => 5,
        "referees.length" => 2,
        "referees.0" => 6,
        "referees.1" => 7,
        "rated_komi.length" => 1,
        "rated_komi.0.size" => 9,
        "rated_komi.0.komi_x2" => 14,
        other => panic!("the ABI has {other}, which is not read"),
    });
    let expected = Limits {
        min_seconds: 1,
        max_seconds: 2,
        min_blocks: 3,
        max_blocks: 4,
        revocation_delay: 5,
        referees: vec![Felt::from(6), Felt::from(7)],
        rated_komi: vec![RatedKomi {
            size: 9,
            komi_x2: 14,
        }],
    };
    assert_eq!(whole(&felts, limits), Ok(expected));
}
