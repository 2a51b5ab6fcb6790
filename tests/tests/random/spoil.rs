//! Calls with one argument spoiled: taken from another game, out of its range, or left out.

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_channel::evidence::Mark;
use surround_channel::felt::TWO_POW_251;
use surround_channel::fork::Fork;
use surround_channel::statements::Signature;
use surround_channel::terms::Terms;
use surround_rules::Colour;
use surround_tests::acts::{Act, Submit};
use surround_tests::game::{NO_SIGNATURE, SignedGame};

use crate::dice::Dice;

/// Spoils one argument.
pub fn spoil(act: Act, other: &SignedGame, dice: &mut Dice) -> Result<Act> {
    Ok(match act {
        Act::Submit(mut act) => {
            match dice.below(7) {
                0 => spoil_mark(&mut act.open, other, dice)?,
                1 => act.ranked = signature(other, dice)?,
                2 => spoil_mark(&mut act.authority.black, other, dice)?,
                3 => spoil_mark(&mut act.authority.white, other, dice)?,
                4 => spoil_line(&mut act, dice),
                5 => act.line = other.line(),
                _ => spoil_terms(&mut act.terms, dice),
            }
            Act::Submit(act)
        }
        Act::Resign(mut act) => {
            match dice.below(5) {
                0 => act.player = dice.pick(&[0, 1, 2]),
                1 => act.signature = signature(other, dice)?,
                2 => act.line = other.line(),
                3 => spoil_mark(&mut act.authority.black, other, dice)?,
                _ => spoil_terms(&mut act.terms, dice),
            }
            Act::Resign(act)
        }
        Act::Flag(mut act) => {
            match dice.below(4) {
                0 => act.signature = signature(other, dice)?,
                1 => act.ranked = signature(other, dice)?,
                2 => spoil_mark(&mut act.authority.white, other, dice)?,
                _ => spoil_terms(&mut act.terms, dice),
            }
            Act::Flag(act)
        }
        Act::Expose(mut act) => {
            spoil_fork(&mut act.fork, other, dice)?;
            Act::Expose(act)
        }
        Act::ResignChannel(mut terms) => {
            spoil_terms(&mut terms, dice);
            Act::ResignChannel(terms)
        }
        Act::ClaimForfeit(mut terms) => {
            spoil_terms(&mut terms, dice);
            Act::ClaimForfeit(terms)
        }
        Act::Finalize(mut terms) => {
            spoil_terms(&mut terms, dice);
            Act::Finalize(terms)
        }
    })
}

/// Some true statement of a game, none, or numbers that are no signature.
fn signature(game: &SignedGame, dice: &mut Dice) -> Result<Signature> {
    let authority = game.authority()?;
    let of = |mark| match mark {
        Mark::Signed(signature) => signature,
        _ => NO_SIGNATURE,
    };
    let bounds = [Felt::ZERO, Felt::ONE, TWO_POW_251, Felt::MAX];
    Ok(match dice.below(7) {
        0 => of(authority.black),
        1 => of(authority.white),
        2 => game.resignation(Colour::Black)?,
        3 => game.resignation(Colour::White)?,
        4 => game.flag(game.chain().steps())?.signature,
        5 => Signature {
            r: dice.pick(&bounds),
            s: dice.pick(&bounds),
        },
        _ => NO_SIGNATURE,
    })
}

fn spoil_mark(mark: &mut Mark, other: &SignedGame, dice: &mut Dice) -> Result<()> {
    *mark = match dice.below(3) {
        0 => Mark::Absent,
        1 => Mark::Caller,
        _ => Mark::Signed(signature(other, dice)?),
    };
    Ok(())
}

fn spoil_line(act: &mut Submit, dice: &mut Dice) {
    let line = &mut act.line;
    match dice.below(5) {
        0 => line.count = line.count.saturating_sub(1),
        1 => line.count += 1,
        2 => line.dead.d0 ^= 1 << dice.below(128),
        3 => line.packed.push(Felt::ZERO),
        _ => {
            let bit = Felt::TWO.pow(dice.below(251));
            if let Some(felt) = line.packed.last_mut() {
                *felt += bit;
            }
        }
    }
}

fn spoil_terms(terms: &mut Terms, dice: &mut Dice) {
    match dice.below(12) {
        0 => terms.black = Felt::ZERO,
        1 => terms.white = terms.black,
        2 => terms.black_key = Felt::from(5),
        3 => terms.white_key = terms.black_key,
        4 => terms.referee_key = Felt::ONE,
        5 => terms.size = dice.pick(&[0, 1, 4, 13, 20, u8::MAX]),
        6 => terms.handicap = dice.pick(&[1, 2, u8::MAX]),
        7 => terms.komi_x2 = dice.pick(&[13, 163, u16::MAX]),
        8 => terms.turn_seconds = dice.pick(&[0, 99, 1_001, u64::MAX]),
        9 => terms.turn_blocks = dice.pick(&[1, 11, u64::MAX]),
        10 => terms.expires_at = dice.pick(&[1, u64::MAX]),
        _ => terms.black_nonce += Felt::ONE,
    }
}

fn spoil_fork(fork: &mut Fork, other: &SignedGame, dice: &mut Dice) -> Result<()> {
    match dice.below(9) {
        0 => fork.author = dice.pick(&[0, 1, 2]),
        1 => fork.code = dice.pick(&[0, 361, 362, 365, fork.code + 512]),
        2 => fork.dead.d1 = 1,
        3 => fork.head += Felt::ONE,
        4 => fork.tail.truncate(fork.tail.len().saturating_sub(1)),
        5 => fork.other_tail.push(Felt::ONE),
        6 => fork.other = fork.code.into(),
        7 => fork.tail = vec![Felt::ONE; dice.pick(&[245, 246])],
        _ => fork.signature = signature(other, dice)?,
    }
    Ok(())
}
