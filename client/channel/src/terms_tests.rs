use super::*;
use crate::felt::TWO_POW_251;
use surround_rules::Colour::{Black, White};

/// Valid, unranked; 1, 2 and 3 are x coordinates of curve points, 5 is none.
fn terms() -> Terms {
    Terms {
        black: Felt::from(0xb1u8),
        white: Felt::from(0xb2u8),
        black_key: Felt::from(1),
        white_key: Felt::from(2),
        referee_key: Felt::ZERO,
        size: 9,
        handicap: 0,
        komi_x2: 14,
        turn_seconds: 3_600,
        turn_blocks: 60,
        expires_at: 1_800_000_000,
        black_nonce: Felt::from(7),
        white_nonce: Felt::from(8),
    }
}

fn ranked() -> Terms {
    Terms {
        referee_key: Felt::from(3),
        ..terms()
    }
}

fn limits() -> Limits {
    Limits::standard(vec![Felt::from(3)])
}

#[test]
fn valid_terms_are_valid() {
    assert_eq!(terms().check(&limits()), Ok(()));
    assert_eq!(ranked().check(&limits()), Ok(()));
    for (size, komi_x2) in [(13, 15), (19, 15)] {
        assert_eq!(
            Terms {
                size,
                komi_x2,
                ..ranked()
            }
            .check(&limits()),
            Ok(())
        );
    }
}

#[test]
fn every_invalid_field_is_named() {
    let (zero, five) = (Felt::ZERO, Felt::from(5));
    let at = |value: u64| Felt::from(value);
    for (bad, error) in [
        (
            Terms {
                black: zero,
                ..terms()
            },
            TermsError::Account(Black),
        ),
        (
            Terms {
                white: zero,
                ..terms()
            },
            TermsError::Account(White),
        ),
        (
            Terms {
                white: TWO_POW_251,
                ..terms()
            },
            TermsError::Account(White),
        ),
        (
            Terms {
                white: terms().black,
                ..terms()
            },
            TermsError::SameAccounts,
        ),
        (
            Terms {
                black_key: zero,
                ..terms()
            },
            TermsError::Key(Black),
        ),
        (
            Terms {
                white_key: zero,
                ..terms()
            },
            TermsError::Key(White),
        ),
        (
            Terms {
                black_key: five,
                ..terms()
            },
            TermsError::Key(Black),
        ),
        (
            Terms {
                white_key: five,
                ..terms()
            },
            TermsError::Key(White),
        ),
        (
            Terms {
                referee_key: five,
                ..terms()
            },
            TermsError::RefereeKey,
        ),
        (
            Terms {
                white_key: at(1),
                ..terms()
            },
            TermsError::SameKeys,
        ),
        (
            Terms {
                referee_key: at(1),
                ..terms()
            },
            TermsError::SameKeys,
        ),
        (
            Terms {
                referee_key: at(2),
                ..terms()
            },
            TermsError::SameKeys,
        ),
        (
            Terms { size: 1, ..terms() },
            TermsError::Setup(SetupError::BadSize),
        ),
        (
            Terms {
                size: 20,
                ..terms()
            },
            TermsError::Setup(SetupError::BadSize),
        ),
        (
            Terms {
                handicap: 1,
                ..terms()
            },
            TermsError::Setup(SetupError::BadHandicap),
        ),
        (
            Terms {
                komi_x2: 163,
                ..terms()
            },
            TermsError::Setup(SetupError::BadKomi),
        ),
        (
            Terms {
                turn_seconds: 3_599,
                ..terms()
            },
            TermsError::TurnSeconds {
                value: 3_599,
                min: 3_600,
                max: 604_800,
            },
        ),
        (
            Terms {
                turn_seconds: 604_801,
                ..terms()
            },
            TermsError::TurnSeconds {
                value: 604_801,
                min: 3_600,
                max: 604_800,
            },
        ),
        (
            Terms {
                turn_blocks: 59,
                ..terms()
            },
            TermsError::TurnBlocks {
                value: 59,
                min: 60,
                max: 100_000,
            },
        ),
        (
            Terms {
                turn_blocks: 100_001,
                ..terms()
            },
            TermsError::TurnBlocks {
                value: 100_001,
                min: 60,
                max: 100_000,
            },
        ),
        (
            Terms {
                referee_key: at(4),
                ..ranked()
            },
            TermsError::UnknownReferee,
        ),
        (
            Terms {
                size: 7,
                ..ranked()
            },
            TermsError::UnratedSize,
        ),
        (
            Terms {
                komi_x2: 13,
                ..ranked()
            },
            TermsError::UnratedKomi { rated: 14 },
        ),
        (
            Terms {
                handicap: 2,
                ..ranked()
            },
            TermsError::RatedHandicap,
        ),
    ] {
        assert_eq!(bad.check(&limits()), Err(error), "{bad:?}");
    }
}

#[test]
fn the_edges_of_the_limits_are_allowed() {
    for terms in [
        Terms {
            turn_seconds: 604_800,
            turn_blocks: 100_000,
            ..terms()
        },
        Terms {
            komi_x2: 162,
            ..terms()
        },
        Terms {
            komi_x2: 0,
            handicap: 9,
            ..terms()
        },
        Terms {
            black: TWO_POW_251 - Felt::ONE,
            ..terms()
        },
    ] {
        assert_eq!(terms.check(&limits()), Ok(()), "{terms:?}");
    }
}

/// Protocol 2.2, invariant I8: no two channels share an identifier.
#[test]
fn every_field_the_network_and_the_contract_change_the_channel() {
    let (chain, contract) = (Felt::from(100), Felt::from(200));
    let base = terms().channel_id(chain, contract);
    let mut seen = vec![
        base,
        terms().channel_id(Felt::from(101), contract),
        terms().channel_id(chain, Felt::from(201)),
    ];
    for change in [
        |t: &mut Terms| t.black += Felt::ONE,
        |t: &mut Terms| t.white += Felt::TWO,
        |t: &mut Terms| t.black_key += Felt::ONE,
        |t: &mut Terms| t.white_key += Felt::TWO,
        |t: &mut Terms| t.referee_key += Felt::THREE,
        |t: &mut Terms| t.size += 1,
        |t: &mut Terms| t.handicap += 1,
        |t: &mut Terms| t.komi_x2 += 1,
        |t: &mut Terms| t.turn_seconds += 1,
        |t: &mut Terms| t.turn_blocks += 1,
        |t: &mut Terms| t.expires_at += 1,
        |t: &mut Terms| t.black_nonce += Felt::ONE,
        |t: &mut Terms| t.white_nonce += Felt::TWO,
        |t: &mut Terms| std::mem::swap(&mut t.black_nonce, &mut t.white_nonce),
    ] {
        let mut changed = terms();
        change(&mut changed);
        seen.push(changed.channel_id(chain, contract));
    }
    for (i, id) in seen.iter().enumerate() {
        assert!(
            !seen[..i].contains(id),
            "change {i} does not change the channel"
        );
    }
}

#[test]
fn terms_refuse_unknown_fields_and_odd_felts() {
    let text = serde_json::to_string(&terms()).unwrap();
    assert_eq!(serde_json::from_str::<Terms>(&text).unwrap(), terms());
    for bad in [
        text.replace("\"0x7\"", "\"0x07\""),
        text.replace("\"0x7\"", "7"),
        text.replace("\"size\":9", "\"size\":9,\"rules\":\"chinese\""),
        text.replace("\"size\":9", "\"size\":9,\"size\":9"),
        text.replace("\"size\":9,", ""),
        text.replace("\"size\":9", "\"size\":256"),
    ] {
        assert_ne!(bad, text);
        assert!(serde_json::from_str::<Terms>(&bad).is_err(), "{bad}");
    }
}

#[test]
fn a_difference_is_told_by_the_name_of_its_field() {
    let text = serde_json::to_value(terms()).unwrap();
    assert_eq!(terms().first_difference(&terms()), None);
    let fields = text.as_object().unwrap();
    assert_eq!(fields.len(), 13);
    for (field, value) in fields {
        let mut other = text.clone();
        other[field] = match value {
            serde_json::Value::String(_) => "0x63".into(),
            _ => 99.into(),
        };
        let other: Terms = serde_json::from_value(other).unwrap();
        assert_eq!(terms().first_difference(&other), Some(field.as_str()));
    }
}
