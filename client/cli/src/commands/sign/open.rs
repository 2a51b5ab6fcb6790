//! `surround sign open`.

use std::path::PathBuf;

use surround_channel::evidence::Signed;

use super::Statement;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::keys::KeyArgs;
use crate::screen::Screen;
use crate::transcripts;

/// Which game, and which key.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; `-` for standard input. It is not changed: whoever holds an opening can use
    /// it at any time before the terms expire, so it is given out for immediate use only.
    #[arg(value_name = "FILE")]
    transcript: Source,

    #[command(flatten)]
    key: KeyArgs,

    /// Write a copy of the transcript that holds the opening, for who brings it to the contract.
    #[arg(short, long, value_name = "COPY")]
    out: Option<PathBuf>,

    /// Replace the copy if it exists.
    #[arg(long)]
    force: bool,
}

/// Signs the opening.
///
/// # Errors
/// [`Failure::Signer`] when the guard refuses.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let mut game = transcripts::verified(&args.transcript)?;
    let signature = args.key.signer()?.sign_open(&game)?;
    let steps = game.chain().steps();
    game.add_open(Signed { steps, signature })
        .map_err(|error| transcripts::at(&args.transcript, error))?;
    if let Some(out) = &args.out {
        transcripts::create(out, game.transcript(), args.force)?;
    }
    screen.show(&Statement {
        statement: "open",
        steps: Some(steps),
        channel_id: game.channel_id(),
        signature,
        file: args.out.as_ref().map(|out| out.display().to_string()),
    })?;
    Ok(Exit::Ok)
}
