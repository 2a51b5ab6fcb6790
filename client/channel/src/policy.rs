//! What a deployed contract allows: fixed at its deployment (protocol 2.1, 2.4, 3.2).

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;

use crate::felt;

/// The limits a contract was deployed with, as its view `limits()` reports them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Shortest window, in seconds.
    pub min_seconds: u64,
    /// Longest window, in seconds.
    pub max_seconds: u64,
    /// Shortest window, in blocks.
    pub min_blocks: u64,
    /// Longest window, in blocks.
    pub max_blocks: u64,
    /// Seconds after which a revocation takes effect.
    pub revocation_delay: u64,
    /// Keys of the referees whose games are rated.
    #[serde(with = "felt::texts")]
    pub referees: Vec<Felt>,
    /// The komi a rated game has on each size; a size without one cannot be rated.
    pub rated_komi: Vec<RatedKomi>,
}

/// The komi of rated games on one board size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedKomi {
    /// Board size, 2 to 19.
    pub size: u8,
    /// Komi in half points.
    pub komi_x2: u16,
}

impl Limits {
    /// What the deploy command takes unless told otherwise: windows of 3,600 to 604,800 seconds and
    /// 60 to 100,000 blocks, a revocation delay of 30 days, rated komi 7 on 9x9 and 7.5 on 13x13
    /// and 19x19.
    pub fn standard(referees: Vec<Felt>) -> Self {
        let rated = |size, komi_x2| RatedKomi { size, komi_x2 };
        Self {
            min_seconds: 3_600,
            max_seconds: 604_800,
            min_blocks: 60,
            max_blocks: 100_000,
            revocation_delay: 30 * 24 * 3_600,
            referees,
            rated_komi: vec![rated(9, 14), rated(13, 15), rated(19, 15)],
        }
    }

    /// The komi, in half points, a rated game has on this size.
    pub fn rated_komi_x2(&self, size: u8) -> Option<u16> {
        self.rated_komi
            .iter()
            .find(|rated| rated.size == size)
            .map(|rated| rated.komi_x2)
    }

    /// Whether the key is one of the referees.
    pub fn has_referee(&self, key: &Felt) -> bool {
        self.referees.contains(key)
    }
}
