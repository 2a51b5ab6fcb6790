//! The stories, one a file. Each tells one game from its terms to the result read back.

mod dead_stones;
mod draw;
mod flag;
mod fork;
mod resignation;
mod stale_opening;
mod stalled;
mod voided_flag;

use clap::ValueEnum;

use crate::failure::Failure;

use super::stage::Stage;

/// A story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Story {
    /// A player stalls, answers once on the chain, and misses the next deadline.
    Stalled,
    /// A game that the dead stones decide, ended by agreement.
    DeadStones,
    /// A dispute opened over an old position, answered with the longer line.
    StaleOpening,
    /// Two answers to one proposal.
    Fork,
    /// A player resigns from its wallet.
    Resignation,
    /// A referee's flag that stands.
    Flag,
    /// A referee's flag over an old position, voided by the longer line.
    VoidedFlag,
    /// A game that nobody wins.
    Draw,
}

impl Story {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Stalled => "stalled",
            Self::DeadStones => "dead-stones",
            Self::StaleOpening => "stale-opening",
            Self::Fork => "fork",
            Self::Resignation => "resignation",
            Self::Flag => "flag",
            Self::VoidedFlag => "voided-flag",
            Self::Draw => "draw",
        }
    }

    /// Its title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Stalled => "White stalls",
            Self::DeadStones => "The dead stones decide who wins",
            Self::StaleOpening => "A stale opening turns against its author",
            Self::Fork => "An Accept after a Resume",
            Self::Resignation => "A resignation from the wallet",
            Self::Flag => "The referee's flag stands",
            Self::VoidedFlag => "The referee's flag is void",
            Self::Draw => "A draw",
        }
    }

    /// Tells it.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] when the game does not end as the story says.
    pub async fn tell(self, stage: &mut Stage<'_>) -> Result<(), Failure> {
        match self {
            Self::Stalled => stalled::tell(stage).await,
            Self::DeadStones => dead_stones::tell(stage).await,
            Self::StaleOpening => stale_opening::tell(stage).await,
            Self::Fork => fork::tell(stage).await,
            Self::Resignation => resignation::tell(stage).await,
            Self::Flag => flag::tell(stage).await,
            Self::VoidedFlag => voided_flag::tell(stage).await,
            Self::Draw => draw::tell(stage).await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stories_have_the_names_that_the_command_line_takes() {
        for story in Story::value_variants() {
            let value = story.to_possible_value().unwrap();
            assert_eq!(value.get_name(), story.name());
        }
    }
}
