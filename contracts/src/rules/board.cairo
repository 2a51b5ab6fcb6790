//! Stones, chains and captures (rules 1 to 4 of protocol 1.1).
//!
//! Chains are a union-find forest: each stone keeps the chain it joined when it was played, and a
//! chain that was merged away points to the one it went to. A chain counts its pseudo-liberties:
//! the pairs of one of its stones and an empty point beside it. The count is zero exactly when the
//! chain has no liberty. It changes by one for each such pair, so a move touches at most four
//! chains and searches nothing; only captured stones are visited, each once.

use core::dict::{Felt252Dict, Felt252DictEntryTrait, Felt252DictTrait};
use core::nullable::{FromNullableResult, NullableTrait, match_nullable, null};
use super::points::{NONE, Points, PointsAdd, PointsSub};
use super::spots::{SPOTS, Spot, WALL};
use super::superko::{Event, History, HistoryTrait, Past};

/// A colour is the author part of a step's word: the two differ from their sum in each other.
pub const BLACK: felt252 = 0;
pub const WHITE: felt252 = 512;
pub const BOTH: felt252 = 512;

/// What a point holds once it has held anything. A null cell has never held a stone.
#[derive(Copy, Drop)]
pub struct Stone {
    /// BLACK, WHITE, EMPTIED or OUTSIDE.
    pub colour: felt252,
    /// Key in the chains' dictionary.
    pub chain: felt252,
}

/// A point whose stone was captured.
const EMPTIED: felt252 = 1;
/// A point off the board.
const OUTSIDE: felt252 = 4;

/// Pseudo-liberties of a chain that was merged into another.
const MERGED: felt252 = 0;
/// Pseudo-liberties of a chain that has just lost its last one.
const DEAD: felt252 = -1;
/// The key `FORWARD + chain` tells what a merged chain was merged into.
const FORWARD: felt252 = 1000;

pub type Cells = Felt252Dict<Nullable<Stone>>;
pub type Chains = Felt252Dict<felt252>;

#[derive(Destruct)]
pub struct Board {
    cells: Cells,
    chains: Chains,
    history: History,
    /// The stones of the player to move, and the other's.
    pub mine: Points,
    pub theirs: Points,
}

/// What a stone just placed finds on the four points beside it.
#[derive(Drop)]
struct Around {
    /// Empty points, less one for each own stone: what the own chain's pseudo-liberties change by.
    liberties: felt252,
    /// The chain of the first own stone, 0 if there is none, and those of the others.
    joined: felt252,
    others: Array<felt252>,
    /// Opposing chains that lost their last liberty.
    dead: felt252,
}

#[generate_trait]
pub impl BoardImpl of BoardTrait {
    /// A board of `size` rows and columns, 2 to 19. It holds the `handicap` stones of Black, none
    /// beside another or the edge; with any of them White is to move, else Black.
    fn new(size: u8, handicap: Span<u32>) -> Board {
        let mut cells: Cells = Default::default();
        let outside = NullableTrait::new(Stone { colour: OUTSIDE, chain: 0 });
        cells.insert(WALL.into(), outside);
        let size: felt252 = size.into();
        let mut i = 0;
        while size != 19 && i != size {
            cells.insert(i * 19 + size, outside);
            cells.insert(size * 19 + i, outside);
            i += 1;
        }
        let mut chains: Chains = Default::default();
        let mut black = NONE;
        for at in handicap {
            let at = *at;
            let chain = at.into() + 1;
            cells.insert(at.into(), NullableTrait::new(Stone { colour: BLACK, chain }));
            chains.insert(chain, 4);
            black = black + *SPOTS.span()[at].bit;
        }
        Board { cells, chains, history: HistoryTrait::new(black), mine: NONE, theirs: black }
    }

    /// Places a stone of `colour`, the colour of the player to move, on `spot`, number `at`.
    /// Returns 0 or why that is illegal: 'occupied', 'suicide' or 'superko', judged in this order.
    /// After an error the board is not to be used.
    #[inline(always)]
    fn play(ref self: Board, at: u32, spot: Spot, colour: felt252) -> felt252 {
        let north = self.cells.get(spot.north.into());
        let west = self.cells.get(spot.west.into());
        let east = self.cells.get(spot.east.into());
        let south = self.cells.get(spot.south.into());
        let mut around = Around { liberties: 0, joined: 0, others: array![], dead: 0 };
        around.meet(ref self.chains, north, colour);
        around.meet(ref self.chains, west, colour);
        around.meet(ref self.chains, east, colour);
        around.meet(ref self.chains, south, colour);

        let key = at.into();
        let chain = if around.joined == 0 {
            key + 1
        } else {
            around.joined
        };
        let (entry, before) = self.cells.entry(key);
        self.cells = entry.finalize(NullableTrait::new(Stone { colour, chain }));
        self.mine = self.mine + spot.bit;
        if around.dead == 0 {
            if let FromNullableResult::Null = match_nullable(before) {
                self.history.record(Past { at, colour, event: null() });
                return around.settle(ref self.chains, chain);
            }
        }
        self.play_on(around, chain, before, at, colour)
    }

    /// The rare end of a move: stones are captured, or the point has held a stone before.
    fn play_on(
        ref self: Board,
        mut around: Around,
        chain: felt252,
        before: Nullable<Stone>,
        at: u32,
        colour: felt252,
    ) -> felt252 {
        let comeback = match match_nullable(before) {
            FromNullableResult::Null => false,
            FromNullableResult::NotNull(stone) => {
                if stone.unbox().colour != EMPTIED {
                    return 'occupied';
                }
                true
            },
        };
        let mut taken = NONE;
        if around.dead != 0 {
            let mut capture = Capture { at, colour, taken: NONE, liberties: 0 };
            capture.all(ref self.cells, ref self.chains);
            taken = capture.taken;
            around.liberties += capture.liberties;
            self.theirs = self.theirs - taken;
        }
        let error = around.settle(ref self.chains, chain);
        if error != 0 {
            return error;
        }
        let event = NullableTrait::new(Event { comeback, taken });
        self.history.record(Past { at, colour, event });
        if comeback && self.history.repeats(ref self.cells) {
            return 'superko';
        }
        0
    }

    /// The other player is to move.
    #[inline(always)]
    fn turn(ref self: Board) {
        let mine = self.mine;
        self.mine = self.theirs;
        self.theirs = mine;
    }
}

#[generate_trait]
impl AroundImpl of AroundTrait {
    /// Takes one of the four neighbours into account.
    #[inline(always)]
    fn meet(ref self: Around, ref chains: Chains, cell: Nullable<Stone>, colour: felt252) {
        match match_nullable(cell) {
            FromNullableResult::Null => { self.liberties += 1; },
            FromNullableResult::NotNull(stone) => {
                let stone = stone.unbox();
                if stone.colour == colour {
                    self.liberties -= 1;
                    if self.joined == 0 {
                        self.joined = stone.chain;
                    } else {
                        self.others.append(stone.chain);
                    }
                } else if stone.colour + colour == BOTH {
                    let (entry, count) = chains.entry(stone.chain);
                    if count * (count - 1) != 0 {
                        chains = entry.finalize(count - 1);
                    } else {
                        chains = entry.finalize(count);
                        self.dead += lose_liberty(ref chains, stone.chain);
                    }
                } else if stone.colour == EMPTIED {
                    self.liberties += 1;
                }
            },
        }
    }

    /// Counts the liberties of the placed stone's chain, `chain` or what that was merged into.
    /// Returns 0 or 'suicide'.
    #[inline(always)]
    fn settle(self: Around, ref chains: Chains, chain: felt252) -> felt252 {
        if self.joined == 0 {
            if self.liberties == 0 {
                return 'suicide';
            }
            chains.insert(chain, self.liberties);
            return 0;
        }
        if self.others.is_empty() {
            let (entry, count) = chains.entry(chain);
            let total = count + self.liberties;
            if count * total != 0 {
                chains = entry.finalize(total);
                return 0;
            }
            chains = entry.finalize(count);
        }
        join(ref chains, chain, self.others, self.liberties)
    }
}

/// The chain that `chain` was merged into, itself if into none, and its count. Shortens the path
/// for the next time.
fn find(ref chains: Chains, chain: felt252) -> (felt252, felt252) {
    let count = chains.get(chain);
    if count != MERGED {
        return (chain, count);
    }
    let next = chains.get(FORWARD + chain);
    let (root, count) = find(ref chains, next);
    if root != next {
        chains.insert(FORWARD + chain, root);
    }
    (root, count)
}

/// A chain loses a liberty that may be its last one, or was merged away. Returns 1 if it is dead
/// now, else 0.
fn lose_liberty(ref chains: Chains, chain: felt252) -> felt252 {
    let (root, count) = find(ref chains, chain);
    if count == 1 {
        chains.insert(root, DEAD);
        return 1;
    }
    chains.insert(root, count - 1);
    0
}

/// Makes one chain of `first` and `others`, whose count changes by `liberties`. Returns 0 or
/// 'suicide'.
fn join(ref chains: Chains, first: felt252, others: Array<felt252>, liberties: felt252) -> felt252 {
    let (root, count) = find(ref chains, first);
    let mut total = count + liberties;
    for chain in others {
        let (other, count) = find(ref chains, chain);
        if other != root {
            chains.insert(other, MERGED);
            chains.insert(FORWARD + other, root);
            total += count;
        }
    }
    if total == 0 {
        return 'suicide';
    }
    chains.insert(root, total);
    0
}

/// The removal of the dead chains beside the stone of `colour` just placed on `at`.
#[derive(Drop)]
struct Capture {
    at: u32,
    colour: felt252,
    taken: Points,
    /// Pairs of the placed stone and a point that became empty.
    liberties: felt252,
}

#[generate_trait]
impl CaptureImpl of CaptureTrait {
    fn all(ref self: Capture, ref cells: Cells, ref chains: Chains) {
        let spot = *SPOTS.span()[self.at];
        self.beside(ref cells, ref chains, spot.north);
        self.beside(ref cells, ref chains, spot.west);
        self.beside(ref cells, ref chains, spot.east);
        self.beside(ref cells, ref chains, spot.south);
    }

    fn beside(ref self: Capture, ref cells: Cells, ref chains: Chains, at: u32) {
        if let FromNullableResult::NotNull(stone) = match_nullable(cells.get(at.into())) {
            let stone = stone.unbox();
            if stone.colour + self.colour == BOTH {
                let (_, count) = find(ref chains, stone.chain);
                if count == DEAD {
                    self.remove(ref cells, ref chains, at);
                }
            }
        }
    }

    /// Takes the stone on `at` off, and the rest of its chain with it.
    fn remove(ref self: Capture, ref cells: Cells, ref chains: Chains, at: u32) {
        cells.insert(at.into(), NullableTrait::new(Stone { colour: EMPTIED, chain: 0 }));
        let spot = *SPOTS.span()[at];
        self.taken = self.taken + spot.bit;
        self.free(ref cells, ref chains, spot.north);
        self.free(ref cells, ref chains, spot.west);
        self.free(ref cells, ref chains, spot.east);
        self.free(ref cells, ref chains, spot.south);
    }

    /// A point beside `at` became empty: a liberty for the capturing colour, one stone less of the
    /// captured one.
    fn free(ref self: Capture, ref cells: Cells, ref chains: Chains, at: u32) {
        if at == self.at {
            self.liberties += 1;
            return;
        }
        if let FromNullableResult::NotNull(stone) = match_nullable(cells.get(at.into())) {
            let stone = stone.unbox();
            if stone.colour == self.colour {
                let (root, count) = find(ref chains, stone.chain);
                chains.insert(root, count + 1);
            } else if stone.colour + self.colour == BOTH {
                self.remove(ref cells, ref chains, at);
            }
        }
    }
}

/// Does the point hold a stone of either colour now?
pub fn is_stone(ref cells: Cells, at: u32) -> bool {
    match match_nullable(cells.get(at.into())) {
        FromNullableResult::Null => false,
        FromNullableResult::NotNull(stone) => {
            let colour = stone.unbox().colour;
            colour == BLACK || colour == WHITE
        },
    }
}
