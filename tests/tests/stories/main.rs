//! The protocol told as stories on a local network: every call allowed and refused (protocol 3.2),
//! the clock, finality, statements, events, the attacks of section 6, and both gas meters.
//!
//! Each call runs on the deployed contract and on its twin in memory, which have to agree; see
//! [`surround_tests::table`].

mod accepted;
mod admission;
mod attacks;
mod authority;
mod claim;
mod clock;
mod deployment;
mod errors;
mod events;
mod finality;
mod flag;
mod fork;
mod framing;
mod keys;
mod lines;
mod meters;
mod ratings;
mod resign;
mod statements;
mod submit;
mod views;

use surround_rules::{Colour, Winner};
use surround_settlement::{Ending, Record, Status};

/// Open at a line, with this player due.
#[track_caller]
fn assert_open(record: &Record, steps: u16, due: Colour) {
    assert_eq!(record.status, Status::Open);
    assert_eq!((record.steps, record.due), (steps, Some(due)));
    assert_eq!(record.verdict, None);
}

/// Ended, waiting for objections or for good.
#[track_caller]
fn assert_ended(record: &Record, status: Status, ending: Ending, winner: Winner, counted: u16) {
    let found = record.verdict.expect("a verdict");
    assert_eq!(
        (record.status, found.ending, found.winner, found.counted),
        (status, ending, winner, counted)
    );
    assert_eq!(record.due, None);
    let windowless = record.deadline == 0 && record.min_block == 0;
    assert_eq!(windowless, status == Status::Final);
}
