//! Proof that a player signed two different steps on one head (protocol 3.2, `expose_fork`).

use crate::channel::line::{DeadSet, next_head, word};
use crate::channel::statements::{step_hash, verify};
use crate::channel::terms::{Terms, TermsTrait};
use crate::errors;
use crate::rules::game::{PROPOSE, RESUME, points};
use super::interface::Fork;
use super::record::Record;

/// Whether `fork` proves its author's second step against the stored line; returns the counted
/// steps, those of the longer branch (protocol 3.3, 6).
///
/// The stored step comes in clear, within its ranges, so that nobody can claim another author for
/// its word; the other is any felt, since only its author's signature gives it a meaning.
pub fn check(terms: Terms, record: Record, fork: Fork) -> Result<u16, felt252> {
    if !is_step(fork) {
        return Err(errors::BAD_FORK_STEP);
    }
    let longest = longest_line(terms.size);
    if fork.tail.len() > longest || fork.other_tail.len() > longest {
        return Err(errors::FORK_TAIL_TOO_LONG);
    }
    let stored = word(fork.author, fork.code, fork.dead);
    let steps: u32 = record.steps.into();
    if fork.tail.len() >= steps || follow(fork.head, stored, fork.tail) != record.head {
        return Err(errors::FORK_OFF_THE_LINE);
    }
    if fork.other == stored {
        return Err(errors::SAME_FORK_STEP);
    }
    let head = follow(fork.head, fork.other, fork.other_tail);
    if !verify(step_hash(head), terms.key(fork.author), fork.signature) {
        return Err(errors::BAD_FORK_SIGNATURE);
    }
    let other_steps = steps - fork.tail.len() + fork.other_tail.len();
    Ok(core::cmp::max(steps, other_steps).try_into().unwrap_or(record.steps))
}

/// Is the stored step one that a player can make: an author, a code, a dead set only to propose?
fn is_step(fork: Fork) -> bool {
    fork.author <= 1
        && fork.code <= RESUME
        && (fork.code == PROPOSE || fork.dead == DeadSet { d0: 0, d1: 0, d2: 0 })
}

/// 3N + 2: no game has more steps (protocol 1.2).
fn longest_line(size: u8) -> u32 {
    (3 * points(size) + 2).into()
}

/// The head after `first` and `rest` on `head`.
fn follow(head: felt252, first: felt252, rest: Span<felt252>) -> felt252 {
    let mut head = next_head(head, first);
    for word in rest {
        head = next_head(head, *word);
    }
    head
}
