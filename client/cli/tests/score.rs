//! `surround score`: the count with and without dead stones.

mod common;

use common::surround;

/// A lone white stone at A1 that Black could take, on 3x3: whether it lives can decide the game.
const LONE: &str = r#"{"size":3,"handicap":0,"komi_x2":5,"moves":["B2","A1","B1","pass","B3"]}"#;

#[test]
fn the_dead_stones_that_decide_the_game_are_warned_of() {
    // Alive: Black has B1 B2 B3 and C1 C2 C3; A2 and A3 touch both colours. 6 points against
    // 1 and 2.5 komi.
    let ran = surround(&["score", "--json", "-"], LONE);
    assert_eq!(
        ran.out,
        "{\"ended\":false,\"all_alive\":\"B+2.5\",\"with_dead\":\"B+2.5\",\"winner_flips\":false,\
         \"black_x2\":12,\"white_x2\":7,\"black_area\":6,\"white_area\":1,\"neutral\":2,\
         \"dead\":[],\"captured_by_black\":0,\"captured_by_white\":0}\n"
    );
    // With komi 6 the stone decides: 6 against 7 alive, 9 against 6 dead.
    let close = LONE.replace("\"komi_x2\":5", "\"komi_x2\":12");
    let ran = surround(&["score", "--json", "--dead", "A1", "-"], &close);
    assert!(ran.out.contains(
        "\"all_alive\":\"W+1\",\"with_dead\":\"B+3\",\"winner_flips\":true,\"black_x2\":18"
    ));
    let ran = surround(&["score", "--dead", "a1", "-"], &close);
    assert!(
        ran.out
            .contains("warning: the dead stones decide the game: W+1 with every stone alive")
    );
    assert!(ran.out.contains(" 1 o X . 1\n"), "{}", ran.out);
    assert_eq!(ran.code, 0);
}

#[test]
fn a_dead_chain_is_named_by_a_stone() {
    let ran = surround(&["score", "--dead", "A2", "-"], LONE);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(
        ran.err,
        "error: A2 is empty: a dead chain is named by one of its stones\n"
    );
    let ran = surround(&["score", "--dead", "A1,D1", "-"], LONE);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("\"D1\": a point beyond the board"),
        "{}",
        ran.err
    );
}

#[test]
fn a_refused_game_is_not_counted() {
    let ran = surround(
        &["score", "-"],
        r#"{"size":3,"handicap":0,"komi_x2":5,"moves":["B2","B2"]}"#,
    );
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert_eq!(
        ran.err,
        "error: standard input: step 2 is not legal: occupied\n"
    );
}
