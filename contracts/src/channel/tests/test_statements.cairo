//! Signatures at the bound of 2^251, made by a plain ECDSA in another language. Each would hold but
//! for its range: the checks of the core library alone let them pass.

use crate::channel::statements::{Signature, verify};

const BOUND: felt252 = 0x800000000000000000000000000000000000000000000000000000000000000;
/// The secret is 1000.
const KEY: felt252 = 0x6f4d0771676a58fe0d17a7718e3e009a0a27f39492123cfec0fd741c1d7bd79;
const R: felt252 = 0x2202275e27873286b71dae62930bbf6420d2e933bbc7cb08e09019e7218ad9c;
const HASH: felt252 = 0xabc;

#[test]
fn s_is_below_the_bound() {
    let hash = 0x279638346269fef4b40ecef19f441b216eb8fb6d73f53626dc6c0a3c47f0b26;
    assert!(verify(hash, KEY, Signature { r: R, s: BOUND - 1 }));
    let hash = 0x279638346269fef4b40ecef19f441b216eb8fb6d73f53626dc6c0a3c5a2508d;
    assert!(!verify(hash, KEY, Signature { r: R, s: BOUND }));
}

#[test]
fn r_is_below_the_bound() {
    let key = 0x65adfe4de092e256c7ef842c67c15aecba7992d2db7fbfcbd8dcca728567b95;
    assert!(verify(HASH, key, Signature { r: BOUND - 1, s: 777 }));
    let key = 0x5bbf794357388bba3c11ea5336adef10bc152f13ba833ee8917993d83492943;
    assert!(!verify(HASH, key, Signature { r: BOUND, s: 777 }));
}

#[test]
fn the_hash_is_below_the_bound() {
    let s = 0x4fdc9f02743fc1b827caeb688de5620fcac9aeafe87c865cc589019dbfe987d;
    assert!(verify(BOUND - 1, KEY, Signature { r: R, s }));
    let s = 0x3766ed5c649eca06ca9c704382ed2d8e79203009c480050c69c9164e74483a7;
    assert!(!verify(BOUND, KEY, Signature { r: R, s }));
}

#[test]
fn no_scalar_is_zero() {
    let s = 0x48e8eaa6ab0f82474a1ea20fc776b71a3f7a808d557fa89e908ab5dad785968;
    assert!(verify(HASH, KEY, Signature { r: R, s }));
    assert!(!verify(HASH, KEY, Signature { r: R, s: 0 }));
    assert!(!verify(HASH, KEY, Signature { r: 0, s }));
    assert!(!verify(HASH, KEY, Default::default()));
}
