//! `surround preview`: the contract's own verdict on a game, without a dispute.

use serde::Serialize;
use surround_rules::bare::Verdict;

use crate::exit::Exit;
use crate::failure::{Failure, told};
use crate::files::Source;
use crate::joining::same_network;
use crate::node::{NodeArgs, wait_for};
use crate::screen::{Ink, Report, Screen};
use crate::transcripts;
use crate::via_contract;

/// Which game, and which node.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; `-` for standard input.
    #[arg(value_name = "TRANSCRIPT")]
    transcript: Source,

    #[command(flatten)]
    node: NodeArgs,
}

/// Asks the contract to replay the game. Long games can exceed what a public node allows a view.
///
/// # Errors
/// [`Failure`] when the transcript does not hold or the node cannot be asked.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let game = transcripts::verified(&args.transcript)?;
        let node = args.node.connect().await?;
        same_network(&game, &node)?;
        let contract = game.transcript().contract;
        let verdict = via_contract::ask(&node, contract, game.terms(), &game.line()).await?;
        let exit = verdict_exit(&verdict);
        screen.show(&Previewed { verdict })?;
        Ok(exit)
    })
}

/// The exit code of a verdict.
#[must_use]
pub const fn verdict_exit(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Stands(_) => Exit::Ok,
        Verdict::Refused(_) => Exit::RefusedGame,
    }
}

#[derive(Serialize)]
#[serde(transparent)]
struct Previewed {
    verdict: Verdict,
}

impl Report for Previewed {
    fn text(&self, _: Ink) -> String {
        match &self.verdict {
            Verdict::Refused(refused) => format!("the contract refuses: {}\n", told(refused)),
            Verdict::Stands(stands) => {
                let now = match (&stands.result, stands.due) {
                    (Some(result), _) => format!("the result is {result}"),
                    (None, Some(due)) => format!("{due} is due"),
                    (None, None) => String::new(),
                };
                format!("the contract accepts {} steps: {now}\n", stands.steps)
            }
        }
    }
}
