use crate::rules::board::{BLACK, WHITE};
use crate::rules::game::{
    ACCEPT, Ending, GameTrait, PASS, PROPOSE, Phase, RESUME, Setup, check_setup, points,
};
use crate::rules::points::{NONE, PointsAdd, PointsTrait, Set};
use crate::rules::spots::{SIDE, SPOTS};

const NOTHING: Set = Set { l0: 0, l1: 0, l2: 0, l3: 0 };

fn setup(size: u8, handicap: u8, komi_x2: u16) -> Setup {
    Setup { size, handicap, komi_x2 }
}

#[test]
fn setups_are_checked_in_order() {
    assert_eq!(check_setup(setup(1, 0, 0)), 'bad_size');
    assert_eq!(check_setup(setup(20, 1, 9999)), 'bad_size');
    assert_eq!(check_setup(setup(2, 0, 8)), 0);
    assert_eq!(check_setup(setup(2, 0, 9)), 'bad_komi');
    assert_eq!(check_setup(setup(19, 0, 722)), 0);
    assert_eq!(check_setup(setup(19, 0, 723)), 'bad_komi');
    assert_eq!(check_setup(setup(19, 1, 723)), 'bad_handicap');
    assert_eq!(check_setup(setup(19, 10, 0)), 'bad_handicap');
    assert_eq!(check_setup(setup(18, 2, 0)), 'bad_handicap');
    assert_eq!(check_setup(setup(9, 9, 162)), 0);
    assert_eq!(check_setup(setup(13, 2, 0)), 0);
}

#[test]
fn handicap_stones_stand_where_the_protocol_says() {
    // (x, y) of 13x13: e = 3, f = 9, m = 6
    let order: [(u32, u32); 8] = [(9, 3), (3, 9), (3, 3), (9, 9), (3, 6), (9, 6), (6, 3), (6, 9)];
    let middle: (u32, u32) = (6, 6);
    for handicap in 2..10_u8 {
        let count: u32 = handicap.into();
        let with_middle = count == 5 || count == 7 || count == 9;
        let outer = if with_middle {
            count - 1
        } else {
            count
        };
        let mut expected = NONE;
        for (x, y) in order.span().slice(0, outer) {
            expected = expected + *SPOTS.span()[*y * SIDE + *x].bit;
        }
        if with_middle {
            let (x, y) = middle;
            expected = expected + *SPOTS.span()[y * SIDE + x].bit;
        }
        let game = GameTrait::new(setup(13, handicap, 0));
        assert_eq!(game.due, WHITE);
        let (black, white) = game.stones();
        assert_eq!(black, expected.open());
        assert_eq!(white, NOTHING);
    }
}

#[test]
fn two_passes_call_for_a_proposal_by_the_first_passer() {
    let mut game = GameTrait::new(setup(9, 0, 0));
    assert_eq!(game.step(PASS, NOTHING), 0);
    assert_eq!((game.phase, game.due), (Phase::Play, WHITE));
    assert_eq!(game.step(PASS, NOTHING), 0);
    assert_eq!((game.phase, game.due), (Phase::Propose, BLACK));
    assert_eq!(game.step(PROPOSE, NOTHING), 0);
    assert_eq!((game.phase, game.due), (Phase::Respond, WHITE));
    assert_eq!(game.step(ACCEPT, NOTHING), 0);
    assert_eq!((game.phase, game.ending), (Phase::Ended, Ending::Agreed));
    assert_eq!(game.step(PASS, NOTHING), 'game_over');
}

#[test]
fn the_proposer_moves_after_either_resumption() {
    let mut game = GameTrait::new(setup(9, 0, 0));
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(PASS, NOTHING);
    assert_eq!(game.step(RESUME, NOTHING), 0);
    assert_eq!((game.phase, game.due), (Phase::Play, BLACK));

    let mut game = GameTrait::new(setup(9, 0, 0));
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(PROPOSE, NOTHING);
    assert_eq!(game.step(RESUME, NOTHING), 0);
    assert_eq!((game.phase, game.due), (Phase::Play, BLACK));
    let _ = game.step(PASS, NOTHING);
    assert_eq!(game.phase, Phase::Play);
    let _ = game.step(PASS, NOTHING);
    assert_eq!(game.ending, Ending::PlayedOut);
}

#[test]
fn each_phase_refuses_the_steps_of_the_others() {
    let mut game = GameTrait::new(setup(9, 0, 0));
    for code in [PROPOSE, ACCEPT, RESUME].span() {
        assert_eq!(game.step(*code, NOTHING), 'not_allowed_now');
    }
    assert_eq!(game.step(81, NOTHING), 'out_of_range');
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(PASS, NOTHING);
    for code in [0, PASS, ACCEPT].span() {
        assert_eq!(game.step(*code, NOTHING), 'not_allowed_now');
    }
    let _ = game.step(PROPOSE, NOTHING);
    for code in [0, PASS, PROPOSE].span() {
        assert_eq!(game.step(*code, NOTHING), 'not_allowed_now');
    }
}

#[test]
fn a_resumption_leaves_two_moves_a_point_at_most() {
    let mut game = GameTrait::new(setup(2, 0, 0));
    assert_eq!(game.moves_left, 3 * points(2));
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(RESUME, NOTHING);
    assert_eq!(game.moves_left, 8);
    let mut late = GameTrait::new(setup(2, 0, 0));
    late.count_stones(7);
    let _ = late.step(PASS, NOTHING);
    let _ = late.step(PASS, NOTHING);
    let _ = late.step(RESUME, NOTHING);
    assert_eq!(late.moves_left, 3);
}

#[test]
fn the_move_limit_comes_before_the_two_passes() {
    let mut game = GameTrait::new(setup(2, 0, 0));
    game.count_stones(10);
    let _ = game.step(PASS, NOTHING);
    assert_eq!(game.phase, Phase::Play);
    let _ = game.step(PASS, NOTHING);
    assert_eq!(game.ending, Ending::MoveLimit);
}

#[test]
fn komi_and_handicap_are_whites() {
    let mut game = GameTrait::new(setup(9, 4, 15));
    let _ = game.step(PASS, NOTHING);
    let _ = game.step(PASS, NOTHING);
    assert_eq!(game.due, WHITE);
    let _ = game.step(PROPOSE, NOTHING);
    let _ = game.step(ACCEPT, NOTHING);
    assert_eq!(game.score(), (162, 15 + 6));
}
