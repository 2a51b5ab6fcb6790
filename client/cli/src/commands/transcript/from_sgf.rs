//! `surround transcript from-sgf`.

use std::path::PathBuf;

use serde::Serialize;
use surround_channel::transcript::Transcript;
use surround_rules::sgf::{self, Options};

use crate::commands::terms;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::network::NetworkArgs;
use crate::screen::{Ink, Report, Screen};
use crate::{half_points, transcripts};

/// Which record, under which terms.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The record; `-` for standard input.
    #[arg(value_name = "SGF")]
    record: Source,

    /// The terms: size, handicap and komi must be those of the record.
    #[arg(long, value_name = "FILE")]
    terms: Source,

    #[command(flatten)]
    network: NetworkArgs,

    /// Which game of a collection, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    game: usize,

    /// The komi, instead of what the record says.
    #[arg(long, value_parser = half_points::parse, value_name = "POINTS")]
    komi: Option<u16>,

    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Writes a transcript with the steps of the record, and no signature.
///
/// # Errors
/// [`Failure`]; nothing is written then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = terms::read(&args.terms)?;
    terms::complete(&terms, &args.terms)?;
    let options = Options {
        game: args.game.saturating_sub(1),
        komi_x2: args.komi,
        ..Options::default()
    };
    let record = sgf::read(&args.record.bytes()?, &options).map_err(|error| Failure::Sgf {
        place: args.record.clone(),
        error,
    })?;
    if record.setup != terms.setup() {
        return Err(Failure::OtherSetup {
            place: args.record.clone(),
        });
    }
    let mut transcript = Transcript::new(args.network.chain_id, args.network.contract, terms);
    transcript.steps = record.steps;
    transcripts::create(&args.out, &transcript, args.force)?;
    let file = args.out.display().to_string();
    screen.show(&Written {
        file,
        steps: transcript.steps.len(),
        signed: false,
    })?;
    Ok(Exit::Ok)
}

#[derive(Serialize)]
struct Written {
    file: String,
    steps: usize,
    signed: bool,
}

impl Report for Written {
    fn text(&self, _: Ink) -> String {
        format!(
            "{}: {} steps, none of them signed: it proves nothing and settles nothing\n",
            self.file, self.steps
        )
    }
}
