//! Values as the database has them, and back. Texts and 64-bit integers are all that both databases
//! share, so everything is one of these.

use serde::Serialize;
use serde::de::DeserializeOwned;
use starknet_types_core::felt::Felt;
use surround_channel::felt;

use super::StoreError;

/// A number for the database. Counts and times of this program stay far below the bound.
pub(super) fn integer(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A number from the database.
pub(super) fn number<T: TryFrom<i64>>(place: &'static str, value: i64) -> Result<T, StoreError> {
    T::try_from(value).map_err(|_| StoreError::Corrupt {
        place,
        reason: format!("{value} is out of range"),
    })
}

/// A felt from the database.
pub(super) fn read_felt(place: &'static str, text: &str) -> Result<Felt, StoreError> {
    felt::parse(text).map_err(|error| StoreError::Corrupt {
        place,
        reason: error.to_string(),
    })
}

/// A document for the database.
pub(super) fn document<T: Serialize>(place: &'static str, value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt {
        place,
        reason: error.to_string(),
    })
}

/// A document from the database.
pub(super) fn read_document<T: DeserializeOwned>(
    place: &'static str,
    text: &str,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt {
        place,
        reason: error.to_string(),
    })
}
