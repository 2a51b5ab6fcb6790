use crate::channel::line::DeadSet;
use crate::channel::statements::Signature;
use crate::errors;
use crate::settlement::fork::check;
use crate::settlement::interface::Fork;
use crate::settlement::record::{Record, Side};
use super::known::{open, ranked, unranked};

/// A stored line of 12 steps that ends with Black's step 10 on the head 0x555 and White's step 40;
/// Black signed 11 there, then White's 41 and its own 12.
fn record() -> Record {
    Record {
        head: 0x29789f751f85e9ff48280091dbfc8c8fa2a71cd256b8935f9d1de24face3d9d,
        ..open(12, Side::Black),
    }
}

fn proof() -> Fork {
    Fork {
        head: 0x555,
        author: 0,
        code: 10,
        dead: DeadSet { d0: 0, d1: 0, d2: 0 },
        tail: [512 + 40].span(),
        other: 11,
        other_tail: [512 + 41, 12].span(),
        signature: Signature {
            r: 0x3c479b51bf4d2a7dc24e344508ade14b135cf89c5b394fc7e1d36f3953ef4f8,
            s: 0x5a3449e2341d50343dc45479d3f6c929d2dfc7bdf7a9116c9f22ec72242f561,
        },
    }
}

#[test]
fn the_longer_branch_counts() {
    assert_eq!(check(ranked(), record(), proof()), Ok(13));
    assert_eq!(check(unranked(), record(), proof()), Ok(13));
}

#[test]
fn a_proof_is_about_the_stored_line() {
    let proof = proof();
    let refused = |fork: Fork, error: felt252| {
        assert_eq!(check(ranked(), record(), fork), Err(error));
    };
    refused(Fork { author: 2, ..proof }, errors::BAD_FORK_STEP);
    refused(Fork { code: 365, ..proof }, errors::BAD_FORK_STEP);
    refused(Fork { dead: DeadSet { d0: 0, d1: 0, d2: 1 }, ..proof }, errors::BAD_FORK_STEP);
    refused(Fork { author: 1, ..proof }, errors::FORK_OFF_THE_LINE);
    refused(Fork { code: 12, ..proof }, errors::FORK_OFF_THE_LINE);
    refused(Fork { code: 362, ..proof }, errors::FORK_OFF_THE_LINE);
    refused(Fork { head: 0x556, ..proof }, errors::FORK_OFF_THE_LINE);
    refused(Fork { tail: [].span(), ..proof }, errors::FORK_OFF_THE_LINE);
    refused(Fork { other: 10, ..proof }, errors::SAME_FORK_STEP);
    refused(Fork { other: 13, ..proof }, errors::BAD_FORK_SIGNATURE);
    refused(Fork { other_tail: [512 + 41].span(), ..proof }, errors::BAD_FORK_SIGNATURE);
    refused(Fork { signature: Default::default(), ..proof }, errors::BAD_FORK_SIGNATURE);
}

/// (author 1, code c) and (author 0, code c + 512) are the same word: the second is no step.
#[test]
fn nobody_answers_for_the_others_step() {
    let white = Record {
        head: crate::channel::line::next_head(0x555, 512 + 10), ..open(12, Side::Black),
    };
    let framed = Fork { code: 512 + 10, tail: [].span(), ..proof() };
    assert_eq!(check(ranked(), white, framed), Err(errors::BAD_FORK_STEP));
}

#[test]
fn tails_are_no_longer_than_a_game() {
    let words = |n: u32| -> Span<felt252> {
        let mut words: Array<felt252> = array![];
        for _ in 0..n {
            words.append(1);
        }
        words.span()
    };
    // 3 * 81 + 2 on 9x9.
    let fork = Fork { other_tail: words(245), ..proof() };
    assert_eq!(check(ranked(), record(), fork), Err(errors::BAD_FORK_SIGNATURE));
    let fork = Fork { other_tail: words(246), ..proof() };
    assert_eq!(check(ranked(), record(), fork), Err(errors::FORK_TAIL_TOO_LONG));
    let fork = Fork { tail: words(246), ..proof() };
    assert_eq!(check(ranked(), record(), fork), Err(errors::FORK_TAIL_TOO_LONG));
    // As many words as steps: there is no step left for the fork.
    let fork = Fork { tail: words(12), ..proof() };
    assert_eq!(check(ranked(), record(), fork), Err(errors::FORK_OFF_THE_LINE));
}
