//! `surround terms show`.

use std::path::Path;

use serde::Serialize;
use surround_channel::Felt;
use surround_channel::felt;
use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::screen::{Ink, Report, Screen};
use crate::{clock, half_points};

/// Which terms.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The terms; `-` for standard input.
    #[arg(value_name = "FILE")]
    terms: Source,
}

/// Shows the terms.
///
/// # Errors
/// [`Failure`] when they cannot be read.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let terms = super::read(&args.terms)?;
    screen.show(&Shown::new(&terms))?;
    Ok(Exit::Ok)
}

/// Terms, and whether both players have drawn their nonces.
#[derive(Serialize)]
pub struct Shown<'a> {
    /// The file they were written to, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// Whether both nonces are drawn.
    complete: bool,
    terms: &'a Terms,
}

impl<'a> Shown<'a> {
    /// Terms that were read.
    #[must_use]
    pub fn new(terms: &'a Terms) -> Self {
        let complete = Colour::BOTH
            .into_iter()
            .all(|player| terms.nonce(player) != Felt::ZERO);
        Self {
            file: None,
            complete,
            terms,
        }
    }

    /// Terms that were written to a file.
    #[must_use]
    pub fn written(terms: &'a Terms, file: &Path) -> Self {
        Self {
            file: Some(file.display().to_string()),
            ..Self::new(terms)
        }
    }
}

impl Report for Shown<'_> {
    fn text(&self, _: Ink) -> String {
        let terms = self.terms;
        let mut text = String::new();
        for player in Colour::BOTH {
            text.push_str(&format!(
                "{player}: account {}\n       key {}\n",
                felt::to_text(&terms.account(player)),
                felt::to_text(&terms.key(player)),
            ));
        }
        text.push_str(&match terms.is_ranked() {
            true => format!("ranked, referee {}\n", felt::to_text(&terms.referee_key)),
            false => "unranked\n".to_owned(),
        });
        text.push_str(&format!(
            "{0}x{0}, handicap {1}, komi {2}\n\
             {3} and {4} blocks for an answer on the chain\n\
             disputes can be opened until {5}\n",
            terms.size,
            terms.handicap,
            half_points::text(terms.komi_x2),
            clock::length(terms.turn_seconds),
            terms.turn_blocks,
            clock::date(terms.expires_at),
        ));
        for player in Colour::BOTH {
            if terms.nonce(player) == Felt::ZERO {
                text.push_str(&format!(
                    "{player} has not joined yet: surround terms join\n"
                ));
            }
        }
        if let Some(file) = &self.file {
            text.push_str(&format!("written to {file}\n"));
        }
        text
    }
}
