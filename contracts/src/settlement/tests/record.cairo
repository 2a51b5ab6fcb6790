use core::num::traits::Bounded;
use starknet::storage_access::StorePacking;
use crate::rules::game::Ending;
use crate::settlement::clock::{Moment, TimeClass, window};
use crate::settlement::record::{Rating, Record, RecordTrait, Side, Status, Verdict};
use super::known::{NOW, concluded, last, late, open, pending};

fn assert_kept(record: Record) {
    assert_eq!(StorePacking::unpack(StorePacking::pack(record)), record);
}

#[test]
fn packing_keeps_every_field_at_its_extremes() {
    let zero: Record = Default::default();
    assert_kept(zero);
    let full = Record {
        status: Status::Final,
        ranked: true,
        steps: Bounded::MAX,
        head: -1,
        due: Side::White,
        deadline: Bounded::MAX,
        min_block: Bounded::MAX,
        verdict: Verdict {
            ending: Ending::Forfeit,
            winner: Side::White,
            black_x2: Bounded::MAX,
            white_x2: Bounded::MAX,
            counted: Bounded::MAX,
            onchain: true,
        },
    };
    assert_kept(full);
    // Each field alone at its extreme, the others zero: none spills into another.
    assert_kept(Record { steps: Bounded::MAX, ..zero });
    assert_kept(Record { head: -1, ..zero });
    assert_kept(Record { deadline: Bounded::MAX, ..zero });
    assert_kept(Record { min_block: Bounded::MAX, ..zero });
    assert_kept(Record { ranked: true, ..zero });
    let verdict = zero.verdict;
    assert_kept(Record { verdict: Verdict { counted: Bounded::MAX, ..verdict }, ..zero });
    assert_kept(Record { verdict: Verdict { black_x2: Bounded::MAX, ..verdict }, ..zero });
    assert_kept(Record { verdict: Verdict { white_x2: Bounded::MAX, ..verdict }, ..zero });
    assert_kept(Record { verdict: Verdict { onchain: true, ..verdict }, ..zero });
}

#[test]
fn packing_keeps_every_name() {
    for status in [Status::None, Status::Open, Status::Pending, Status::Final].span() {
        assert_kept(Record { status: *status, ..Default::default() });
    }
    for side in [Side::None, Side::Black, Side::White].span() {
        let verdict = Verdict { winner: *side, ..Default::default() };
        assert_kept(Record { due: *side, verdict, ..Default::default() });
    }
    let endings = [
        Ending::None, Ending::Agreed, Ending::PlayedOut, Ending::MoveLimit, Ending::Resigned,
        Ending::Time, Ending::Forfeit,
    ];
    for ending in endings.span() {
        let verdict = Verdict { ending: *ending, ..Default::default() };
        assert_kept(Record { verdict, ..Default::default() });
    }
}

/// An unknown channel costs no cell: its record is zeros.
#[test]
fn an_empty_cell_is_no_record() {
    let record: Record = StorePacking::unpack((0, 0));
    assert_eq!(record, Default::default());
    assert_eq!(record.status, Status::None);
}

#[test]
fn the_boundary_belongs_to_the_player_who_is_due() {
    for record in [open(10, Side::White), pending(10, Ending::Time, 10)].span() {
        assert_eq!(record.time_class(NOW), TimeClass::Live);
        assert_eq!(record.time_class(last()), TimeClass::Live);
        assert_eq!(record.time_class(late()), TimeClass::Expired);
        // The chain halted: time has passed, blocks have not.
        let halted = Moment { now: Bounded::MAX, block: late().block - 1 };
        assert_eq!(record.time_class(halted), TimeClass::Live);
        let racing = Moment { now: last().now, block: Bounded::MAX };
        assert_eq!(record.time_class(racing), TimeClass::Live);
        let much_later = Moment { now: 0x8000000000000000, block: 0x8000000000000000 };
        assert_eq!(record.time_class(much_later), TimeClass::Expired);
    }
}

#[test]
fn nothing_expires_before_a_record_or_after_its_end() {
    let end = Moment { now: Bounded::MAX, block: Bounded::MAX };
    let none: Record = Default::default();
    assert_eq!(none.time_class(end), TimeClass::Live);
    assert_eq!(concluded(10, Ending::Time).time_class(end), TimeClass::Live);
}

#[test]
fn a_window_never_overflows() {
    let full = window(NOW, 3600, 60);
    assert_eq!((full.deadline, full.min_block), (1_003_600, 560));
    let end = window(Moment { now: Bounded::MAX, block: Bounded::MAX }, 1, 1);
    assert_eq!((end.deadline, end.min_block), (Bounded::MAX, Bounded::MAX));
}

#[test]
fn ratings_follow_length_and_chain() {
    let rating = |ranked: bool, counted: u16, onchain: bool| -> Rating {
        let record = concluded(30, Ending::Resigned);
        Record { ranked, verdict: Verdict { counted, onchain, ..record.verdict }, ..record }
            .rating()
    };
    assert_eq!(rating(false, 30, true), Rating::Neither);
    assert_eq!(rating(true, 20, false), Rating::Both);
    assert_eq!(rating(true, 20, true), Rating::Both);
    assert_eq!(rating(true, 19, true), Rating::LoserOnly);
    assert_eq!(rating(true, 19, false), Rating::Neither);
    assert_eq!(open(30, Side::Black).rating(), Rating::Neither);
}
