//! A step as a person writes it.

use surround_rules::{Game, PointSet, Step, gtp};

use crate::chains;
use crate::failure::Failure;

/// A step, and the dead stones of a proposal.
#[derive(Clone, Debug, clap::Args)]
pub struct StepArgs {
    /// A point such as D4, or one of: pass, propose, accept, resume.
    #[arg(id = "step", value_name = "STEP")]
    word: String,

    /// What a proposal proposes: dead chains, each named by one of its stones.
    #[arg(long, value_delimiter = ',', value_name = "POINTS")]
    dead: Vec<String>,
}

impl StepArgs {
    /// The step on the board of a game. Whether it is legal is not judged.
    ///
    /// # Errors
    /// [`Failure::NotAPoint`], [`Failure::EmptyPoint`], [`Failure::DeadWithoutProposal`].
    pub fn on(&self, game: &Game) -> Result<Step, Failure> {
        let word = self.word.to_ascii_lowercase();
        let dead = match word.as_str() {
            "propose" => chains::named(game.board(), &self.dead)?,
            _ if self.dead.is_empty() => PointSet::EMPTY,
            _ => return Err(Failure::DeadWithoutProposal),
        };
        match word.as_str() {
            "pass" => Ok(Step::Pass),
            "propose" => Ok(Step::Propose(dead)),
            "accept" => Ok(Step::Accept),
            "resume" => Ok(Step::Resume),
            _ => gtp::point(game.board().size(), &self.word)
                .map(Step::Play)
                .map_err(|error| Failure::NotAPoint {
                    text: self.word.clone(),
                    error,
                }),
        }
    }
}
