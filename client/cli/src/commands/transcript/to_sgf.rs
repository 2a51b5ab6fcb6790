//! `surround transcript to-sgf`.

use std::path::PathBuf;

use serde::Serialize;
use surround_channel::felt;
use surround_rules::sgf::{self, Record};
use surround_rules::{Colour, Outcome};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::{self, Source};
use crate::screen::{Ink, Report, Screen};
use crate::transcripts;

/// Which transcript, and where to.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; `-` for standard input. It need not be signed.
    #[arg(value_name = "FILE")]
    transcript: Source,

    /// The file to write.
    #[arg(short, long, value_name = "SGF")]
    out: PathBuf,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Writes the record. A signed resignation is its result.
///
/// # Errors
/// [`Failure`]; nothing is written then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let transcript = transcripts::read(&args.transcript)?;
    let resigned = Colour::BOTH
        .into_iter()
        .find(|player| transcript.resignations.of(*player).is_some());
    let record = Record {
        setup: transcript.terms.setup(),
        steps: transcript.steps,
        black: Some(felt::to_text(&transcript.terms.black)),
        white: Some(felt::to_text(&transcript.terms.white)),
        outcome: resigned.map(|player| Outcome::Resigned(player.other())),
    };
    let text = sgf::write(&record).map_err(|error| Failure::malformed(&args.transcript, error))?;
    files::create(&args.out, text.as_bytes(), args.force)?;
    let file = args.out.display().to_string();
    screen.show(&Written {
        file,
        steps: record.steps.len(),
    })?;
    Ok(Exit::Ok)
}

#[derive(Serialize)]
struct Written {
    file: String,
    steps: usize,
}

impl Report for Written {
    fn text(&self, _: Ink) -> String {
        format!("{}: {} steps\n", self.file, self.steps)
    }
}
