//! Every row of protocol 3.2 and every sentence of 3.3 and 6 that concerns the record, told as
//! stories on a contract in memory. The deployed contract is held to the same contract elsewhere.

mod authority;
mod clock;
#[path = "../common/mod.rs"]
mod common;
mod flags;
mod forks;
mod opening;
mod resignation;
mod score;
mod short_endings;

use common::{BLACK, STRANGER, Table, WHITE, agreed, moves, moves_but_last, resumed};
use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::Line;
use surround_channel::statements::Signature;
use surround_rules::{Colour, Step, Winner};
use surround_settlement::{Ending, Rating, Record, Refusal, Status, TimeClass, Verdict};

fn verdict(record: &Record) -> Verdict {
    record.verdict.expect("a verdict")
}

fn assert_ends(record: &Record, status: Status, ending: Ending, winner: Winner, counted: u16) {
    let found = verdict(record);
    assert_eq!(
        (record.status, found.ending, found.winner, found.counted),
        (status, ending, winner, counted)
    );
    assert_eq!(record.due, None);
    let no_window = record.deadline == 0 && record.min_block == 0;
    assert_eq!(no_window, status == Status::Final);
}
