//! The signature of a webhook's call: `t=SECONDS,v1=HEX`, where HEX is HMAC-SHA-256 over the text of
//! the seconds, a point, and the body. The time keeps an old call from being repeated.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use thiserror::Error;

use crate::model::Seconds;

/// The header that carries it.
pub const HEADER: &str = "surround-signature";

/// Why a call is not one of the relayer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotSigned {
    /// The header is not of the form `t=SECONDS,v1=HEX`.
    #[error("the signature is not of the form t=SECONDS,v1=HEX")]
    Form,
    /// Made too long ago, or in the future.
    #[error("the signature's time is too far from now")]
    Time,
    /// Not over this body with this key.
    #[error("the signature is not one over this body with this key")]
    Mismatch,
}

/// The header's value for a body.
pub(super) fn sign(key: &str, now: Seconds, body: &[u8]) -> String {
    let code = code(key, now, body).finalize().into_bytes();
    let hex: String = code.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={now},v1={hex}")
}

/// Checks a call that claims to be the relayer's: `header` is the value of [`HEADER`], and at most
/// `tolerance` seconds lie between its time and `now`.
///
/// # Errors
/// [`NotSigned`].
pub fn verify(
    key: &str,
    header: &str,
    body: &[u8],
    now: Seconds,
    tolerance: Seconds,
) -> Result<(), NotSigned> {
    let (time, hex) = header
        .strip_prefix("t=")
        .and_then(|rest| rest.split_once(",v1="))
        .ok_or(NotSigned::Form)?;
    let time: Seconds = time.parse().map_err(|_| NotSigned::Form)?;
    let signature = bytes(hex).ok_or(NotSigned::Form)?;
    if time.abs_diff(now) > tolerance {
        return Err(NotSigned::Time);
    }
    let checked = code(key, time, body).verify_slice(&signature);
    checked.map_err(|_| NotSigned::Mismatch)
}

fn code(key: &str, time: Seconds, body: &[u8]) -> Hmac<Sha256> {
    // HMAC takes keys of every length: the error is of the trait, not of this code.
    let mut code = Hmac::<Sha256>::new_from_slice(key.as_bytes())
        .unwrap_or_else(|_| Hmac::new(&Default::default()));
    code.update(time.to_string().as_bytes());
    code.update(b".");
    code.update(body);
    code
}

fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    if hex.len() % 2 == 1 || !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    digits.map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_what_openssl_computes() {
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac key
        let signature = "a438e398bfafc57e4396bb7fc2304422f0f768e965d073ca313cb52e22e6ad03";
        let header = format!("t=1700000000,v1={signature}");
        assert_eq!(sign("key", 1_700_000_000, br#"{"a":1}"#), header);
    }

    #[test]
    fn holds_for_this_key_body_and_time_alone() {
        let header = sign("key", 1_000, b"body");
        let check = |key, header: &str, body: &[u8], now| verify(key, header, body, now, 300);
        assert_eq!(check("key", &header, b"body", 1_300), Ok(()));
        assert_eq!(check("key", &header, b"body", 1_301), Err(NotSigned::Time));
        assert_eq!(check("key", &header, b"body", 699), Err(NotSigned::Time));
        assert_eq!(
            check("other", &header, b"body", 1_000),
            Err(NotSigned::Mismatch)
        );
        assert_eq!(
            check("key", &header, b"body.", 1_000),
            Err(NotSigned::Mismatch)
        );
        let later = header.replace("t=1000", "t=1001");
        assert_eq!(
            check("key", &later, b"body", 1_000),
            Err(NotSigned::Mismatch)
        );
        for form in [
            "",
            "v1=00",
            "t=,v1=00",
            "t=1000,v1=0",
            "t=1000,v1=+f",
            "t=1000,v1=zz",
        ] {
            assert_eq!(
                check("key", form, b"body", 1_000),
                Err(NotSigned::Form),
                "{form}"
            );
        }
    }
}
