//! Files that are whole or absent, whatever happens while they are written.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

/// Who may read a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// The owner alone.
    Private,
    /// Everybody the user's umask allows.
    Shared,
}

/// Whether a file may take the place of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It is replaced.
    Replace,
    /// The write fails.
    Refuse,
}

/// Writes a file through a temporary one beside it: written, synced, renamed, and the folder synced
/// too. When this returns, the file survives a power cut; if it never returns, the old one does.
pub(crate) fn write_atomic(
    path: &Path,
    content: &[u8],
    access: Access,
    existing: Existing,
) -> io::Result<()> {
    let folder = folder_of(path);
    let mut file = temporary(folder, access)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    match existing {
        Existing::Replace => file.persist(path)?,
        Existing::Refuse => file.persist_noclobber(path)?,
    };
    sync_folder(folder)
}

/// Where a file is; a bare name means the current folder.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
fn temporary(folder: &Path, access: Access) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    let mode = match access {
        Access::Private => 0o600,
        Access::Shared => 0o666,
    };
    let permissions = fs::Permissions::from_mode(mode);
    tempfile::Builder::new()
        .prefix(".surround-")
        .permissions(permissions)
        .tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary(folder: &Path, _access: Access) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new()
        .prefix(".surround-")
        .tempfile_in(folder)
}

/// Makes a rename in the folder durable. Only Unix can and needs to.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

/// Reads a text file of at most `max` bytes.
///
/// A longer one gives [`io::ErrorKind::FileTooLarge`], other than UTF-8 gives
/// [`io::ErrorKind::InvalidData`].
pub(crate) fn read_text(path: &Path, max: u64) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(max + 1).read_to_string(&mut text)?;
    if text.len() as u64 > max {
        Err(io::ErrorKind::FileTooLarge.into())
    } else {
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_is_a_file_of_the_current_folder() {
        assert_eq!(folder_of(Path::new("game.json")), Path::new("."));
        assert_eq!(folder_of(Path::new("games/7.json")), Path::new("games"));
    }

    #[test]
    fn a_text_is_read_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("text");
        write_atomic(&path, b"12345", Access::Shared, Existing::Refuse).unwrap();
        assert_eq!(read_text(&path, 5).unwrap(), "12345");
        let error = read_text(&path, 4).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
