//! New games at a table.

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::terms::Terms;
use surround_rules::Colour;

use super::{BLOCKS, LIFE, SECONDS, Table};
use crate::game::{SignedGame, key};
use crate::network::{BLACK, WHITE, referee};

impl Table {
    /// Terms of a new unranked game on 9x9, komi 7.
    pub fn terms(&mut self) -> Result<Terms> {
        self.channels += 1;
        Ok(Terms {
            black: self.account(BLACK)?,
            white: self.account(WHITE)?,
            black_key: key(Colour::Black).public(),
            white_key: key(Colour::White).public(),
            referee_key: Felt::ZERO,
            size: 9,
            handicap: 0,
            komi_x2: 14,
            turn_seconds: SECONDS,
            turn_blocks: BLOCKS,
            expires_at: self.at.now + LIFE,
            black_nonce: self.channels.into(),
            white_nonce: Felt::TWO,
        })
    }

    /// Terms of a new ranked game on 9x9.
    pub fn ranked_terms(&mut self) -> Result<Terms> {
        let terms = self.terms()?;
        Ok(Terms {
            referee_key: referee().public(),
            ..terms
        })
    }

    /// A new unranked game, without a step.
    pub fn unranked(&mut self) -> Result<SignedGame> {
        let terms = self.terms()?;
        self.game(terms)
    }

    /// A new ranked game, without a step.
    pub fn ranked(&mut self) -> Result<SignedGame> {
        let terms = self.ranked_terms()?;
        self.game(terms)
    }

    /// A game on other terms, without a step.
    pub fn game(&self, terms: Terms) -> Result<SignedGame> {
        SignedGame::at(self.network.node().chain_id(), self.contract.address, terms)
    }
}
