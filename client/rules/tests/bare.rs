//! The bare game and its verdict: the shape of the answer, and what is no such game.

use surround_rules::bare::{BareError, Error, Refused, Verdict, judge, parse};
use surround_rules::{Point, RuleError, Step};

fn verdict(text: &str) -> String {
    serde_json::to_string(&judge(&parse(text).unwrap())).unwrap()
}

#[test]
fn the_answer_has_the_shape_that_scripts_rely_on() {
    assert_eq!(
        verdict(r#"{"size":9,"handicap":0,"komi_x2":15,"moves":["e5","PASS"]}"#),
        r#"{"ok":true,"steps":2,"phase":"play","due":"black","ending":null,"result":null,"#
            .to_owned()
            + r#""black_x2":null,"white_x2":null,"neutral":null,"captured_by_black":0,"#
            + r#""captured_by_white":0,"equivalence_margin_x2":null}"#
    );
    assert_eq!(
        verdict(
            r#"{"size":9,"handicap":0,"komi_x2":15,"moves":["E5","pass","pass","propose","accept"],"dead":[]}"#
        ),
        r#"{"ok":true,"steps":5,"phase":"ended","due":null,"ending":"agreed","#.to_owned()
            + r#""result":"B+73.5","black_x2":162,"white_x2":15,"neutral":0,"#
            + r#""captured_by_black":0,"captured_by_white":0,"equivalence_margin_x2":162}"#
    );
    assert_eq!(
        verdict(r#"{"size":9,"handicap":0,"komi_x2":15,"moves":["E5","E5"]}"#),
        r#"{"ok":false,"step":2,"error":"occupied"}"#
    );
}

#[test]
fn integers_too_large_are_bad_and_other_values_are_no_game() {
    let setup = |size: &str, handicap: &str, komi: &str| {
        format!(r#"{{"size":{size},"handicap":{handicap},"komi_x2":{komi},"moves":["Z99"]}}"#)
    };
    for (size, handicap, komi, error) in [
        ("300", "-1", "-1", "bad_size"),
        ("-9", "0", "0", "bad_size"),
        ("99999999999999999999999", "0", "0", "bad_size"),
        ("9", "256", "70000", "bad_handicap"),
        ("9", "0", "70000", "bad_komi"),
        ("9", "0", "-1", "bad_komi"),
    ] {
        let expected = format!(r#"{{"ok":false,"step":0,"error":"{error}"}}"#);
        assert_eq!(verdict(&setup(size, handicap, komi)), expected);
    }
    for no in ["9.0", "9e0", "\"9\"", "null", "true", "[9]", "{}"] {
        for text in [
            setup(no, "0", "0"),
            setup("9", no, "0"),
            setup("9", "0", no),
        ] {
            assert!(
                matches!(parse(&text), Err(BareError::NotAnInteger { .. })),
                "{text}"
            );
        }
    }
}

#[test]
fn what_is_no_game_is_told_with_its_place() {
    let game = |moves: &str, rest: &str| {
        parse(&format!(
            r#"{{"size":9,"handicap":0,"komi_x2":0,"moves":{moves}{rest}}}"#
        ))
        .unwrap_err()
        .to_string()
    };
    assert!(game(r#"["E5","resign"]"#, "").contains(r#"entry 2 of `moves`, "resign""#));
    assert!(game(r#"["I5"]"#, "").contains(r#"entry 1 of `moves`, "I5""#));
    assert!(game(r#"["propose"]"#, r#","dead":["A1","pass"]"#).contains("entry 2 of `dead`"));
    assert!(game("[]", r#","dead":["A1"]"#).contains("`dead` lists stones"));
    assert!(game("[]", r#","komi":7"#).contains("unknown field `komi`"));
    assert!(game("[5]", "").contains("line 1 column"));
    assert!(game("[", "").contains("line 1 column"));
    assert!(
        parse("{}")
            .unwrap_err()
            .to_string()
            .contains("missing field `size`")
    );
}

#[test]
fn off_board_points_are_judged_after_the_phase() {
    let game = |size: u8, moves: &str, dead: &str| {
        let text = format!(
            r#"{{"size":{size},"handicap":0,"komi_x2":0,"moves":[{moves}],"dead":[{dead}]}}"#
        );
        let game = parse(&text).unwrap();
        (judge(&game), game.steps())
    };
    let refused = |step, error| Verdict::Refused(Refused::new(step, Error::Rule(error)));
    // A line can say that a point is off a small board, by the last point there is.
    let (verdict, steps) = game(9, r#""E5","T19""#, "");
    assert_eq!(verdict, refused(2, RuleError::OutOfRange));
    assert_eq!(steps.unwrap()[1], Step::Play(Point::new(360).unwrap()));
    // On 19x19 it cannot, nor can it name a dead stone off the board.
    assert_eq!(
        game(19, r#""U1""#, ""),
        (refused(1, RuleError::OutOfRange), None)
    );
    let passes = r#""pass","pass","propose""#;
    assert_eq!(
        game(9, passes, r#""J10""#),
        (refused(3, RuleError::OutOfRange), None)
    );
    let early = game(9, r#""pass","propose""#, r#""J10""#).0;
    assert_eq!(early, refused(2, RuleError::NotAllowedNow));
    let late = game(9, r#""pass","pass","Z9""#, "").0;
    assert_eq!(late, refused(3, RuleError::NotAllowedNow));
    let ended = game(9, r#""pass","pass","propose","accept","Z9""#, "").0;
    assert_eq!(ended, refused(5, RuleError::GameOver));
}
