//! `surround transcript to-sgf`.

use std::path::PathBuf;

use serde::Serialize;
use surround_channel::felt;
use surround_channel::transcript::Transcript;
use surround_rules::sgf::{self, Record};
use surround_rules::{Colour, Outcome};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::{self, Source};
use crate::node::{OptionalNode, wait_for};
use crate::screen::{Ink, Report, Screen};
use crate::table::Table;
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

    /// With a node, a result on the chain is the record's.
    #[command(flatten)]
    node: OptionalNode,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Writes the record. Its result is that of the chain, where a node is asked and knows one; else a
/// signed resignation; else the score.
///
/// # Errors
/// [`Failure`]; nothing is written then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let transcript = transcripts::read(&args.transcript)?;
    let settled = wait_for(on_chain(args, &transcript))?;
    let record = Record {
        setup: transcript.terms.setup(),
        outcome: settled.or_else(|| resignation(&transcript)),
        steps: transcript.steps,
        black: Some(felt::to_text(&transcript.terms.black)),
        white: Some(felt::to_text(&transcript.terms.white)),
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

fn resignation(transcript: &Transcript) -> Option<Outcome> {
    let resigned = |player: &Colour| transcript.resignations.of(*player).is_some();
    Colour::BOTH
        .into_iter()
        .find(resigned)
        .map(|player| Outcome::Resigned(player.other()))
}

/// The pending or final result on the chain.
async fn on_chain(args: &Args, transcript: &Transcript) -> Result<Option<Outcome>, Failure> {
    let Some(node) = args.node.connect().await? else {
        return Ok(None);
    };
    let game = transcript
        .verify()
        .map_err(|error| transcripts::at(&args.transcript, error))?;
    let table = Table::new(game, Some(&node), None).await?;
    Ok(table
        .dispute
        .and_then(|dispute| dispute.record.verdict)
        .map(|verdict| verdict.outcome()))
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
