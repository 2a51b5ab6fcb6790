//! Stones, chains and captures (rules 1 to 4 of protocol 1.1).
//!
//! A chain counts its pseudo-liberties: the pairs of one of its stones and an empty point beside
//! it. The count is zero exactly when the chain has no liberty. It changes by one for each such
//! pair, so a move touches at most four chains and searches nothing; only captured stones are
//! visited, each once.

use core::dict::{Felt252DictEntryTrait, Felt252DictTrait};
use core::nullable::{FromNullableResult, NullableTrait, match_nullable};
use super::points::{NONE, Points, PointsAdd, PointsSub};
use super::spots::{Corner, SPOTS, Spot};
use super::superko::{History, HistoryTrait, Position};

pub mod blocks;
mod capture;
pub(crate) mod chains;
mod contact;
pub use blocks::{BLACK, BOTH, WHITE};
use blocks::{Block, Blocks, EMPTIED, Stone, empty_board, point, with};
use capture::take_dead;
use chains::{Chains, add};
use contact::{SUICIDE, meet};

#[derive(Destruct)]
pub struct Board {
    blocks: Blocks,
    chains: Chains,
    history: History,
}

/// A move that is more than a stone on a fresh point beside chains that live on.
#[derive(Drop)]
pub struct Event {
    /// What the point held.
    point: Nullable<Stone>,
    /// What `meet` said of dead chains and suicide.
    dead: felt252,
    /// The position with the stone, before captures.
    position: Position,
}

#[generate_trait]
pub impl BoardImpl of BoardTrait {
    /// A board of `size` rows and columns, 2 to 19. It holds the `handicap` stones of Black, none
    /// beside another or the edge.
    fn new(size: u8, handicap: Span<u32>) -> Board {
        let mut blocks = empty_board(size);
        let mut chains: Chains = Default::default();
        let mut black = NONE;
        for at in handicap {
            let spot = *SPOTS.span()[*at];
            let chain = number(*at);
            let stone = NullableTrait::new(Stone { colour: BLACK, chain });
            let (entry, block) = blocks.entry(spot.block);
            blocks = entry.finalize(with(block.deref(), spot.corner, stone));
            chains.insert(chain, 4);
            black = black + spot.bit;
        }
        Board { blocks, chains, history: HistoryTrait::new(black) }
    }

    /// The position now.
    fn position(self: @Board) -> Position {
        self.history.position()
    }

    /// Places a stone of the colour `ME` on `spot`, number `at`. What there is more to the move is
    /// for `finish`.
    #[inline(always)]
    fn place<const ME: felt252, const YOU: felt252>(
        ref self: Board, at: u32, spot: Spot,
    ) -> Option<Event> {
        let number = number(at);
        let beside = self.blocks.get(spot.beside).deref();
        let beyond = self.blocks.get(spot.beyond).deref();
        let (entry, block) = self.blocks.entry(spot.block);
        let block = block.deref();
        let (point, block, dead) = match spot.corner {
            Corner::NorthWest => {
                let (stone, dead) = meet::<
                    ME, YOU,
                >(ref self.chains, number, block.ne, block.sw, beside.ne, beyond.sw);
                (block.nw, NullableTrait::new(Block { nw: stone, ..block }), dead)
            },
            Corner::NorthEast => {
                let (stone, dead) = meet::<
                    ME, YOU,
                >(ref self.chains, number, block.nw, block.se, beside.nw, beyond.se);
                (block.ne, NullableTrait::new(Block { ne: stone, ..block }), dead)
            },
            Corner::SouthWest => {
                let (stone, dead) = meet::<
                    ME, YOU,
                >(ref self.chains, number, block.se, block.nw, beside.se, beyond.nw);
                (block.sw, NullableTrait::new(Block { sw: stone, ..block }), dead)
            },
            Corner::SouthEast => {
                let (stone, dead) = meet::<
                    ME, YOU,
                >(ref self.chains, number, block.sw, block.ne, beside.sw, beyond.ne);
                (block.se, NullableTrait::new(Block { se: stone, ..block }), dead)
            },
        };
        self.blocks = entry.finalize(block);
        let Position { black, white } = self.history.position();
        let position = if ME == BLACK {
            Position { black: black + spot.bit, white }
        } else {
            Position { black, white: white + spot.bit }
        };
        if dead == 0 {
            if let FromNullableResult::Null = match_nullable(point) {
                self.history.record(position, at.into());
                return None;
            }
        }
        Some(Event { point, dead, position })
    }

    /// Finishes a move of `colour` on `at`. Returns 0 or why it is illegal: 'occupied', 'suicide'
    /// or 'superko', judged in this order. After an error the board is not to be used.
    fn finish(ref self: Board, at: u32, colour: felt252, event: Event) -> felt252 {
        let Event { point: held, dead, mut position } = event;
        let comeback = match match_nullable(held) {
            FromNullableResult::Null => false,
            FromNullableResult::NotNull(stone) => {
                if stone.unbox().colour != EMPTIED {
                    return 'occupied';
                }
                true
            },
        };
        if dead == SUICIDE {
            return 'suicide';
        }
        if dead != 0 {
            let taken = take_dead(ref self.blocks, ref self.chains, at, colour);
            let chain = point(ref self.blocks, *SPOTS.span()[at]).deref().chain;
            add(ref self.chains, chain, -1);
            position = without(position, taken, colour);
        }
        if !comeback {
            self.history.record(position, at.into());
            return 0;
        }
        if self.history.repeats(position, ref self.blocks) {
            return 'superko';
        }
        0
    }
}

/// The number of the chain that a stone on `at` starts.
#[inline(always)]
fn number(at: u32) -> felt252 {
    at.into() + 1
}

/// The position without the stones that `colour` took.
fn without(position: Position, taken: Points, colour: felt252) -> Position {
    let Position { black, white } = position;
    if colour == BLACK {
        Position { black, white: white - taken }
    } else {
        Position { black: black - taken, white }
    }
}
