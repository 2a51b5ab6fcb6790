//! A random walk: which turn comes next, from a seed.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Context as _, Result};
use starknet_types_core::felt::Felt;
use surround_rules::Colour;
use surround_settlement::{Moment, Record, Status, TimeClass};
use surround_tests::acts::{Act, Submit};
use surround_tests::game::key;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::{Bookmark, Table};

use crate::channel::Channel;
use crate::dice::Dice;
use crate::shrink;
use crate::spoil::spoil;
use crate::turn::{Deed, KEYS, Turn, all_keys, garble};

/// Channels at a time.
const CHANNELS: usize = 4;
/// Two of three calls are made as they should be.
const SPOILED: u64 = 3;
/// In the last fifth of a walk players revoke their own keys: no channel is opened after that.
const LATE: usize = 5;
/// Longer than a revocation takes, in seconds.
pub const LONG: u64 = 6_000;

/// Turns that were taken, with what came of each.
pub type Log = Vec<(Turn, bool)>;
/// How often each outcome was seen.
pub type Seen = BTreeMap<String, usize>;

/// A difference between contract and model, and the shortest way to it that was found.
#[derive(Debug)]
pub struct Mismatch {
    /// The number of the turn in the walk, from 1.
    pub call: usize,
    /// What differs after the last of `turns`.
    pub difference: anyhow::Error,
    /// Turns from the start of the walk, most of them left out.
    pub turns: Vec<Turn>,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (call, count) = (self.call, self.turns.len());
        writeln!(f, "call {call}: {:#}", self.difference)?;
        writeln!(f, "the same after these {count} alone:")?;
        for (turn, number) in self.turns.iter().zip(1..) {
            writeln!(f, "{number}. {turn}")?;
        }
        Ok(())
    }
}

/// A walk at a table.
pub struct Walk {
    table: Table,
    dice: Dice,
    channels: Vec<Channel>,
    start: Bookmark,
    log: Log,
}

impl Walk {
    /// The walk of a seed. It starts where the table is.
    pub async fn new(mut table: Table, seed: u64) -> Result<Self> {
        let mut dice = Dice(seed);
        let start = table.bookmark().await?;
        let channels = (0..CHANNELS).map(|_| Channel::new(&mut table, &mut dice));
        Ok(Self {
            channels: channels.collect::<Result<_>>()?,
            table,
            dice,
            start,
            log: Log::new(),
        })
    }

    /// Takes so many turns, or as many as contract and model agree on.
    ///
    /// # Errors
    /// When the next turn cannot be made up; a [`Mismatch`] is an answer.
    pub async fn take(mut self, calls: usize) -> Result<Result<Seen, Mismatch>> {
        let mut seen = Seen::new();
        for call in 1..=calls {
            let turn = self.next(call > calls - calls / LATE)?;
            let watched = self.watched()?;
            let outcome = turn.take(&mut self.table, &watched).await;
            let accepted = outcome.as_ref().is_ok_and(|taken| taken.accepted);
            self.log.push((turn, accepted));
            match outcome {
                Ok(taken) => *seen.entry(taken.name).or_default() += 1,
                Err(difference) => {
                    let Self {
                        table, start, log, ..
                    } = self;
                    let short = shrink::shortest(table, start, log, difference).await?;
                    let (turns, difference) = short;
                    return Ok(Err(Mismatch {
                        call,
                        difference,
                        turns,
                    }));
                }
            }
        }
        Ok(Ok(seen))
    }

    fn watched(&self) -> Result<Vec<Felt>> {
        let ids = self.channels.iter().map(|held| held.trunk().channel_id());
        ids.collect()
    }

    fn next(&mut self, late: bool) -> Result<Turn> {
        let number = self.dice.below(CHANNELS as u64) as usize;
        self.renew(number)?;
        let by = self.dice.pick(&[BLACK, WHITE, THIRD]);
        let mut turn = Turn {
            by,
            at: self.table.next(),
            deed: Deed::Wait,
        };
        match self.dice.below(28) {
            0..=4 => turn.at = self.later(number)?,
            5 => turn.deed = Deed::Register(self.key(by, late)?),
            6 => turn.deed = Deed::Revoke(self.key(by, late)?),
            7 => {
                let call = self.act(number)?.call(self.table.contract());
                turn.deed = Deed::Garbled(garble(call, self.dice.roll())?);
            }
            8 => turn.deed = self.preview(number)?,
            _ => {
                let act = self.act(number)?;
                turn.deed = Deed::Act(self.maybe_spoilt(act)?);
            }
        }
        Ok(turn)
    }

    /// Puts another channel in the place of one that is over, though not at once.
    fn renew(&mut self, number: usize) -> Result<()> {
        let record = self.record(number)?;
        let expired = self.table.next().now >= self.channel(number)?.terms().expires_at;
        let unused = record.status == Status::None && expired;
        if (record.status == Status::Final || unused) && self.dice.one_in(3) {
            let next = Channel::new(&mut self.table, &mut self.dice)?;
            *self.channels.get_mut(number).context("a channel")? = next;
        }
        Ok(())
    }

    /// Never a player's own, without which there is little more to see, before it is `late`.
    fn key(&mut self, by: usize, late: bool) -> Result<Felt> {
        let own = match by {
            BLACK => Some(key(Colour::Black).public()),
            WHITE => Some(key(Colour::White).public()),
            _ => None,
        };
        let keys: Vec<_> = match late {
            true => all_keys().collect(),
            false => all_keys()
                .filter(|key| Some(*key) != own)
                .chain(KEYS)
                .collect(),
        };
        Ok(self.dice.pick(&keys))
    }

    /// A little later, much later, or at one side of a boundary of a record or of the channel.
    fn later(&mut self, number: usize) -> Result<Moment> {
        let (record, dice) = (self.record(number)?, &mut self.dice);
        let channel = self.channels.get(number).context("a channel")?;
        let Moment { now, block } = self.table.next();
        let boundary = match record.status {
            Status::Open | Status::Pending => record.deadline + dice.pick(&[0, 1]),
            _ => channel.terms().expires_at - dice.pick(&[0, 1]),
        };
        let to = match dice.below(16) {
            0 => now + LONG,
            1..=7 => now + dice.below(20),
            _ => boundary.max(now),
        };
        let first = (record.min_block + 1).saturating_sub(dice.pick(&[1, 1, 2]));
        Ok(Moment {
            now: to,
            block: (block + 1).max(first),
        })
    }

    fn preview(&mut self, number: usize) -> Result<Deed> {
        let (line, record) = (self.channel(number)?, self.record(number)?);
        let Submit { terms, .. } = line.trunk().submit()?;
        let channel = self.channels.get(number).context("a channel")?;
        let act = channel.line(&record, &mut self.dice)?.submit()?;
        let act = self.maybe_spoilt(act.into())?;
        Ok(match act {
            Act::Submit(act) => Deed::Preview(Box::new(act.terms), act.line),
            _ => Deed::Preview(Box::new(terms), Default::default()),
        })
    }

    fn maybe_spoilt(&mut self, act: Act) -> Result<Act> {
        if !self.dice.one_in(SPOILED) {
            return Ok(act);
        }
        let number = self.dice.below(CHANNELS as u64) as usize;
        let channel = self.channels.get(number).context("a channel")?;
        let other = channel.any(&mut self.dice);
        spoil(act, &other, &mut self.dice)
    }

    /// A call as it should be, of any kind, though not always at the right time.
    fn act(&mut self, number: usize) -> Result<Act> {
        let (record, at) = (self.record(number)?, self.table.next());
        let channel = self.channels.get(number).context("a channel")?;
        let dice = &mut self.dice;
        let line = channel.line(&record, dice)?;
        let player = dice.pick(&Colour::BOTH);
        if record.time_class(at) == TimeClass::Expired && dice.one_in(3) {
            return Ok(match record.status {
                Status::Open => line.claim_forfeit(),
                _ => line.finalize(),
            });
        }
        Ok(match dice.below(16) {
            0..=6 => line.submit()?.into(),
            7 | 8 => line.resign(player)?.into(),
            9 => line.resign_channel(),
            10..=12 => {
                let back = dice.pick(&[0, 0, 1, 2]);
                line.flag(line.chain().steps().saturating_sub(back))?.into()
            }
            13 => dice.pick(&[line.claim_forfeit(), line.finalize()]),
            _ => {
                let stored = channel.stored(&record).unwrap_or_else(|| line.clone());
                match stored.expose(&channel.any(dice)) {
                    Ok(proof) => proof.into(),
                    // The lines do not part.
                    Err(_) => line.submit()?.into(),
                }
            }
        })
    }

    fn channel(&self, number: usize) -> Result<&Channel> {
        self.channels.get(number).context("a channel")
    }

    fn record(&self, number: usize) -> Result<Record> {
        self.table.record(self.channel(number)?.trunk())
    }
}
