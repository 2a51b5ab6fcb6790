//! The folder of a session key, or of a referee's.

use std::io::ErrorKind;
use std::path::PathBuf;

use surround_channel::signer::{FolderError, Referee, Signer, SignerError};

use crate::failure::Failure;

/// Which key. Its secret half is read from its folder alone, never from an argument.
#[derive(Clone, Debug, clap::Args)]
pub struct KeyArgs {
    /// The folder with the key and its journals. Keep it out of backups and syncs: an old journal
    /// would allow a second step where one was signed, which loses the game.
    #[arg(
        long = "key",
        env = "SURROUND_KEY",
        hide_env_values = true,
        value_name = "FOLDER"
    )]
    pub folder: PathBuf,
}

impl KeyArgs {
    /// Opens the key of a player, and locks it.
    ///
    /// # Errors
    /// [`Failure::Signer`].
    pub fn signer(&self) -> Result<Signer, Failure> {
        Ok(Signer::open(&self.folder)?)
    }

    /// Opens the key of a referee.
    ///
    /// # Errors
    /// [`Failure::Signer`].
    pub fn referee(&self) -> Result<Referee, Failure> {
        Ok(Referee::open(&self.folder).map_err(surround_channel::signer::SignerError::from)?)
    }
}

/// A key, if there is one.
#[derive(Clone, Debug, clap::Args)]
pub struct OptionalKey {
    /// The folder with the session key of this player, to sign what is missing.
    #[arg(
        long = "key",
        env = "SURROUND_KEY",
        hide_env_values = true,
        value_name = "FOLDER"
    )]
    folder: Option<PathBuf>,
}

impl OptionalKey {
    /// Opens the key, if a folder is given, and locks it.
    ///
    /// # Errors
    /// [`Failure::Signer`].
    pub fn signer(&self) -> Result<Option<Signer>, Failure> {
        Ok(self.folder.as_deref().map(Signer::open).transpose()?)
    }

    /// As [`OptionalKey::signer`]; a folder that holds no key any more is none.
    ///
    /// # Errors
    /// [`Failure::Signer`].
    pub fn signer_if_left(&self) -> Result<Option<Signer>, Failure> {
        match self.signer() {
            Err(Failure::Signer(SignerError::Folder(FolderError::Io { source, .. })))
                if source.kind() == ErrorKind::NotFound =>
            {
                Ok(None)
            }
            opened => opened,
        }
    }
}
