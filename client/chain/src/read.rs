//! The contract's views, each at a block that the caller names (protocol 3.2).

use starknet_rust::core::types::{BlockId, Felt, FunctionCall};
use starknet_rust::core::utils::starknet_keccak;
use starknet_rust::providers::Provider;
use surround_channel::line::{Fault, Line};
use surround_channel::policy::Limits;
use surround_channel::terms::Terms;
use surround_rules::{Colour, Phase};
use surround_settlement::clock::TimeClass;
use surround_settlement::record::{Ending, Rating, Record, Verdict};

use crate::calls::{self, Settlement};
use crate::decode::{self, DecodeError, Felts};
use crate::error::ChainError;
use crate::rpc::Node;

/// A dispute as the contract shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dispute {
    /// The record; [`Record::NONE`] for an unknown channel.
    pub record: Record,
    /// The record's time class in the block of the question.
    pub time: TimeClass,
    /// Whose rating the pending or final result moves.
    pub rating: Rating,
}

/// What a dry run of a legal line finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preview {
    /// The head after the last step.
    pub head: Felt,
    /// The number of steps.
    pub steps: u16,
    /// The phase after them.
    pub phase: Phase,
    /// Who is due; nobody once the game ended.
    pub due: Option<Colour>,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
    /// Black's score in half points; 0 unless the game ended.
    pub black_x2: u16,
    /// White's score in half points, komi and compensation included; 0 unless the game ended.
    pub white_x2: u16,
}

/// A contract seen at one block, e.g. [`crate::rpc::LATEST`].
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    node: &'a Node,
    contract: Settlement,
    block: BlockId,
}

impl<'a> View<'a> {
    /// The contract as of `block`.
    pub fn new(node: &'a Node, contract: Settlement, block: BlockId) -> Self {
        Self {
            node,
            contract,
            block,
        }
    }

    /// The channel that these terms name with this contract on this chain.
    pub async fn channel_id(&self, terms: &Terms) -> Result<Felt, ChainError> {
        let arguments = calls::terms_argument(terms);
        self.ask("channel_id", arguments, |felts| felts.felt("channel_id"))
            .await
    }

    /// The record of a channel.
    pub async fn dispute(&self, channel_id: Felt) -> Result<Dispute, ChainError> {
        self.ask("dispute", vec![channel_id], decode::dispute).await
    }

    /// The final result of a channel.
    ///
    /// # Errors
    /// [`ChainError::Reverted`] with `dispute: not final` before.
    pub async fn result(&self, channel_id: Felt) -> Result<(Verdict, Rating), ChainError> {
        self.ask("result", vec![channel_id], |felts| {
            decode::outcome(felts)?.ok_or("a final result without an ending".to_owned())
        })
        .await
    }

    /// What the contract was deployed with.
    pub async fn limits(&self) -> Result<Limits, ChainError> {
        self.ask("limits", Vec::new(), decode::limits).await
    }

    /// The second until which `key` counts for `account`: 0 for an unknown pair, the maximum for a
    /// registered one.
    pub async fn key_until(&self, account: Felt, key: Felt) -> Result<u64, ChainError> {
        self.ask("key_until", vec![account, key], |felts| {
            felts.integer("key_until")
        })
        .await
    }

    /// Has the contract replay a line. A long game can exceed what a public node allows a view:
    /// replay here first.
    pub async fn preview(
        &self,
        terms: &Terms,
        line: &Line,
    ) -> Result<Result<Preview, Fault>, ChainError> {
        self.ask(
            "preview",
            calls::preview_arguments(terms, line),
            decode::preview,
        )
        .await
    }

    async fn ask<T>(
        &self,
        view: &'static str,
        calldata: Vec<Felt>,
        read: impl FnOnce(&mut Felts<'_>) -> Result<T, DecodeError>,
    ) -> Result<T, ChainError> {
        let request = FunctionCall {
            contract_address: self.contract.address,
            entry_point_selector: starknet_keccak(view.as_bytes()),
            calldata,
        };
        let answer = self.node.rpc().call(request, self.block).await;
        let felts = answer.map_err(|error| self.node.error(view, error))?;
        decode::whole(&felts, read).map_err(|reason| ChainError::Answer { what: view, reason })
    }
}
