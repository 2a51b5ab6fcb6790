use crate::rules::points::{NONE, Points, PointsAdd, PointsTrait, Set};
use crate::rules::score::{Area, area, check_dead, whole_board};
use crate::rules::spots::{SIDE, SPOTS};

/// The stones of a diagram: X black, O white, anything else empty. Rows are short strings, north
/// first.
fn stones(rows: Span<felt252>, size: u32) -> (Set, Set) {
    let (mut black, mut white): (Points, Points) = (NONE, NONE);
    for y in 0..size {
        let mut row: u256 = (*rows[y]).into();
        let mut x = size;
        while x != 0 {
            x -= 1;
            let letter = row % 0x100;
            row = row / 0x100;
            let bit = *SPOTS.span()[y * SIDE + x].bit;
            if letter == 'X' {
                black = black + bit;
            } else if letter == 'O' {
                white = white + bit;
            }
        }
    }
    (black.open(), white.open())
}

#[test]
fn an_empty_board_counts_for_nobody() {
    let (black, white) = stones(['..', '..'].span(), 2);
    assert_eq!(area(black, white, whole_board(2)), Area { black: 0, white: 0, neutral: 4 });
}

#[test]
fn one_stone_has_the_whole_board() {
    let (black, white) = stones(['...', '.X.', '...'].span(), 3);
    assert_eq!(area(black, white, whole_board(3)), Area { black: 9, white: 0, neutral: 0 });
}

#[test]
fn a_region_that_touches_both_colours_is_neutral() {
    let (black, white) = stones(['.X.O.', '.X.O.', '.X.O.', '.X.O.', '.X.O.'].span(), 5);
    assert_eq!(area(black, white, whole_board(5)), Area { black: 10, white: 10, neutral: 5 });
}

#[test]
fn regions_do_not_leak_through_diagonals_or_edges() {
    let (black, white) = stones(['.X..', 'X...', '...O', '..O.'].span(), 4);
    assert_eq!(area(black, white, whole_board(4)), Area { black: 3, white: 3, neutral: 10 });
}

#[test]
fn dead_marks_are_whole_chains_of_stones() {
    let (black, white) = stones(['XX.', '.O.', '.OX'].span(), 3);
    let (pair, _) = stones(['XX.', '...', '...'].span(), 3);
    let (half, _) = stones(['X..', '...', '...'].span(), 3);
    let (empty, _) = stones(['..X', '...', '...'].span(), 3);
    let (split_and_empty, _) = stones(['X.X', '...', '...'].span(), 3);
    let (corner, _) = stones(['...', '...', '..X'].span(), 3);
    let (both, _) = stones(['...', '.X.', '.XX'].span(), 3);
    let (half_white, _) = stones(['XX.', '.X.', '...'].span(), 3);
    assert_eq!(check_dead(NONE.open(), black, white), 0);
    assert_eq!(check_dead(pair, black, white), 0);
    assert_eq!(check_dead(corner, black, white), 0);
    assert_eq!(check_dead(both, black, white), 0);
    assert_eq!(check_dead(half, black, white), 'split_group');
    assert_eq!(check_dead(half_white, black, white), 'split_group');
    assert_eq!(check_dead(empty, black, white), 'not_a_stone');
    assert_eq!(check_dead(split_and_empty, black, white), 'not_a_stone');
}
