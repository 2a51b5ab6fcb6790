//! The two hashes of protocol 2.2. They differ, even on two elements.

use starknet_types_core::felt::Felt;
use starknet_types_core::hash::{Poseidon, StarkHash};

/// `H(a, b)`: the first word of `hades_permutation(a, b, 2)`.
pub fn pair(a: Felt, b: Felt) -> Felt {
    Poseidon::hash(&a, &b)
}

/// `H[...]`: `poseidon_hash_span`.
pub fn span(elements: &[Felt]) -> Felt {
    Poseidon::hash_array(elements)
}

/// `H[tag, value]` with the tag as a short string.
pub(crate) fn tagged(tag: &'static str, value: Felt) -> Felt {
    span(&[Felt::from_bytes_be_slice(tag.as_bytes()), value])
}
