//! What a player must have seen before it commits itself to a game (protocol 4).

use surround_rules::Colour;
use thiserror::Error;

use crate::policy::Limits;
use crate::terms::TermsError;
use crate::transcript::Verified;

/// What was seen on the chain, just now.
#[derive(Debug, Clone)]
pub struct FirstStep<'a> {
    /// Time of the latest block, in seconds since 1970.
    pub now: u64,
    /// The contract's limits.
    pub limits: &'a Limits,
    /// `key_until` of Black's account and key.
    pub black_key_until: u64,
    /// `key_until` of White's account and key.
    pub white_key_until: u64,
}

/// Why a player should not commit itself to a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FirstStepError {
    /// The contract would refuse every dispute of such a game.
    #[error("terms: {0}")]
    Terms(#[from] TermsError),
    /// The terms have expired.
    #[error("expires_at: {expires_at} has passed, it is {now}")]
    Expired {
        /// The end of the terms.
        expires_at: u64,
        /// The time.
        now: u64,
    },
    /// A key that is not registered, or is revoked before the terms expire.
    #[error("{player}_key: counts until {until} only, the terms run until {expires_at}")]
    KeyEnds {
        /// Whose key.
        player: Colour,
        /// Until when it counts; 0 if it is not registered.
        until: u64,
        /// The end of the terms.
        expires_at: u64,
    },
    /// A revocation made now would take effect before the terms expire.
    #[error("expires_at: {expires_at} is later than {latest}, when a key revoked now is void")]
    ExpiresTooLate {
        /// The end of the terms.
        expires_at: u64,
        /// The latest end that is safe.
        latest: u64,
    },
    /// A ranked game without the referee's statement, which the contract would refuse.
    #[error("ranked: the referee has not signed that this game counts")]
    NotRanked,
}

impl FirstStep<'_> {
    /// Judges the conditions. That the player's nonce is its own is judged by the signer.
    pub(super) fn check(&self, game: &Verified) -> Result<(), FirstStepError> {
        let (terms, now) = (game.terms(), self.now);
        let expires_at = terms.expires_at;
        terms.check(self.limits)?;
        if now >= expires_at {
            return Err(FirstStepError::Expired { expires_at, now });
        }
        for player in Colour::BOTH {
            let until = match player {
                Colour::Black => self.black_key_until,
                Colour::White => self.white_key_until,
            };
            if until <= expires_at {
                return Err(FirstStepError::KeyEnds {
                    player,
                    until,
                    expires_at,
                });
            }
        }
        let latest = now.saturating_add(self.limits.revocation_delay);
        if expires_at > latest {
            return Err(FirstStepError::ExpiresTooLate { expires_at, latest });
        }
        let counts = !terms.is_ranked() || game.transcript().ranked.is_some();
        if counts {
            Ok(())
        } else {
            Err(FirstStepError::NotRanked)
        }
    }
}
