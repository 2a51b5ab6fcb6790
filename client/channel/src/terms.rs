//! What two players agree on before the first move (protocol 2.1), and the channel it names.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Setup, SetupError};
use thiserror::Error;

use crate::felt;
use crate::hash;
use crate::key::is_public_key;
use crate::policy::Limits;

/// Tag of the channel's identifier.
const CHANNEL_TAG: &[u8] = b"surround.channel.1";

/// The terms of one game, in the order in which they are hashed and sent (protocol 2.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// Black's account.
    #[serde(with = "felt::text")]
    pub black: Felt,
    /// White's account.
    #[serde(with = "felt::text")]
    pub white: Felt,
    /// Black's session key.
    #[serde(with = "felt::text")]
    pub black_key: Felt,
    /// White's session key.
    #[serde(with = "felt::text")]
    pub white_key: Felt,
    /// The referee's key; 0 for an unranked game.
    #[serde(with = "felt::text")]
    pub referee_key: Felt,
    /// Board size, 2 to 19.
    pub size: u8,
    /// Handicap stones: 0, or 2 to 9 on sizes 9, 13 and 19.
    pub handicap: u8,
    /// Komi in half points, at most two for each point of the board.
    pub komi_x2: u16,
    /// Seconds a player has to answer on the chain.
    pub turn_seconds: u64,
    /// Blocks that must pass too before an answer is late.
    pub turn_blocks: u64,
    /// Time, in seconds since 1970, from which no dispute can be opened.
    pub expires_at: u64,
    /// Drawn at random by Black's client.
    #[serde(with = "felt::text")]
    pub black_nonce: Felt,
    /// Drawn at random by White's client.
    #[serde(with = "felt::text")]
    pub white_nonce: Felt,
}

/// Why terms are not valid. Each names the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TermsError {
    /// The account is 0 or no address.
    #[error("{0}: the account is 0 or not below 2^251")]
    Account(Colour),
    /// Both players have the same account.
    #[error("black, white: the accounts are the same")]
    SameAccounts,
    /// The player's key is not the x coordinate of a curve point.
    #[error("{0}_key: not the x coordinate of a curve point")]
    Key(Colour),
    /// The referee's key is neither 0 nor the x coordinate of a curve point.
    #[error("referee_key: neither 0 nor the x coordinate of a curve point")]
    RefereeKey,
    /// Two of the three keys are the same.
    #[error("black_key, white_key, referee_key: two keys are the same")]
    SameKeys,
    /// Size, handicap or komi cannot start a game.
    #[error("size, handicap, komi_x2: {0}")]
    Setup(SetupError),
    /// The window in seconds is outside the contract's limits.
    #[error("turn_seconds: {value} is not between {min} and {max}")]
    TurnSeconds {
        /// What the terms say.
        value: u64,
        /// The shortest window allowed.
        min: u64,
        /// The longest window allowed.
        max: u64,
    },
    /// The window in blocks is outside the contract's limits.
    #[error("turn_blocks: {value} is not between {min} and {max}")]
    TurnBlocks {
        /// What the terms say.
        value: u64,
        /// The shortest window allowed.
        min: u64,
        /// The longest window allowed.
        max: u64,
    },
    /// A ranked game whose referee the contract does not know.
    #[error("referee_key: not a referee of this contract")]
    UnknownReferee,
    /// A ranked game on a size without a rated komi.
    #[error("size: no game on this size is rated")]
    UnratedSize,
    /// A ranked game with another komi than the rated one.
    #[error("komi_x2: a rated game on this size has {rated}")]
    UnratedKomi {
        /// The rated komi in half points.
        rated: u16,
    },
    /// A ranked game with a handicap.
    #[error("handicap: a rated game has none")]
    RatedHandicap,
}

impl Terms {
    /// Size, handicap and komi, as the rules take them.
    pub fn setup(&self) -> Setup {
        Setup {
            size: self.size,
            handicap: self.handicap,
            komi_x2: self.komi_x2,
        }
    }

    /// Whether a referee watches the game and its result is rated.
    pub fn is_ranked(&self) -> bool {
        self.referee_key != Felt::ZERO
    }

    /// The account of a player.
    pub fn account(&self, player: Colour) -> Felt {
        match player {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }

    /// The session key of a player.
    pub fn key(&self, player: Colour) -> Felt {
        match player {
            Colour::Black => self.black_key,
            Colour::White => self.white_key,
        }
    }

    /// The first field, by its name in JSON, in which other terms differ.
    #[must_use]
    pub fn first_difference(&self, other: &Self) -> Option<&'static str> {
        [
            ("black", self.black == other.black),
            ("white", self.white == other.white),
            ("black_key", self.black_key == other.black_key),
            ("white_key", self.white_key == other.white_key),
            ("referee_key", self.referee_key == other.referee_key),
            ("size", self.size == other.size),
            ("handicap", self.handicap == other.handicap),
            ("komi_x2", self.komi_x2 == other.komi_x2),
            ("turn_seconds", self.turn_seconds == other.turn_seconds),
            ("turn_blocks", self.turn_blocks == other.turn_blocks),
            ("expires_at", self.expires_at == other.expires_at),
            ("black_nonce", self.black_nonce == other.black_nonce),
            ("white_nonce", self.white_nonce == other.white_nonce),
        ]
        .into_iter()
        .find_map(|(field, same)| (!same).then_some(field))
    }

    /// The nonce that a player's client drew.
    pub fn nonce(&self, player: Colour) -> Felt {
        match player {
            Colour::Black => self.black_nonce,
            Colour::White => self.white_nonce,
        }
    }

    /// The player with this session key.
    pub fn player_with_key(&self, key: &Felt) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|player| self.key(*player) == *key)
    }

    /// The terms as the contract takes them, in the order of protocol 2.1.
    pub fn to_felts(&self) -> [Felt; 13] {
        [
            self.black,
            self.white,
            self.black_key,
            self.white_key,
            self.referee_key,
            self.size.into(),
            self.handicap.into(),
            self.komi_x2.into(),
            self.turn_seconds.into(),
            self.turn_blocks.into(),
            self.expires_at.into(),
            self.black_nonce,
            self.white_nonce,
        ]
    }

    /// The identifier of the channel (protocol 2.2): bound to the network and to the contract.
    pub fn channel_id(&self, chain_id: Felt, contract: Felt) -> Felt {
        let mut elements = vec![Felt::from_bytes_be_slice(CHANNEL_TAG), chain_id, contract];
        elements.extend(self.to_felts());
        hash::span(&elements)
    }

    /// Judges what can be judged without knowing the contract: accounts, keys, setup.
    ///
    /// # Errors
    /// The first [`TermsError`] in the order of protocol 2.1.
    pub fn check_form(&self) -> Result<(), TermsError> {
        for player in Colour::BOTH {
            if !felt::is_address(&self.account(player)) {
                return Err(TermsError::Account(player));
            }
        }
        if self.black == self.white {
            return Err(TermsError::SameAccounts);
        }
        for player in Colour::BOTH {
            if !is_public_key(&self.key(player)) {
                return Err(TermsError::Key(player));
            }
        }
        if self.is_ranked() && !is_public_key(&self.referee_key) {
            return Err(TermsError::RefereeKey);
        }
        let referee_plays = self.player_with_key(&self.referee_key).is_some();
        if self.black_key == self.white_key || referee_plays {
            return Err(TermsError::SameKeys);
        }
        self.setup()
            .validate()
            .map(|_| ())
            .map_err(TermsError::Setup)
    }

    /// Judges the terms against a contract: valid as protocol 2.1 has it.
    ///
    /// # Errors
    /// The first [`TermsError`] in the order of protocol 2.1.
    pub fn check(&self, limits: &Limits) -> Result<(), TermsError> {
        self.check_form()?;
        let (value, min, max) = (self.turn_seconds, limits.min_seconds, limits.max_seconds);
        if !(min..=max).contains(&value) {
            return Err(TermsError::TurnSeconds { value, min, max });
        }
        let (value, min, max) = (self.turn_blocks, limits.min_blocks, limits.max_blocks);
        if !(min..=max).contains(&value) {
            return Err(TermsError::TurnBlocks { value, min, max });
        }
        if self.is_ranked() {
            self.check_ranked(limits)
        } else {
            Ok(())
        }
    }

    fn check_ranked(&self, limits: &Limits) -> Result<(), TermsError> {
        if !limits.has_referee(&self.referee_key) {
            return Err(TermsError::UnknownReferee);
        }
        let rated = limits
            .rated_komi_x2(self.size)
            .ok_or(TermsError::UnratedSize)?;
        if self.komi_x2 != rated {
            return Err(TermsError::UnratedKomi { rated });
        }
        if self.handicap == 0 {
            Ok(())
        } else {
            Err(TermsError::RatedHandicap)
        }
    }
}

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
