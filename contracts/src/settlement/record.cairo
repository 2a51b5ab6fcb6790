//! What the chain remembers of a dispute, in two cells (protocol 3.1), and what it means for
//! ratings (protocol 3.4).

use starknet::storage_access::StorePacking;
use crate::rules::game::Ending;
use super::clock::{Moment, TimeClass, Window, classify};

/// From this many counted steps on a ranked game counts for both, and needs no objection window
/// for its length (protocol 3.3, 4).
pub const RATED_STEPS: u16 = 20;

/// None -> Open | Pending | Final; Open and Pending -> each other | Final; Final is absorbing.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub enum Status {
    #[default]
    None,
    Open,
    Pending,
    Final,
}

/// A player, or neither.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub enum Side {
    #[default]
    None,
    Black,
    White,
}

/// Whose rating a result moves.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub enum Rating {
    #[default]
    Neither,
    LoserOnly,
    Both,
}

/// A pending or final ending.
#[derive(Copy, Drop, PartialEq, Debug, Default)]
pub struct Verdict {
    pub ending: Ending,
    /// `None` for a draw.
    pub winner: Side,
    /// Half points; 0 when unscored.
    pub black_x2: u16,
    pub white_x2: u16,
    /// Counted steps (protocol 3.3, 6).
    pub counted: u16,
    /// Decided by `resign_channel`, `claim_forfeit` or `expose_fork`.
    pub onchain: bool,
}

/// The record of one channel. All zeros while its status is None.
#[derive(Copy, Drop, PartialEq, Debug, Default)]
pub struct Record {
    pub status: Status,
    pub ranked: bool,
    /// The stored line: its steps and the head after them.
    pub steps: u16,
    pub head: felt252,
    /// Who must answer while Open; else none.
    pub due: Side,
    /// The running window; 0 in None and Final.
    pub deadline: u64,
    pub min_block: u64,
    /// All zeros before Pending.
    pub verdict: Verdict,
}

#[generate_trait]
pub impl SideImpl of SideTrait {
    /// The side of a player's number: 0 black, 1 white, anything else none.
    fn player(player: u8) -> Side {
        match player {
            0 => Side::Black,
            1 => Side::White,
            _ => Side::None,
        }
    }

    fn other(self: Side) -> Side {
        match self {
            Side::None => Side::None,
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

#[generate_trait]
pub impl RecordImpl of RecordTrait {
    fn time_class(self: Record, at: Moment) -> TimeClass {
        let window = Window { deadline: self.deadline, min_block: self.min_block };
        classify(self.status, window, at)
    }

    /// Whose rating the verdict moves (protocol 3.4).
    fn rating(self: Record) -> Rating {
        let verdict = self.verdict;
        if !self.ranked || verdict.ending == Ending::None {
            Rating::Neither
        } else if verdict.counted >= RATED_STEPS {
            Rating::Both
        } else if verdict.onchain {
            Rating::LoserOnly
        } else {
            Rating::Neither
        }
    }
}

const SHIFT_16: felt252 = 0x10000;
const SHIFT_32: felt252 = 0x100000000;
const SHIFT_48: felt252 = 0x1000000000000;
const SHIFT_64: felt252 = 0x10000000000000000;
const SHIFT_128: felt252 = 0x100000000000000000000000000000000;
const DIV_64: NonZero<u128> = 0x10000000000000000;
const DIV_16: NonZero<u128> = 0x10000;

/// The head, and one felt of 203 bits: from the low end deadline 64, min_block 64, steps 16,
/// counted 16, black_x2 16, white_x2 16, status 2, ranked 1, due 2, ending 3, winner 2, onchain 1.
pub impl RecordPacking of StorePacking<Record, (felt252, felt252)> {
    fn pack(value: Record) -> (felt252, felt252) {
        let verdict = value.verdict;
        let flags = status_code(value.status)
            + 4 * value.ranked.into()
            + 8 * side_code(value.due)
            + 32 * ending_code(verdict.ending)
            + 256 * side_code(verdict.winner)
            + 1024 * verdict.onchain.into();
        let counts = value.steps.into()
            + SHIFT_16 * verdict.counted.into()
            + SHIFT_32 * verdict.black_x2.into()
            + SHIFT_48 * verdict.white_x2.into();
        let window = value.deadline.into() + SHIFT_64 * value.min_block.into();
        (value.head, window + SHIFT_128 * (counts + SHIFT_64 * flags))
    }

    fn unpack(value: (felt252, felt252)) -> Record {
        let (head, packed) = value;
        let u256 { low, high } = packed.into();
        let (min_block, deadline) = DivRem::div_rem(low, DIV_64);
        let (flags, counts) = DivRem::div_rem(high, DIV_64);
        let (counts, steps) = DivRem::div_rem(counts, DIV_16);
        let (counts, counted) = DivRem::div_rem(counts, DIV_16);
        let (white_x2, black_x2) = DivRem::div_rem(counts, DIV_16);
        let (flags, status) = DivRem::div_rem(flags, 4);
        let (flags, ranked) = DivRem::div_rem(flags, 2);
        let (flags, due) = DivRem::div_rem(flags, 4);
        let (flags, ending) = DivRem::div_rem(flags, 8);
        let (onchain, winner) = DivRem::div_rem(flags, 4);
        Record {
            status: status_of(status),
            ranked: ranked != 0,
            steps: steps.try_into().unwrap(),
            head,
            due: side_of(due),
            deadline: deadline.try_into().unwrap(),
            min_block: min_block.try_into().unwrap(),
            verdict: Verdict {
                ending: ending_of(ending),
                winner: side_of(winner),
                black_x2: black_x2.try_into().unwrap(),
                white_x2: white_x2.try_into().unwrap(),
                counted: counted.try_into().unwrap(),
                onchain: onchain != 0,
            },
        }
    }
}

fn status_code(status: Status) -> felt252 {
    match status {
        Status::None => 0,
        Status::Open => 1,
        Status::Pending => 2,
        Status::Final => 3,
    }
}

fn status_of(code: u128) -> Status {
    match code {
        0 => Status::None,
        1 => Status::Open,
        2 => Status::Pending,
        _ => Status::Final,
    }
}

fn side_code(side: Side) -> felt252 {
    match side {
        Side::None => 0,
        Side::Black => 1,
        Side::White => 2,
    }
}

fn side_of(code: u128) -> Side {
    match code {
        0 => Side::None,
        1 => Side::Black,
        _ => Side::White,
    }
}

fn ending_code(ending: Ending) -> felt252 {
    match ending {
        Ending::None => 0,
        Ending::Agreed => 1,
        Ending::PlayedOut => 2,
        Ending::MoveLimit => 3,
        Ending::Resigned => 4,
        Ending::Time => 5,
        Ending::Forfeit => 6,
    }
}

fn ending_of(code: u128) -> Ending {
    match code {
        0 => Ending::None,
        1 => Ending::Agreed,
        2 => Ending::PlayedOut,
        3 => Ending::MoveLimit,
        4 => Ending::Resigned,
        5 => Ending::Time,
        _ => Ending::Forfeit,
    }
}
