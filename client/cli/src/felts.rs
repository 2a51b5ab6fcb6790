//! Field elements as people write them on a command line.
//!
//! Files hold one form only; explorers and wallets print others, with leading zeros or capitals.
//! Arguments take those too, since an argument is nothing that is hashed or compared.

use surround_channel::Felt;
use surround_channel::felt::{self, FeltError};

/// Reads `0x` and hexadecimal digits in either case, leading zeros aside.
///
/// # Errors
/// Anything else, and numbers that are not below the field's prime.
pub fn parse(text: &str) -> Result<Felt, FeltError> {
    let digits = text.strip_prefix("0x").ok_or(FeltError::NoPrefix)?;
    let significant = digits.trim_start_matches('0').to_ascii_lowercase();
    if significant.is_empty() && !digits.is_empty() {
        return Ok(Felt::ZERO);
    }
    felt::parse(&format!("0x{significant}"))
}

/// Reads a network's identifier: a name such as `SN_MAIN`, or the felt itself.
///
/// # Errors
/// A text that is neither.
pub fn chain_id(text: &str) -> Result<Felt, FeltError> {
    if text.starts_with("0x") {
        parse(text)
    } else {
        felt::short_string(text)
    }
}

/// A network's identifier as a name where it is one.
#[must_use]
pub fn chain_name(chain_id: &Felt) -> String {
    let bytes = chain_id.to_bytes_be();
    let name: String = bytes
        .iter()
        .skip_while(|byte| **byte == 0)
        .map(|byte| char::from(*byte))
        .collect();
    match felt::short_string(&name) {
        Ok(named) if named == *chain_id => name,
        _ => felt::to_text(chain_id),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_explorers_print_them() {
        assert_eq!(parse("0x00aB"), Ok(Felt::from(171)));
        assert_eq!(parse("0x0"), Ok(Felt::ZERO));
        assert_eq!(parse("0x000"), Ok(Felt::ZERO));
        assert_eq!(parse("0x"), Err(FeltError::Empty));
        assert_eq!(parse("171"), Err(FeltError::NoPrefix));
        assert!(parse(&format!("0x{}", "f".repeat(64))).is_err());
    }

    #[test]
    fn networks_have_names() {
        let sepolia = Felt::from_hex_unchecked("0x534e5f5345504f4c4941");
        assert_eq!(chain_id("SN_SEPOLIA"), Ok(sepolia));
        assert_eq!(chain_id("0x534e5f5345504f4c4941"), Ok(sepolia));
        assert_eq!(chain_name(&sepolia), "SN_SEPOLIA");
        assert_eq!(chain_name(&Felt::ONE), "0x1");
        assert_eq!(chain_name(&Felt::MAX), felt::to_text(&Felt::MAX));
    }
}
