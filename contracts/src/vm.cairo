//! The pure part as plain functions, for tools that run it in the Cairo VM without a network.

use starknet::ContractAddress;
use crate::channel::line::{DeadSet, Line, replay};
use crate::channel::statements::{flag_hash, open_hash, ranked_hash, resign_hash, step_hash};
use crate::channel::terms::{Terms, TermsTrait};
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
    append_judgement(setup, line, channel_id, checkpoint, ref answer);
    answer
}

/// The answers of `judge` on many games, one after the other, in one run: starting the VM costs
/// more than a short game. `games` holds each game's setup and line, serialized, without a gap.
pub fn judge_games(games: Array<felt252>, channel_id: felt252) -> Array<felt252> {
    let mut games = games.span();
    let mut answers = array![];
    while !games.is_empty() {
        let setup = Serde::deserialize(ref games).expect('no setup');
        let line = Serde::deserialize(ref games).expect('no line');
        append_judgement(setup, line, channel_id, 0, ref answers);
    }
    answers
}

fn append_judgement(
    setup: Setup, line: Line, channel_id: felt252, checkpoint: u16, ref answer: Array<felt252>,
) {
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
}

/// The channel id of `terms`, and what is signed over it and over `head`: step, open, resign, flag,
/// ranked.
pub fn digest(
    terms: Terms, chain_id: felt252, contract: ContractAddress, head: felt252,
) -> Array<felt252> {
    let channel_id = terms.channel_id(chain_id, contract);
    array![
        channel_id, step_hash(head), open_hash(head), resign_hash(channel_id), flag_hash(head),
        ranked_hash(channel_id),
    ]
}
