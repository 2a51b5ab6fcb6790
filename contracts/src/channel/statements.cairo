//! Signed statements (protocol 2.3): what each one signs, and how a signature is judged.

use core::ec::EcPointTrait;
use core::ecdsa::check_ecdsa_signature;
use core::poseidon::poseidon_hash_span;

/// 2^251: r, s and the signed hash stay below it, in client and contract alike.
const SIGNABLE_BOUND: u256 = 0x800000000000000000000000000000000000000000000000000000000000000;

/// A Stark curve ECDSA signature. Malleable: never an identifier (protocol 2.3).
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub struct Signature {
    pub r: felt252,
    pub s: felt252,
}

/// What the author of a step signs; `head` is the head after the step.
pub fn step_hash(head: felt252) -> felt252 {
    poseidon_hash_span(['surround.step', head].span())
}

/// What the player who opens a dispute signs; `head` is the head of the line it opens with.
pub fn open_hash(head: felt252) -> felt252 {
    poseidon_hash_span(['surround.open', head].span())
}

/// What a resigning player signs.
pub fn resign_hash(channel_id: felt252) -> felt252 {
    poseidon_hash_span(['surround.resign', channel_id].span())
}

/// What the referee signs when the player due at `head` has run out of time.
pub fn flag_hash(head: felt252) -> felt252 {
    poseidon_hash_span(['surround.flag', head].span())
}

/// What the referee signs before play: this game counts.
pub fn ranked_hash(channel_id: felt252) -> felt252 {
    poseidon_hash_span(['surround.ranked', channel_id].span())
}

/// Whether `key` is the x coordinate of a curve point, as every key must be (protocol 2.4).
pub fn is_key(key: felt252) -> bool {
    EcPointTrait::new_nz_from_x(key).is_some()
}

/// Whether `signature` is `key`'s over `hash`, with 1 <= r, s < 2^251 and hash < 2^251.
pub fn verify(hash: felt252, key: felt252, signature: Signature) -> bool {
    signature.r != 0
        && signature.s != 0
        && is_signable(signature.r)
        && is_signable(signature.s)
        && is_signable(hash)
        && check_ecdsa_signature(hash, key, signature.r, signature.s)
}

fn is_signable(value: felt252) -> bool {
    value.into() < SIGNABLE_BOUND
}
