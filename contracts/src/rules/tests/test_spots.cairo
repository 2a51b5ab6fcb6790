use crate::rules::points::PointsTrait;
use crate::rules::spots::{Corner, OFF_GRID, SIDE, SPOTS};

/// Key of the block in row `y`, column `x` of blocks.
fn key(x: u32, y: u32) -> felt252 {
    if x < 10 && y < 10 {
        y.into() * 10 + x.into()
    } else {
        OFF_GRID
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

/// The block that is next to block `n` in a row or column, on the side of the point `i` of it.
fn next(n: u32, i: u32) -> u32 {
    if i % 2 == 0 {
        before(n)
    } else {
        n + 1
    }
}

#[test]
fn every_spot_follows_from_the_layout() {
    for y in 0..SIDE {
        for x in 0..SIDE {
            let spot = *SPOTS.span()[y * SIDE + x];
            let corner = match (y % 2 == 0, x % 2 == 0) {
                (true, true) => Corner::NorthWest,
                (true, false) => Corner::NorthEast,
                (false, true) => Corner::SouthWest,
                (false, false) => Corner::SouthEast,
            };
            assert_eq!(spot.corner, corner);
            assert_eq!(spot.block, key(x / 2, y / 2));
            assert_eq!(spot.beside, key(next(x / 2, x), y / 2));
            assert_eq!(spot.beyond, key(x / 2, next(y / 2, y)));
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
