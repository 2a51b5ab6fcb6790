//! A game and what the chain knows of it: what every call about a game starts from.

use std::path::PathBuf;

use surround_chain::calls::Settlement;
use surround_chain::read::{Dispute, View};
use surround_chain::rpc::{LATEST, Node, PENDING};
use surround_channel::transcript::Verified;
use surround_channel::{Felt, Signature};
use surround_rules::Colour;
use surround_settlement::Moment;

use crate::failure::Failure;
use crate::files::Source;
use crate::joining::same_network;
use crate::sending::Desk;
use crate::transcripts;

/// Which game.
#[derive(Clone, Debug, clap::Args)]
pub struct GameArgs {
    /// The transcript of the game.
    #[arg(value_name = "TRANSCRIPT")]
    pub transcript: PathBuf,
}

/// A verified game, its record if a node was asked, and who calls.
pub struct Table {
    /// The game.
    pub game: Verified,
    /// The contract.
    pub contract: Settlement,
    /// The record in the block being built.
    pub dispute: Option<Dispute>,
    /// The player whose account calls.
    pub caller: Option<Colour>,
    /// The steps that the transcript says the chain holds, before anything was added to it.
    recorded: u16,
}

impl GameArgs {
    /// Where the transcript is.
    #[must_use]
    pub fn source(&self) -> Source {
        Source::File(self.transcript.clone())
    }

    /// Reads the transcript, judges it, and asks the chain about it.
    ///
    /// # Errors
    /// [`Failure::Transcript`], [`Failure::OtherNetwork`], [`Failure::Chain`].
    pub async fn table(&self, desk: &Desk) -> Result<Table, Failure> {
        let game = transcripts::verified(&self.source())?;
        Table::new(game, desk.node.as_ref(), desk.caller).await
    }
}

impl Table {
    /// Asks a node about a game.
    ///
    /// # Errors
    /// [`Failure::OtherNetwork`], [`Failure::Chain`].
    pub async fn new(
        game: Verified,
        node: Option<&Node>,
        caller: Option<Felt>,
    ) -> Result<Self, Failure> {
        let contract = Settlement {
            address: game.transcript().contract,
        };
        let dispute = match node {
            Some(node) => {
                same_network(&game, node)?;
                Some(
                    View::new(node, contract, PENDING)
                        .dispute(game.channel_id())
                        .await?,
                )
            }
            None => None,
        };
        let caller = caller.and_then(|account| player_of(&game, account));
        Ok(Self {
            recorded: game.transcript().recorded_steps,
            game,
            contract,
            dispute,
            caller,
        })
    }

    /// The steps that the record holds; without a node, those that the transcript says it holds.
    #[must_use]
    pub fn stored(&self) -> u16 {
        match &self.dispute {
            Some(dispute) => dispute.record.steps,
            None => self.recorded,
        }
    }

    /// The referee's statement that the game counts, or zeros.
    #[must_use]
    pub fn ranked(&self) -> Signature {
        self.game.transcript().ranked.unwrap_or(Signature::NONE)
    }

    /// Whether the transcript holds the line that the record stores.
    ///
    /// # Errors
    /// [`Failure::OtherLine`] if it does not.
    pub fn check_line(&self) -> Result<(), Failure> {
        let Some(dispute) = &self.dispute else {
            return Ok(());
        };
        let (stored, chain) = (&dispute.record, self.game.chain());
        match chain.head_at(stored.steps) {
            Some(head) if stored.steps == 0 || head == stored.head => Ok(()),
            _ => Err(Failure::OtherLine {
                stored: stored.steps,
                held: chain.steps(),
            }),
        }
    }
}

/// The player whose account this is.
#[must_use]
pub fn player_of(game: &Verified, account: Felt) -> Option<Colour> {
    Colour::BOTH
        .into_iter()
        .find(|player| game.terms().account(*player) == account)
}

/// The block that the next transaction can be in: its time is not known, the latest block's is.
///
/// # Errors
/// [`Failure::Chain`].
pub async fn moment(node: &Node) -> Result<Moment, Failure> {
    let head = node.block(LATEST).await?;
    Ok(Moment {
        now: head.timestamp,
        block: head.number,
    })
}
