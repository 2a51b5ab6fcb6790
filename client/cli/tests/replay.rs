//! `surround replay`: shape of the answers, exit codes, and that only answers are on standard
//! output.

mod common;

use common::{surround, surround_in};

/// The worked 7x7 game of the protocol's vectors ends 24 to 31 with one neutral point; this one is
/// small enough to count by eye: Black holds the left three columns of a 5x5 board, White the right
/// one, and the fourth column of empty points touches both.
const SEKI: &str = r#"{"size":5,"handicap":0,"komi_x2":1,"moves":
["C1","E1","C2","E2","C3","E3","C4","E4","C5","E5","pass","pass","propose","accept"]}"#;

#[test]
fn a_game_that_stands_is_answered_with_one_object() {
    let ran = surround(&["replay", "--json", "-"], SEKI);
    assert_eq!(
        ran.out,
        "{\"ok\":true,\"steps\":14,\"phase\":\"ended\",\"due\":null,\"ending\":\"agreed\",\
         \"result\":\"B+9.5\",\"black_x2\":30,\"white_x2\":11,\"neutral\":5,\
         \"captured_by_black\":0,\"captured_by_white\":0,\"equivalence_margin_x2\":20}\n"
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a_refused_game_names_the_step_and_exits_with_2() {
    for (moves, step, error) in [
        (r#""C3","C3""#, 2, "occupied"),
        (r#""A2","E5","B1","A1""#, 4, "suicide"),
        (r#""A9""#, 1, "out_of_range"),
        (r#""accept""#, 1, "not_allowed_now"),
        (r#""pass","pass","propose","accept","pass""#, 5, "game_over"),
    ] {
        let game = format!(r#"{{"size":5,"handicap":0,"komi_x2":0,"moves":[{moves}]}}"#);
        let ran = surround(&["--json", "replay", "-"], &game);
        assert_eq!(
            ran.out,
            format!("{{\"ok\":false,\"step\":{step},\"error\":\"{error}\"}}\n")
        );
        assert_eq!((ran.code, ran.err.as_str()), (2, ""));
    }
    let ran = surround(
        &["replay", "--json", "-"],
        r#"{"size":1,"handicap":0,"komi_x2":0,"moves":[]}"#,
    );
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (2, "{\"ok\":false,\"step\":0,\"error\":\"bad_size\"}\n")
    );
}

#[test]
fn input_that_is_no_game_leaves_standard_output_empty() {
    for input in [
        "",
        "{}",
        "[]",
        "(;GM[1])",
        r#"{"size":9,"handicap":0,"komi_x2":0,"moves":["Q0"]}"#,
    ] {
        let ran = surround(&["replay", "--json", "-"], input);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{input}");
        assert!(
            ran.err.contains("standard input: not a bare game"),
            "{}",
            ran.err
        );
    }
    let ran = surround(&["replay", "--json", "none.json"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("cannot read none.json"), "{}", ran.err);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game"), [0xff, 0xfe, 0x00]).unwrap();
    let ran = surround_in(folder.path(), &["replay", "--json", "game"], "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
}

#[test]
fn a_batch_answers_line_by_line_and_exits_with_the_worst() {
    let good = SEKI.replace('\n', "");
    let bad = r#"{"size":5,"handicap":0,"komi_x2":0,"moves":["A1","A1"]}"#;
    let refused = "{\"ok\":false,\"step\":2,\"error\":\"occupied\"}";
    let ran = surround(
        &["replay", "--batch", "-"],
        &format!("{bad}\n\n{good}\n{bad}"),
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        (lines.len(), lines[0], lines[2], ran.code),
        (3, refused, refused, 2)
    );
    assert!(lines[1].starts_with("{\"ok\":true,"));
    let ran = surround(
        &["replay", "--batch", "-"],
        &format!("{good}\nnot a game\n{bad}\n"),
    );
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(
        (lines.len(), lines[1], lines[2], ran.code),
        (3, "null", refused, 1)
    );
    assert!(
        ran.err.contains("standard input:2: not a bare game"),
        "{}",
        ran.err
    );
    assert_eq!(surround(&["replay", "--batch", "-"], &good).code, 0);
}

#[test]
fn a_person_sees_the_board_before_the_refused_step() {
    let game = r#"{"size":5,"handicap":0,"komi_x2":0,"moves":["C3","D3","C3"]}"#;
    let ran = surround(&["replay", "-"], game);
    assert_eq!(
        ran.out,
        "   A B C D E\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . . X(O). 3\n 2 . . . . . 2\n 1 . . . . . 1\n   A B C D E\n\
         X black, O white, ( ) last move\nstep 3 is not legal: occupied\n"
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn arguments_that_are_not_understood_exit_with_64() {
    for args in [
        &["replay"][..],
        &["replay", "-", "-"],
        &["replay", "--jsn", "-"],
        &["nothing"],
        &[],
    ] {
        let ran = surround(args, "");
        assert_eq!((ran.code, ran.out.as_str()), (64, ""), "{args:?}");
        assert!(!ran.err.is_empty());
    }
}
