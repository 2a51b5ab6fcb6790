use starknet::ContractAddress;
use crate::channel::line::Replay;
use crate::channel::statements::Signature;
use crate::errors;
use crate::settlement::authority::{
    check_line, check_open, check_ranked, check_resign, flagged, last_step,
};
use crate::settlement::interface::{Authority, Mark};
use crate::settlement::record::{Record, Side};
use super::known::{ended, open, ranked, running};

fn stranger() -> ContractAddress {
    0x57a9.try_into().unwrap()
}

/// Black's over the head 0x111.
fn black() -> Mark {
    Mark::Signed(
        Signature {
            r: 0x2873dcc615ebfcf484e49952c14eb20f1d0e551e306074519a0a5fa43e434d9,
            s: 0x6ee8e282c77350a5314bfa3b471cdda9cae120ae36cdc43150d884e2c97739c,
        },
    )
}

/// White's over the head 0x222.
fn white() -> Mark {
    Mark::Signed(
        Signature {
            r: 0x4a2387e5fd760d816b7bbd2f4ca8105e2bd77eb733fdde631a74bd09d15bf99,
            s: 0x6e67c6e86638b840d57bdad71742d8d58b7057f3fd8b45554e21f098cd9b515,
        },
    )
}

/// White's over the head 0x444.
fn white_before() -> Mark {
    Mark::Signed(
        Signature {
            r: 0x4b65a36ff1f2a759b717812667178431bdeb3665449e3a5258e410b12c71634,
            s: 0x5f90fa50ca62847ae69db22e7e9bd1baa639953a3d25b5fe85c8d091f05883,
        },
    )
}

/// Resume and a move by Black.
fn two_in_a_row() -> Replay {
    Replay { run: 2, ..running(23) }
}

#[test]
fn the_last_own_steps() {
    assert_eq!(last_step(running(23), 0), (23, 0x111));
    assert_eq!(last_step(running(23), 1), (22, 0x222));
    assert_eq!(last_step(two_in_a_row(), 0), (23, 0x111));
    assert_eq!(last_step(two_in_a_row(), 1), (21, 0x444));
    let single = Replay { steps: 1, ..running(23) };
    assert_eq!(last_step(single, 0), (1, 0x111));
    assert_eq!(last_step(single, 1), (0, 0x222));
}

fn check(record: Record, line: Replay, black: Mark, white: Mark) -> Result<(), felt252> {
    check_line(ranked(), record, line, Authority { black, white }, stranger())
}

#[test]
fn each_player_endorses_what_a_line_adds() {
    let none: Record = Default::default();
    let line = running(23);
    assert_eq!(check(none, line, black(), white()), Ok(()));
    assert_eq!(check(none, line, Mark::Absent, white()), Err(errors::BLACK_MARK_ABSENT));
    assert_eq!(check(none, line, black(), Mark::Absent), Err(errors::WHITE_MARK_ABSENT));
    assert_eq!(check(none, line, Mark::Caller, white()), Err(errors::BLACK_NOT_CALLER));
    assert_eq!(check(none, line, black(), Mark::Caller), Err(errors::WHITE_NOT_CALLER));
    assert_eq!(check(none, line, white(), white()), Err(errors::BAD_BLACK_SIGNATURE));
    assert_eq!(check(none, line, black(), black()), Err(errors::BAD_WHITE_SIGNATURE));
    assert_eq!(check(none, line, black(), white_before()), Err(errors::BAD_WHITE_SIGNATURE));
    assert_eq!(check(none, two_in_a_row(), black(), white_before()), Ok(()));
}

#[test]
fn the_account_stands_for_its_signature() {
    let authority = Authority { black: Mark::Caller, white: white() };
    let none: Record = Default::default();
    assert_eq!(check_line(ranked(), none, running(23), authority, ranked().black), Ok(()));
    assert_eq!(
        check_line(ranked(), none, running(23), authority, ranked().white),
        Err(errors::BLACK_NOT_CALLER),
    );
}

#[test]
fn only_what_the_record_lacks_is_endorsed() {
    let at = |steps: u16, black: Mark, white: Mark| {
        let line = Replay { at: 0x999, ..running(23) };
        check(open(steps, Side::Black), line, black, white)
    };
    assert_eq!(at(23, Mark::Absent, Mark::Absent), Ok(()));
    assert_eq!(at(22, black(), Mark::Caller), Ok(()));
    assert_eq!(at(22, Mark::Absent, white()), Err(errors::BLACK_MARK_ABSENT));
    assert_eq!(at(21, black(), Mark::Absent), Err(errors::WHITE_MARK_ABSENT));
}

#[test]
fn a_line_fits_the_record() {
    let at = |steps: u16, at: felt252| {
        check(open(steps, Side::Black), Replay { at, ..running(23) }, black(), white())
    };
    assert_eq!(at(22, 0x999), Ok(()));
    assert_eq!(at(22, 0x998), Err(errors::NOT_THE_STORED_LINE));
    // A replay reports 0 for a head beyond its end.
    assert_eq!(at(24, 0), Err(errors::NOT_THE_STORED_LINE));
    assert_eq!(at(24, 0x999), Err(errors::NOT_THE_STORED_LINE));
}

#[test]
fn a_line_holds_a_step_of_each_player() {
    let none: Record = Default::default();
    let single = Replay { steps: 1, before2: 0, ..running(1) };
    assert_eq!(check(none, single, black(), white()), Err(errors::ONE_SIDED_LINE));
    let empty = Replay { steps: 0, before: 0, before2: 0, author: 1, run: 0, due: 0, ..running(1) };
    assert_eq!(check(none, empty, black(), white()), Err(errors::ONE_SIDED_LINE));
}

#[test]
fn the_player_who_is_not_due_opens() {
    // White is due after 24 - 1 steps of Black's; here Black is due, so White opens.
    let line = running(24);
    let signed = Mark::Signed(
        Signature {
            r: 0x4ed683401c5741785fd1728a6ce01272cd9331b56350d03c5130a4ed39c9739,
            s: 0x8d7d1c8583d186f77df48f3ac25c983862ea30523887974d59b07252b4b305,
        },
    );
    let (black, white) = (ranked().black, ranked().white);
    assert_eq!(check_open(ranked(), line, signed, stranger()), Ok(()));
    assert_eq!(check_open(ranked(), line, Mark::Caller, white), Ok(()));
    assert_eq!(check_open(ranked(), line, Mark::Caller, black), Err(errors::OPENER_NOT_CALLER));
    assert_eq!(check_open(ranked(), line, Mark::Absent, white), Err(errors::OPEN_MARK_ABSENT));
    // After an odd step White is due, and Black opens.
    let (odd, caller) = (running(23), Mark::Caller);
    assert_eq!(check_open(ranked(), odd, caller, black), Ok(()));
    assert_eq!(check_open(ranked(), odd, caller, white), Err(errors::OPENER_NOT_CALLER));
    // A step signature opens nothing, and White's `open` is not Black's.
    let step = super::authority::black();
    assert_eq!(check_open(ranked(), running(23), step, white), Err(errors::BAD_OPEN_SIGNATURE));
    assert_eq!(check_open(ranked(), running(23), signed, white), Err(errors::BAD_OPEN_SIGNATURE));
}

#[test]
fn a_resignation_is_its_players() {
    let signature = Signature {
        r: 0x4b9b76795721b77ba8f93b1669007f3cd34bbef1cd4934550fd2f219d0b03af,
        s: 0x59b6a45a1969bec73f82146cf4e7c862d8025c22f2283205621d146043e34cf,
    };
    assert_eq!(check_resign(ranked(), 0x333, 0, signature), Ok(()));
    assert_eq!(check_resign(ranked(), 0x333, 1, signature), Err(errors::BAD_RESIGN_SIGNATURE));
    assert_eq!(check_resign(ranked(), 0x334, 0, signature), Err(errors::BAD_RESIGN_SIGNATURE));
}

#[test]
fn the_referee_ranks_a_channel() {
    let signature = Signature {
        r: 0x3e7781dffa9de2327389133ad7a6ad81e3bc513c1dfc7943153ccc50ba70a54,
        s: 0x204c1289d1b71152d557f9dcf77606e1b4aea5fff22cb3a924196d8dc8443af,
    };
    assert_eq!(check_ranked(ranked(), 0x333, signature), Ok(()));
    assert_eq!(check_ranked(ranked(), 0x334, signature), Err(errors::BAD_RANKED_SIGNATURE));
    assert_eq!(
        check_ranked(ranked(), 0x333, Default::default()), Err(errors::BAD_RANKED_SIGNATURE),
    );
}

/// The referee's over 0x111, 0x222 and 0x444.
fn flags() -> Span<Signature> {
    [
        Signature {
            r: 0x36c7262fcb625ff3abef322517fce2aa60c473bf78e1d6de936c6e0c8078c80,
            s: 0x15a4db748577e2eda95e91ed902527aed5021d50cff707dcaca1b0f61bd483e,
        },
        Signature {
            r: 0x4dd9df84eed81723137c4ae42701cb673a3e15cb73a04f182ad2513d99db740,
            s: 0x256b64151f7b12c225ffdf575caba48720cbafbd1e2b5ef5a91f0990abd33ff,
        },
        Signature {
            r: 0x30cfec5442f71d7e03f0be6f136bf65ceb4e904e8d37513ade125d349bd55a4,
            s: 0x6717a0b14fdc10532d5ff0046cfce936864b2e3fb4f013e2203071941999254,
        },
    ]
        .span()
}

#[test]
fn a_flag_covers_the_flagged_players_steps() {
    let (here, one_back, two_back) = (*flags().at(0), *flags().at(1), *flags().at(2));
    let bad = Err(errors::BAD_FLAG_SIGNATURE);
    // Black made step 23: White is due after it, Black was before it.
    assert_eq!(flagged(ranked(), running(23), here), Ok((Side::White, 23)));
    assert_eq!(flagged(ranked(), running(23), one_back), Ok((Side::Black, 22)));
    assert_eq!(flagged(ranked(), running(23), two_back), bad);
    assert_eq!(flagged(ranked(), two_in_a_row(), here), Ok((Side::White, 23)));
    assert_eq!(flagged(ranked(), two_in_a_row(), one_back), Ok((Side::Black, 22)));
    assert_eq!(flagged(ranked(), two_in_a_row(), two_back), Ok((Side::Black, 21)));
    // Nobody is due at the end; a late step may have made it.
    assert_eq!(flagged(ranked(), ended(23, 90, 33), here), bad);
    assert_eq!(flagged(ranked(), ended(23, 90, 33), one_back), Ok((Side::Black, 22)));
    assert_eq!(flagged(ranked(), running(23), Default::default()), bad);
}
