//! The contract as a value: the same calls in the same order of checks, on records in memory.
//!
//! What a call would do can be asked before it is sent, and the deployed contract is held to this
//! one by running both on the same calls. Nothing is written unless a call is accepted.

use std::collections::BTreeMap;

use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::{Line, Replay, replay};
use surround_channel::policy::Limits;
use surround_channel::statements::Signature;
use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::clock::Moment;
use crate::errors::Refusal;
use crate::record::{Record, Status};
use crate::{authority, fork, gate, keys, transition};

/// Who calls, and in which block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The calling account.
    pub caller: Felt,
    /// The block.
    pub at: Moment,
}

/// A deployed contract: what it was deployed with, and what it has stored.
#[derive(Clone, Debug)]
pub struct Contract {
    chain_id: Felt,
    address: Felt,
    limits: Limits,
    keys: BTreeMap<(Felt, Felt), u64>,
    records: BTreeMap<Felt, Record>,
}

impl Contract {
    /// A contract on a chain, with nothing stored.
    #[must_use]
    pub fn new(chain_id: Felt, address: Felt, limits: Limits) -> Self {
        Self {
            chain_id,
            address,
            limits,
            keys: BTreeMap::new(),
            records: BTreeMap::new(),
        }
    }

    /// The record of a channel (view `dispute`).
    #[must_use]
    pub fn record(&self, channel_id: Felt) -> Record {
        self.records
            .get(&channel_id)
            .copied()
            .unwrap_or(Record::NONE)
    }

    /// The second until which a pair counts (view `key_until`).
    #[must_use]
    pub fn key_until(&self, account: Felt, key: Felt) -> u64 {
        self.keys
            .get(&(account, key))
            .copied()
            .unwrap_or(keys::UNKNOWN)
    }

    /// The identifier of a channel (view `channel_id`).
    #[must_use]
    pub fn channel_id(&self, terms: &Terms) -> Felt {
        terms.channel_id(self.chain_id, self.address)
    }

    /// `register_key`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn register_key(&mut self, context: Context, key: Felt) -> Result<u64, Refusal> {
        let until = keys::register(key, self.key_until(context.caller, key))?;
        self.keys.insert((context.caller, key), until);
        Ok(until)
    }

    /// `revoke_key`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn revoke_key(&mut self, context: Context, key: Felt) -> Result<u64, Refusal> {
        let until = self.key_until(context.caller, key);
        let until = keys::revoke(until, context.at.now, self.limits.revocation_delay)?;
        self.keys.insert((context.caller, key), until);
        Ok(until)
    }

    /// `submit`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn submit(
        &mut self,
        context: Context,
        terms: &Terms,
        line: &Line,
        authority: &Authority,
        open: Mark,
        ranked: &Signature,
    ) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        gate::submit(&record, context.at)?;
        self.admit(context, terms, &record, ranked)?;
        let line = self.verified(context, terms, &record, line, authority)?;
        if record.status == Status::None && line.ending.is_none() {
            authority::check_open(terms, &line, open, context.caller)?;
        }
        let next = transition::submit(terms, &record, &line, context.at)?;
        Ok(self.commit(terms, next))
    }

    /// `resign`; `player` as the ABI has it, 0 black, 1 white.
    ///
    /// # Errors
    /// The contract's refusal.
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments of the contract's call"
    )]
    pub fn resign(
        &mut self,
        context: Context,
        terms: &Terms,
        line: &Line,
        authority: &Authority,
        player: u8,
        signature: &Signature,
        ranked: &Signature,
    ) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        let player = Colour::BOTH
            .get(usize::from(player))
            .copied()
            .ok_or(Refusal::BadPlayer)?;
        let brings_line = gate::resign(&record, player, context.at)?;
        self.admit(context, terms, &record, ranked)?;
        let line = if brings_line {
            Some(self.verified(context, terms, &record, line, authority)?)
        } else {
            None
        };
        authority::check_resign(terms, self.channel_id(terms), player, signature)?;
        let next = transition::resign(terms, &record, line.as_ref(), player, context.at);
        Ok(self.commit(terms, next))
    }

    /// `resign_channel`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn resign_channel(&mut self, context: Context, terms: &Terms) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        let caller = Colour::BOTH
            .into_iter()
            .find(|by| terms.account(*by) == context.caller);
        let player = gate::resign_channel(&record, caller, context.at)?;
        Ok(self.commit(
            terms,
            transition::resign_channel(terms, &record, player, context.at),
        ))
    }

    /// `flag`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn flag(
        &mut self,
        context: Context,
        terms: &Terms,
        line: &Line,
        authority: &Authority,
        signature: &Signature,
        ranked: &Signature,
    ) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        gate::flag(terms, &record, context.at)?;
        self.admit(context, terms, &record, ranked)?;
        let line = self.verified(context, terms, &record, line, authority)?;
        let (player, counted) = authority::flagged(terms, &line, signature)?;
        Ok(self.commit(
            terms,
            transition::flag(terms, &line, player, counted, context.at),
        ))
    }

    /// `claim_forfeit`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn claim_forfeit(&mut self, context: Context, terms: &Terms) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        gate::claim_forfeit(&record, context.at)?;
        Ok(self.commit(terms, transition::claim_forfeit(&record)))
    }

    /// `expose_fork`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn expose_fork(
        &mut self,
        context: Context,
        terms: &Terms,
        fork: &Fork,
    ) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        gate::expose_fork(&record, fork::author(fork), context.at)?;
        let (author, counted) = fork::check(terms, &record, fork)?;
        let next = transition::expose_fork(terms, &record, author, counted, context.at)?;
        Ok(self.commit(terms, next))
    }

    /// `finalize`.
    ///
    /// # Errors
    /// The contract's refusal.
    pub fn finalize(&mut self, context: Context, terms: &Terms) -> Result<Record, Refusal> {
        let record = self.record_of(terms);
        gate::finalize(&record, context.at)?;
        Ok(self.commit(terms, transition::finalize(&record)))
    }

    fn record_of(&self, terms: &Terms) -> Record {
        self.record(self.channel_id(terms))
    }

    /// What the first record of a channel needs, beside its evidence (protocol 3.2).
    fn admit(
        &self,
        context: Context,
        terms: &Terms,
        record: &Record,
        ranked: &Signature,
    ) -> Result<(), Refusal> {
        if record.status != Status::None {
            return Ok(());
        }
        terms.check(&self.limits)?;
        let counts = |player: Colour| {
            let until = self.key_until(terms.account(player), terms.key(player));
            keys::counts(until, context.at.now)
        };
        if !counts(Colour::Black) {
            return Err(Refusal::BlackKeyDead);
        }
        if !counts(Colour::White) {
            return Err(Refusal::WhiteKeyDead);
        }
        if terms.is_ranked() {
            authority::check_ranked(terms, self.channel_id(terms), ranked)?;
        }
        Ok(())
    }

    /// A line that is legal, authorised, and fits the record.
    fn verified(
        &self,
        context: Context,
        terms: &Terms,
        record: &Record,
        line: &Line,
        authority: &Authority,
    ) -> Result<Replay, Refusal> {
        let line = replay(terms.setup(), line, self.channel_id(terms), record.steps)
            .map_err(|fault| Refusal::Line(fault.error))?;
        authority::check_line(terms, record, &line, authority, context.caller)?;
        Ok(line)
    }

    fn commit(&mut self, terms: &Terms, next: Record) -> Record {
        self.records.insert(self.channel_id(terms), next);
        next
    }
}
