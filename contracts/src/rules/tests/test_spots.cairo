use crate::rules::points::PointsTrait;
use crate::rules::spots::{SIDE, SPOTS, WALL};

fn beside(x: u32, y: u32) -> u32 {
    if x < SIDE && y < SIDE {
        y * SIDE + x
    } else {
        WALL
    }
}

/// `n - 1`, and a number off the grid below 0.
fn before(n: u32) -> u32 {
    if n == 0 {
        SIDE
    } else {
        n - 1
    }
}

#[test]
fn every_spot_follows_from_the_layout() {
    for y in 0..SIDE {
        for x in 0..SIDE {
            let spot = *SPOTS.span()[y * SIDE + x];
            assert_eq!(spot.north, beside(x, before(y)));
            assert_eq!(spot.west, beside(before(x), y));
            assert_eq!(spot.east, beside(x + 1, y));
            assert_eq!(spot.south, beside(x, y + 1));
        }
    }
}

#[test]
fn every_bit_lies_in_its_slot() {
    for y in 0..SIDE {
        for x in 0..SIDE {
            let mut bit: u128 = 1;
            for _ in 0..20 * (1 + y / 4) + x {
                bit *= 2;
            }
            let set = (*SPOTS.span()[y * SIDE + x].bit).open();
            let limb = y % 4;
            assert_eq!(set.l0, if limb == 0 {
                bit
            } else {
                0
            });
            assert_eq!(set.l1, if limb == 1 {
                bit
            } else {
                0
            });
            assert_eq!(set.l2, if limb == 2 {
                bit
            } else {
                0
            });
            assert_eq!(set.l3, if limb == 3 {
                bit
            } else {
                0
            });
        }
    }
}
