//! Reading and writing files so that nothing is lost: what is there already stays whole.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// Most bytes that are read from one file. The longest game is far below.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

/// Where a command reads from: a file, or standard input, written `-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

impl FromStr for Source {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(if text == "-" {
            Self::Stdin
        } else {
            Self::File(text.into())
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

impl Source {
    /// All bytes of the source.
    ///
    /// # Errors
    /// [`Failure::Read`]; also for sources beyond 16 MiB.
    pub fn bytes(&self) -> Result<Vec<u8>, Failure> {
        let read = || {
            let mut bytes = Vec::new();
            match self {
                Self::Stdin => io::stdin()
                    .lock()
                    .take(MAX_BYTES + 1)
                    .read_to_end(&mut bytes)?,
                Self::File(path) => std::fs::File::open(path)?
                    .take(MAX_BYTES + 1)
                    .read_to_end(&mut bytes)?,
            };
            if bytes.len() as u64 > MAX_BYTES {
                return Err(io::Error::other("it is larger than 16 MiB"));
            }
            Ok(bytes)
        };
        read().map_err(|source| Failure::Read {
            place: self.clone(),
            source,
        })
    }

    /// The source as text.
    ///
    /// # Errors
    /// [`Failure::Read`], [`Failure::Malformed`] when it is not UTF-8.
    pub fn text(&self) -> Result<String, Failure> {
        self.utf8(self.bytes()?)
    }

    /// Bytes of this source as text.
    ///
    /// # Errors
    /// [`Failure::Malformed`] when they are not UTF-8.
    pub fn utf8(&self, bytes: Vec<u8>) -> Result<String, Failure> {
        String::from_utf8(bytes).map_err(|error| {
            Failure::malformed(self, format!("not UTF-8 text: {}", error.utf8_error()))
        })
    }
}

/// Writes a new file. A file that exists is replaced, whole, only with `force`.
///
/// # Errors
/// [`Failure::Exists`], [`Failure::Write`]. What was there before is untouched then.
pub fn create(path: &Path, contents: &[u8], force: bool) -> Result<(), Failure> {
    let failed = |source| Failure::Write {
        path: path.to_owned(),
        source,
    };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Written beside its place, then moved: at no moment is there half a file.
    let mut file = NamedTempFile::new_in(folder).map_err(failed)?;
    file.write_all(contents)
        .and_then(|()| file.as_file().sync_all())
        .map_err(failed)?;
    let placed = if force {
        file.persist(path)
    } else {
        file.persist_noclobber(path)
    };
    placed.map_err(|error| match error.error.kind() {
        io::ErrorKind::AlreadyExists => Failure::Exists {
            path: path.to_owned(),
        },
        _ => failed(error.error),
    })?;
    std::fs::File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_force_and_nothing_else_is_left_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("terms.json");
        create(&path, b"one", false).unwrap();
        assert!(matches!(
            create(&path, b"two", false),
            Err(Failure::Exists { .. })
        ));
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        create(&path, b"two", true).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let nowhere = folder.path().join("none").join("terms.json");
        assert!(matches!(
            create(&nowhere, b"", true),
            Err(Failure::Write { .. })
        ));
    }

    #[test]
    fn a_dash_is_standard_input() {
        assert_eq!("-".parse(), Ok(Source::Stdin));
        assert_eq!("./-".parse(), Ok(Source::File("./-".into())));
    }
}
