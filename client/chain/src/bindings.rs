//! The contract's types, generated from its committed ABI, and their values from this project's.
//!
//! Only calldata goes through the generated code. Answers are read by `decode`, since the generated
//! readers cut integers off and index without a check.

use surround_channel::{evidence, fork, line, policy, statements, terms};

/// The ABI that this client is built for.
pub const ABI: &str = include_str!("../abi/settlement.json");

/// Generated. The path is relative to the workspace, where cargo starts the compiler; the macro's
/// own variable for this folder names the folder of the macro.
#[allow(
    missing_docs,
    dead_code,
    unused,
    clippy::all,
    reason = "generated code keeps other habits"
)]
mod generated {
    cainome::rs::abigen!(
        Settlement,
        "client/chain/abi/settlement.json",
        derives(
            Debug,
            Clone,
            PartialEq,
            serde::Serialize,
            serde::Deserialize
        )
    );
}

pub(crate) use cainome::cairo_serde::CairoSerde;
pub(crate) use generated::*;

impl From<&terms::Terms> for Terms {
    fn from(terms: &terms::Terms) -> Self {
        Self {
            black: terms.black.into(),
            white: terms.white.into(),
            black_key: terms.black_key,
            white_key: terms.white_key,
            referee_key: terms.referee_key,
            size: terms.size,
            handicap: terms.handicap,
            komi_x2: terms.komi_x2,
            turn_seconds: terms.turn_seconds,
            turn_blocks: terms.turn_blocks,
            expires_at: terms.expires_at,
            black_nonce: terms.black_nonce,
            white_nonce: terms.white_nonce,
        }
    }
}

impl From<&line::DeadSet> for DeadSet {
    fn from(dead: &line::DeadSet) -> Self {
        Self {
            d0: dead.d0,
            d1: dead.d1,
            d2: dead.d2,
        }
    }
}

impl From<&line::Line> for Line {
    fn from(line: &line::Line) -> Self {
        Self {
            packed: line.packed.clone(),
            count: line.count,
            dead: (&line.dead).into(),
        }
    }
}

impl From<&statements::Signature> for Signature {
    fn from(signature: &statements::Signature) -> Self {
        Self {
            r: signature.r,
            s: signature.s,
        }
    }
}

impl From<&evidence::Mark> for Mark {
    fn from(mark: &evidence::Mark) -> Self {
        match mark {
            evidence::Mark::Absent => Self::Absent,
            evidence::Mark::Caller => Self::Caller,
            evidence::Mark::Signed(signature) => Self::Signed(signature.into()),
        }
    }
}

impl From<&evidence::Authority> for Authority {
    fn from(authority: &evidence::Authority) -> Self {
        Self {
            black: (&authority.black).into(),
            white: (&authority.white).into(),
        }
    }
}

impl From<&fork::Fork> for Fork {
    fn from(fork: &fork::Fork) -> Self {
        Self {
            head: fork.head,
            author: fork.author,
            code: fork.code,
            dead: (&fork.dead).into(),
            tail: fork.tail.clone(),
            other: fork.other,
            other_tail: fork.other_tail.clone(),
            signature: (&fork.signature).into(),
        }
    }
}

impl From<&policy::Limits> for Limits {
    fn from(limits: &policy::Limits) -> Self {
        Self {
            min_seconds: limits.min_seconds,
            max_seconds: limits.max_seconds,
            min_blocks: limits.min_blocks,
            max_blocks: limits.max_blocks,
            revocation_delay: limits.revocation_delay,
            referees: limits.referees.clone(),
            rated_komi: limits.rated_komi.iter().map(RatedKomi::from).collect(),
        }
    }
}

impl From<&policy::RatedKomi> for RatedKomi {
    fn from(rated: &policy::RatedKomi) -> Self {
        Self {
            size: rated.size,
            komi_x2: rated.komi_x2,
        }
    }
}

#[cfg(test)]
pub(crate) mod layout;
