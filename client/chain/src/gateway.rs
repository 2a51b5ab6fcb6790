//! What the public network's gateway refuses though a local devnet accepts it (protocol 4).
//!
//! A devnet enforces none of these limits, so a client tested on one alone would sign transactions
//! that the network never takes. Figures: Starknet 0.14.4.

use thiserror::Error;

/// Most felts in a transaction's calldata, the account's framing of the calls included.
pub const MAX_CALLDATA_FELTS: usize = 5_000;
/// Most felts in a transaction's signature.
pub const MAX_SIGNATURE_FELTS: usize = 4_000;
/// Most L2 gas an invoke transaction may declare. The gateway exempts declarations.
pub const MAX_L2_GAS: u64 = 1_200_000_000;
/// More L2 gas than any declaration needs: the largest class the network takes, at the 1,280 that
/// each byte of its object and of its bytecode costs.
pub const MAX_DECLARE_L2_GAS: u64 =
    1_280 * (MAX_CLASS_BYTES as u64 + 32 * MAX_BYTECODE_FELTS as u64);
/// Lowest L2 gas price a transaction may declare, in fri.
pub const MIN_L2_GAS_PRICE: u128 = 8_000_000_000;
/// How far a transaction's nonce may lie above the account's accepted one.
pub const MAX_NONCE_GAP: u64 = 200;
/// Newest Sierra version a declared class may have.
pub const MAX_SIERRA_VERSION: (u64, u64) = (1, 7);
/// Most felts in a declared class's bytecode.
pub const MAX_BYTECODE_FELTS: usize = 81_920;
/// Most bytes in a declared class's object.
pub const MAX_CLASS_BYTES: usize = 4_089_446;

/// A transaction that the public network would not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GatewayError {
    /// See [`MAX_CALLDATA_FELTS`].
    #[error(
        "the calldata has {felts} felts, the network takes {MAX_CALLDATA_FELTS}: send fewer calls at once"
    )]
    CalldataTooLong {
        /// Felts in the calldata.
        felts: usize,
    },
    /// See [`MAX_SIGNATURE_FELTS`].
    #[error("the account's signature has {felts} felts, the network takes {MAX_SIGNATURE_FELTS}")]
    SignatureTooLong {
        /// Felts in the signature.
        felts: usize,
    },
    /// See [`MAX_L2_GAS`].
    #[error("the transaction declares {amount} L2 gas, the network takes {MAX_L2_GAS}")]
    L2GasTooHigh {
        /// Declared L2 gas.
        amount: u64,
    },
    /// See [`MIN_L2_GAS_PRICE`].
    #[error(
        "the transaction offers {price} fri for a unit of L2 gas, the network wants {MIN_L2_GAS_PRICE}"
    )]
    L2GasPriceTooLow {
        /// Declared price in fri.
        price: u128,
    },
    /// See [`MAX_NONCE_GAP`].
    #[error("{gap} transactions of this account wait already, the network keeps {MAX_NONCE_GAP}")]
    NonceGapTooWide {
        /// Distance between the transaction's nonce and the account's.
        gap: u64,
    },
    /// See [`MAX_SIERRA_VERSION`].
    #[error(
        "the class is Sierra {}.{}, the network takes up to {}.{}: compile it with the pinned compiler",
        .version.0, .version.1, MAX_SIERRA_VERSION.0, MAX_SIERRA_VERSION.1
    )]
    SierraTooNew {
        /// Major and minor version of the class.
        version: (u64, u64),
    },
    /// See [`MAX_BYTECODE_FELTS`].
    #[error("the class has {felts} felts of bytecode, the network takes {MAX_BYTECODE_FELTS}")]
    BytecodeTooLong {
        /// Felts of bytecode.
        felts: usize,
    },
    /// See [`MAX_CLASS_BYTES`].
    #[error("the class has {bytes} bytes, the network takes {MAX_CLASS_BYTES}")]
    ClassTooLarge {
        /// Bytes of the class object.
        bytes: usize,
    },
}

/// Checks the length of an invoke transaction's calldata, the account's framing included.
pub fn check_calldata(felts: usize) -> Result<(), GatewayError> {
    if felts > MAX_CALLDATA_FELTS {
        return Err(GatewayError::CalldataTooLong { felts });
    }
    Ok(())
}

/// Checks the length of a signature.
pub fn check_signature(felts: usize) -> Result<(), GatewayError> {
    if felts > MAX_SIGNATURE_FELTS {
        return Err(GatewayError::SignatureTooLong { felts });
    }
    Ok(())
}

/// Checks the L2 gas that an invoke transaction declares.
pub fn check_l2_gas(amount: u64) -> Result<(), GatewayError> {
    if amount > MAX_L2_GAS {
        return Err(GatewayError::L2GasTooHigh { amount });
    }
    Ok(())
}

/// Checks the declared price of L2 gas, in fri.
pub fn check_l2_gas_price(price: u128) -> Result<(), GatewayError> {
    if price < MIN_L2_GAS_PRICE {
        return Err(GatewayError::L2GasPriceTooLow { price });
    }
    Ok(())
}

/// Checks how far `nonce` lies above `accepted`, the account's nonce in the latest accepted block.
pub fn check_nonce(nonce: u64, accepted: u64) -> Result<(), GatewayError> {
    let gap = nonce.saturating_sub(accepted);
    if gap > MAX_NONCE_GAP {
        return Err(GatewayError::NonceGapTooWide { gap });
    }
    Ok(())
}

/// Checks a class before it is declared: Sierra version, felts of bytecode, bytes of the class
/// object.
pub fn check_class(version: (u64, u64), bytecode: usize, bytes: usize) -> Result<(), GatewayError> {
    if version > MAX_SIERRA_VERSION {
        return Err(GatewayError::SierraTooNew { version });
    }
    if bytecode > MAX_BYTECODE_FELTS {
        return Err(GatewayError::BytecodeTooLong { felts: bytecode });
    }
    if bytes > MAX_CLASS_BYTES {
        return Err(GatewayError::ClassTooLarge { bytes });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_limits_and_refuses_one_more() {
        assert_eq!(check_calldata(5_000), Ok(()));
        assert_eq!(check_signature(4_000), Ok(()));
        assert_eq!(
            check_calldata(5_001),
            Err(GatewayError::CalldataTooLong { felts: 5_001 })
        );
        assert_eq!(
            check_signature(4_001),
            Err(GatewayError::SignatureTooLong { felts: 4_001 })
        );
        assert_eq!(check_l2_gas(1_200_000_000), Ok(()));
        assert_eq!(check_l2_gas_price(8_000_000_000), Ok(()));
        assert_eq!(
            check_l2_gas(1_200_000_001),
            Err(GatewayError::L2GasTooHigh {
                amount: 1_200_000_001
            })
        );
        assert_eq!(
            check_l2_gas_price(7_999_999_999),
            Err(GatewayError::L2GasPriceTooLow {
                price: 7_999_999_999
            })
        );
        assert_eq!(check_nonce(205, 5), Ok(()));
        assert_eq!(
            check_nonce(206, 5),
            Err(GatewayError::NonceGapTooWide { gap: 201 })
        );
        assert_eq!(check_nonce(4, 5), Ok(()));
    }

    #[test]
    fn refuses_classes_the_network_does_not_know() {
        assert_eq!(check_class((1, 7), 81_920, 4_089_446), Ok(()));
        assert_eq!(check_class((1, 6), 1, 1), Ok(()));
        assert_eq!(
            check_class((1, 8), 1, 1),
            Err(GatewayError::SierraTooNew { version: (1, 8) })
        );
        assert_eq!(
            check_class((2, 0), 1, 1),
            Err(GatewayError::SierraTooNew { version: (2, 0) })
        );
        assert_eq!(
            check_class((1, 7), 81_921, 1),
            Err(GatewayError::BytecodeTooLong { felts: 81_921 })
        );
        assert_eq!(
            check_class((1, 7), 1, 4_089_447),
            Err(GatewayError::ClassTooLarge { bytes: 4_089_447 })
        );
    }
}
