//! What a deployed contract allows: fixed at its deployment (protocol 2.1, 2.4, 3.2).

use crate::errors;
use crate::rules::game::{Setup, check_setup};
use super::statements::is_key;

/// The komi of ranked games of one size.
#[derive(Copy, Drop, Serde, PartialEq, Debug, starknet::Store)]
pub struct RatedKomi {
    pub size: u8,
    /// Half points.
    pub komi_x2: u16,
}

/// What a contract is deployed with; the bounds are inclusive.
#[derive(Copy, Drop, Serde)]
pub struct Limits {
    pub min_seconds: u64,
    pub max_seconds: u64,
    pub min_blocks: u64,
    pub max_blocks: u64,
    /// Seconds between a revocation and its effect.
    pub revocation_delay: u64,
    pub referees: Span<felt252>,
    pub rated_komi: Span<RatedKomi>,
}

/// Windows and delays stay below 2^40 seconds or blocks, so that no deadline overflows (V6).
const DURATION_BOUND: u64 = 0x10000000000;

#[generate_trait]
pub impl LimitsImpl of LimitsTrait {
    /// Whether the key is one of the referees.
    fn has_referee(self: Limits, key: felt252) -> bool {
        for referee in self.referees {
            if *referee == key {
                return true;
            }
        }
        false
    }

    /// The komi, in half points, of a ranked game on this size; none, and it cannot be ranked.
    fn rated_komi_x2(self: Limits, size: u8) -> Option<u16> {
        rated_komi_x2(self.rated_komi, size)
    }

    /// Whether a contract can be deployed with these limits: no empty range, no duration that
    /// could overflow a deadline, no referee that cannot sign, one playable komi a size.
    fn check(self: Limits) -> Result<(), felt252> {
        if !is_range(self.min_seconds, self.max_seconds)
            || !is_range(self.min_blocks, self.max_blocks)
            || self.revocation_delay >= DURATION_BOUND {
            return Err(errors::BAD_LIMITS);
        }
        for referee in self.referees {
            if !is_key(*referee) {
                return Err(errors::BAD_REFEREE);
            }
        }
        let mut rest = self.rated_komi;
        while let Some(rated) = rest.pop_front() {
            let setup = Setup { size: *rated.size, handicap: 0, komi_x2: *rated.komi_x2 };
            if check_setup(setup) != 0 || rated_komi_x2(rest, *rated.size).is_some() {
                return Err(errors::BAD_RATED_KOMI);
            }
        }
        Ok(())
    }
}

fn rated_komi_x2(policy: Span<RatedKomi>, size: u8) -> Option<u16> {
    for rated in policy {
        if *rated.size == size {
            return Some(*rated.komi_x2);
        }
    }
    None
}

fn is_range(min: u64, max: u64) -> bool {
    min != 0 && min <= max && max < DURATION_BOUND
}
