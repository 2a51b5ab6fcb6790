//! Why the strategist says what it says, as a sentence for the player.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why an action is the one to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The record is Final.
    Over,
    /// A line needs a step of each player.
    TooEarly,
    /// A player's signature is missing.
    Unsigned,
    /// The referee's `ranked` statement is missing.
    RankedMissing,
    /// The terms have expired and what is held is not signed by the loser.
    Expired,
    /// The opponent's resignation is held.
    OpponentResigned,
    /// The player resigned.
    PlayerResigned,
    /// The opponent is flagged.
    OpponentFlagged,
    /// The player is flagged.
    PlayerFlagged,
    /// The opponent signed two steps on one head.
    OpponentForked,
    /// The score is to be settled.
    Settle,
    /// The player lost by score.
    LostByScore,
    /// The player is due off the chain.
    PlayerToMove,
    /// The opponent is due off the chain.
    OpponentToMove,
    /// The opponent stalls, or the terms are about to expire.
    OpponentStalls,
    /// The held line is longer than the stored one.
    LongerLine,
    /// The player is due on the chain.
    PlayerDue,
    /// The opponent is due on the chain.
    OpponentDue,
    /// The opponent missed the deadline.
    OpponentLate,
    /// The player missed the deadline.
    PlayerLate,
    /// The flag covers a head after which the game went on.
    FlagOutdated,
    /// The pending result counts too few of the loser's steps.
    CountsTooFew,
    /// The pending result stands unless the opponent objects.
    ResultPending,
    /// The objection window is over.
    WindowOver,
    /// The pending result is against the player, who holds nothing against it.
    NoObjection,
}

impl Reason {
    /// The sentence.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Over => "the result is final",
            Self::TooEarly => "a dispute needs a step of each player",
            Self::Unsigned => "the line lacks a signature: only that player's account can bring it",
            Self::RankedMissing => "a ranked game needs the referee's `ranked` statement",
            Self::Expired => "the terms have expired: only the loser's own evidence still counts",
            Self::OpponentResigned => "the opponent signed its resignation",
            Self::PlayerResigned => "you resigned: sign nothing more",
            Self::OpponentFlagged => "the referee flagged the opponent",
            Self::PlayerFlagged => "the referee flagged you: sign nothing more",
            Self::OpponentForked => "the opponent signed two different steps on one head",
            Self::Settle => "the game has ended: the chain does not know the score yet",
            Self::LostByScore => "the game has ended and the opponent won",
            Self::PlayerToMove => "it is your turn",
            Self::OpponentToMove => "it is the opponent's turn; you can open a dispute at any time",
            Self::OpponentStalls => {
                "the opponent is due: open the dispute while the terms allow it"
            }
            Self::LongerLine => "you hold a longer line than the chain",
            Self::PlayerDue => "you are due on the chain: no step in time loses the game",
            Self::OpponentDue => "the opponent is due on the chain",
            Self::OpponentLate => "the opponent missed the deadline",
            Self::PlayerLate => "you missed the deadline: anyone can claim the forfeit",
            Self::FlagOutdated => "play went on after the flag: your longer line voids it",
            Self::CountsTooFew => "your longer line makes the result count for both ratings",
            Self::ResultPending => "the pending result becomes final when the window is over",
            Self::WindowOver => "the window is over: anyone can make the result final",
            Self::NoObjection => "nothing you hold displaces the pending result",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_told_in_a_sentence() {
        let told = Reason::OpponentLate.to_string();
        assert_eq!(told, "the opponent missed the deadline");
        assert_eq!(told, Reason::OpponentLate.as_str());
    }
}
