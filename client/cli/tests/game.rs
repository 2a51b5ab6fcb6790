//! A small game, played by two players with a file each, as a shell would do it.

mod common;

use common::surround_in;
use common::table::Table;

/// Passes the game on: the opponent takes over what the other's transcript holds.
fn pass_on(table: &Table, from: &str, to: &str) {
    let ran = table.run(&["transcript", "append", to, "--from", from]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn two_files_grow_together_to_an_agreed_end() {
    let table = Table::new();
    table.write("mine.json", &table.read("game.json"));
    table.write("yours.json", &table.read("game.json"));
    let steps: [(&str, &[&str]); 9] = [
        ("black", &["C3"]),
        ("white", &["C2"]),
        ("black", &["D2"]),
        ("white", &["pass"]),
        ("black", &["B2"]),
        ("white", &["pass"]),
        ("black", &["pass"]),
        ("white", &["propose", "--dead", "C2"]),
        ("black", &["accept"]),
    ];
    for (player, step) in steps {
        let (own, other) = if player == "black" {
            ("mine.json", "yours.json")
        } else {
            ("yours.json", "mine.json")
        };
        let ran = table.run(&[&["sign", "step", own, "--key", player, "--yes"], step].concat());
        assert_eq!(ran.code, 0, "{step:?}: {}", ran.err);
        pass_on(&table, own, other);
    }
    assert_eq!(table.read("mine.json"), table.read("yours.json"));
    // Counted by eye: the white stone is dead, so every point is Black's. 25 against 2.5.
    let ran = table.run(&["transcript", "verify", "mine.json"]);
    let id = table.run(&["terms", "id", "terms.json"]).out;
    assert_eq!(
        ran.out,
        format!(
            "   A B C D E\n 5 . . . . . 5\n 4 . . . . . 4\n 3 . . X . . 3\n 2 . X o X . 2\n \
             1 . . . . . 1\n   A B C D E\n\
             X black, O white, x o dead, ( ) last move\n\
             step 9, last accept; captured: 0 by Black, 0 by White\n\
             the game is over: B+22.5\n\
             channel {} on SN_SEPOLIA\n",
            id.trim()
        )
    );
    assert_eq!(ran.err, "every step and every signature holds\n");
}

#[test]
fn a_step_can_travel_as_a_line_of_text() {
    let table = Table::new();
    table.write("white.json", &table.read("game.json"));
    let said = table.step("black", &["C3"]);
    let signature = said
        .out
        .lines()
        .last()
        .unwrap()
        .strip_prefix("signed C3: ")
        .unwrap()
        .to_owned();
    let append = |step, signature: &str| {
        table.run(&[
            "transcript",
            "append",
            "white.json",
            step,
            "--signature",
            signature,
        ])
    };
    let before = table.read("white.json");
    let wrong = append("D3", &signature);
    assert_eq!((wrong.code, table.read("white.json")), (3, before));
    assert!(
        wrong
            .err
            .contains("signatures.black, step 1: not a signature of this key"),
        "{}",
        wrong.err
    );
    assert_eq!(append("C3", &signature).code, 0);
    assert_eq!(table.read("white.json"), table.read("game.json"));
    assert_eq!(append("C3", "0x1").code, 64);
    let neither = table.run(&["transcript", "append", "white.json", "pass"]);
    assert_eq!(neither.code, 64);
    assert!(
        neither.err.contains("give a step with its --signature"),
        "{}",
        neither.err
    );
}

#[test]
fn the_margin_is_shown_before_dead_stones_are_agreed() {
    let table = Table::new();
    for (player, step) in [
        ("black", "C3"),
        ("white", "C2"),
        ("black", "pass"),
        ("white", "pass"),
    ] {
        table.step(player, &[step]);
    }
    // Alive, the two stones share the board: 1 against 1 and 2.5 komi.
    let before = table.read("game.json");
    let propose = [
        "sign",
        "step",
        "game.json",
        "--key",
        "black",
        "propose",
        "--dead",
        "c2",
    ];
    let ran = table.run(&propose);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""));
    assert!(ran.err.contains(" 2 . . o . . 2\n"), "{}", ran.err);
    assert!(
        ran.err
            .contains("B+22.5 with the dead stones, W+2.5 with every stone alive")
    );
    assert!(
        ran.err
            .contains("so Black wins only if they are. Pass --yes"),
        "{}",
        ran.err
    );
    assert_eq!(table.read("game.json"), before);
    let ran = table.run(&[&propose[..], &["--yes", "--json"]].concat());
    let margin =
        "\"margin\":{\"all_alive\":\"W+2.5\",\"with_dead\":\"B+22.5\",\"winner_flips\":true}";
    assert!(ran.code == 0 && ran.out.contains(margin), "{}", ran.out);
    // White looks at the same margin before it accepts, and resumes instead.
    assert_eq!(
        table
            .run(&["sign", "step", "game.json", "--key", "white", "accept"])
            .code,
        5
    );
    let ran = table.step("white", &["resume"]);
    assert!(ran.out.contains("capture before you pass"), "{}", ran.out);
}

#[test]
fn resignations_flags_and_openings_are_told() {
    let table = Table::new();
    let sign = |args: &[&str]| {
        let ran = table.run(&[&["sign"], args].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        ran.out
    };
    sign(&["ranked", "game.json", "--key", "referee"]);
    table.step("black", &["C3"]);
    table.step("white", &["D3"]);
    sign(&["flag", "game.json", "--key", "referee"]);
    sign(&[
        "open",
        "game.json",
        "--key",
        "white",
        "--out",
        "opened.json",
    ]);
    sign(&["resign", "game.json", "--key", "white"]);
    let shown = table.run(&["transcript", "show", "game.json"]).out;
    assert!(
        shown.contains("White has signed its resignation\n"),
        "{shown}"
    );
    assert!(
        shown.contains("the referee has flagged the player due after step 2\n"),
        "{shown}"
    );
    assert!(!shown.contains("opening"), "{shown}");
    let shown = table.run(&["transcript", "show", "opened.json"]).out;
    assert!(
        shown.contains("holds an opening over the head after step 2\n"),
        "{shown}"
    );
    // After its resignation, and after the flag, no key signs another step.
    for player in ["black", "white"] {
        let ran = table.run(&["sign", "step", "game.json", "--key", player, "pass"]);
        assert_eq!(ran.code, 5, "{}", ran.err);
    }
    let ran = table.run(&["sign", "flag", "game.json", "--key", "black"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
}

#[test]
fn a_record_in_sgf_goes_out_and_comes_back() {
    let table = Table::new();
    for (player, step) in [("black", "C3"), ("white", "B4"), ("black", "pass")] {
        table.step(player, &[step]);
    }
    assert_eq!(
        table
            .run(&["transcript", "to-sgf", "game.json", "--out", "game.sgf"])
            .code,
        0
    );
    let sgf = table.read("game.sgf");
    assert!(
        sgf.contains("SZ[5]KM[2.5]") && sgf.contains(";B[cc]\n;W[bb]\n;B[]"),
        "{sgf}"
    );
    let back = [
        "transcript",
        "from-sgf",
        "game.sgf",
        "--terms",
        "terms.json",
        "--out",
        "back.json",
    ];
    assert_eq!(table.run(&back).code, 0);
    assert_eq!(table.run(&back).code, 1);
    // The steps are there, and nothing is signed.
    let ran = table.run(&["transcript", "verify", "back.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(
        ran.err
            .contains("signatures.black: step 3 of black is neither signed nor recorded")
    );
    let scored = surround_in(table.path(), &["score", "game.sgf"], "");
    assert!(
        scored.out.contains("result: W+2.5, every stone alive"),
        "{}",
        scored.out
    );
    // Another game's record is refused: its komi is not that of the terms.
    table.write("other.sgf", &sgf.replace("KM[2.5]", "KM[3.5]"));
    let other = [
        "transcript",
        "from-sgf",
        "other.sgf",
        "--terms",
        "terms.json",
        "--out",
        "x.json",
    ];
    assert_eq!(table.run(&other).code, 1);
    table.write("illegal.sgf", "(;GM[1]FF[4]SZ[5]KM[2.5];B[cc];W[cc])");
    let illegal = [
        "transcript",
        "from-sgf",
        "illegal.sgf",
        "--terms",
        "terms.json",
        "--out",
        "x.json",
    ];
    let ran = table.run(&illegal);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err.contains("illegal.sgf: move 2: occupied"),
        "{}",
        ran.err
    );
}
