//! The calls that a relayer makes, and the players for whom.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use surround_rules::Colour;
use surround_settlement::strategist;
use utoipa::ToSchema;

/// A call that needs no caller. `register_key`, `revoke_key` and `resign_channel` are none: a relayer
/// never makes them (protocol 4).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// `submit`: opens with the player's signature, answers, voids a flag, or ends by score.
    Submit,
    /// `resign`, with the resigning player's signed statement.
    Resign,
    /// `flag`, with the referee's signed statement.
    Flag,
    /// `claim_forfeit`.
    Claim,
    /// `expose_fork`.
    ExposeFork,
    /// `finalize`.
    Finalize,
}

/// A text that names no [`Action`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no action of a relayer")]
pub struct NotAnAction(String);

impl Action {
    /// Every action.
    pub const ALL: [Self; 6] = [
        Self::Submit,
        Self::Resign,
        Self::Flag,
        Self::Claim,
        Self::ExposeFork,
        Self::Finalize,
    ];

    /// The name in requests, metrics and the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Resign => "resign",
            Self::Flag => "flag",
            Self::Claim => "claim",
            Self::ExposeFork => "expose_fork",
            Self::Finalize => "finalize",
        }
    }

    /// What the strategist names, if a relayer can do it.
    #[must_use]
    pub const fn of_plan(action: strategist::Action) -> Option<Self> {
        use strategist::Action as Planned;
        match action {
            Planned::Submit => Some(Self::Submit),
            Planned::Resign => Some(Self::Resign),
            Planned::Flag => Some(Self::Flag),
            Planned::Claim => Some(Self::Claim),
            Planned::ExposeFork => Some(Self::ExposeFork),
            Planned::Finalize => Some(Self::Finalize),
            Planned::SignStep | Planned::SignOpen | Planned::Wait { .. } | Planned::Nothing => None,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Action {
    type Err = NotAnAction;

    fn from_str(text: &str) -> Result<Self, NotAnAction> {
        Self::ALL
            .into_iter()
            .find(|action| action.as_str() == text)
            .ok_or_else(|| NotAnAction(text.to_owned()))
    }
}

/// The players for whom a channel is watched: one, or both for a game server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// Black alone.
    Black,
    /// White alone.
    White,
    /// Both.
    Both,
}

impl Sides {
    /// The name in requests and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Both => "both",
        }
    }

    /// Whether a player's side is taken.
    #[must_use]
    pub fn takes(self, player: Colour) -> bool {
        self == Self::Both || self == player.into()
    }

    /// Those of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Both }
    }

    /// The players, Black first.
    pub fn players(self) -> impl Iterator<Item = Colour> {
        Colour::BOTH
            .into_iter()
            .filter(move |player| self.takes(*player))
    }
}

impl From<Colour> for Sides {
    fn from(player: Colour) -> Self {
        match player {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_name_of_its_own() {
        for action in Action::ALL {
            assert_eq!(action.as_str().parse(), Ok(action));
            let json = serde_json::to_value(action).unwrap();
            assert_eq!(json, action.as_str());
        }
        // Calls whose authority is the caller (protocol 4).
        for name in ["resign_channel", "register_key", "revoke_key"] {
            assert!(name.parse::<Action>().is_err());
        }
    }

    #[test]
    fn sides_add_up() {
        assert_eq!(Sides::Black.and(Sides::Black), Sides::Black);
        assert_eq!(Sides::Black.and(Sides::White), Sides::Both);
        assert_eq!(Sides::Both.and(Sides::White), Sides::Both);
        assert!(Sides::White.players().eq([Colour::White]));
        assert!(Sides::Both.players().eq(Colour::BOTH));
    }
}
