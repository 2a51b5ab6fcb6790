use std::collections::BTreeMap;

use surround_channel::line::DeadSet;
use surround_channel::policy::RatedKomi;

use super::*;
use crate::bindings::layout::Layout;

const CONTRACT: Settlement = Settlement {
    address: Felt::THREE,
};

fn felt(number: u64) -> Felt {
    Felt::from(number)
}

fn terms() -> Terms {
    Terms {
        black: felt(101),
        white: felt(102),
        black_key: felt(103),
        white_key: felt(104),
        referee_key: felt(105),
        size: 19,
        handicap: 2,
        komi_x2: 15,
        turn_seconds: 106,
        turn_blocks: 107,
        expires_at: 108,
        black_nonce: felt(109),
        white_nonce: felt(110),
    }
}

const TERMS: [(&str, u64); 13] = [
    ("terms.black", 101),
    ("terms.white", 102),
    ("terms.black_key", 103),
    ("terms.white_key", 104),
    ("terms.referee_key", 105),
    ("terms.size", 19),
    ("terms.handicap", 2),
    ("terms.komi_x2", 15),
    ("terms.turn_seconds", 106),
    ("terms.turn_blocks", 107),
    ("terms.expires_at", 108),
    ("terms.black_nonce", 109),
    ("terms.white_nonce", 110),
];

fn line() -> Line {
    Line {
        packed: vec![felt(201), felt(202)],
        count: 30,
        dead: DeadSet {
            d0: 203,
            d1: 204,
            d2: 205,
        },
    }
}

const LINE: [(&str, u64); 7] = [
    ("line.packed.length", 2),
    ("line.packed.0", 201),
    ("line.packed.1", 202),
    ("line.count", 30),
    ("line.dead.d0", 203),
    ("line.dead.d1", 204),
    ("line.dead.d2", 205),
];

fn signature(r: u64) -> Signature {
    Signature {
        r: felt(r),
        s: felt(r + 1),
    }
}

/// White signs, Black is the caller.
fn authority() -> Authority {
    Authority {
        black: Mark::Caller,
        white: Mark::Signed(signature(301)),
    }
}

const AUTHORITY: [(&str, u64); 4] = [
    ("authority.black", 1),
    ("authority.white", 2),
    ("authority.white.Signed.r", 301),
    ("authority.white.Signed.s", 302),
];

/// Checks the names that the ABI gives to the felts of a call, and their values.
fn assert_calldata(call: &Call, entrypoint: &str, expected: &[&[(&str, u64)]]) {
    assert_eq!(call.entrypoint, entrypoint);
    assert_eq!(call.contract_address, CONTRACT.address);
    let expected: BTreeMap<String, Felt> = expected
        .iter()
        .flat_map(|part| part.iter())
        .map(|(name, value)| ((*name).to_owned(), felt(*value)))
        .collect();
    assert_eq!(Layout::new().calldata(entrypoint, &call.calldata), expected);
}

#[test]
fn every_entry_point_gets_its_arguments_in_the_order_of_the_abi() {
    let ranked = [("ranked.r", 501), ("ranked.s", 502)];
    let signed = [("signature.r", 401), ("signature.s", 402)];
    let (terms, line, authority) = (terms(), line(), authority());

    assert_calldata(
        &CONTRACT.register_key(felt(7)),
        "register_key",
        &[&[("key", 7)]],
    );
    assert_calldata(
        &CONTRACT.revoke_key(felt(7)),
        "revoke_key",
        &[&[("key", 7)]],
    );
    assert_calldata(
        &CONTRACT.submit(&terms, &line, &authority, &Mark::Absent, &signature(501)),
        "submit",
        &[&TERMS, &LINE, &AUTHORITY, &[("open", 0)], &ranked],
    );
    assert_calldata(
        &CONTRACT.resign(
            &terms,
            &line,
            &authority,
            Colour::White,
            &signature(401),
            &signature(501),
        ),
        "resign",
        &[
            &TERMS,
            &LINE,
            &AUTHORITY,
            &[("player", 1)],
            &signed,
            &ranked,
        ],
    );
    assert_calldata(
        &CONTRACT.resign_channel(&terms),
        "resign_channel",
        &[&TERMS],
    );
    assert_calldata(
        &CONTRACT.flag(&terms, &line, &authority, &signature(401), &signature(501)),
        "flag",
        &[&TERMS, &LINE, &AUTHORITY, &signed, &ranked],
    );
    assert_calldata(&CONTRACT.claim_forfeit(&terms), "claim_forfeit", &[&TERMS]);
    assert_calldata(&CONTRACT.finalize(&terms), "finalize", &[&TERMS]);
}

#[test]
fn a_fork_proof_gets_its_fields_in_the_order_of_the_abi() {
    let fork = Fork {
        head: felt(601),
        author: 1,
        code: 362,
        dead: DeadSet {
            d0: 602,
            d1: 603,
            d2: 604,
        },
        tail: vec![felt(605)],
        other: felt(606),
        other_tail: Vec::new(),
        signature: signature(607),
    };
    assert_calldata(
        &CONTRACT.expose_fork(&terms(), &fork),
        "expose_fork",
        &[
            &TERMS,
            &[
                ("fork.head", 601),
                ("fork.author", 1),
                ("fork.code", 362),
                ("fork.dead.d0", 602),
                ("fork.dead.d1", 603),
                ("fork.dead.d2", 604),
                ("fork.tail.length", 1),
                ("fork.tail.0", 605),
                ("fork.other", 606),
                ("fork.other_tail.length", 0),
                ("fork.signature.r", 607),
                ("fork.signature.s", 608),
            ],
        ],
    );
}

#[test]
fn the_constructor_gets_the_limits() {
    let limits = Limits {
        min_seconds: 1,
        max_seconds: 2,
        min_blocks: 3,
        max_blocks: 4,
        revocation_delay: 5,
        referees: vec![felt(6)],
        rated_komi: vec![
            RatedKomi {
                size: 9,
                komi_x2: 14,
            },
            RatedKomi {
                size: 19,
                komi_x2: 15,
            },
        ],
    };
    let named = Layout::new().calldata("constructor", &constructor(&limits));
    let expected = [
        ("limits.min_seconds", 1),
        ("limits.max_seconds", 2),
        ("limits.min_blocks", 3),
        ("limits.max_blocks", 4),
        ("limits.revocation_delay", 5),
        ("limits.referees.length", 1),
        ("limits.referees.0", 6),
        ("limits.rated_komi.length", 2),
        ("limits.rated_komi.0.size", 9),
        ("limits.rated_komi.0.komi_x2", 14),
        ("limits.rated_komi.1.size", 19),
        ("limits.rated_komi.1.komi_x2", 15),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), felt(value)));
    assert_eq!(named, BTreeMap::from(expected));
}

#[test]
fn the_abi_has_no_entry_point_that_is_not_built_here() {
    let mut names = Layout::new()
        .functions()
        .into_iter()
        .map(str::to_owned)
        .collect::<Vec<_>>();
    names.sort();
    let built = [
        "channel_id",
        "claim_forfeit",
        "constructor",
        "dispute",
        "expose_fork",
        "finalize",
        "flag",
        "key_until",
        "limits",
        "preview",
        "register_key",
        "resign",
        "resign_channel",
        "result",
        "revoke_key",
        "submit",
    ];
    assert_eq!(names, built);
}
