//! The folder of a key: `key.json`, `lock`, and a journal for each game under `games`.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use zeroize::Zeroizing;

use crate::felt;
use crate::key::SecretKey;
use crate::storage::{self, Access, Existing};

use super::error::FolderError;
use super::journal::{self, Journal};

const FORMAT: &str = "surround.key";
const VERSION: u64 = 1;
/// Longest file of a key.
const MAX_KEY_BYTES: u64 = 4 * 1024;

/// A locked folder. The lock ends with it.
pub(super) struct KeyFolder {
    path: PathBuf,
    _lock: File,
}

/// The file of a key. The secret is in it as it is: whoever reads the file has the key.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyFile {
    format: String,
    version: u64,
    #[serde(with = "felt::text")]
    public: Felt,
    secret: Zeroizing<String>,
}

impl KeyFolder {
    /// Makes the folder, its key and its lock.
    pub(super) fn create(path: &Path, secret: &SecretKey) -> Result<Self, FolderError> {
        create_private(&path.join("games"))?;
        let folder = Self::lock(path)?;
        let file = KeyFile {
            format: FORMAT.to_owned(),
            version: VERSION,
            public: secret.public(),
            secret: secret.to_text(),
        };
        let path = key_path(path);
        let text = serde_json::to_string_pretty(&file).map_err(|error| at(&path, error.into()))?;
        let text = Zeroizing::new(text + "\n");
        storage::write_atomic(&path, text.as_bytes(), Access::Private, Existing::Refuse).map_err(
            |source| match source.kind() {
                io::ErrorKind::AlreadyExists => FolderError::Exists { path: path.clone() },
                _ => at(&path, source),
            },
        )?;
        Ok(folder)
    }

    /// Opens and locks a folder and reads its key.
    pub(super) fn open(path: &Path) -> Result<(Self, SecretKey), FolderError> {
        let secret = read_key(path)?;
        Ok((Self::lock(path)?, secret))
    }

    fn lock(path: &Path) -> Result<Self, FolderError> {
        let lock = path.join("lock");
        let opened = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock);
        let file = opened.map_err(|source| at(&lock, source))?;
        match file.try_lock() {
            Ok(()) => Ok(Self {
                path: path.to_owned(),
                _lock: file,
            }),
            Err(TryLockError::WouldBlock) => Err(FolderError::Busy { path: lock }),
            Err(TryLockError::Error(source)) => Err(at(&lock, source)),
        }
    }

    /// The journal of the game with this nonce; `None` if there is none.
    pub(super) fn read(&self, nonce: Felt) -> Result<Option<Journal>, FolderError> {
        let path = self.journal_path(nonce);
        let bad = |detail| FolderError::Journal {
            path: path.clone(),
            detail,
        };
        let text = match storage::read_text(&path, journal::MAX_BYTES) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(bad(error.to_string())),
        };
        Journal::from_json(&text, nonce).map(Some).map_err(bad)
    }

    /// Writes a journal; when this returns, it survives a power cut. A `new` one replaces nothing.
    pub(super) fn write(&self, journal: &Journal, new: bool) -> Result<(), FolderError> {
        let path = self.journal_path(journal.nonce);
        let text = journal.to_json().map_err(|error| at(&path, error.into()))?;
        let existing = if new {
            Existing::Refuse
        } else {
            Existing::Replace
        };
        storage::write_atomic(&path, text.as_bytes(), Access::Private, existing)
            .map_err(|source| at(&path, source))
    }

    fn journal_path(&self, nonce: Felt) -> PathBuf {
        self.path
            .join("games")
            .join(felt::to_text(&nonce) + ".json")
    }
}

/// Reads the key of a folder without opening its journals.
pub(super) fn read_key(folder: &Path) -> Result<SecretKey, FolderError> {
    let path = key_path(folder);
    check_private(&path)?;
    let text = storage::read_text(&path, MAX_KEY_BYTES).map_err(|source| at(&path, source))?;
    let text = Zeroizing::new(text);
    let form = |line, column| FolderError::KeyForm {
        path: path.clone(),
        line,
        column,
    };
    // The parser's message can quote the secret: only the place is told.
    let file: KeyFile =
        serde_json::from_str(&text).map_err(|error| form(error.line(), error.column()))?;
    if file.format != FORMAT || file.version != VERSION {
        return Err(form(1, 1));
    }
    let secret = SecretKey::from_text(&file.secret)?;
    if secret.public() == file.public {
        Ok(secret)
    } else {
        Err(FolderError::KeyMismatch { path })
    }
}

fn key_path(folder: &Path) -> PathBuf {
    folder.join("key.json")
}

fn at(path: &Path, source: io::Error) -> FolderError {
    FolderError::Io {
        path: path.to_owned(),
        source,
    }
}

#[cfg(unix)]
fn create_private(path: &Path) -> Result<(), FolderError> {
    use std::os::unix::fs::DirBuilderExt;
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path);
    made.map_err(|source| at(path, source))
}

#[cfg(not(unix))]
fn create_private(path: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(path).map_err(|source| at(path, source))
}

#[cfg(unix)]
fn check_private(path: &Path) -> Result<(), FolderError> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(path)
        .map_err(|source| at(path, source))?
        .permissions()
        .mode()
        & 0o777;
    if mode & 0o077 == 0 {
        Ok(())
    } else {
        Err(FolderError::Readable {
            path: path.into(),
            mode,
        })
    }
}

#[cfg(not(unix))]
fn check_private(_path: &Path) -> Result<(), FolderError> {
    Ok(())
}
