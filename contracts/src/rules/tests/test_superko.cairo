use core::nullable::{NullableTrait, null};
use crate::rules::board::{BLACK, BOTH, Cells, WHITE};
use crate::rules::points::Points;
use crate::rules::spots::SPOTS;
use crate::rules::superko::{Event, History, HistoryTrait, Past};

fn point(at: u32) -> Points {
    *SPOTS.span()[at].bit
}

fn place(ref history: History, at: u32, colour: felt252) {
    history.record(Past { at, colour, event: null() });
}

/// A stone on `at` that takes the one on `taken`.
fn take(ref history: History, at: u32, colour: felt252, taken: u32, comeback: bool) {
    let event = NullableTrait::new(Event { comeback, taken: point(taken) });
    history.record(Past { at, colour, event });
}

fn no_cells() -> Cells {
    Default::default()
}

#[test]
fn the_starting_position_is_one_of_the_game() {
    let mut cells = no_cells();
    let mut history = HistoryTrait::new(point(6));
    take(ref history, 5, WHITE, 6, false);
    take(ref history, 6, BLACK, 5, true);
    assert!(history.repeats(ref cells));
}

/// One stone more, of either colour, in each of the four limbs of a set.
#[test]
fn another_stone_anywhere_makes_another_position() {
    for at in [0_u32, 20, 40, 60].span() {
        for colour in [BLACK, WHITE].span() {
            let mut cells = no_cells();
            let mut history = HistoryTrait::new(point(6));
            take(ref history, 5, WHITE, 6, false);
            place(ref history, *at, *colour);
            take(ref history, 6, BLACK, 5, true);
            assert!(!history.repeats(ref cells));
        }
    }
}

#[test]
fn the_colour_of_a_stone_is_part_of_the_position() {
    let mut cells = no_cells();
    let mut history = HistoryTrait::new(point(6));
    take(ref history, 5, WHITE, 6, false);
    take(ref history, 6, WHITE, 5, true);
    assert!(!history.repeats(ref cells));
}

/// 30 stones, so that the comparison starts by walking back; then a ko that is retaken at once.
#[test]
fn a_walk_finds_the_position_two_moves_ago() {
    let mut cells = no_cells();
    let mut history = HistoryTrait::new(point(6));
    for i in 0..30_u32 {
        place(ref history, 50 + i, BLACK);
    }
    take(ref history, 5, WHITE, 6, false);
    take(ref history, 6, BLACK, 5, true);
    assert!(history.repeats(ref cells));
}

/// A stone that wanders through eleven captures and comes back: more than a walk compares, so the
/// table finds it.
#[test]
fn the_table_finds_what_the_walk_does_not_reach() {
    let mut cells = no_cells();
    let mut history = HistoryTrait::new(point(6));
    for i in 0..30_u32 {
        place(ref history, 50 + i, BLACK);
    }
    place(ref history, 200, WHITE);
    let mut colour = BLACK;
    for at in 201..212_u32 {
        take(ref history, at, colour, at - 1, true);
        colour = BOTH - colour;
    }
    take(ref history, 200, WHITE, 211, true);
    assert!(history.repeats(ref cells));
    take(ref history, 300, BLACK, 200, true);
    assert!(!history.repeats(ref cells));
}
