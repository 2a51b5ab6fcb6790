//! Terms and keys of the modelled game.

use std::fmt;

use starknet_types_core::curve::AffinePoint;
use starknet_types_core::felt::Felt;
use surround_channel::key::{SecretKey, SecretKeyError};
use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::scenario::Scenario;

/// The network.
pub const CHAIN: Felt = Felt::from_hex_unchecked("0x534e5f5345504f4c4941");
/// The settlement contract.
pub const CONTRACT: Felt = Felt::from_hex_unchecked("0xc0");
/// A window in seconds.
pub const SECONDS: u64 = 10;
/// A window in blocks.
pub const BLOCKS: u64 = 10;
/// The second and the block in which every scenario starts.
pub const BEGIN: u64 = 1_000;
/// When the terms expire: there is time for three windows, and a rest.
pub const EXPIRES_AT: u64 = BEGIN + 3 * SECONDS + 5;

/// The session keys of the players and of the referee. They sign the lines of the tree; who has a
/// signature is a matter of the model's states.
pub struct Keys {
    players: [SecretKey; 2],
    referee: SecretKey,
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").finish_non_exhaustive()
    }
}

impl Keys {
    /// Three keys that anybody knows.
    ///
    /// # Errors
    /// None with these numbers.
    pub fn new() -> Result<Self, SecretKeyError> {
        Ok(Self {
            players: [
                SecretKey::from_text("0x3e8")?,
                SecretKey::from_text("0x3e9")?,
            ],
            referee: SecretKey::from_text("0x7d0")?,
        })
    }

    /// A player's.
    #[must_use]
    pub const fn of(&self, player: Colour) -> &SecretKey {
        &self.players[player.index()]
    }

    /// The referee's.
    #[must_use]
    pub const fn referee(&self) -> &SecretKey {
        &self.referee
    }
}

/// The terms of a scenario.
#[must_use]
pub fn terms(keys: &Keys, scenario: &Scenario) -> Terms {
    let referee_key = if scenario.is_ranked() {
        keys.referee().public()
    } else {
        Felt::ZERO
    };
    Terms {
        black: Felt::from(0xb1),
        white: Felt::from(0xb2),
        black_key: keys.of(Colour::Black).public(),
        white_key: keys.of(Colour::White).public(),
        referee_key,
        size: scenario.start.size(),
        handicap: 0,
        komi_x2: 1,
        turn_seconds: SECONDS,
        turn_blocks: BLOCKS,
        expires_at: EXPIRES_AT,
        black_nonce: Felt::from(7),
        white_nonce: Felt::from(8),
    }
}

/// A key that a session can have.
#[must_use]
pub fn key() -> Felt {
    // The x coordinate of the curve's generator.
    AffinePoint::generator().x()
}
