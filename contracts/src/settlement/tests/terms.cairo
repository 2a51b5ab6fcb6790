use core::num::traits::Bounded;
use crate::channel::policy::{Limits, LimitsTrait, RatedKomi};
use crate::channel::statements::{
    Signature, flag_hash, open_hash, ranked_hash, resign_hash, step_hash, verify,
};
use crate::channel::terms::{Terms, TermsTrait};
use crate::errors;
use super::known::{BLACK_KEY, REFEREE_KEY, WHITE_KEY, limits, ranked, unranked};

#[test]
fn the_channel_id_is_the_clients() {
    let id = ranked().channel_id('SN_SEPOLIA', 0xc0ffee.try_into().unwrap());
    assert_eq!(id, 0x7140fb0bd4007e2f89121c3eab751690960440fddc9248bf8187e0949e1573a);
}

#[test]
fn every_field_is_in_the_channel_id() {
    let terms = ranked();
    let zero = 0.try_into().unwrap();
    let others = [
        Terms { black: zero, ..terms }, Terms { white: zero, ..terms },
        Terms { black_key: 0, ..terms }, Terms { white_key: 0, ..terms },
        Terms { referee_key: 0, ..terms }, Terms { size: 0, ..terms },
        Terms { handicap: 1, ..terms }, Terms { komi_x2: 0, ..terms },
        Terms { turn_seconds: 0, ..terms }, Terms { turn_blocks: 0, ..terms },
        Terms { expires_at: 0, ..terms }, Terms { black_nonce: 0, ..terms },
        Terms { white_nonce: 0, ..terms },
    ];
    let contract = 0xc0ffee.try_into().unwrap();
    let id = terms.channel_id('SN_SEPOLIA', contract);
    for other in others.span() {
        assert!(other.channel_id('SN_SEPOLIA', contract) != id);
    }
    assert!(terms.channel_id('SN_MAIN', contract) != id);
    assert!(terms.channel_id('SN_SEPOLIA', zero) != id);
}

#[test]
fn good_terms_are_taken() {
    assert_eq!(ranked().check(limits()), Ok(()));
    assert_eq!(unranked().check(limits()), Ok(()));
    let wide = Terms { turn_seconds: 604_800, turn_blocks: 100_000, ..unranked() };
    assert_eq!(wide.check(limits()), Ok(()));
    // Nothing rates an unranked game.
    let free = Terms { size: 13, handicap: 3, komi_x2: 338, ..unranked() };
    assert_eq!(free.check(limits()), Ok(()));
}

#[test]
fn bad_terms_are_refused() {
    let terms = ranked();
    let zero = 0.try_into().unwrap();
    let refused = |terms: Terms, error: felt252| {
        assert_eq!(terms.check(limits()), Err(error));
    };
    refused(Terms { black: zero, ..terms }, errors::ZERO_ACCOUNT);
    refused(Terms { white: zero, ..terms }, errors::ZERO_ACCOUNT);
    refused(Terms { white: terms.black, ..terms }, errors::SAME_ACCOUNT);
    refused(Terms { black_key: 0, ..terms }, errors::BAD_KEY);
    refused(Terms { white_key: 5, ..terms }, errors::BAD_KEY);
    refused(Terms { referee_key: 5, ..terms }, errors::BAD_KEY);
    refused(Terms { white_key: BLACK_KEY, ..terms }, errors::SAME_KEY);
    refused(Terms { white_key: REFEREE_KEY, ..terms }, errors::SAME_KEY);
    refused(Terms { referee_key: BLACK_KEY, ..terms }, errors::SAME_KEY);
    refused(Terms { size: 1, ..terms }, 'bad_size');
    refused(Terms { size: 20, ..terms }, 'bad_size');
    refused(Terms { handicap: 1, ..terms }, 'bad_handicap');
    refused(Terms { komi_x2: 163, ..terms }, 'bad_komi');
    refused(Terms { turn_seconds: 3599, ..terms }, errors::BAD_TURN_SECONDS);
    refused(Terms { turn_seconds: 604_801, ..terms }, errors::BAD_TURN_SECONDS);
    refused(Terms { turn_seconds: Bounded::MAX, ..terms }, errors::BAD_TURN_SECONDS);
    refused(Terms { turn_blocks: 59, ..terms }, errors::BAD_TURN_BLOCKS);
    refused(Terms { turn_blocks: 100_001, ..terms }, errors::BAD_TURN_BLOCKS);
    // 1 is on the curve, and no referee of this contract.
    refused(Terms { referee_key: 1, ..terms }, errors::UNKNOWN_REFEREE);
    refused(Terms { size: 13, ..terms }, errors::UNRATED_SIZE);
    refused(Terms { komi_x2: 14, ..terms }, errors::UNRATED_KOMI);
    refused(Terms { handicap: 2, ..terms }, errors::UNRATED_HANDICAP);
}

#[test]
fn a_contract_is_not_deployed_with_bad_limits() {
    let limits = limits();
    let refused = |limits: Limits, error: felt252| {
        assert_eq!(limits.check(), Err(error));
    };
    assert_eq!(limits.check(), Ok(()));
    refused(Limits { min_seconds: 0, ..limits }, errors::BAD_LIMITS);
    refused(Limits { max_seconds: 3599, ..limits }, errors::BAD_LIMITS);
    refused(Limits { max_seconds: Bounded::MAX, ..limits }, errors::BAD_LIMITS);
    refused(Limits { min_blocks: 0, ..limits }, errors::BAD_LIMITS);
    refused(Limits { max_blocks: 59, ..limits }, errors::BAD_LIMITS);
    refused(Limits { max_blocks: Bounded::MAX, ..limits }, errors::BAD_LIMITS);
    refused(Limits { revocation_delay: Bounded::MAX, ..limits }, errors::BAD_LIMITS);
    refused(Limits { referees: [REFEREE_KEY, 0].span(), ..limits }, errors::BAD_REFEREE);
    let rated = |size: u8, komi_x2: u16| RatedKomi { size, komi_x2 };
    for policy in [
        [rated(1, 0), rated(9, 15)].span(), [rated(9, 163)].span(),
        [rated(9, 15), rated(13, 15), rated(9, 14)].span(),
    ]
        .span() {
        refused(Limits { rated_komi: *policy, ..limits }, errors::BAD_RATED_KOMI);
    }
}

#[test]
fn statements_are_the_clients() {
    assert_eq!(step_hash(0x111), 0x62335b58a373a1a0d2067e0c404e8fa4b2dc6bf70b3ed8602988e8c36b574fc);
    assert_eq!(open_hash(0x111), 0x7d478fa17830f77054004349587317c759a241413bbe88e67348a6cc4e10151);
    assert_eq!(
        resign_hash(0x111), 0x4422db74f93b6e08832489d525df136a08e43a71d9bd15fff94dfbac5976ac4,
    );
    assert_eq!(flag_hash(0x111), 0x7fa017065df75b493fb0435487cdd568595d46df863e8eb8de1e39138e331a6);
    assert_eq!(
        ranked_hash(0x111), 0x76418c7840ef723e033c546cf996369af117a4d5958b715c37293223052ea2f,
    );
}

#[test]
fn a_signature_verifies_for_its_key_and_statement_alone() {
    let hash = step_hash(0x111);
    let good = Signature {
        r: 0x2873dcc615ebfcf484e49952c14eb20f1d0e551e306074519a0a5fa43e434d9,
        s: 0x6ee8e282c77350a5314bfa3b471cdda9cae120ae36cdc43150d884e2c97739c,
    };
    assert!(verify(hash, BLACK_KEY, good));
    assert!(!verify(hash, WHITE_KEY, good));
    assert!(!verify(hash, 0, good));
    assert!(!verify(step_hash(0x112), BLACK_KEY, good));
    assert!(!verify(hash, BLACK_KEY, Signature { r: good.s, s: good.r }));
    assert!(!verify(hash, BLACK_KEY, Default::default()));
}

/// 1 <= r, s < 2^251 and the signed hash < 2^251 (protocol 2.3).
#[test]
fn scalars_and_hash_have_bounds() {
    let hash = step_hash(0x111);
    let r = 0x2873dcc615ebfcf484e49952c14eb20f1d0e551e306074519a0a5fa43e434d9;
    let s = 0x6ee8e282c77350a5314bfa3b471cdda9cae120ae36cdc43150d884e2c97739c;
    // The order of the curve less s signs too: the same signature in other words, and in bounds.
    let order = 0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f;
    assert!(verify(hash, BLACK_KEY, Signature { r, s: order - s }));
    assert!(!verify(hash, BLACK_KEY, Signature { r, s: 0 }));
    assert!(!verify(hash, BLACK_KEY, Signature { r: 0, s }));
    let bound = 0x800000000000000000000000000000000000000000000000000000000000000;
    assert!(!verify(hash, BLACK_KEY, Signature { r: bound, s }));
    assert!(!verify(hash, BLACK_KEY, Signature { r, s: bound }));
    assert!(!verify(bound, BLACK_KEY, Signature { r, s }));
}
