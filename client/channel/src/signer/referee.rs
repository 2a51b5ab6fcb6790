//! The statements of a referee. They need no guard: a flag can be signed over any head.

use std::path::Path;

use starknet_types_core::felt::Felt;
use thiserror::Error;

use crate::evidence::Signed;
use crate::key::SecretKey;
use crate::statements::{self, Signature, SignatureError};
use crate::transcript::Verified;

use super::error::FolderError;
use super::folder;

/// A referee's key.
pub struct Referee {
    secret: SecretKey,
}

/// Why a referee's statement is not signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RefereeError {
    /// The terms name another referee, or none.
    #[error("referee_key: this key is not the referee's in these terms")]
    NotTheReferee,
    /// The contract would refuse the flag.
    #[error(
        "no flag stands after {steps} steps: nobody is due there, or the opponent has moved since"
    )]
    NoFlagThere {
        /// The number of steps named.
        steps: u16,
    },
    /// The statement cannot be signed.
    #[error(transparent)]
    Signature(#[from] SignatureError),
}

impl Referee {
    /// Takes a key.
    pub fn new(secret: SecretKey) -> Self {
        Self { secret }
    }

    /// Reads the key of a folder that [`Signer::create`](super::Signer::create) made.
    ///
    /// # Errors
    /// The key cannot be read, or others can read it.
    pub fn open(folder: &Path) -> Result<Self, FolderError> {
        folder::read_key(folder).map(Self::new)
    }

    /// The public half of the key.
    pub fn public_key(&self) -> Felt {
        self.secret.public()
    }

    /// Signs that a game counts. To be given out before play.
    ///
    /// # Errors
    /// The terms name another referee.
    pub fn sign_ranked(&self, game: &Verified) -> Result<Signature, RefereeError> {
        self.check_terms(game)?;
        Ok(statements::sign(
            &self.secret,
            statements::ranked_hash(game.channel_id()),
        )?)
    }

    /// Flags the player who is due after that many steps of the game.
    ///
    /// # Errors
    /// The terms name another referee, or the contract would refuse the flag: nobody is due there,
    /// or the line goes on with a step of the opponent.
    pub fn sign_flag(&self, game: &Verified, steps: u16) -> Result<Signed, RefereeError> {
        self.check_terms(game)?;
        let stands = game.chain().flag_stands_at(steps);
        let head = game.chain().head_at(steps).filter(|_| stands);
        let head = head.ok_or(RefereeError::NoFlagThere { steps })?;
        let signature = statements::sign(&self.secret, statements::flag_hash(head))?;
        Ok(Signed { steps, signature })
    }

    fn check_terms(&self, game: &Verified) -> Result<(), RefereeError> {
        let named = game.terms().is_ranked() && game.terms().referee_key == self.public_key();
        if named {
            Ok(())
        } else {
            Err(RefereeError::NotTheReferee)
        }
    }
}
