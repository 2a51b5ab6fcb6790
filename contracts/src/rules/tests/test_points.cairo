use crate::rules::points::{NONE, Points, PointsAdd, PointsTrait, Set, SetTrait};
use crate::rules::score::{from_bits, whole_board};
use crate::rules::spots::{SIDE, SPOTS};

fn set(points: Span<(u32, u32)>) -> Set {
    let mut sum = NONE;
    for (x, y) in points {
        sum = sum + *SPOTS.span()[*y * SIDE + *x].bit;
    }
    sum.open()
}

#[test]
fn a_board_has_all_its_points() {
    for size in 2..20_u8 {
        assert_eq!(whole_board(size).len(), size.into() * size.into());
    }
}

#[test]
fn a_set_counts_its_points_in_every_limb() {
    assert_eq!(set([(0, 0), (18, 18), (3, 5), (7, 6), (9, 7)].span()).len(), 5);
}

#[test]
fn growth_reaches_the_four_neighbours_and_stays_on_the_board() {
    let all = whole_board(19);
    // (1, 4) opens slot 2 of limb 0: its north is in limb 3 of the slot below
    assert_eq!(
        set([(1, 4)].span())
            .grow(all)
            .and(set([(1, 3), (0, 4), (1, 4), (2, 4), (1, 5)].span()))
            .len(),
        5,
    );
    assert!(!set([(1, 3)].span()).within(set([(1, 2)].span()).grow(set([(1, 2), (0, 3)].span()))));
    // a corner has two neighbours and no other side of the board
    let corner = set([(18, 0)].span());
    let beside = set([(18, 0), (17, 0), (18, 1)].span());
    assert_eq!(corner.grow(beside.or(set([(0, 0), (0, 1), (18, 18)].span()))), beside);
}

#[test]
fn a_flood_goes_round_corners_and_stops_at_walls() {
    let mask = set([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 3), (5, 5)].span());
    let all_but_one = set([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 3)].span());
    assert_eq!(set([(0, 3)].span()).flood(mask), all_but_one);
    assert_eq!(set([(0, 0)].span()).flood(mask), all_but_one);
    assert_eq!(set([(5, 5)].span()).flood(mask), set([(5, 5)].span()));
}

#[test]
fn bits_are_points_of_the_board_row_by_row() {
    // 7x7: bit 10 is (3, 1), bit 48 the last point
    assert_eq!(from_bits([0x1000000000400, 0, 0].span(), 7), Some(set([(3, 1), (6, 6)].span())));
    assert_eq!(from_bits([0x2000000000000, 0, 0].span(), 7), None);
    assert_eq!(from_bits([0, 1, 0].span(), 7), None);
    assert_eq!(from_bits([0, 0, 1].span(), 7), None);
    // 13x13: row 9 takes bits 117 to 129, over the border of two limbs
    assert_eq!(
        from_bits([0x80000000000000000000000000000000, 0x2, 0].span(), 13),
        Some(set([(10, 9), (12, 9)].span())),
    );
    // 19x19: bit 360 is the last point, 361 none
    assert_eq!(
        from_bits([0, 0, 0x100000000000000000000000000].span(), 19), Some(set([(18, 18)].span())),
    );
    assert_eq!(from_bits([0, 0, 0x200000000000000000000000000].span(), 19), None);
    // 2x2
    assert_eq!(from_bits([0b1001, 0, 0].span(), 2), Some(set([(0, 0), (1, 1)].span())));
    assert_eq!(from_bits([0b10000, 0, 0].span(), 2), None);
}

#[test]
fn sets_of_points_add_and_subtract() {
    let a: Points = *SPOTS.span()[0].bit;
    let b: Points = *SPOTS.span()[360].bit;
    assert_eq!((a + b - a).open(), set([(18, 18)].span()));
}
