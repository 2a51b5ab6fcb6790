//! A ranked game, and lines of the shapes a test needs.

use crate::channel::line::Replay;
use crate::channel::policy::{Limits, RatedKomi};
use crate::channel::terms::Terms;
use crate::rules::game::{Ending, Phase};
use crate::settlement::clock::Moment;
use crate::settlement::record::{Record, Side, Status, Verdict};

pub const BLACK_KEY: felt252 = 0x6f4d0771676a58fe0d17a7718e3e009a0a27f39492123cfec0fd741c1d7bd79;
pub const WHITE_KEY: felt252 = 0x2bcca5ff51506fb8a1ea6114534a953a193614c0564d4af066cb22ab3ee3e42;
pub const REFEREE_KEY: felt252 = 0x335a2ad887c7dc245c054d99ff122148e9c7b2df49968d59f13b6c8674c3704;

pub const SECONDS: u64 = 3600;
pub const BLOCKS: u64 = 60;
pub const NOW: Moment = Moment { now: 1_000_000, block: 500 };

pub fn ranked() -> Terms {
    Terms {
        black: 0xb1ac.try_into().unwrap(),
        white: 0x5e7e.try_into().unwrap(),
        black_key: BLACK_KEY,
        white_key: WHITE_KEY,
        referee_key: REFEREE_KEY,
        size: 9,
        handicap: 0,
        komi_x2: 15,
        turn_seconds: SECONDS,
        turn_blocks: BLOCKS,
        expires_at: 2_000_000,
        black_nonce: 11,
        white_nonce: 22,
    }
}

pub fn unranked() -> Terms {
    Terms { referee_key: 0, ..ranked() }
}

pub fn limits() -> Limits {
    Limits {
        min_seconds: SECONDS,
        max_seconds: 604_800,
        min_blocks: BLOCKS,
        max_blocks: 100_000,
        revocation_delay: 2_592_000,
        referees: [REFEREE_KEY].span(),
        rated_komi: [RatedKomi { size: 9, komi_x2: 15 }].span(),
    }
}

/// A line of `steps` steps by turns, Black first, that goes on: its last heads are 0x111, 0x222 and
/// 0x444, the latest first.
pub fn running(steps: u16) -> Replay {
    let author = if steps % 2 == 1 {
        0
    } else {
        1
    };
    Replay {
        steps,
        head: 0x111,
        before: 0x222,
        before2: 0x444,
        author,
        run: 1,
        due: 1 - author,
        phase: Phase::Play,
        ending: Ending::None,
        black_x2: 0,
        white_x2: 0,
        at: 0,
    }
}

/// The same, ended by its last author with these scores.
pub fn ended(steps: u16, black_x2: u16, white_x2: u16) -> Replay {
    Replay {
        due: 2, phase: Phase::Ended, ending: Ending::Agreed, black_x2, white_x2, ..running(steps),
    }
}

/// Open since `NOW`, with `due` to answer.
pub fn open(steps: u16, due: Side) -> Record {
    Record {
        status: Status::Open,
        ranked: true,
        steps,
        head: 0x999,
        due,
        deadline: NOW.now + SECONDS,
        min_block: NOW.block + BLOCKS,
        verdict: Default::default(),
    }
}

/// Pending since `NOW`, won by Black.
pub fn pending(steps: u16, ending: Ending, counted: u16) -> Record {
    Record {
        status: Status::Pending,
        due: Side::None,
        verdict: Verdict { ending, winner: Side::Black, counted, ..Default::default() },
        ..open(steps, Side::None),
    }
}

pub fn concluded(steps: u16, ending: Ending) -> Record {
    Record { status: Status::Final, deadline: 0, min_block: 0, ..pending(steps, ending, steps) }
}

/// The last moment of a window that began at `NOW`.
pub fn last() -> Moment {
    Moment { now: NOW.now + SECONDS, block: NOW.block + BLOCKS }
}

/// The first moment after it.
pub fn late() -> Moment {
    Moment { now: NOW.now + SECONDS + 1, block: NOW.block + BLOCKS }
}
