//! One hand out of everything that is held for a channel: the line to play, the statements that go
//! with it, and the proofs of a fork. Pure.

use surround_channel::evidence::Signed;
use surround_channel::fork;
use surround_channel::line::Line;
use surround_channel::transcript::{Transcript, TranscriptError, Verified};
use surround_rules::Colour;
use surround_settlement::fork as settled;
use surround_settlement::record::Record;

/// What is held for a channel, as the strategist takes it.
#[derive(Clone, Debug)]
pub struct Hand {
    /// The longest line that fits the chain's, can be brought, and carries every statement that any
    /// bundle has for it.
    pub game: Verified,
    /// For each player who forked, the proof that counts most.
    pub forks: Vec<ForkInHand>,
}

/// A proof of a fork against the stored line.
#[derive(Clone, Debug)]
pub struct ForkInHand {
    /// Who forked.
    pub author: Colour,
    /// The steps that the proof counts (protocol 3.3, 6).
    pub counted: u16,
    /// The line that holds the other step.
    pub other: Verified,
}

impl Hand {
    /// The hand of a channel with these bundles, whose record is `record` with the stored line
    /// `stored`; none without a bundle and a stored line.
    ///
    /// A bundle that parts from the stored line gives proofs and statements, and no line.
    ///
    /// # Errors
    /// The stored line is not one of this channel: the node's answers do not fit together.
    pub fn of(
        bundles: &[Verified],
        record: &Record,
        stored: Option<&Line>,
    ) -> Result<Option<Self>, TranscriptError> {
        let Some(first) = bundles.first() else {
            return Ok(None);
        };
        let mut games = Vec::new();
        for bundle in bundles {
            games.extend(fitted(bundle, stored));
        }
        let mut game = match longest(games, record) {
            Some(game) => game,
            None => recorded(first, stored)?,
        };
        for bundle in bundles {
            collect(&mut game, bundle.transcript());
        }
        let forks = forks(&game, record, bundles);
        Ok(Some(Self { game, forks }))
    }

    /// The steps that the best proof against a player counts.
    #[must_use]
    pub fn fork_of(&self, author: Colour) -> Option<u16> {
        let fork = self.forks.iter().find(|fork| fork.author == author);
        fork.map(|fork| fork.counted)
    }
}

/// The bundle, lengthened by the stored line; none if it parts from it.
fn fitted(bundle: &Verified, stored: Option<&Line>) -> Option<Verified> {
    let mut game = bundle.clone();
    match stored {
        Some(line) => game.adopt(line).ok().map(|()| game),
        None => Some(game),
    }
}

/// The longest game that can be brought; if none can be, the longest.
fn longest(games: Vec<Verified>, record: &Record) -> Option<Verified> {
    games.into_iter().rev().max_by_key(|game| {
        (
            game.evidence(record.steps, None).is_ok(),
            game.chain().steps(),
        )
    })
}

/// The game that the chain holds, without a signature.
fn recorded(bundle: &Verified, stored: Option<&Line>) -> Result<Verified, TranscriptError> {
    let of = bundle.transcript();
    let line = stored.cloned().unwrap_or_default();
    Transcript::recorded(of.chain_id, of.contract, of.terms.clone(), &line)?.verify()
}

/// Adds every statement that holds on the game and says more than what it has. Those over heads that
/// the game does not have are refused by their signatures, which is what decides.
///
/// A statement has as many signatures as its author cares to make: another one of a statement that is
/// held is no news.
pub(crate) fn collect(game: &mut Verified, from: &Transcript) {
    let held = game.transcript().clone();
    for player in Colour::BOTH {
        if let Some(signed) = later(*from.signatures.of(player), *held.signatures.of(player)) {
            let _ = game.endorse(player, signed);
        }
        let is_new = held.resignations.of(player).is_none();
        if let Some(signature) = from.resignations.of(player).filter(|_| is_new) {
            let _ = game.add_resignation(player, signature);
        }
    }
    // An opening counts over the newest head alone.
    let open = later(from.open, held.open);
    if let Some(open) = open.filter(|open| open.steps == game.chain().steps()) {
        let _ = game.add_open(open);
    }
    if let Some(flag) = later(from.flag, held.flag) {
        let _ = game.add_flag(flag);
    }
    if let Some(ranked) = from.ranked.filter(|_| held.ranked.is_none()) {
        let _ = game.add_ranked(ranked);
    }
}

/// The statement, if it is over a later head than the one that is held.
fn later(statement: Option<Signed>, held: Option<Signed>) -> Option<Signed> {
    statement.filter(|new| held.is_none_or(|held| held.steps < new.steps))
}

/// The best proof against each player: that both lines were signed, and the stored one is theirs.
fn forks(game: &Verified, record: &Record, bundles: &[Verified]) -> Vec<ForkInHand> {
    let mut best: Vec<ForkInHand> = Vec::new();
    for other in bundles {
        let Ok(proof) = fork::prove(game, record.steps, other) else {
            continue;
        };
        let Ok((author, counted)) = settled::check(game.terms(), record, &proof) else {
            continue;
        };
        let held = best.iter_mut().find(|fork| fork.author == author);
        let fork = ForkInHand {
            author,
            counted,
            other: other.clone(),
        };
        match held {
            Some(held) if held.counted >= counted => {}
            Some(held) => *held = fork,
            None => best.push(fork),
        }
    }
    best
}

#[cfg(test)]
mod tests;
