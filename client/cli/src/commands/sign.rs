//! `surround sign`: statements of a session key, through its guard, and those of a referee.

mod flag;
mod open;
mod ranked;
mod resign;
mod step;

use serde::Serialize;
use surround_channel::Felt;
use surround_channel::felt;
use surround_channel::statements::Signature;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::{Ink, Report, Screen};

/// What to sign.
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Sign the next step of a game and add it to the transcript.
    Step(step::Args),
    /// Sign the opening of a dispute, for somebody else to bring to the contract at once.
    Open(open::Args),
    /// Sign the resignation of this player and add it to the transcript.
    Resign(resign::Args),
    /// As a referee: flag the player who is due, and add the flag to the transcript.
    Flag(flag::Args),
    /// As a referee, before play: sign that this game counts, and add it to the transcript.
    Ranked(ranked::Args),
}

/// Signs.
///
/// # Errors
/// Whatever the command fails with; the transcript is as it was then.
pub fn run(command: &Command, screen: &Screen) -> Result<Exit, Failure> {
    match command {
        Command::Step(args) => step::run(args, screen),
        Command::Open(args) => open::run(args, screen),
        Command::Resign(args) => resign::run(args, screen),
        Command::Flag(args) => flag::run(args, screen),
        Command::Ranked(args) => ranked::run(args, screen),
    }
}

/// A statement that was signed.
#[derive(Serialize)]
struct Statement {
    /// `open`, `resign`, `flag` or `ranked`.
    statement: &'static str,
    /// The steps of the head that it is about; null if it is about the whole channel.
    steps: Option<u16>,
    #[serde(with = "felt::text")]
    channel_id: Felt,
    signature: Signature,
    /// The transcript that holds it now, if one does.
    file: Option<String>,
}

impl Report for Statement {
    fn text(&self, _: Ink) -> String {
        let about = match self.steps {
            Some(steps) => format!(" over the head after step {steps}"),
            None => String::new(),
        };
        let kept = match &self.file {
            Some(file) => format!("added to {file}\n"),
            None => String::new(),
        };
        format!(
            "{}{about} signed: {}\n{kept}",
            self.statement,
            comma(&self.signature)
        )
    }
}

/// A signature as `transcript append` takes it.
fn comma(signature: &Signature) -> String {
    format!(
        "{},{}",
        felt::to_text(&signature.r),
        felt::to_text(&signature.s)
    )
}
