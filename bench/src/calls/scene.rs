//! One local network on which every call is made once.

use anyhow::{Context, Result, ensure};
use surround_chain::receipt::Receipt;
use surround_rules::{Colour, Setup, Step};
use surround_settlement::{Record, Status};
use surround_tests::acts::Act;
use surround_tests::artifacts::Meter;
use surround_tests::game::{SignedGame, key};
use surround_tests::network::{BLACK, THIRD};
use surround_tests::table::Table;

use super::cells::Cells;
use super::name_of_whole;
use crate::corpus::Game;

/// Where the record is opened, answered, flagged and forked: late in a long game.
const LATE: u16 = 250;
/// White's komi in the calls, in half points: that of ranked games on 19x19.
const KOMI_X2: u16 = 15;
/// An account that has no session key.
const NEWCOMER: usize = 3;

/// What one transaction spent on one meter.
#[derive(Debug)]
pub struct Paid {
    /// The call and its case.
    pub name: String,
    /// Points on a side of the board; 0 for a call without a game.
    pub size: u8,
    /// Steps of the longest line that the call brings or the record holds.
    pub line: u16,
    /// L2 gas.
    pub l2_gas: u64,
    /// L1 data gas.
    pub l1_data_gas: u64,
    /// Storage cells that were zero before.
    pub new_cells: u64,
}

/// The network, a game of which the calls are about, and what was paid so far.
pub struct Scene {
    table: Table,
    setup: Setup,
    // Of a game with a few more steps than the line of most calls.
    steps: Vec<Step>,
    cells: Cells,
    paid: Vec<Paid>,
}

impl Scene {
    /// A network on which the calls will be about `record`.
    ///
    /// # Errors
    /// When the network does not start.
    pub async fn on(meter: Meter, record: &Game) -> Result<Self> {
        Ok(Self {
            table: Table::on(meter).await?,
            setup: Setup {
                komi_x2: KOMI_X2,
                ..record.setup
            },
            steps: record.steps.clone(),
            cells: Cells::default(),
            paid: Vec::new(),
        })
    }

    /// What every transaction spent, in order.
    pub fn paid(self) -> Vec<Paid> {
        self.paid
    }

    /// An account registers its first key, and revokes it.
    pub async fn key(&mut self) -> Result<()> {
        let key = key(Colour::Black).public();
        let registered = self.table.register(NEWCOMER, key).await?;
        let receipt = registered.ok().context("the key was refused")?;
        self.note("register_key", None, &receipt).await?;
        let revoked = self.table.revoke(NEWCOMER, key).await?;
        let receipt = revoked.ok().context("the key was not revoked")?;
        self.note("revoke_key", None, &receipt).await
    }

    /// A dispute is opened late, answered with one step, and settled.
    pub async fn dispute(&mut self) -> Result<()> {
        let mut game = self.late(false)?;
        let opened = self.call("submit: opening", &game, game.submit()?).await?;
        ensure!(opened.status == Status::Open, "not opened: {opened:?}");
        let (next, rest) = self
            .steps
            .get(usize::from(LATE)..)
            .and_then(<[Step]>::split_first)
            .context("the game ends too early")?;
        game.push(*next)?;
        let rest = rest.to_vec();
        self.call("submit: one forced step", &game, game.submit()?)
            .await?;
        for step in rest {
            game.push(step)?;
        }
        let ended = self.call("submit: settling", &game, game.submit()?).await?;
        ensure!(ended.verdict.is_some(), "not settled: {ended:?}");
        Ok(())
    }

    /// A deadline passes, and a third account claims the game.
    pub async fn claim(&mut self) -> Result<()> {
        let game = self.opened().await?;
        self.table.expire(&game).await?;
        self.call("claim_forfeit", &game, game.claim_forfeit())
            .await?;
        Ok(())
    }

    /// The referee flags a ranked game, and its result becomes final.
    pub async fn flag(&mut self) -> Result<()> {
        let game = self.late(true)?;
        self.call("flag", &game, game.flag(LATE)?).await?;
        self.table.expire(&game).await?;
        self.call("finalize", &game, game.finalize()).await?;
        Ok(())
    }

    /// A player resigns an open dispute by its account, and another game by signature.
    pub async fn resignations(&mut self) -> Result<()> {
        let game = self.opened().await?;
        self.pay("resign_channel", BLACK, &game, game.resign_channel())
            .await?;
        let game = self.late(false)?;
        self.call("resign", &game, game.resign(Colour::White)?)
            .await?;
        Ok(())
    }

    /// Proofs of a fork at the newest step and at the oldest.
    pub async fn forks(&mut self) -> Result<()> {
        for (name, parted_at) in [
            ("expose_fork: newest step", LATE - 1),
            ("expose_fork: first step", 0),
        ] {
            let game = self.opened().await?;
            let mut other = game.upto(parted_at)?;
            other.push(Step::Pass)?;
            self.call(name, &game, game.expose(&other)?).await?;
        }
        Ok(())
    }

    /// A whole game in one transaction.
    pub async fn whole(&mut self, record: &Game) -> Result<()> {
        let game = self.signed(record.setup, &record.steps, false)?;
        let name = name_of_whole(record);
        let record = self.pay(&name, THIRD, &game, game.submit()?).await?;
        ensure!(record.verdict.is_some(), "{name} does not end: {record:?}");
        Ok(())
    }

    /// The game as it stands late.
    fn late(&mut self, ranked: bool) -> Result<SignedGame> {
        let steps = self.steps.get(..usize::from(LATE));
        let steps = steps.context("the game is too short")?.to_vec();
        self.signed(self.setup, &steps, ranked)
    }

    /// The same with a record, which nobody counts.
    async fn opened(&mut self) -> Result<SignedGame> {
        let game = self.late(false)?;
        let (receipt, _) = self.table.receipt(THIRD, game.submit()?).await?;
        self.new_cells(&receipt).await?;
        Ok(game)
    }

    fn signed(&mut self, setup: Setup, steps: &[Step], ranked: bool) -> Result<SignedGame> {
        let mut terms = if ranked {
            self.table.ranked_terms()?
        } else {
            self.table.terms()?
        };
        (terms.size, terms.handicap, terms.komi_x2) = (setup.size, setup.handicap, setup.komi_x2);
        let mut game = self.table.game(terms)?;
        for step in steps {
            game.push(*step)?;
        }
        Ok(game)
    }

    /// A call by an account that is no player's.
    async fn call(&mut self, name: &str, game: &SignedGame, act: impl Into<Act>) -> Result<Record> {
        self.pay(name, THIRD, game, act).await
    }

    async fn pay(
        &mut self,
        name: &str,
        by: usize,
        game: &SignedGame,
        act: impl Into<Act>,
    ) -> Result<Record> {
        let paid = self.table.receipt(by, act).await;
        let (receipt, record) = paid.with_context(|| name.to_owned())?;
        self.note(name, Some(game), &receipt).await?;
        Ok(record)
    }

    async fn note(
        &mut self,
        name: &str,
        game: Option<&SignedGame>,
        receipt: &Receipt,
    ) -> Result<()> {
        let new_cells = self.new_cells(receipt).await?;
        self.paid.push(Paid {
            name: name.to_owned(),
            size: game.map_or(0, |game| game.terms.size),
            line: game.map_or(0, |game| game.chain().steps()),
            l2_gas: receipt.spent.l2_gas,
            l1_data_gas: receipt.spent.l1_data_gas,
            new_cells,
        });
        Ok(())
    }

    async fn new_cells(&mut self, receipt: &Receipt) -> Result<u64> {
        let contract = self.table.contract().address;
        let node = self.table.network().node();
        self.cells.add(node, contract, receipt).await
    }
}
