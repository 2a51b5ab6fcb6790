//! Calls about a game, the clock, and what the contract says.

use surround_chain::read::View;
use surround_chain::receipt::Wait;
use surround_chain::rpc::LATEST;
use surround_chain::{Call, ChainError};
use surround_channel::transcript::{Transcript, Verified};

use crate::clock;
use crate::demo::actor::Actor;
use crate::demo::voice::indented;
use crate::dispute::Shown;
use crate::failure::Failure;
use crate::history;
use crate::table::{Table, moment};

use super::{Stage, broken, local, other};

impl Stage<'_> {
    /// The game as the chain holds it, rebuilt from the contract's events alone.
    ///
    /// # Errors
    /// [`Failure::Chain`], [`Failure::Transcript`], [`Failure::OtherEnding`] if there is no record.
    pub async fn stored(&self, game: &Verified) -> Result<Verified, Failure> {
        let found = history::stored(&self.node, self.contract, game.channel_id()).await?;
        let (terms, line) = found.ok_or_else(|| other("a record", "none"))?;
        let (chain_id, contract) = (self.node.chain_id(), self.contract.address);
        let transcript = Transcript::recorded(chain_id, contract, terms, &line);
        transcript
            .and_then(|transcript| transcript.verify())
            .map_err(broken)
    }

    /// Makes a call about a game, says what it cost and how the dispute stands after it.
    ///
    /// # Errors
    /// [`Failure::Chain`], or whatever `call` fails with.
    pub async fn act(
        &mut self,
        by: Actor,
        game: &Verified,
        call: impl FnOnce(&Table) -> Result<Call, Failure>,
    ) -> Result<(), Failure> {
        let call = call(&self.table(by, game).await?)?;
        self.send(by, call).await?;
        let view = View::new(&self.node, self.contract, LATEST);
        let dispute = view.dispute(game.channel_id()).await?;
        let at = moment(&self.node).await?;
        let standing = Shown::from(&dispute).text(Some(at));
        self.voice
            .say(&format!("The chain says:\n{}", indented(&standing, 2)))
    }

    /// Tries a call that the contract must refuse, sends nothing, and says the refusal.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] if the contract does not refuse it with this name.
    pub async fn try_in_vain(
        &mut self,
        by: Actor,
        game: &Verified,
        call: impl FnOnce(&Table) -> Result<Call, Failure>,
        name: &str,
    ) -> Result<(), Failure> {
        let call = call(&self.table(by, game).await?)?;
        let found = match self.sender(by).dry_run(&[call]).await {
            Ok(_) => "no refusal".to_owned(),
            Err(ChainError::Reverted { revert, .. }) => revert.to_string(),
            Err(error) => return Err(error.into()),
        };
        if !found.contains(name) {
            return Err(other(name, &found));
        }
        self.voice.say(&format!("The contract refuses: {name}."))
    }

    /// Lets the running window of a game pass: a second more than its deadline, and its blocks.
    ///
    /// # Errors
    /// [`Failure::Chain`].
    pub async fn let_window_pass(&mut self, game: &Verified) -> Result<(), Failure> {
        let view = View::new(&self.node, self.contract, LATEST);
        let deadline = view.dispute(game.channel_id()).await?.record.deadline;
        let terms = game.terms();
        let control = self.devnet.control();
        control
            .create_blocks(terms.turn_blocks)
            .await
            .map_err(local)?;
        control.set_time(deadline + 1).await.map_err(local)?;
        let (time, blocks) = (clock::length(terms.turn_seconds), terms.turn_blocks);
        self.voice
            .say(&format!("The window of {time} and {blocks} blocks passes."))
    }

    /// Reads the result back from the contract; it must be the one that the story says.
    ///
    /// # Errors
    /// [`Failure::OtherEnding`] if it is not; [`Failure::Chain`] if there is none.
    pub async fn ends(&mut self, game: &Verified, expected: &str) -> Result<(), Failure> {
        let view = View::new(&self.node, self.contract, LATEST);
        let (verdict, _) = view.result(game.channel_id()).await?;
        let found = verdict.outcome().to_string();
        if found != expected {
            return Err(other(expected, &found));
        }
        self.voice.result(&found)
    }

    async fn table(&self, by: Actor, game: &Verified) -> Result<Table, Failure> {
        let caller = self.sender(by).address();
        Table::new(game.clone(), Some(&self.node), Some(caller)).await
    }

    /// Sends a call, and says what it cost.
    pub(super) async fn send(&mut self, by: Actor, call: Call) -> Result<(), Failure> {
        let name = call.entrypoint;
        let receipt = self.sender(by).send(&[call], Wait::default()).await?;
        self.voice.paid(by, name, &receipt.spent)
    }
}
