//! The pure part as one plain function, for tools that run it in the Cairo VM without a network.

use crate::channel::line::{DeadSet, Line, replay};
use crate::rules::game::Setup;

/// Replays a line: 0 and the fields of the replay in their order, or 1, the bad step and its error.
pub fn judge(
    size: u8,
    handicap: u8,
    komi_x2: u16,
    packed: Array<felt252>,
    count: u16,
    d0: u128,
    d1: u128,
    d2: u128,
    channel_id: felt252,
    checkpoint: u16,
) -> Array<felt252> {
    let setup = Setup { size, handicap, komi_x2 };
    let line = Line { packed: packed.span(), count, dead: DeadSet { d0, d1, d2 } };
    let mut answer = array![];
    match replay(setup, line, channel_id, checkpoint) {
        Ok(replay) => {
            answer.append(0);
            replay.serialize(ref answer);
        },
        Err(fault) => {
            answer.append(1);
            fault.serialize(ref answer);
        },
    }
    answer
}
