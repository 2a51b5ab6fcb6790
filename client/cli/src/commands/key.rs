//! `surround key`: session keys. Only their public half is ever shown.

use serde::Serialize;
use surround_channel::Felt;
use surround_channel::felt;
use surround_channel::signer::Signer;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::keys::KeyArgs;
use crate::screen::{Ink, Report, Screen};

/// What to do with a key.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Make a folder with a new key. An existing key is never replaced.
    New(KeyArgs),
    /// Show the public half of a key.
    Show(KeyArgs),
}

/// Makes or shows a key.
///
/// # Errors
/// [`Failure::Signer`] when the folder is not in order.
pub fn run(command: &Command, screen: &Screen) -> Result<Exit, Failure> {
    let (args, made) = match command {
        Command::New(args) => (args, true),
        Command::Show(args) => (args, false),
    };
    let public_key = if made {
        Signer::create(&args.folder)?.public_key()
    } else {
        args.referee()?.public_key()
    };
    screen.show(&Key {
        public_key,
        folder: args.folder.display().to_string(),
        made,
    })?;
    Ok(Exit::Ok)
}

#[derive(Serialize)]
struct Key {
    #[serde(with = "felt::text")]
    public_key: Felt,
    folder: String,
    #[serde(skip)]
    made: bool,
}

impl Report for Key {
    fn text(&self, _: Ink) -> String {
        let key = felt::to_text(&self.public_key);
        if !self.made {
            return format!("{key}\n");
        }
        format!(
            "public key {key}\n\
             The secret half is in {}. Keep that folder out of backups and syncs.\n\
             Register the public key for your account: surround register-key\n",
            self.folder
        )
    }
}
