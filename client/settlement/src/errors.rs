//! Why the contract refuses a write: the names of `contracts/src/errors.cairo`, one for one.

use surround_channel::line::LineError;
use surround_channel::terms::TermsError;
use thiserror::Error;

macro_rules! refusals {
    ($($(#[$group:meta])* $variant:ident = $name:literal,)*) => {
        /// A refusal of the contract. Each has one cause; what to do about it is in its cause.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
        #[error("{}", self.as_str())]
        pub enum Refusal {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
            /// A rule, the setup or the packing of the line; its name comes without a prefix.
            Line(LineError),
        }

        impl Refusal {
            /// Every refusal but those of a line.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The short string that the contract panics with.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                    Self::Line(error) => error.as_str(),
                }
            }
        }
    };
}

refusals! {
    BadLimits = "channel: bad limits",
    BadReferee = "channel: bad referee",
    BadRatedKomi = "channel: bad rated komi",
    ZeroAccount = "channel: zero account",
    SameAccount = "channel: same account",
    BadKey = "channel: key not on curve",
    SameKey = "channel: same key",
    BadTurnSeconds = "channel: bad turn_seconds",
    BadTurnBlocks = "channel: bad turn_blocks",
    UnknownReferee = "channel: unknown referee",
    UnratedSize = "channel: size is not rated",
    UnratedKomi = "channel: komi is not rated",
    UnratedHandicap = "channel: handicap is not rated",
    KeyUnknown = "channel: unknown key",
    KeyRevoked = "channel: key is revoked",
    BlackKeyDead = "channel: black key not counting",
    WhiteKeyDead = "channel: white key not counting",
    OneSidedLine = "channel: a player has no step",
    BlackMarkAbsent = "channel: black mark absent",
    WhiteMarkAbsent = "channel: white mark absent",
    BlackNotCaller = "channel: black is not caller",
    WhiteNotCaller = "channel: white is not caller",
    BadBlackSignature = "channel: bad black signature",
    BadWhiteSignature = "channel: bad white signature",
    OpenMarkAbsent = "channel: open mark absent",
    OpenerNotCaller = "channel: opener is not caller",
    BadOpenSignature = "channel: bad open signature",
    BadResignSignature = "channel: bad resign signature",
    BadFlagSignature = "channel: bad flag signature",
    BadRankedSignature = "channel: bad ranked signature",
    BadForkSignature = "channel: bad fork signature",
    NoRecord = "dispute: no record",
    NotOpen = "dispute: not open",
    NotPending = "dispute: not pending",
    NotFinal = "dispute: not final",
    IsFinal = "dispute: is final",
    ChannelExpired = "dispute: channel has expired",
    DeadlinePassed = "dispute: deadline has passed",
    WindowRunning = "dispute: window still running",
    NotTheStoredLine = "dispute: not the stored line",
    LineNotLonger = "dispute: line is not longer",
    EndingStands = "dispute: ending stands",
    CountsNoMore = "dispute: counts no more steps",
    WinnerAddsNoStep = "dispute: winner adds no step",
    BadPlayer = "dispute: no such player",
    NotAPlayer = "dispute: caller is no player",
    DuePlayerIsLate = "dispute: due player is late",
    NotRanked = "dispute: game is not ranked",
    BadForkStep = "dispute: no such fork step",
    SameForkStep = "dispute: fork steps are equal",
    ForkTailTooLong = "dispute: fork tail too long",
    ForkOffTheLine = "dispute: fork off stored line",
}

impl Refusal {
    /// The refusal with this name; none for the bare names of a line.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|refusal| refusal.as_str() == name)
    }
}

impl From<TermsError> for Refusal {
    /// What the contract says of terms that the client refuses too.
    fn from(error: TermsError) -> Self {
        match error {
            TermsError::Account(_) => Self::ZeroAccount,
            TermsError::SameAccounts => Self::SameAccount,
            TermsError::Key(_) | TermsError::RefereeKey => Self::BadKey,
            TermsError::SameKeys => Self::SameKey,
            TermsError::Setup(error) => Self::Line(error.into()),
            TermsError::TurnSeconds { .. } => Self::BadTurnSeconds,
            TermsError::TurnBlocks { .. } => Self::BadTurnBlocks,
            TermsError::UnknownReferee => Self::UnknownReferee,
            TermsError::UnratedSize => Self::UnratedSize,
            TermsError::UnratedKomi { .. } => Self::UnratedKomi,
            TermsError::RatedHandicap => Self::UnratedHandicap,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The Cairo side is the source: the same names in the same order, each a short string.
    #[test]
    fn the_names_are_those_of_the_contract() {
        let cairo = include_str!("../../../contracts/src/errors.cairo");
        let names: Vec<&str> = cairo
            .lines()
            .filter(|line| line.starts_with("pub const"))
            .filter_map(|line| line.split('\'').nth(1))
            .collect();
        let mirrored: Vec<&str> = Refusal::ALL
            .iter()
            .map(|refusal| refusal.as_str())
            .collect();
        assert_eq!(mirrored, names);
        for name in names {
            assert!(name.len() <= 31, "{name}");
            assert!(
                name.starts_with("channel: ") || name.starts_with("dispute: "),
                "{name}"
            );
            assert_eq!(Refusal::from_name(name).map(Refusal::as_str), Some(name));
        }
    }
}
