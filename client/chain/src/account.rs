//! The account that sends and pays: starkli's account file or a plain address, and its key.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use starknet_rust::accounts::ExecutionEncoding;
use starknet_rust::core::types::Felt;
use starknet_rust::signers::{LocalWallet, SigningKey};
use surround_channel::felt;
use thiserror::Error;

/// The order of the Stark curve: keys lie below it.
const CURVE_ORDER: Felt =
    Felt::from_hex_unchecked("0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f");

/// Why an account cannot be used. No variant carries the key.
#[derive(Debug, Error)]
pub enum AccountError {
    /// A file cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The account file is not one that starkli writes.
    #[error("{path} is not a starkli account file: {source}")]
    BadFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// The account does not exist on the chain yet.
    #[error("the account of {path} is not deployed: deploy it with the tool that made the file")]
    NotDeployed {
        /// The account file.
        path: PathBuf,
    },
    /// The address is not a contract address.
    #[error("the account's address is not a hexadecimal contract address")]
    BadAddress,
    /// The key is not a Stark key.
    #[error("the account's key is not a hexadecimal private key of the Stark curve")]
    BadKey,
}

/// An account's private key. Never shown.
#[derive(Clone)]
pub struct AccountKey(SigningKey);

impl AccountKey {
    /// Reads a key written in hexadecimal, surrounding white space aside.
    ///
    /// # Errors
    /// [`AccountError::BadKey`]; the text is not repeated.
    pub fn parse(text: &str) -> Result<Self, AccountError> {
        let scalar = parse_hex(text.trim()).ok_or(AccountError::BadKey)?;
        if scalar == Felt::ZERO || scalar >= CURVE_ORDER {
            return Err(AccountError::BadKey);
        }
        Ok(Self(SigningKey::from_secret_scalar(scalar)))
    }

    /// Reads a file that holds the key and nothing else.
    pub fn read(path: &Path) -> Result<Self, AccountError> {
        Self::parse(&read(path)?)
    }
}

impl fmt::Debug for AccountKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountKey(..)")
    }
}

/// An account with its key: what signs transactions.
#[derive(Debug, Clone)]
pub struct Credentials {
    pub(crate) address: Felt,
    pub(crate) encoding: ExecutionEncoding,
    key: AccountKey,
}

impl Credentials {
    /// A deployed account by its address, for account contracts written in Cairo 1.
    pub fn new(address: &str, key: AccountKey) -> Result<Self, AccountError> {
        Ok(Self {
            address: parse_address(address)?,
            encoding: ExecutionEncoding::New,
            key,
        })
    }

    /// The account that starkli's account file at `path` describes.
    pub fn from_starkli(path: &Path, key: AccountKey) -> Result<Self, AccountError> {
        let text = read(path)?;
        let file: AccountFile =
            serde_json::from_str(&text).map_err(|source| AccountError::BadFile {
                path: path.to_owned(),
                source,
            })?;
        let Deployment::Deployed { address } = &file.deployment else {
            return Err(AccountError::NotDeployed {
                path: path.to_owned(),
            });
        };
        Ok(Self {
            address: parse_address(address)?,
            encoding: file.variant.encoding(),
            key,
        })
    }

    /// The account's address.
    pub fn address(&self) -> Felt {
        self.address
    }

    /// Writes the private key to a new file that its owner alone can read, as
    /// [`AccountKey::read`] takes it.
    ///
    /// # Errors
    /// The file exists already, or cannot be written.
    pub fn write_key(&self, path: &Path) -> io::Result<()> {
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(path)?;
        file.write_all(felt::to_text(&self.key.0.secret_scalar()).as_bytes())
    }

    pub(crate) fn signer(&self) -> LocalWallet {
        LocalWallet::from_signing_key(self.key.0.clone())
    }
}

/// The part of starkli's account file that sending needs.
#[derive(Deserialize)]
struct AccountFile {
    variant: Variant,
    deployment: Deployment,
}

#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Deployment {
    Deployed { address: String },
    Undeployed {},
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Variant {
    OpenZeppelin {
        /// Files without the field are older than Cairo 1 accounts.
        #[serde(default = "yes")]
        legacy: bool,
    },
    Argent {
        implementation: Option<String>,
    },
    Braavos {
        implementation: Option<String>,
    },
}

impl Variant {
    /// Accounts behind a Cairo 0 proxy take calls in the older layout.
    fn encoding(&self) -> ExecutionEncoding {
        let legacy = match self {
            Self::OpenZeppelin { legacy } => *legacy,
            Self::Argent { implementation } | Self::Braavos { implementation } => {
                implementation.is_some()
            }
        };
        if legacy {
            ExecutionEncoding::Legacy
        } else {
            ExecutionEncoding::New
        }
    }
}

fn yes() -> bool {
    true
}

fn read(path: &Path) -> Result<String, AccountError> {
    std::fs::read_to_string(path).map_err(|source| AccountError::Unreadable {
        path: path.to_owned(),
        source,
    })
}

fn parse_address(text: &str) -> Result<Felt, AccountError> {
    parse_hex(text)
        .filter(felt::is_address)
        .ok_or(AccountError::BadAddress)
}

/// Reads `0x` and hexadecimal digits in any case, leading zeros allowed as wallets write them,
/// below the field's prime.
fn parse_hex(text: &str) -> Option<Felt> {
    let digits = text
        .strip_prefix("0x")
        .filter(|digits| !digits.is_empty())?;
    let significant = digits.trim_start_matches('0').to_ascii_lowercase();
    let digits = if significant.is_empty() {
        "0"
    } else {
        &significant
    };
    felt::parse(&format!("0x{digits}")).ok()
}

#[cfg(test)]
mod tests;
