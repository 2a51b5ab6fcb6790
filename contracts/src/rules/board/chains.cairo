//! Chains: a union-find forest whose roots count pseudo-liberties, the pairs of a stone of the
//! chain and an empty point beside it.
//!
//! A chain goes by the number of its first stone. Most of the time that is a root or a step below
//! one, so what a move needs comes in two forms: a quick one that looks one step up and says
//! whether that was enough, without a loop and so without what a loop costs, and one that always
//! succeeds.

use core::dict::{Felt252Dict, Felt252DictEntryTrait, Felt252DictTrait};
use core::gas::redeposit_gas;

/// Numbers of chains, 1 to 361, to counts.
pub type Chains = Felt252Dict<felt252>;

/// Count of a chain that was merged into another.
const MERGED: felt252 = 0;
/// Count of a chain that has just lost its last liberty: under the number by which that was found.
const DEAD: felt252 = -1;
/// The key `FORWARD + chain` holds what a merged chain was merged into.
const FORWARD: felt252 = 1000;
/// No chain.
pub const NOWHERE: felt252 = 0;

/// Takes a liberty from a chain that keeps some. Returns false, and changes nothing, if this is its
/// last one or its root is further up.
#[inline(always)]
pub fn lose(ref chains: Chains, chain: felt252) -> bool {
    let (entry, count) = chains.entry(chain);
    if count * (count - 1) != 0 {
        chains = entry.finalize(count - 1);
        return true;
    }
    chains = entry.finalize(count);
    count == MERGED && lose_above(ref chains, chain)
}

#[inline(never)]
fn lose_above(ref chains: Chains, chain: felt252) -> bool {
    redeposit_gas();
    let root = chains.get(FORWARD + chain);
    let (entry, count) = chains.entry(root);
    if count * (count - 1) != 0 {
        chains = entry.finalize(count - 1);
        return true;
    }
    chains = entry.finalize(count);
    false
}

/// After `lose` said no: takes the liberty. Returns whether that was the last one; then `chain` is
/// DEAD.
pub fn lose_deep(ref chains: Chains, chain: felt252) -> bool {
    let (root, count) = find(ref chains, chain);
    if count != 1 {
        chains.insert(root, count - 1);
        return false;
    }
    chains.insert(chain, DEAD);
    true
}

pub enum Root {
    /// The chain itself.
    Here,
    /// The chain it was merged into.
    Above: felt252,
    /// Not found, or without a liberty left: nothing was changed.
    Unknown,
}

/// Adds `liberties`, which may be negative, to a chain that keeps some.
#[inline(always)]
pub fn extend(ref chains: Chains, chain: felt252, liberties: felt252) -> Root {
    let (entry, count) = chains.entry(chain);
    let total = count + liberties;
    if count * total != 0 {
        chains = entry.finalize(total);
        return Root::Here;
    }
    chains = entry.finalize(count);
    let (root, count) = one_up(ref chains, chain);
    let total = count + liberties;
    if count * total == 0 {
        return Root::Unknown;
    }
    chains.insert(root, total);
    Root::Above(root)
}

/// Makes one chain of two. Returns its root, or NOWHERE, and nothing changed, if a root is further
/// up.
#[inline(never)]
pub fn merge(ref chains: Chains, chain: felt252, other: felt252) -> felt252 {
    redeposit_gas();
    let (root, count) = one_up(ref chains, chain);
    let (other, more) = one_up(ref chains, other);
    if count * more == 0 {
        return NOWHERE;
    }
    if root != other {
        unite(ref chains, root, count, other, more);
    }
    root
}

fn one_up(ref chains: Chains, chain: felt252) -> (felt252, felt252) {
    let count = chains.get(chain);
    if count != MERGED {
        return (chain, count);
    }
    let root = chains.get(FORWARD + chain);
    (root, chains.get(root))
}

fn unite(ref chains: Chains, root: felt252, count: felt252, other: felt252, more: felt252) {
    chains.insert(other, MERGED);
    chains.insert(FORWARD + other, root);
    chains.insert(root, count + more);
}

/// The root of `chain`, itself if it was not merged, and its count.
#[inline(always)]
pub fn find(ref chains: Chains, chain: felt252) -> (felt252, felt252) {
    let count = chains.get(chain);
    if count != MERGED {
        return (chain, count);
    }
    climb(ref chains, chain)
}

/// As `find`, for a merged chain. Shortens the path for the next time.
fn climb(ref chains: Chains, chain: felt252) -> (felt252, felt252) {
    let next = chains.get(FORWARD + chain);
    let count = chains.get(next);
    if count != MERGED {
        return (next, count);
    }
    let (root, count) = climb(ref chains, next);
    chains.insert(FORWARD + chain, root);
    (root, count)
}

/// Adds to the count of a chain and returns the sum.
pub fn add(ref chains: Chains, chain: felt252, more: felt252) -> felt252 {
    let (entry, count) = chains.entry(chain);
    if count != MERGED {
        chains = entry.finalize(count + more);
        return count + more;
    }
    chains = entry.finalize(count);
    let root = chains.get(FORWARD + chain);
    let (entry, count) = chains.entry(root);
    if count != MERGED {
        chains = entry.finalize(count + more);
        return count + more;
    }
    chains = entry.finalize(count);
    let (root, count) = climb(ref chains, root);
    chains.insert(root, count + more);
    count + more
}

/// After `merge` said NOWHERE.
pub fn merge_deep(ref chains: Chains, chain: felt252, other: felt252) {
    let (root, count) = find(ref chains, chain);
    let (other, more) = find(ref chains, other);
    if root != other {
        unite(ref chains, root, count, other, more);
    }
}

/// Has `chain` just lost its last liberty, beside a stone that knows it by this number?
#[inline(always)]
pub fn is_dead(ref chains: Chains, chain: felt252) -> bool {
    chains.get(chain) == DEAD
}
