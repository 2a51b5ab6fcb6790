//! The contract's events: from them alone a game can be rebuilt (protocol 3.5).

use std::collections::HashSet;

use starknet_rust::core::types::{AddressFilter, BlockId, EmittedEvent, Event, EventFilter, Felt};
use starknet_rust::core::utils::starknet_keccak;
use starknet_rust::providers::Provider;
use surround_channel::line::Line;
use surround_channel::terms::Terms;

use crate::calls::Settlement;
use crate::decode::{self, DecodeError, Felts};
use crate::error::ChainError;
use crate::read::Dispute;
use crate::rpc::Node;

/// Events asked for at once; every node allows this many.
const PAGE: u64 = 1_000;
/// Blocks asked for at once, so that a long range never depends on one chain of pages.
const RANGE: u64 = 10_000;

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// The first write of a channel.
    Created {
        /// The channel.
        channel_id: Felt,
        /// The record after the call, its time class at the call.
        dispute: Dispute,
        /// The stored line.
        line: Line,
        /// The channel's terms.
        terms: Box<Terms>,
    },
    /// A later write of a channel.
    Updated {
        /// The channel.
        channel_id: Felt,
        /// The record after the call.
        dispute: Dispute,
        /// The stored line when the call brought it; else empty, and the stored line stays.
        line: Line,
    },
    /// A session key was registered.
    KeyRegistered {
        /// The account.
        account: Felt,
        /// The key.
        key: Felt,
    },
    /// A session key was revoked.
    KeyRevoked {
        /// The account.
        account: Felt,
        /// The key.
        key: Felt,
        /// The second from which the key no longer counts.
        until: u64,
    },
}

/// An event and where it was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// What happened.
    pub happening: Happening,
    /// Height of the block; none while the block is being built.
    pub block: Option<u64>,
    /// Hash of the block, which tells whether a reorganisation replaced it.
    pub block_hash: Option<Felt>,
    /// The transaction.
    pub transaction: Felt,
}

impl Happening {
    /// Reads one event of the contract.
    ///
    /// # Errors
    /// [`ChainError::Answer`] for an event that the ABI does not have.
    pub fn read(event: &Event) -> Result<Self, ChainError> {
        read(&event.keys, &event.data)
    }
}

/// The contract's events in blocks `first` to `last`, oldest first; of one channel, or all. The
/// block being built is none of them: nodes do not know it by its number.
///
/// # Errors
/// [`ChainError::Answer`] for an unreadable event, or when a node repeats a page.
pub async fn events(
    node: &Node,
    contract: Settlement,
    channel_id: Option<Felt>,
    first: u64,
    last: u64,
) -> Result<Vec<Seen>, ChainError> {
    let mut found = Vec::new();
    let mut from = first;
    while from <= last {
        let to = last.min(from.saturating_add(RANGE - 1));
        let filter = filter(contract, channel_id, from, BlockId::Number(to));
        pages(node, &filter, &mut found).await?;
        let Some(next) = to.checked_add(1) else { break };
        from = next;
    }
    Ok(found)
}

/// The contract's events from block `first` to the block with the hash `last`, oldest first, in one
/// chain of pages.
///
/// A node that does not know that block refuses, where one that lags would answer for the number of
/// the block with no events: behind one address there may be both.
///
/// # Errors
/// [`ChainError::Refused`] by a node without the block; else as [`events`].
pub async fn events_until(
    node: &Node,
    contract: Settlement,
    first: u64,
    last: Felt,
) -> Result<Vec<Seen>, ChainError> {
    let mut found = Vec::new();
    let filter = filter(contract, None, first, BlockId::Hash(last));
    pages(node, &filter, &mut found).await?;
    Ok(found)
}

fn filter(
    contract: Settlement,
    channel_id: Option<Felt>,
    first: u64,
    last: BlockId,
) -> EventFilter {
    EventFilter {
        from_block: Some(BlockId::Number(first)),
        to_block: Some(last),
        address: Some(AddressFilter::Single(contract.address)),
        // Any kind of event, then the channel.
        keys: channel_id.map(|id| vec![Vec::new(), vec![id]]),
    }
}

async fn pages(node: &Node, filter: &EventFilter, found: &mut Vec<Seen>) -> Result<(), ChainError> {
    let mut tokens = HashSet::new();
    let mut token = None;
    loop {
        let page = node
            .rpc()
            .get_events(filter.clone(), token, PAGE)
            .await
            .map_err(|error| node.error("events", error))?;
        for event in &page.events {
            found.push(seen(event)?);
        }
        let Some(next) = page.continuation_token else {
            return Ok(());
        };
        if !tokens.insert(next.clone()) {
            return Err(unreadable("the node repeats a page".to_owned()));
        }
        token = Some(next);
    }
}

fn seen(event: &EmittedEvent) -> Result<Seen, ChainError> {
    Ok(Seen {
        happening: read(&event.keys, &event.data)?,
        block: event.block_number,
        block_hash: event.block_hash,
        transaction: event.transaction_hash,
    })
}

fn read(keys: &[Felt], data: &[Felt]) -> Result<Happening, ChainError> {
    decode::whole(keys, |keys| {
        decode::whole(data, |data| happening(keys, data))
    })
    .map_err(unreadable)
}

fn happening(keys: &mut Felts<'_>, data: &mut Felts<'_>) -> Result<Happening, DecodeError> {
    let kind = keys.felt("the kind of the event")?;
    let is = |name: &str| kind == starknet_keccak(name.as_bytes());
    if is("DisputeCreated") {
        return Ok(Happening::Created {
            channel_id: channel(keys)?,
            dispute: decode::dispute(data)?,
            line: decode::line(data)?,
            terms: Box::new(decode::terms(data)?),
        });
    }
    if is("DisputeUpdated") {
        return Ok(Happening::Updated {
            channel_id: channel(keys)?,
            dispute: decode::dispute(data)?,
            line: decode::line(data)?,
        });
    }
    if is("KeyRegistered") {
        return Ok(Happening::KeyRegistered {
            account: keys.felt("account")?,
            key: keys.felt("key")?,
        });
    }
    if is("KeyRevoked") {
        return Ok(Happening::KeyRevoked {
            account: keys.felt("account")?,
            key: keys.felt("key")?,
            until: data.integer("until")?,
        });
    }
    Err(format!("unknown event {kind:#x}"))
}

/// The channel, and past the two accounts, which are in the terms too.
fn channel(keys: &mut Felts<'_>) -> Result<Felt, DecodeError> {
    let channel_id = keys.felt("channel_id")?;
    keys.felt("black")?;
    keys.felt("white")?;
    Ok(channel_id)
}

fn unreadable(reason: String) -> ChainError {
    ChainError::Answer {
        what: "events",
        reason,
    }
}

#[cfg(test)]
mod tests;
