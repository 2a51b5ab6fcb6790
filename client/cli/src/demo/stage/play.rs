//! Playing: terms, steps and statements, and the file of a game.

use surround_chain::read::View;
use surround_chain::rpc::LATEST;
use surround_channel::signer::FirstStep;
use surround_channel::terms::Terms;
use surround_channel::transcript::{Transcript, Verified};
use surround_channel::{Felt, PerPlayer};
use surround_rules::{Colour, Setup, Step};

use crate::failure::Failure;
use crate::files::Source;
use crate::transcripts;

use super::{Stage, broken, other};

/// Seconds that a player has to answer on the chain.
const TURN_SECONDS: u64 = 3_600;
/// Blocks that must pass, too.
const TURN_BLOCKS: u64 = 60;
/// Seconds from a game's start until no dispute about it can be opened.
const LIFETIME: u64 = 7 * 24 * 3_600;

/// Whether a referee watches a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nobody watches, and nothing is rated.
    Unranked,
    /// A referee watches, and the result is rated.
    Ranked,
}

impl Stage<'_> {
    /// Two players agree on terms, and both clients check on the chain that a dispute about the game
    /// can be counted on.
    ///
    /// # Errors
    /// [`Failure::Signer`], [`Failure::Chain`].
    pub async fn begin(&mut self, setup: Setup, kind: Kind) -> Result<Verified, Failure> {
        let terms = self.terms(setup, kind).await?;
        let view = View::new(&self.node, self.contract, LATEST);
        let seen = FirstStep {
            now: self.node.block(LATEST).await?.timestamp,
            limits: &view.limits().await?,
            black_key_until: view.key_until(terms.black, terms.black_key).await?,
            white_key_until: view.key_until(terms.white, terms.white_key).await?,
        };
        let transcript = Transcript::new(self.node.chain_id(), self.contract.address, terms);
        let mut game = transcript.verify().map_err(broken)?;
        if kind == Kind::Ranked {
            game.add_ranked(self.referee.sign_ranked(&game)?)
                .map_err(broken)?;
        }
        for player in Colour::BOTH {
            self.players.of_mut(player).signer.join(&game, &seen)?;
        }
        Ok(game)
    }

    async fn terms(&mut self, setup: Setup, kind: Kind) -> Result<Terms, Failure> {
        let expires_at = self.node.block(LATEST).await?.timestamp + LIFETIME;
        let PerPlayer { black, white } = &mut self.players;
        Ok(Terms {
            black: black.sender.address(),
            white: white.sender.address(),
            black_key: black.signer.public_key(),
            white_key: white.signer.public_key(),
            referee_key: match kind {
                Kind::Unranked => Felt::ZERO,
                Kind::Ranked => self.referee.public_key(),
            },
            size: setup.size,
            handicap: setup.handicap,
            komi_x2: setup.komi_x2,
            turn_seconds: TURN_SECONDS,
            turn_blocks: TURN_BLOCKS,
            expires_at,
            black_nonce: black.signer.draw_nonce()?,
            white_nonce: white.signer.draw_nonce()?,
        })
    }

    /// Plays steps: each is signed by the player who is due, and checked before it is added.
    ///
    /// # Errors
    /// [`Failure::Signer`], [`Failure::Transcript`].
    pub fn play(&mut self, game: &mut Verified, steps: &[Step]) -> Result<(), Failure> {
        for step in steps {
            // Where nobody is due, any signer says so.
            let due = game.game().due().unwrap_or(Colour::Black);
            let signature = self.players.of_mut(due).signer.sign_step(game, step)?;
            game.append(*step, signature).map_err(broken)?;
        }
        Ok(())
    }

    /// Has a player's signer refuse a step, and returns its words.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] if it signs.
    pub fn refused(&mut self, game: &Verified, by: Colour, step: &Step) -> Result<String, Failure> {
        match self.players.of_mut(by).signer.sign_step(game, step) {
            Err(refusal) => Ok(refusal.to_string()),
            Ok(_) => Err(other("the signer refuses", "it signed")),
        }
    }

    /// Has the referee flag the player who is due.
    ///
    /// # Errors
    /// [`Failure::Referee`].
    pub fn flag(&self, game: &mut Verified) -> Result<(), Failure> {
        let flag = self.referee.sign_flag(game, game.chain().steps())?;
        game.add_flag(flag).map_err(broken)
    }

    /// Writes a game to its file and reads it again: a game that is taken to the chain has been
    /// judged from its first step on.
    ///
    /// # Errors
    /// [`Failure::Write`], [`Failure::Transcript`].
    pub fn keep(&self, game: &Verified) -> Result<Verified, Failure> {
        let path = self.folder.path().join("game.json");
        transcripts::replace(&path, game)?;
        transcripts::verified(&Source::File(path))
    }
}
