use core::poseidon::poseidon_hash_span;
use crate::channel::line::{DeadSet, Fault, Line, Replay, next_head, replay, word};
use crate::rules::game::{ACCEPT, Ending, PASS, PROPOSE, Phase, RESUME, Setup};

const CHANNEL: felt252 = 'a channel';
const NO_DEAD: DeadSet = DeadSet { d0: 0, d1: 0, d2: 0 };
const HIGH: felt252 = 0x100000000000000000000000000000000;

/// Packs codes as protocol 2.2 says, digit by digit.
fn pack(codes: Span<u16>) -> Array<felt252> {
    let mut packed = array![];
    let mut rest = codes;
    while !rest.is_empty() {
        let (mut low, mut high): (felt252, felt252) = (0, 0);
        let mut weight: felt252 = 1;
        for i in 0..27_u32 {
            if i == 14 {
                weight = 1;
            }
            let Some(code) = rest.pop_front() else {
                break;
            };
            if i < 14 {
                low += (*code).into() * weight;
            } else {
                high += (*code).into() * weight;
            }
            weight *= 512;
        }
        packed.append(low + HIGH * high);
    }
    packed
}

fn line(codes: Span<u16>, dead: DeadSet) -> Line {
    Line { packed: pack(codes).span(), count: codes.len().try_into().unwrap(), dead }
}

fn setup(size: u8) -> Setup {
    Setup { size, handicap: 0, komi_x2: 0 }
}

fn run(size: u8, codes: Span<u16>) -> Result<Replay, Fault> {
    replay(setup(size), line(codes, NO_DEAD), CHANNEL, 0)
}

fn fault(step: u16, error: felt252) -> Result<Replay, Fault> {
    Err(Fault { step, error })
}

/// 30 stones on 19x19: two felts, the second with three digits.
fn long_line() -> Array<u16> {
    let mut codes = array![];
    for i in 0..30_u16 {
        codes.append(i * 3);
    }
    codes
}

#[test]
fn an_empty_line_stands_at_the_start() {
    let start = run(9, [].span()).unwrap();
    assert_eq!(start.head, CHANNEL);
    assert_eq!(start.at, CHANNEL);
    assert_eq!((start.steps, start.run, start.due), (0, 0, 0));
    assert_eq!((start.before, start.before2), (0, 0));
}

#[test]
fn heads_chain_words_of_alternating_authors() {
    let codes = [40_u16, 41, PASS];
    let head1 = next_head(CHANNEL, 40);
    let head2 = next_head(head1, 41 + 512);
    let head3 = next_head(head2, 361);
    let end = replay(setup(9), line(codes.span(), NO_DEAD), CHANNEL, 2).unwrap();
    assert_eq!(end.head, head3);
    assert_eq!(end.before, head2);
    assert_eq!(end.before2, head1);
    assert_eq!(end.at, head2);
    assert_eq!((end.steps, end.author, end.run, end.due), (3, 0, 1, 1));
    let one = run(9, [40_u16].span()).unwrap();
    assert_eq!((one.head, one.before, one.before2), (head1, CHANNEL, 0));
    assert_eq!((one.steps, one.author, one.run, one.due), (1, 0, 1, 1));
    let two = run(9, [40_u16, 41].span()).unwrap();
    assert_eq!((two.head, two.before, two.before2), (head2, head1, CHANNEL));
    assert_eq!((two.steps, two.author, two.run, two.due), (2, 1, 1, 0));
}

#[test]
fn a_proposal_hashes_its_dead_set() {
    let dead = DeadSet { d0: 1, d1: 2, d2: 3 };
    assert_eq!(word(0, PROPOSE, dead), poseidon_hash_span([362, 1, 2, 3].span()));
    assert_eq!(word(1, PROPOSE, dead), poseidon_hash_span([362 + 512, 1, 2, 3].span()));
    assert_eq!(word(1, ACCEPT, NO_DEAD), 363 + 512);
}

#[test]
fn the_proposer_may_make_two_steps_in_a_row() {
    // Black passes first, so Black resumes and moves
    let codes = [PASS, PASS, RESUME, 40];
    let end = run(9, codes.span()).unwrap();
    assert_eq!((end.author, end.run, end.due), (0, 2, 1));
    let before = run(9, codes.span().slice(0, 3)).unwrap();
    assert_eq!((before.author, before.run, before.due), (0, 1, 0));
    assert_eq!(end.before, before.head);
}

#[test]
fn a_checkpoint_is_found_anywhere_in_the_line() {
    let codes = long_line();
    for checkpoint in 0..31_u16 {
        let part = codes.span().slice(0, checkpoint.into());
        let there = run(19, part).unwrap();
        let whole = replay(setup(19), line(codes.span(), NO_DEAD), CHANNEL, checkpoint).unwrap();
        assert_eq!(whole.at, there.head);
    }
    assert_eq!(replay(setup(19), line(codes.span(), NO_DEAD), CHANNEL, 31).unwrap().at, 0);
}

#[test]
fn a_line_has_just_the_felts_it_needs() {
    let codes = long_line();
    let whole = line(codes.span(), NO_DEAD);
    let too_few = Line { packed: whole.packed.slice(0, 1), ..whole };
    assert_eq!(replay(setup(19), too_few, CHANNEL, 0), fault(0, 'bad_line'));
    let mut more = pack(codes.span());
    more.append(0);
    let too_many = Line { packed: more.span(), ..whole };
    assert_eq!(replay(setup(19), too_many, CHANNEL, 0), fault(0, 'bad_line'));
    let none = Line { packed: [0].span(), count: 0, dead: NO_DEAD };
    assert_eq!(replay(setup(19), none, CHANNEL, 0), fault(0, 'bad_line'));
}

#[test]
fn unused_digits_are_zero() {
    // one digit more than the count in the low half, in the high half, and above the 14th and 13th
    // digit
    let third_digit = 0x40000;
    let bit_126 = 0x40000000000000000000000000000000;
    let bit_245 = 0x20000000000000000000000000000000000000000000000000000000000000;
    for extra in [third_digit, bit_126, HIGH, bit_245].span() {
        let packed = [40 + 41 * 512 + *extra];
        let padded = Line { packed: packed.span(), count: 2, dead: NO_DEAD };
        assert_eq!(replay(setup(9), padded, CHANNEL, 0), fault(0, 'bad_line'));
    }
    let codes = long_line();
    let mut packed = pack(codes.span());
    let first = packed.pop_front().unwrap();
    for extra in [bit_126, bit_245].span() {
        let padded = Line { packed: [first + *extra, *packed[0]].span(), count: 30, dead: NO_DEAD };
        assert_eq!(replay(setup(19), padded, CHANNEL, 0), fault(0, 'bad_line'));
    }
}

#[test]
fn a_dead_set_needs_a_proposal_and_points() {
    let stones = [40_u16, 41];
    let dead = DeadSet { d0: 0x10000000000, d1: 0, d2: 0 };
    assert_eq!(replay(setup(9), line(stones.span(), dead), CHANNEL, 0), fault(0, 'bad_line'));
    let proposed = [40_u16, 41, PASS, PASS, PROPOSE];
    let end = replay(setup(9), line(proposed.span(), dead), CHANNEL, 0).unwrap();
    assert_eq!(end.phase, Phase::Respond);
    let beyond = DeadSet { d0: 0, d1: 0, d2: 1 };
    assert_eq!(replay(setup(9), line(proposed.span(), beyond), CHANNEL, 0), fault(0, 'bad_line'));
}

#[test]
fn no_line_is_longer_than_a_game() {
    let too_long = Line { packed: [0].span(), count: 15, dead: NO_DEAD };
    assert_eq!(replay(setup(2), too_long, CHANNEL, 0), fault(0, 'bad_line'));
    let longest = Line { packed: [0].span(), count: 14, dead: NO_DEAD };
    assert_eq!(replay(setup(2), longest, CHANNEL, 0), fault(2, 'occupied'));
}

#[test]
fn the_first_bad_step_is_named() {
    assert_eq!(run(9, [40, 41, 40].span()), fault(3, 'occupied'));
    assert_eq!(run(9, [40, 81].span()), fault(2, 'out_of_range'));
    assert_eq!(run(19, [40, 365].span()), fault(2, 'bad_line'));
    assert_eq!(run(9, [40, ACCEPT].span()), fault(2, 'not_allowed_now'));
    // after a resumption with two passes the game is over
    let over = [PASS, PASS, RESUME, PASS, PASS, PASS];
    assert_eq!(run(9, over.span()), fault(6, 'game_over'));
    // a corner point whose two neighbours are Black's
    assert_eq!(run(9, [1, 40, 9, 0].span()), fault(4, 'suicide'));
}

#[test]
fn an_end_is_scored_and_due_to_nobody() {
    let codes = [40_u16, PASS, PASS, PROPOSE, ACCEPT];
    let end = replay(
        Setup { size: 9, handicap: 0, komi_x2: 13 }, line(codes.span(), NO_DEAD), CHANNEL, 0,
    )
        .unwrap();
    assert_eq!((end.ending, end.due), (Ending::Agreed, 2));
    assert_eq!((end.black_x2, end.white_x2), (162, 13));
}
