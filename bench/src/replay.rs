//! What one replay costs in the Cairo VM, on both meters.

use anyhow::{Result, ensure};
use serde_json::Value;
use starknet_types_core::felt::Felt;
use surround_channel::line::Line;
use surround_tests::vm::{Answer, Vm, judge_arguments};

use crate::bisection::smallest;
use crate::compare::highest_allowed;
use crate::corpus::Game;
use crate::limits;
use crate::report::Replay;

/// Any channel: its identifier only starts the chain of hashes.
const CHANNEL: Felt = Felt::from_hex_unchecked("0x1234");
const OUT_OF_GAS: &[u8] = b"Out of gas";

/// Measures a game, and by bisection the gas that must be available for it.
///
/// # Errors
/// When the replay refuses the game or cannot be run.
pub fn measure(vm: &mut Vm, game: &Game) -> Result<Replay> {
    let call = Call::of(game);
    let answer = call.within(vm, limits::SIERRA_GAS)?;
    let Some(answer) = answer else {
        anyhow::bail!("{} does not fit a transaction", game.name);
    };
    // What is spent is given back at the earliest when it has been available.
    let peak = smallest(answer.gas.saturating_sub(1), limits::SIERRA_GAS, |gas| {
        Ok(call.within(vm, gas)?.is_some())
    })?;
    Ok(row(game, &answer, peak))
}

/// Measures a game in one run with no more gas available than a committed figure allows. The figure
/// is taken over when that is enough, and measured anew when it is not.
///
/// # Errors
/// As [`measure`].
pub fn confirm(vm: &mut Vm, game: &Game, committed_peak: u64) -> Result<Replay> {
    let within = Call::of(game).within(vm, highest_allowed(committed_peak))?;
    match within {
        Some(answer) => Ok(row(game, &answer, committed_peak)),
        None => measure(vm, game),
    }
}

struct Call<'a> {
    game: &'a Game,
    arguments: Value,
}

impl<'a> Call<'a> {
    fn of(game: &'a Game) -> Self {
        let line = Line::pack(&game.steps);
        Self {
            game,
            arguments: judge_arguments(game.setup, &line, CHANNEL, 0),
        }
    }

    /// Runs the replay with so much gas; `None` when that is too little.
    fn within(&self, vm: &mut Vm, gas: u64) -> Result<Option<Answer>> {
        let answer = vm.call_within(&self.arguments, gas)?;
        let name = &self.game.name;
        let Some(returned) = &answer.ok else {
            ensure!(ran_out(&answer), "{name}: panic {:x?}", answer.panic);
            return Ok(None);
        };
        ensure!(
            returned.first() == Some(&Felt::ZERO),
            "{name}: the replay refuses it: {returned:x?}"
        );
        Ok(Some(answer))
    }
}

fn ran_out(answer: &Answer) -> bool {
    let panic = answer.panic.iter().flatten();
    panic
        .into_iter()
        .any(|felt| *felt == Felt::from_bytes_be_slice(OUT_OF_GAS))
}

fn row(game: &Game, answer: &Answer, peak_reserved_gas: u64) -> Replay {
    Replay {
        name: game.name.clone(),
        kind: game.kind,
        size: game.setup.size,
        moves: game.moves(),
        sierra_gas: answer.gas,
        steps: answer.steps,
        range_checks: answer.range_checks,
        poseidon: answer.poseidon,
        peak_reserved_gas,
        bitwise: answer.bitwise,
        holes: answer.holes,
    }
}
