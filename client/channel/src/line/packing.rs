//! 27 codes a felt: 14 in the low 128 bits, 13 in the high, each half little-endian base 512.

use starknet_types_core::felt::Felt;
use surround_rules::{PointSet, Size, Step};

use super::{CODES, Fault, Line, LineError, code, dead_set, max_steps, step};

/// Codes in one felt.
pub const CODES_PER_FELT: u16 = 27;
/// Codes in the low and in the high half of a felt.
const CODES_PER_HALF: [u16; 2] = [14, 13];
/// Bits of a code.
const CODE_BITS: u32 = 9;

/// The number of felts that `count` steps fill.
pub fn felts_for(count: u16) -> usize {
    usize::from(count.div_ceil(CODES_PER_FELT))
}

impl Line {
    /// Packs steps. A legal game has at most one proposal and a number of steps that fits; of what
    /// is no legal game the first proposal counts, and [`replay`](super::replay) refuses the line.
    pub fn pack(steps: &[Step]) -> Self {
        let proposed = steps.iter().find(|step| matches!(step, Step::Propose(_)));
        Self {
            packed: steps
                .chunks(usize::from(CODES_PER_FELT))
                .map(pack_felt)
                .collect(),
            count: u16::try_from(steps.len()).unwrap_or(u16::MAX),
            dead: proposed.map(dead_set).unwrap_or_default(),
        }
    }

    /// Unpacks the steps of a canonical line, without judging them by the rules.
    ///
    /// # Errors
    /// `bad_size` for another size than 2 to 19; `bad_line` with step 0 for a packing that is not
    /// canonical, or with the number of a step whose code means nothing.
    pub fn steps(&self, size: u8) -> Result<Vec<Step>, Fault> {
        let size = Size::new(size).map_err(|error| Fault {
            step: 0,
            error: error.into(),
        })?;
        let mut steps = Vec::with_capacity(usize::from(self.count));
        unpack(self, size, |step| {
            steps.push(step);
            Ok(())
        })?;
        Ok(steps)
    }
}

fn pack_felt(steps: &[Step]) -> Felt {
    let (low, high) = steps.split_at(steps.len().min(usize::from(CODES_PER_HALF[0])));
    let half = |steps: &[Step]| {
        steps.iter().rev().fold(0u128, |half, step| {
            half << CODE_BITS | u128::from(code(step))
        })
    };
    let mut bytes = [0u8; 32];
    bytes[..16].copy_from_slice(&half(high).to_be_bytes());
    bytes[16..].copy_from_slice(&half(low).to_be_bytes());
    Felt::from_bytes_be(&bytes)
}

/// The low and the high 128 bits.
fn halves(felt: &Felt) -> [u128; 2] {
    let [a, b, c, d] = felt.to_le_digits();
    [
        u128::from(b) << 64 | u128::from(a),
        u128::from(d) << 64 | u128::from(c),
    ]
}

/// Hands out the steps of a line one by one and refuses a packing that is not canonical.
///
/// The order of judgement is the contract's, which unpacks while it replays: lengths and dead set
/// first; then the steps, and after each half of a felt what is left of it; last a dead set that no
/// step proposed.
pub(super) fn unpack(
    line: &Line,
    size: Size,
    mut judge: impl FnMut(Step) -> Result<(), LineError>,
) -> Result<(), Fault> {
    let dead = check_frame(line, size)?;
    let mut number = 0;
    let mut proposed = false;
    for felt in &line.packed {
        for (mut half, codes) in halves(felt).into_iter().zip(CODES_PER_HALF) {
            for _ in 0..codes.min(line.count - number) {
                number += 1;
                let code = (half % u128::from(CODES)) as u16;
                half >>= CODE_BITS;
                let step = step(code, dead).ok_or(LineError::BadLine);
                let judged = step.and_then(|step| {
                    proposed |= matches!(step, Step::Propose(_));
                    judge(step)
                });
                judged.map_err(|error| Fault {
                    step: number,
                    error,
                })?;
            }
            if half != 0 {
                return Err(Fault::PACKING);
            }
        }
    }
    if proposed || line.dead.is_zero() {
        Ok(())
    } else {
        Err(Fault::PACKING)
    }
}

/// What is judged before the first step: the number of steps and felts, and that the dead set lies
/// on the board.
fn check_frame(line: &Line, size: Size) -> Result<PointSet, Fault> {
    if line.count > max_steps(size) || line.packed.len() != felts_for(line.count) {
        return Err(Fault::PACKING);
    }
    line.dead
        .points()
        .filter(|points| points.is_on(size))
        .ok_or(Fault::PACKING)
}
