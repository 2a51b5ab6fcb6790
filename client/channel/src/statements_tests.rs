use super::*;
use crate::testing::secret;
use proptest::prelude::*;

const VALUE: Felt = Felt::from_hex_unchecked("0x1234");
const ORDER: Felt =
    Felt::from_hex_unchecked("0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f");

/// Protocol 2.3 and I8: each statement's signature, tried for every other purpose.
#[test]
fn no_signature_serves_for_another_purpose() {
    let key = secret(77);
    let kinds = [step_hash, open_hash, resign_hash, flag_hash, ranked_hash];
    for (i, signed) in kinds.iter().enumerate() {
        let signature = sign(&key, signed(VALUE)).unwrap();
        for (j, claimed) in kinds.iter().enumerate() {
            let result = verify(key.public(), claimed(VALUE), &signature);
            let expected = if i == j {
                Ok(())
            } else {
                Err(SignatureError::Mismatch)
            };
            assert_eq!(result, expected, "signed {i}, claimed {j}");
        }
    }
}

#[test]
fn another_key_or_another_value_does_not_hold() {
    let signature = sign(&secret(77), step_hash(VALUE)).unwrap();
    let mismatch = Err(SignatureError::Mismatch);
    assert_eq!(
        verify(secret(78).public(), step_hash(VALUE), &signature),
        mismatch
    );
    assert_eq!(
        verify(
            secret(77).public(),
            step_hash(VALUE + Felt::ONE),
            &signature
        ),
        mismatch
    );
}

#[test]
fn scalars_and_hashes_are_in_range() {
    let (key, hash) = (secret(77), step_hash(VALUE));
    let public = key.public();
    let good = sign(&key, hash).unwrap();
    for r in [Felt::ZERO, TWO_POW_251, Felt::MAX] {
        let bad = Signature { r, ..good };
        assert_eq!(verify(public, hash, &bad), Err(SignatureError::ROutOfRange));
    }
    for s in [Felt::ZERO, TWO_POW_251, Felt::MAX] {
        let bad = Signature { s, ..good };
        assert_eq!(verify(public, hash, &bad), Err(SignatureError::SOutOfRange));
    }
    for hash in [TWO_POW_251, Felt::MAX] {
        assert_eq!(
            verify(public, hash, &good),
            Err(SignatureError::HashOutOfRange)
        );
        assert_eq!(sign(&key, hash), Err(SignatureError::HashOutOfRange));
    }
    let largest = TWO_POW_251 - Felt::ONE;
    let signature = sign(&key, largest).unwrap();
    assert_eq!(verify(public, largest, &signature), Ok(()));
    assert_eq!(
        verify(Felt::from(5), hash, &good),
        Err(SignatureError::KeyNotAPoint)
    );
    assert_eq!(
        verify(public, hash, &Signature::NONE),
        Err(SignatureError::ROutOfRange)
    );
}

/// 5 is no x coordinate, so no ephemeral point has it.
#[test]
fn r_off_the_curve_does_not_hold() {
    let bad = Signature {
        r: Felt::from(5),
        s: Felt::ONE,
    };
    let result = verify(secret(77).public(), step_hash(VALUE), &bad);
    assert_eq!(result, Err(SignatureError::Mismatch));
}

/// r = -hash / secret makes one of the two sums the point at infinity, whatever s is: whoever has
/// any key can make such a signature.
#[test]
fn the_point_at_infinity_matches_nothing() {
    use starknet_types_core::felt::NonZeroFelt;
    let order = NonZeroFelt::try_from(ORDER).unwrap();
    let inverse = Felt::from(77).mod_inverse(&order).unwrap();
    let crafted = (1u64..).map(Felt::from).find_map(|hash| {
        let r = ORDER - hash.mul_mod(&inverse, &order);
        let usable = r < TWO_POW_251 && crate::key::is_public_key(&r);
        usable.then_some((hash, r))
    });
    let (hash, r) = crafted.unwrap();
    for s in [Felt::ONE, Felt::from(123_456_789)] {
        let result = verify(secret(77).public(), hash, &Signature { r, s });
        assert_eq!(result, Err(SignatureError::Mismatch));
    }
}

/// Why a signature is never an identifier.
#[test]
fn a_second_signature_can_be_made_from_the_first() {
    let (key, hash) = (secret(77), step_hash(VALUE));
    let signature = sign(&key, hash).unwrap();
    let twin = Signature {
        s: ORDER - signature.s,
        ..signature
    };
    assert_ne!(twin, signature);
    assert_eq!(verify(key.public(), hash, &twin), Ok(()));
}

#[test]
fn signing_is_deterministic() {
    let key = secret(77);
    assert_eq!(sign(&key, VALUE), sign(&key, VALUE));
    assert_ne!(
        sign(&key, VALUE).unwrap().r,
        sign(&key, VALUE + Felt::ONE).unwrap().r
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Agreement with the library's own check, which inverts s.
    #[test]
    fn the_library_agrees(number in 1u64.., hash: [u8; 31], change in 0u8..4) {
        let key = secret(number);
        let hash = Felt::from_bytes_be_slice(&hash);
        let mut signature = sign(&key, hash).unwrap();
        match change {
            0 => signature.r += Felt::ONE,
            1 => signature.s += Felt::ONE,
            2 => std::mem::swap(&mut signature.r, &mut signature.s),
            _ => {}
        }
        let library = starknet_rust_crypto::verify(
            &key.public(), &hash, &signature.r, &signature.s,
        );
        let holds = verify(key.public(), hash, &signature).is_ok();
        prop_assert_eq!(holds, library.unwrap_or(false));
        prop_assert_eq!(holds, change == 3);
    }
}
