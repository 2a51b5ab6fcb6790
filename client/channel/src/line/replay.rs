//! A whole line judged from the first stone, as the contract does it.

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Ending, Game, Phase, Setup, SetupError};

use super::{Chain, Fault, Line, LineError, packing};

/// What a legal line comes to.
#[derive(Debug, Clone)]
pub struct Replay {
    /// Number of steps.
    pub steps: u16,
    /// Head after all steps.
    pub head: Felt,
    /// The head after all steps, one step before, and two before; 0 where there is none.
    pub heads: [Felt; 3],
    /// Author of the last step.
    pub author: Option<Colour>,
    /// How many of the last steps in a row are the author's: 0, 1 or 2. The other player's last own
    /// step is number `steps - run` (0: none), and `heads[run]` the head after it.
    pub run: u8,
    /// Who is due; `None` after the end.
    pub due: Option<Colour>,
    /// The phase after all steps.
    pub phase: Phase,
    /// How the game ended, if it did.
    pub ending: Option<Ending>,
    /// Black's score in half points; 0 unless the game ended.
    pub black_x2: u16,
    /// White's score in half points, komi and compensation included; 0 unless the game ended.
    pub white_x2: u16,
    /// Head after `checkpoint` steps; 0 if the line is shorter.
    pub at: Felt,
    /// The game itself.
    pub game: Game,
}

/// Judges a line: setup, canonical packing, every rule, the chain of hashes, the score.
///
/// `checkpoint` is a number of steps whose head is wanted too, to tell whether the line extends a
/// stored one.
///
/// # Errors
/// The first [`Fault`], in the order of protocol 3.2: setup, then lengths and the dead set's bits
/// (step 0), then the steps in order with the unused digits and bits of each half of a felt after
/// its steps (step 0), last a dead set without a proposal (step 0). A code that means nothing is
/// `bad_line` at its step, whatever the phase.
pub fn replay(
    setup: Setup,
    line: &Line,
    channel_id: Felt,
    checkpoint: u16,
) -> Result<Replay, Fault> {
    let refused = |error: SetupError| Fault {
        step: 0,
        error: error.into(),
    };
    let mut chain = Chain::new(setup, channel_id).map_err(refused)?;
    let size = chain.game().board().size();
    packing::unpack(line, size, |step| {
        chain.push(&step).map(|_| ()).map_err(LineError::Rule)
    })?;
    Ok(summary(chain, checkpoint))
}

fn summary(chain: Chain, checkpoint: u16) -> Replay {
    let steps = chain.steps();
    let head_before = |back: u16| steps.checked_sub(back).and_then(|at| chain.head_at(at));
    let heads = [0, 1, 2].map(|back| head_before(back).unwrap_or_default());
    let author = chain.author(steps);
    let run = chain
        .authors()
        .iter()
        .rev()
        .take_while(|by| Some(**by) == author)
        .count();
    let score = chain.game().score();
    Replay {
        steps,
        head: chain.head(),
        heads,
        author,
        // Two at most: only a proposer makes two steps in a row, Resume and a move.
        run: run as u8,
        due: chain.game().due(),
        phase: chain.game().phase(),
        ending: chain.game().ending(),
        black_x2: score.map_or(0, |score| score.black_x2),
        white_x2: score.map_or(0, |score| score.white_x2),
        at: chain.head_at(checkpoint).unwrap_or_default(),
        game: chain.into_game(),
    }
}
