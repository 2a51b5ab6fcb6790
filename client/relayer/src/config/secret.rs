//! Secrets: named by the configuration, read once, never shown.

use std::fmt;
use std::path::PathBuf;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

/// A text that may hold an access key: `Debug` does not show it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hidden(String);

impl Hidden {
    /// The text.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Hidden {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl fmt::Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

/// Where a secret is: `{ file = "PATH" }` or `{ env = "VARIABLE" }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SecretSource {
    /// A file that holds it and nothing else.
    File(PathBuf),
    /// An environment variable that holds it.
    Env(String),
}

impl<'de> Deserialize<'de> for SecretSource {
    /// Whatever does not fit may be the secret itself, so no error shows it.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        enum Named {
            File(PathBuf),
            Env(String),
        }
        match Named::deserialize(deserializer) {
            Ok(Named::File(path)) => Ok(Self::File(path)),
            Ok(Named::Env(name)) => Ok(Self::Env(name)),
            Err(_) => Err(D::Error::custom(
                "not of the form { file = \"PATH\" } or { env = \"VARIABLE\" }; \
                 secrets themselves do not belong into a configuration",
            )),
        }
    }
}

/// Why a secret cannot be had. Never says what was found.
#[derive(Debug, Error)]
pub enum SecretError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The variable is not set, or is no text.
    #[error("the environment variable {0} is not set")]
    Unset(String),
    /// Nothing but white space.
    #[error("the secret is empty")]
    Empty,
}

impl SecretSource {
    /// Reads the secret, surrounding white space aside.
    ///
    /// # Errors
    /// [`SecretError`].
    pub fn read(&self) -> Result<Hidden, SecretError> {
        let text = match self {
            Self::File(path) => {
                std::fs::read_to_string(path).map_err(|source| SecretError::File {
                    path: path.clone(),
                    source,
                })?
            }
            Self::Env(name) => std::env::var(name).map_err(|_| SecretError::Unset(name.clone()))?,
        };
        match text.trim() {
            "" => Err(SecretError::Empty),
            secret => Ok(Hidden(secret.to_owned())),
        }
    }
}
