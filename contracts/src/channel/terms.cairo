//! The terms of a channel, fixed before play (protocol 2.1), and its identifier (protocol 2.2).

use core::num::traits::Zero;
use core::poseidon::poseidon_hash_span;
use starknet::ContractAddress;
use crate::errors;
use crate::rules::game::{Setup, check_setup};
use super::policy::{Limits, LimitsTrait};
use super::statements::is_key;

/// What both players agree on before the first step. The channel id hashes every field in order.
#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct Terms {
    pub black: ContractAddress,
    pub white: ContractAddress,
    /// Session keys: x coordinates of Stark curve points.
    pub black_key: felt252,
    pub white_key: felt252,
    /// The referee of a ranked game; 0 when unranked.
    pub referee_key: felt252,
    pub size: u8,
    pub handicap: u8,
    /// Half points.
    pub komi_x2: u16,
    /// The answering window: seconds and blocks, both must pass.
    pub turn_seconds: u64,
    pub turn_blocks: u64,
    /// From this second on a channel without a record takes only evidence signed by the loser.
    pub expires_at: u64,
    /// Drawn at random, one by each client.
    pub black_nonce: felt252,
    pub white_nonce: felt252,
}

#[generate_trait]
pub impl TermsImpl of TermsTrait {
    /// H['surround.channel.1', chain_id, contract, ...terms] (protocol 2.2).
    fn channel_id(self: Terms, chain_id: felt252, contract: ContractAddress) -> felt252 {
        let mut words = array!['surround.channel.1', chain_id, contract.into()];
        self.serialize(ref words);
        poseidon_hash_span(words.span())
    }

    /// The part of the terms that the rules of the game see.
    fn setup(self: Terms) -> Setup {
        Setup { size: self.size, handicap: self.handicap, komi_x2: self.komi_x2 }
    }

    fn is_ranked(self: Terms) -> bool {
        self.referee_key != 0
    }

    fn account(self: Terms, player: u8) -> ContractAddress {
        if player == 0 {
            self.black
        } else {
            self.white
        }
    }

    fn key(self: Terms, player: u8) -> felt252 {
        if player == 0 {
            self.black_key
        } else {
            self.white_key
        }
    }

    /// Whether a contract deployed with `limits` takes these terms (protocol 2.1).
    fn check(self: Terms, limits: Limits) -> Result<(), felt252> {
        check_accounts(self)?;
        check_keys(self)?;
        let setup_error = check_setup(self.setup());
        if setup_error != 0 {
            return Err(setup_error);
        }
        if self.turn_seconds < limits.min_seconds || self.turn_seconds > limits.max_seconds {
            return Err(errors::BAD_TURN_SECONDS);
        }
        if self.turn_blocks < limits.min_blocks || self.turn_blocks > limits.max_blocks {
            return Err(errors::BAD_TURN_BLOCKS);
        }
        if self.is_ranked() {
            check_ranked(self, limits)
        } else {
            Ok(())
        }
    }
}

fn check_accounts(terms: Terms) -> Result<(), felt252> {
    if terms.black.is_zero() || terms.white.is_zero() {
        Err(errors::ZERO_ACCOUNT)
    } else if terms.black == terms.white {
        Err(errors::SAME_ACCOUNT)
    } else {
        Ok(())
    }
}

fn check_keys(terms: Terms) -> Result<(), felt252> {
    let referee_signs = !terms.is_ranked() || is_key(terms.referee_key);
    if !is_key(terms.black_key) || !is_key(terms.white_key) || !referee_signs {
        Err(errors::BAD_KEY)
    } else if terms.black_key == terms.white_key
        || terms.black_key == terms.referee_key
        || terms.white_key == terms.referee_key {
        Err(errors::SAME_KEY)
    } else {
        Ok(())
    }
}

fn check_ranked(terms: Terms, limits: Limits) -> Result<(), felt252> {
    if !limits.has_referee(terms.referee_key) {
        return Err(errors::UNKNOWN_REFEREE);
    }
    let Some(komi_x2) = limits.rated_komi_x2(terms.size) else {
        return Err(errors::UNRATED_SIZE);
    };
    if terms.komi_x2 != komi_x2 {
        return Err(errors::UNRATED_KOMI);
    }
    if terms.handicap != 0 {
        return Err(errors::UNRATED_HANDICAP);
    }
    Ok(())
}
