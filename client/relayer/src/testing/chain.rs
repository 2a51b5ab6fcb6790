//! A chain in memory with the settlement contract on it: blocks, a pool of transactions, receipts, and
//! everything that can go wrong with them.

mod mined;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use starknet_types_core::felt::Felt;
use surround_chain::envelope::Envelope;
use surround_chain::events::Seen;
use surround_chain::fees::Prices;
use surround_chain::receipt::Receipt;
use surround_chain::{Call, ChainError};
use surround_channel::policy::Limits;
use surround_rules::Colour;
use surround_settlement::{Context, Contract, Moment, Record};
use surround_tests::game::SignedGame;
use tokio::sync::Notify;

use super::calls::run;
use super::{CHAIN, CONTRACT, START};
use crate::ports::{Block, Watching};
use mined::{Mined, Pooled, reverted};

/// Where a process can be made to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// The watcher has asked for events.
    Reading,
    /// Before anything is written down.
    Signing,
    /// Written down, and not sent.
    BeforeSending,
    /// Sent, and the answer not heard.
    AfterSending,
    /// Executed, and the receipt not read.
    BeforeReceipt,
}

/// A chain that is shared by all who ask it.
#[derive(Clone)]
pub struct Chain(Arc<Shared>);

struct Shared {
    inner: Mutex<Inner>,
    stopped: Notify,
    goes_on: Notify,
}

/// What a chain has and does.
pub struct Inner {
    blocks: Vec<Mined>,
    pool: BTreeMap<(Felt, u64), Pooled>,
    /// Every envelope that was ever signed, with its calls.
    pub signed: Vec<(Envelope, Vec<Call>)>,
    /// Every hash that was handed in, in order.
    pub handed: Vec<Felt>,
    hashes: u64,
    /// No question is answered.
    pub down: bool,
    /// Events are asked of a node that is so many blocks behind.
    pub events_behind: usize,
    /// Hashes of blocks are asked of a node that is so many blocks behind.
    pub hashes_behind: usize,
    /// Transactions are taken into the pool.
    pub keeps: bool,
    /// Whatever is executed needs more than it declared.
    pub starves: bool,
    /// The connection ends after a transaction was delivered.
    pub hangs_up: bool,
    /// The price of a unit of L2 gas, in fri.
    pub price: u128,
    /// A felt: what concerns calls that have it, or the transaction that it is the hash of, is answered
    /// in a way that makes no sense.
    pub garbles: Option<Felt>,
    /// An account that has nothing to pay with.
    pub poor: Option<Felt>,
    /// Receipts are asked of a node that has none.
    pub blind: bool,
    /// Where the next process stops.
    pub stop_at: Option<Point>,
}

/// L2 gas that every call takes.
pub const GAS: u64 = 1_000_000;

impl Chain {
    /// A chain on which the players' keys are registered.
    pub fn new(game: &SignedGame) -> Self {
        let first = Mined {
            block: Block {
                at: START,
                hash: Felt::ONE,
            },
            contract: Contract::new(CHAIN, CONTRACT, Limits::standard(Vec::new())),
            nonces: BTreeMap::new(),
            events: Vec::new(),
            receipts: Vec::new(),
        };
        let inner = Inner {
            blocks: vec![first],
            pool: BTreeMap::new(),
            signed: Vec::new(),
            handed: Vec::new(),
            hashes: 1,
            down: false,
            events_behind: 0,
            hashes_behind: 0,
            keeps: true,
            starves: false,
            hangs_up: false,
            price: 10_000_000_000,
            garbles: None,
            poor: None,
            blind: false,
            stop_at: None,
        };
        let chain = Self(Arc::new(Shared {
            inner: Mutex::new(inner),
            stopped: Notify::new(),
            goes_on: Notify::new(),
        }));
        chain.register(game);
        chain
    }

    /// What it has and does, to look at and to change.
    pub fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.inner.lock().unwrap()
    }

    /// The players of a game register their keys.
    pub fn register(&self, game: &SignedGame) {
        let mut inner = self.inner();
        let contract = &mut inner.newest_mut().contract;
        for player in Colour::BOTH {
            let caller = game.terms.account(player);
            let context = Context { caller, at: START };
            contract
                .register_key(context, game.terms.key(player))
                .unwrap();
        }
    }

    /// The record of a game's channel in the newest block.
    pub fn record(&self, game: &SignedGame) -> Record {
        let id = game.channel_id().unwrap();
        self.inner().newest().contract.record(id)
    }

    /// Makes a block, `seconds` after the one before, with everything that the pool has.
    pub fn mine(&self, seconds: u64) {
        self.inner().mine(seconds, &[]);
    }

    /// Makes a block in which somebody else makes a call.
    pub fn somebody(&self, call: Call) {
        self.inner().mine(1, &[call]);
    }

    /// Another program uses the account's next nonce, in a block of its own.
    pub fn use_nonce(&self, account: Felt) {
        let mut inner = self.inner();
        let nonce = inner.next(account);
        let hash = inner.fresh_hash();
        let tip = u64::MAX;
        let other = Pooled {
            hash,
            calls: Vec::new(),
            price: u128::MAX,
            tip,
        };
        inner.pool.insert((account, nonce), other);
        inner.mine(1, &[]);
    }

    /// Drops the newest blocks; what was executed in them is gone, the pool too.
    pub fn reorganise(&self, blocks: usize) {
        let mut inner = self.inner();
        let left = inner.blocks.len() - blocks;
        inner.blocks.truncate(left);
        inner.pool.clear();
    }

    /// Whether a transaction of the account waits with this nonce.
    pub fn waits(&self, account: Felt, nonce: u64) -> bool {
        self.inner().pool.contains_key(&(account, nonce))
    }

    /// How many transactions of the account were executed, and how many of them succeeded.
    pub fn executed(&self) -> (usize, usize) {
        let inner = self.inner();
        let receipts = || inner.blocks.iter().flat_map(|mined| &mined.receipts);
        let good = receipts().filter(|receipt| receipt.revert.is_none());
        (receipts().count(), good.count())
    }

    /// Waits until a process has come to the point where it stops.
    pub async fn stopped(&self) {
        self.0.stopped.notified().await;
        self.inner().stop_at = None;
    }

    /// Lets the process that stopped go on, if it lives.
    pub fn go_on(&self) {
        self.0.goes_on.notify_waiters();
    }

    /// Stops here, if that is where the process is to stop.
    pub async fn pass(&self, point: Point) {
        let goes_on = self.0.goes_on.notified();
        if self.inner().stop_at == Some(point) {
            self.0.stopped.notify_one();
            goes_on.await;
        }
    }

    /// Fails while the node is down.
    pub fn answer(&self) -> Result<MutexGuard<'_, Inner>, ChainError> {
        let inner = self.inner();
        if inner.down {
            return Err(unreachable());
        }
        Ok(inner)
    }
}

/// What a connection that is lost looks like.
pub fn unreachable() -> ChainError {
    ChainError::Unreachable {
        node: "the test's node".to_owned(),
        reason: "it is down".to_owned(),
    }
}

/// An answer that does not have its shape.
fn garbled_answer(about: &Felt) -> ChainError {
    ChainError::Answer {
        what: "the test's question",
        reason: format!("{about:#x} is not what was expected"),
    }
}

impl Inner {
    fn newest(&self) -> &Mined {
        self.blocks.last().unwrap()
    }

    /// What a node knows that is so many blocks behind.
    fn behind(&self, blocks: usize) -> &[Mined] {
        let known = self.blocks.len().saturating_sub(blocks);
        self.blocks.get(..known).unwrap_or_default()
    }

    fn newest_mut(&mut self) -> &mut Mined {
        self.blocks.last_mut().unwrap()
    }

    fn fresh_hash(&mut self) -> Felt {
        self.hashes += 1;
        Felt::from(self.hashes)
    }

    /// The account's next nonce.
    pub fn next(&self, account: Felt) -> u64 {
        self.newest().nonces.get(&account).copied().unwrap_or(0)
    }

    /// What resources cost.
    pub fn prices(&self) -> Prices {
        Prices {
            l1_gas: 1,
            l2_gas: self.price,
            l1_data_gas: 1,
        }
    }

    /// Fails if a felt of the question is the one that the node does not get along with.
    pub fn answers<'a>(&self, felts: impl IntoIterator<Item = &'a Felt>) -> Result<(), ChainError> {
        let garbled = |felt: &&Felt| Some(**felt) == self.garbles;
        match felts.into_iter().find(garbled) {
            Some(felt) => Err(garbled_answer(felt)),
            None => Ok(()),
        }
    }

    /// What calls would do in the next block.
    pub fn simulate(&self, calls: &[Call]) -> Result<(), ChainError> {
        self.answers(calls.iter().flat_map(|call| &call.calldata))?;
        let mut contract = self.newest().contract.clone();
        let context = Context {
            caller: Felt::ONE,
            at: self.after(0),
        };
        for call in calls {
            if let Err(refusal) = run(&mut contract, context, call) {
                let revert = reverted(&refusal.to_string());
                return Err(ChainError::Reverted {
                    revert,
                    receipt: None,
                });
            }
        }
        Ok(())
    }

    /// Takes a transaction into the pool, as a sequencer does.
    pub fn take(
        &mut self,
        account: Felt,
        nonce: u64,
        envelope: &Envelope,
    ) -> Result<(), ChainError> {
        let hash = envelope.hash();
        self.handed.push(hash);
        let known = self.signed.iter().find(|(signed, _)| signed == envelope);
        let (_, calls) = known.expect("what is sent is what was signed, byte for byte");
        let (price, tip) = (envelope.bounds().prices.l2_gas, envelope.bounds().tip);
        let offer = Pooled {
            hash,
            calls: calls.clone(),
            price,
            tip,
        };
        if nonce < self.next(account) {
            let reason = format!("expected {}, got {nonce}", self.next(account));
            return Err(ChainError::Nonce { reason });
        }
        if price < self.price {
            return Err(ChainError::Underpriced {
                reason: "below the block's price".to_owned(),
            });
        }
        if let Some(waiting) = self.pool.get(&(account, nonce)) {
            let higher = |new: u128, old: u128| new * 10 >= old * 11;
            if waiting.hash == hash {
                return Ok(());
            }
            if !higher(price, waiting.price) || !higher(tip.into(), waiting.tip.into()) {
                return Err(ChainError::Underpriced {
                    reason: "no tenth more".to_owned(),
                });
            }
        }
        if self.keeps {
            self.pool.insert((account, nonce), offer);
        }
        Ok(())
    }

    fn after(&self, seconds: u64) -> Moment {
        let Moment { now, block } = self.newest().block.at;
        Moment {
            now: now + seconds,
            block: block + 1,
        }
    }

    fn mine(&mut self, seconds: u64, somebody: &[Call]) {
        let at = self.after(seconds);
        let hash = self.fresh_hash();
        let mut mined = Mined {
            block: Block { at, hash },
            events: Vec::new(),
            receipts: Vec::new(),
            ..self.newest().clone()
        };
        for call in somebody {
            let transaction = self.fresh_hash();
            mined.call(call, transaction).unwrap();
        }
        let (price, starves) = (self.price, self.starves);
        let accounts: Vec<Felt> = self.pool.keys().map(|(account, _)| *account).collect();
        for account in accounts {
            let next = |mined: &Mined| mined.nonces.get(&account).copied().unwrap_or(0);
            let pays = |offer: &&Pooled| offer.price >= price;
            while self
                .pool
                .get(&(account, next(&mined)))
                .filter(pays)
                .is_some()
            {
                let offer = self.pool.remove(&(account, next(&mined))).unwrap();
                mined.execute(account, &offer, price, starves);
            }
        }
        let nonces = mined.nonces.clone();
        self.pool
            .retain(|(account, nonce), _| *nonce >= nonces.get(account).copied().unwrap_or(0));
        self.blocks.push(mined);
    }

    /// The receipt of a transaction.
    pub fn receipt(&self, hash: Felt) -> Option<Receipt> {
        let mut receipts = self.blocks.iter().flat_map(|mined| &mined.receipts);
        receipts.find(|receipt| receipt.hash == hash).cloned()
    }
}

impl Watching for Chain {
    async fn head(&self) -> Result<Block, ChainError> {
        Ok(self.answer()?.newest().block)
    }

    async fn hash_at(&self, block: u64) -> Result<Option<Felt>, ChainError> {
        let inner = self.answer()?;
        let known = inner.behind(inner.hashes_behind);
        let found = known.iter().find(|mined| mined.block.at.block == block);
        Ok(found.map(|mined| mined.block.hash))
    }

    async fn events(&self, first: u64, last: &Block) -> Result<Vec<Seen>, ChainError> {
        self.pass(Point::Reading).await;
        let inner = self.answer()?;
        let known = inner.behind(inner.events_behind);
        if !known.iter().any(|mined| mined.block.hash == last.hash) {
            return Err(ChainError::Refused {
                reason: "Block not found".to_owned(),
            });
        }
        let asked = |mined: &&Mined| (first..=last.at.block).contains(&mined.block.at.block);
        let events = known.iter().filter(asked).flat_map(|mined| &mined.events);
        Ok(events.cloned().collect())
    }
}
