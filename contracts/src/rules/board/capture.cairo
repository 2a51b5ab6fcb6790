//! Taking dead chains off the board (rule 3 of protocol 1.1).

use core::dict::{Felt252DictEntryTrait, Felt252DictTrait};
use core::nullable::{FromNullableResult, NullableTrait, match_nullable};
use crate::rules::points::{NONE, Points, PointsAdd};
use crate::rules::spots::{SIDE, SPOTS};
use super::blocks::{BOTH, Blocks, EMPTIED, Stone, around, with};
use super::chains::{Chains, add, is_dead};

/// Takes the dead chains beside the stone of `colour` on `at` off. Returns their points.
pub fn take_dead(ref blocks: Blocks, ref chains: Chains, at: u32, colour: felt252) -> Points {
    let spot = *SPOTS.span()[at];
    let block = blocks.get(spot.block).deref();
    let beside = blocks.get(spot.beside).deref();
    let beyond = blocks.get(spot.beyond).deref();
    let around = around(spot.corner, block, beside, beyond);
    let mut taken = NONE;
    if is_captured(ref chains, around.north, colour) {
        remove(ref blocks, ref chains, ref taken, at - SIDE, colour);
    }
    if is_captured(ref chains, around.west, colour) {
        remove(ref blocks, ref chains, ref taken, at - 1, colour);
    }
    if is_captured(ref chains, around.east, colour) {
        remove(ref blocks, ref chains, ref taken, at + 1, colour);
    }
    if is_captured(ref chains, around.south, colour) {
        remove(ref blocks, ref chains, ref taken, at + SIDE, colour);
    }
    taken
}

#[inline(always)]
fn is_captured(ref chains: Chains, point: Nullable<Stone>, colour: felt252) -> bool {
    if let FromNullableResult::NotNull(stone) = match_nullable(point) {
        let stone = stone.unbox();
        return stone.colour + colour == BOTH && is_dead(ref chains, stone.chain);
    }
    false
}

/// Takes the stone on `at` off, and the rest of its chain with it, unless that was done already.
fn remove(ref blocks: Blocks, ref chains: Chains, ref taken: Points, at: u32, colour: felt252) {
    let spot = *SPOTS.span()[at];
    let beside = blocks.get(spot.beside).deref();
    let beyond = blocks.get(spot.beyond).deref();
    let (entry, block) = blocks.entry(spot.block);
    let block = block.deref();
    let emptied = NullableTrait::new(Stone { colour: EMPTIED, chain: 0 });
    blocks = entry.finalize(with(block, spot.corner, emptied));
    let around = around(spot.corner, block, beside, beyond);
    if around.point.deref().colour == EMPTIED {
        return;
    }
    taken = taken + spot.bit;
    if is_taken(ref chains, around.north, colour) {
        remove(ref blocks, ref chains, ref taken, at - SIDE, colour);
    }
    if is_taken(ref chains, around.west, colour) {
        remove(ref blocks, ref chains, ref taken, at - 1, colour);
    }
    if is_taken(ref chains, around.east, colour) {
        remove(ref blocks, ref chains, ref taken, at + 1, colour);
    }
    if is_taken(ref chains, around.south, colour) {
        remove(ref blocks, ref chains, ref taken, at + SIDE, colour);
    }
}

/// A stone of the captured colour was taken off beside `point`: a liberty for a stone of `colour`
/// there. Returns whether it holds one more of the captured chain.
#[inline(always)]
fn is_taken(ref chains: Chains, point: Nullable<Stone>, colour: felt252) -> bool {
    if let FromNullableResult::NotNull(stone) = match_nullable(point) {
        let stone = stone.unbox();
        if stone.colour == colour {
            add(ref chains, stone.chain, 1);
        } else {
            return stone.colour + colour == BOTH;
        }
    }
    false
}
