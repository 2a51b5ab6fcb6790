//! Stones, kept in blocks of two by two points.
//!
//! A move looks at five points; in blocks they lie under three keys of a dictionary, and the first
//! access to a key is what costs most.

use core::dict::{Felt252Dict, Felt252DictTrait};
use core::nullable::{NullableTrait, null};
use crate::rules::spots::{BLOCKS_A_ROW, Corner, OFF_GRID, Spot};

/// A colour is the author part of a step's word: the two differ from their sum in each other.
pub const BLACK: felt252 = 0;
pub const WHITE: felt252 = 512;
pub const BOTH: felt252 = 512;

/// What a point holds once it has held anything. The stones of a chain share one of these, so a
/// stone that joins a chain allocates nothing.
#[derive(Copy, Drop)]
pub struct Stone {
    /// BLACK, WHITE, EMPTIED or OUTSIDE.
    pub colour: felt252,
    /// The number that its chain had when the stone was played.
    pub chain: felt252,
}

/// A point whose stone was captured.
pub const EMPTIED: felt252 = 1;
/// A point off the board.
const OUTSIDE: felt252 = 4;

/// Four points; null is one that has never held a stone.
#[derive(Copy, Drop)]
pub struct Block {
    pub nw: Nullable<Stone>,
    pub ne: Nullable<Stone>,
    pub sw: Nullable<Stone>,
    pub se: Nullable<Stone>,
}

pub type Blocks = Felt252Dict<Nullable<Block>>;

/// A point and the four beside it.
#[derive(Copy, Drop)]
pub struct Around {
    pub point: Nullable<Stone>,
    pub north: Nullable<Stone>,
    pub west: Nullable<Stone>,
    pub east: Nullable<Stone>,
    pub south: Nullable<Stone>,
}

/// The empty board of `size` rows and columns, walls around it.
pub fn empty_board(size: u8) -> Blocks {
    let mut blocks: Blocks = Default::default();
    let wall = NullableTrait::new(Stone { colour: OUTSIDE, chain: 0 });
    let outside = NullableTrait::new(Block { nw: wall, ne: wall, sw: wall, se: wall });
    let inside = NullableTrait::new(Block { nw: null(), ne: null(), sw: null(), se: null() });
    let (right, bottom, last) = if size % 2 == 0 {
        (outside, outside, outside)
    } else {
        (
            NullableTrait::new(Block { nw: null(), ne: wall, sw: null(), se: wall }),
            NullableTrait::new(Block { nw: null(), ne: null(), sw: wall, se: wall }),
            NullableTrait::new(Block { nw: null(), ne: wall, sw: wall, se: wall }),
        )
    };
    blocks.insert(OFF_GRID, outside);
    let whole = size / 2;
    let mut key = 0;
    for _ in 0..whole {
        fill_row(ref blocks, key, whole, inside, right);
        key += BLOCKS_A_ROW;
    }
    fill_row(ref blocks, key, whole, bottom, last);
    blocks
}

/// Puts `count` times `block` and then `last` from the key `first` on.
fn fill_row(
    ref blocks: Blocks, first: felt252, count: u8, block: Nullable<Block>, last: Nullable<Block>,
) {
    let mut key = first;
    for _ in 0..count {
        blocks.insert(key, block);
        key += 1;
    }
    blocks.insert(key, last);
}

/// The surroundings of the point in the `corner` of `block`; the point beside it in the next block
/// is in `beside`, the one above or below in `beyond`.
#[inline(always)]
pub fn around(corner: Corner, block: Block, beside: Block, beyond: Block) -> Around {
    let Block { nw, ne, sw, se } = block;
    match corner {
        Corner::NorthWest => Around {
            point: nw, north: beyond.sw, west: beside.ne, east: ne, south: sw,
        },
        Corner::NorthEast => Around {
            point: ne, north: beyond.se, west: nw, east: beside.nw, south: se,
        },
        Corner::SouthWest => Around {
            point: sw, north: nw, west: beside.se, east: se, south: beyond.nw,
        },
        Corner::SouthEast => Around {
            point: se, north: ne, west: sw, east: beside.sw, south: beyond.ne,
        },
    }
}

/// `block` with another stone in `corner`.
#[inline(always)]
pub fn with(block: Block, corner: Corner, stone: Nullable<Stone>) -> Nullable<Block> {
    NullableTrait::new(
        match corner {
            Corner::NorthWest => Block { nw: stone, ..block },
            Corner::NorthEast => Block { ne: stone, ..block },
            Corner::SouthWest => Block { sw: stone, ..block },
            Corner::SouthEast => Block { se: stone, ..block },
        },
    )
}

/// What the point `spot` holds.
pub fn point(ref blocks: Blocks, spot: Spot) -> Nullable<Stone> {
    let Block { nw, ne, sw, se } = blocks.get(spot.block).deref();
    match spot.corner {
        Corner::NorthWest => nw,
        Corner::NorthEast => ne,
        Corner::SouthWest => sw,
        Corner::SouthEast => se,
    }
}
