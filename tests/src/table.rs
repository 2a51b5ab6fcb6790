//! A table at which a story is told: the deployed contract, the same contract in memory, and a clock
//! that stands still until the story moves it.
//!
//! Every call runs on both contracts. They have to agree on the outcome, by name when it is a
//! refusal, and on the record after it; then the story says whether the outcome is the right one.

mod bookmark;
mod games;
mod keys;
mod told;

use std::slice::from_ref;

use anyhow::{Context as _, Result, bail, ensure};
use starknet_types_core::felt::Felt;
use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::receipt::{Receipt, Wait};
use surround_chain::rpc::LATEST;
use surround_chain::{Call, ChainError};
use surround_channel::policy::Limits;
use surround_channel::terms::Terms;
use surround_settlement::{Context, Contract, Moment, Record, Refusal, Status};

use crate::acts::Act;
use crate::artifacts::Meter;
use crate::game::SignedGame;
use crate::network::{Network, limits};

pub use bookmark::Bookmark;
use told::Told;

/// How long a game at the table lasts before it expires, in seconds: 100 days, which is longer than
/// a revocation takes.
pub const LIFE: u64 = 100 * 24 * 3_600;
/// The window of a game at the table, in seconds.
pub const SECONDS: u64 = 3_600;
/// The window of a game at the table, in blocks.
pub const BLOCKS: u64 = 60;
/// The first call of a story runs this many seconds after the contract was deployed.
const START: u64 = 1_000;

/// How the runtime begins when arguments do not decode.
const UNDECODABLE: [&str; 2] = ["Failed to deserialize param", "Input too long"];

/// What one call came to.
#[derive(Debug)]
pub enum Outcome {
    /// Executed: the receipt, and the record after it.
    Accepted(Box<Receipt>, Record),
    /// Refused by the contract in a simulation; nothing was sent.
    Refused(Refusal),
}

/// The two contracts and the clock.
pub struct Table {
    network: Network,
    contract: Settlement,
    twin: Contract,
    // Of the next transaction.
    at: Moment,
    channels: u64,
}

impl Table {
    /// A table on the step meter with both players' keys registered.
    pub async fn new() -> Result<Self> {
        Self::on(Meter::Steps).await
    }

    /// A table with both players' keys registered.
    pub async fn on(meter: Meter) -> Result<Self> {
        let mut table = Self::bare(meter).await?;
        table.register_keys().await?;
        Ok(table)
    }

    /// A table at which no key is registered.
    pub async fn bare(meter: Meter) -> Result<Self> {
        Self::at(meter, limits(), limits()).await
    }

    /// A table at a contract that was deployed with other limits, with both players' keys registered.
    pub async fn with_limits(limits: Limits) -> Result<Self> {
        Self::against(limits.clone(), limits).await
    }

    /// The same, with a twin that takes the contract's limits for other ones: what compares the two
    /// has to find that out.
    pub async fn against(limits: Limits, believed: Limits) -> Result<Self> {
        let mut table = Self::at(Meter::Steps, limits, believed).await?;
        table.register_keys().await?;
        Ok(table)
    }

    async fn at(meter: Meter, limits: Limits, believed: Limits) -> Result<Self> {
        let network = Network::with_contract(meter, &limits).await?;
        let contract = network.settlement();
        let latest = network.node().block(LATEST).await?;
        let mut table = Self {
            twin: Contract::new(network.node().chain_id(), contract.address, believed),
            at: Moment {
                now: latest.timestamp + START,
                block: latest.number + 1,
            },
            contract,
            network,
            channels: 0,
        };
        table.pin().await?;
        Ok(table)
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The deployed contract.
    pub fn contract(&self) -> Settlement {
        self.contract
    }

    /// The block in which the next transaction runs.
    pub fn next(&self) -> Moment {
        self.at
    }

    /// Lets seconds pass, and one block.
    pub async fn pass(&mut self, seconds: u64) -> Result<()> {
        let Moment { now, block } = self.at;
        self.go(Moment {
            now: now + seconds,
            block: block + 1,
        })
        .await
    }

    /// Has the next transaction run in just this block, which is a later one.
    pub async fn go(&mut self, to: Moment) -> Result<()> {
        let blocks = to
            .block
            .checked_sub(self.at.block + 1)
            .context("no later block")?;
        self.network.control().create_blocks(blocks).await?;
        self.at = Moment {
            now: to.now,
            block: self.at.block + blocks,
        };
        self.pin().await
    }

    /// Lets the window of a game's record pass, by no more than it takes.
    pub async fn expire(&mut self, game: &SignedGame) -> Result<()> {
        let record = self.record(game)?;
        let block = record.min_block.max(self.at.block + 1);
        self.go(Moment {
            now: record.deadline + 1,
            block,
        })
        .await
    }

    /// The record of a game, on which both contracts agreed after the last call.
    pub fn record(&self, game: &SignedGame) -> Result<Record> {
        Ok(self.twin.record(game.channel_id()?))
    }

    /// The channel that any terms name, valid or not.
    pub fn channel_id(&self, terms: &Terms) -> Felt {
        self.twin.channel_id(terms)
    }

    /// Makes a call that has to be accepted and returns the record after it.
    pub async fn accept(&mut self, by: usize, act: impl Into<Act>) -> Result<Record> {
        Ok(self.receipt(by, act).await?.1)
    }

    /// Makes a call that has to be accepted and returns its receipt and the record after it.
    pub async fn receipt(&mut self, by: usize, act: impl Into<Act>) -> Result<(Receipt, Record)> {
        match self.attempt(by, &act.into()).await? {
            Outcome::Accepted(receipt, record) => Ok((*receipt, record)),
            Outcome::Refused(refusal) => bail!("refused: {refusal}"),
        }
    }

    /// Makes a call that has to be refused for this reason.
    pub async fn refuse(&mut self, by: usize, act: impl Into<Act>, why: Refusal) -> Result<()> {
        match self.attempt(by, &act.into()).await? {
            Outcome::Refused(refusal) => {
                ensure!(refusal == why, "refused for {refusal}, not for {why}");
                Ok(())
            }
            Outcome::Accepted(..) => bail!("accepted, not refused for {why}"),
        }
    }

    /// Makes a call on both contracts.
    ///
    /// # Errors
    /// When the two do not agree, on the outcome, on the event or on the record after it.
    pub async fn attempt(&mut self, by: usize, act: &Act) -> Result<Outcome> {
        let context = self.context(by)?;
        let id = self.channel_id(act.terms());
        let before = self.twin.record(id);
        let expected = act.run(&mut self.twin, context);
        let call = act.call(self.contract);
        let receipt = match (self.send(by, &call).await?, expected) {
            (Ok(receipt), Ok(_)) => receipt,
            (Err(name), Err(refusal)) if name == refusal.as_str() => {
                return Ok(Outcome::Refused(refusal));
            }
            (Ok(_), Err(refusal)) => bail!("accepted; the twin refuses: {refusal}"),
            (Err(name), twin) => bail!("refused: {name}; the twin says {twin:?}"),
        };
        let record = self.check(id).await?;
        let told = Told {
            act,
            before,
            after: record,
            at: context.at,
        };
        self.check_told(&receipt, &told)?;
        Ok(Outcome::Accepted(Box::new(receipt), record))
    }

    /// Makes a call whose arguments do not decode, which has to be refused for that, and returns the
    /// runtime's words.
    pub async fn garbled(&mut self, by: usize, call: &Call) -> Result<String> {
        match self.send(by, call).await? {
            Err(name) if UNDECODABLE.iter().any(|words| name.starts_with(words)) => Ok(name),
            other => bail!("not refused as undecodable: {other:?}"),
        }
    }

    /// The contract as of the latest block.
    pub fn view(&self) -> View<'_> {
        View::new(self.network.node(), self.contract, LATEST)
    }

    /// Compares the view `dispute` with the twin, and returns the record.
    pub async fn check(&self, channel_id: Felt) -> Result<Record> {
        let found = self.view().dispute(channel_id).await?;
        let twin = self.twin.record(channel_id);
        ensure!(
            found.record == twin,
            "the record is {:?}; the twin says {twin:?}",
            found.record
        );
        // The local network answers views with the clock of the block that is being built.
        let (time, rating) = (twin.time_class(self.at), twin.rating());
        ensure!(
            found.time == time,
            "the time class is {:?}; the twin says {time:?}",
            found.time
        );
        ensure!(
            found.rating == rating,
            "the rating is {:?}, not {rating:?}",
            found.rating
        );
        self.check_result(channel_id, &twin).await?;
        Ok(twin)
    }

    /// The view `result`: the verdict once it is Final, and a refusal before.
    async fn check_result(&self, channel_id: Felt, twin: &Record) -> Result<()> {
        let found = match self.view().result(channel_id).await {
            Ok((verdict, rating)) => Ok((Some(verdict), rating)),
            Err(ChainError::Reverted { revert, .. }) => Err(revert.to_string()),
            Err(error) => return Err(error.into()),
        };
        let expected = match twin.status {
            Status::Final => Ok((twin.verdict, twin.rating())),
            _ => Err(Refusal::NotFinal.to_string()),
        };
        ensure!(
            found == expected,
            "the result is {found:?}, not {expected:?}"
        );
        Ok(())
    }

    /// The address of an account.
    pub fn account(&self, number: usize) -> Result<Felt> {
        Ok(self.network.account(number)?.address())
    }

    fn context(&self, by: usize) -> Result<Context> {
        Ok(Context {
            caller: self.account(by)?,
            at: self.at,
        })
    }

    /// Sends a call, or returns the name of the refusal.
    async fn send(&mut self, by: usize, call: &Call) -> Result<Result<Receipt, String>> {
        let sender = self.network.sender(by)?;
        match sender.send(from_ref(call), Wait::default()).await {
            Ok(receipt) => {
                let (found, block) = (receipt.block, self.at.block);
                ensure!(found == block, "executed in block {found}, not in {block}");
                self.at.block += 1;
                self.pin().await?;
                Ok(Ok(receipt))
            }
            Err(ChainError::Reverted { revert, .. }) => {
                let name = revert.name().with_context(|| revert.trace.clone())?;
                Ok(Err(name.to_owned()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Makes a block at the time of the story, so that the next transaction runs at that time.
    async fn pin(&mut self) -> Result<()> {
        self.network.control().set_time(self.at.now).await?;
        self.at.block += 1;
        Ok(())
    }
}
