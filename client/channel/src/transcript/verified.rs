//! A transcript that was judged from its first step, and can only grow by what is judged too.

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Game, Step};

use crate::evidence::{self, Evidence, EvidenceError, Signed};
use crate::line::{Chain, Line, Link};
use crate::statements::{self, Signature};
use crate::terms::Terms;

use super::{Transcript, TranscriptError, check};

/// A transcript in which everything holds, with its game and its chain of hashes.
#[derive(Debug, Clone)]
pub struct Verified {
    transcript: Transcript,
    channel_id: Felt,
    chain: Chain,
}

impl Verified {
    pub(super) fn new(transcript: Transcript, channel_id: Felt, chain: Chain) -> Self {
        Self {
            transcript,
            channel_id,
            chain,
        }
    }

    /// What it was judged from, with all that was added since.
    pub fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.transcript.terms
    }

    /// The identifier of the channel.
    pub fn channel_id(&self) -> Felt {
        self.channel_id
    }

    /// The steps with their hashes.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The game after all steps.
    pub fn game(&self) -> &Game {
        self.chain.game()
    }

    /// The packed game.
    pub fn line(&self) -> Line {
        Line::pack(&self.transcript.steps)
    }

    /// The line with the marks it needs beyond the `stored` steps of the record. `caller` is the
    /// player whose account makes the call, if one does.
    ///
    /// # Errors
    /// A player without a step, or a step that nothing authorises.
    pub fn evidence(&self, stored: u16, caller: Option<Colour>) -> Result<Evidence, EvidenceError> {
        let signatures = &self.transcript.signatures;
        let authority = evidence::authority(&self.chain, signatures, stored, caller)?;
        Ok(Evidence {
            line: self.line(),
            authority,
        })
    }

    /// Adds a step of the player who is due, with its signature over the head after it.
    ///
    /// # Errors
    /// The step is illegal, or the signature does not hold; nothing is changed.
    pub fn append(&mut self, step: Step, signature: Signature) -> Result<(), TranscriptError> {
        let number = self.chain.steps() + 1;
        let illegal = |error| TranscriptError::Illegal {
            step: number,
            error,
        };
        let Link {
            author: player,
            head,
            ..
        } = self.chain.next(&step).map_err(illegal)?;
        statements::verify(
            self.terms().key(player),
            statements::step_hash(head),
            &signature,
        )
        .map_err(|error| TranscriptError::StepSignature {
            player,
            step: number,
            error,
        })?;
        self.push(step)?;
        *self.transcript.signatures.of_mut(player) = Some(Signed {
            steps: number,
            signature,
        });
        Ok(())
    }

    /// Adds what a record on the chain holds: its line equals, extends or precedes this one.
    ///
    /// # Errors
    /// The record's line is not canonical, illegal, or forks from this one; nothing is changed.
    pub fn adopt(&mut self, line: &Line) -> Result<(), TranscriptError> {
        let steps = line
            .steps(self.terms().size)
            .map_err(TranscriptError::Line)?;
        let differs = self
            .transcript
            .steps
            .iter()
            .zip(&steps)
            .zip(1..)
            .find(|((a, b), _)| a != b);
        if let Some((_, step)) = differs {
            return Err(TranscriptError::OtherThanRecorded { step });
        }
        let mut grown = self.clone();
        for step in steps.iter().skip(self.transcript.steps.len()) {
            grown.push(*step)?;
        }
        let recorded = &mut grown.transcript.recorded_steps;
        *recorded = line.count.max(*recorded);
        *self = grown;
        Ok(())
    }

    /// Adds a player's signature over the head after one of its own steps; of two, the later counts.
    ///
    /// # Errors
    /// The step is not the player's, or the signature does not hold.
    pub fn endorse(&mut self, player: Colour, signed: Signed) -> Result<(), TranscriptError> {
        check::step(self.terms(), &self.chain, player, &signed)?;
        let latest = self.transcript.signatures.of_mut(player);
        if latest.is_none_or(|latest| latest.steps <= signed.steps) {
            *latest = Some(signed);
        }
        Ok(())
    }

    /// Adds the signature of the player who is not due, to open a dispute over a head.
    ///
    /// # Errors
    /// Nobody is due at that head, or the signature does not hold.
    pub fn add_open(&mut self, signed: Signed) -> Result<(), TranscriptError> {
        check::open(self.terms(), &self.chain, &signed)?;
        self.transcript.open = Some(signed);
        Ok(())
    }

    /// Adds a player's resignation.
    ///
    /// # Errors
    /// The signature does not hold.
    pub fn add_resignation(
        &mut self,
        player: Colour,
        signature: Signature,
    ) -> Result<(), TranscriptError> {
        check::resignation(self.terms(), self.channel_id, player, &signature)?;
        *self.transcript.resignations.of_mut(player) = Some(signature);
        Ok(())
    }

    /// Adds the referee's flag over a head.
    ///
    /// # Errors
    /// There is no referee, nobody is due at that head, or the signature does not hold.
    pub fn add_flag(&mut self, signed: Signed) -> Result<(), TranscriptError> {
        check::flag(self.terms(), &self.chain, &signed)?;
        self.transcript.flag = Some(signed);
        Ok(())
    }

    /// Adds the referee's statement that the game counts.
    ///
    /// # Errors
    /// There is no referee, or the signature does not hold.
    pub fn add_ranked(&mut self, signature: Signature) -> Result<(), TranscriptError> {
        check::ranked(self.terms(), self.channel_id, &signature)?;
        self.transcript.ranked = Some(signature);
        Ok(())
    }

    fn push(&mut self, step: Step) -> Result<(), TranscriptError> {
        let number = self.chain.steps() + 1;
        let illegal = |error| TranscriptError::Illegal {
            step: number,
            error,
        };
        self.chain.push(&step).map_err(illegal)?;
        self.transcript.steps.push(step);
        Ok(())
    }
}
