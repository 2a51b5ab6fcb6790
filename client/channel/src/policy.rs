//! What a deployed contract allows: fixed at its deployment (protocol 2.1, 2.4, 3.2).

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_rules::{Setup, SetupError};
use thiserror::Error;

use crate::felt;
use crate::key::is_public_key;

/// Windows and delays stay below 2^40 seconds or blocks, so that no deadline overflows.
const DURATION_BOUND: u64 = 1 << 40;

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

/// Why no contract can be deployed with such limits. Each names the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LimitsError {
    /// The shortest window in seconds is 0, or longer than the longest, or that one is 2^40 or more.
    #[error("min_seconds, max_seconds: not a range of 1 to 2^40 - 1")]
    Seconds,
    /// The same in blocks.
    #[error("min_blocks, max_blocks: not a range of 1 to 2^40 - 1")]
    Blocks,
    /// The revocation delay is 2^40 seconds or more.
    #[error("revocation_delay: not below 2^40")]
    RevocationDelay,
    /// A referee that cannot sign.
    #[error("referees, entry {entry}: not the x coordinate of a curve point")]
    Referee {
        /// The entry, from 1.
        entry: usize,
    },
    /// A rated komi with which no game can start.
    #[error("rated_komi, entry {entry}: {error}")]
    RatedKomi {
        /// The entry, from 1.
        entry: usize,
        /// Why not.
        error: SetupError,
    },
    /// Two rated komi for one size.
    #[error("rated_komi, entry {entry}: another entry for the same size")]
    RatedTwice {
        /// The first of the entries, from 1.
        entry: usize,
    },
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

    /// Judges whether a contract can be deployed with these limits.
    ///
    /// # Errors
    /// The first [`LimitsError`].
    pub fn check(&self) -> Result<(), LimitsError> {
        let is_range = |min, max| 1 <= min && min <= max && max < DURATION_BOUND;
        if !is_range(self.min_seconds, self.max_seconds) {
            return Err(LimitsError::Seconds);
        }
        if !is_range(self.min_blocks, self.max_blocks) {
            return Err(LimitsError::Blocks);
        }
        if self.revocation_delay >= DURATION_BOUND {
            return Err(LimitsError::RevocationDelay);
        }
        if let Some(index) = self.referees.iter().position(|key| !is_public_key(key)) {
            return Err(LimitsError::Referee { entry: index + 1 });
        }
        let mut entry = 0;
        let mut rest = self.rated_komi.as_slice();
        while let Some((rated, others)) = rest.split_first() {
            entry += 1;
            let setup = Setup {
                size: rated.size,
                handicap: 0,
                komi_x2: rated.komi_x2,
            };
            setup
                .validate()
                .map_err(|error| LimitsError::RatedKomi { entry, error })?;
            if others.iter().any(|other| other.size == rated.size) {
                return Err(LimitsError::RatedTwice { entry });
            }
            rest = others;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn limits() -> Limits {
        Limits::standard(vec![Felt::from(1), Felt::from(3)])
    }

    #[test]
    fn the_standard_limits_are_valid_and_those_of_the_protocol() {
        assert_eq!(limits().check(), Ok(()));
        let komi: Vec<_> = (2..=19)
            .filter_map(|size| limits().rated_komi_x2(size))
            .collect();
        assert_eq!(komi, [14, 15, 15]);
        assert_eq!(limits().revocation_delay, 2_592_000);
        assert!(limits().has_referee(&Felt::from(3)) && !limits().has_referee(&Felt::from(2)));
    }

    #[test]
    fn every_invalid_limit_is_named() {
        let bound = 1 << 40;
        let rated = |size, komi_x2| vec![RatedKomi { size, komi_x2 }];
        let komi = |error| LimitsError::RatedKomi { entry: 1, error };
        for (bad, error) in [
            (
                Limits {
                    min_seconds: 0,
                    ..limits()
                },
                LimitsError::Seconds,
            ),
            (
                Limits {
                    min_seconds: 604_801,
                    ..limits()
                },
                LimitsError::Seconds,
            ),
            (
                Limits {
                    max_seconds: bound,
                    ..limits()
                },
                LimitsError::Seconds,
            ),
            (
                Limits {
                    min_blocks: 0,
                    ..limits()
                },
                LimitsError::Blocks,
            ),
            (
                Limits {
                    max_blocks: 59,
                    ..limits()
                },
                LimitsError::Blocks,
            ),
            (
                Limits {
                    max_blocks: bound,
                    ..limits()
                },
                LimitsError::Blocks,
            ),
            (
                Limits {
                    revocation_delay: bound,
                    ..limits()
                },
                LimitsError::RevocationDelay,
            ),
            (
                Limits {
                    referees: vec![Felt::from(1), Felt::ZERO],
                    ..limits()
                },
                LimitsError::Referee { entry: 2 },
            ),
            (
                Limits {
                    rated_komi: rated(20, 0),
                    ..limits()
                },
                komi(SetupError::BadSize),
            ),
            (
                Limits {
                    rated_komi: rated(9, 163),
                    ..limits()
                },
                komi(SetupError::BadKomi),
            ),
            (
                Limits {
                    rated_komi: [rated(9, 14), rated(9, 15)].concat(),
                    ..limits()
                },
                LimitsError::RatedTwice { entry: 1 },
            ),
        ] {
            assert_eq!(bad.check(), Err(error), "{bad:?}");
        }
        let edges = Limits {
            min_seconds: bound - 1,
            max_seconds: bound - 1,
            ..limits()
        };
        assert_eq!(edges.check(), Ok(()));
    }
}
