//! Records in and out: what is read, what is refused and at which move, and the way back.

use proptest::prelude::*;
use serde_json::Value;
use surround_rules::sgf::{MoveError, Options, Record, SgfError, WriteError, read, write};
use surround_rules::{
    Colour, Ending, Game, Outcome, Phase, PointSet, RuleError, Setup, SetupError, Size, Step, bare,
    gtp,
};

fn load(text: &str) -> Result<Record, SgfError> {
    read(text.as_bytes(), &Options::default())
}

/// Reads a 9x9 game with komi 7 and these nodes.
fn nine(nodes: &str) -> Result<Record, SgfError> {
    load(&format!("(;GM[1]FF[4]SZ[9]KM[7]{nodes})"))
}

fn replay(record: &Record) -> Game {
    let mut game = Game::new(record.setup).unwrap();
    record
        .steps
        .iter()
        .for_each(|step| game.apply(step).unwrap());
    game
}

fn words(record: &Record) -> String {
    let size = Size::new(record.setup.size).unwrap();
    let words: Vec<_> = record
        .steps
        .iter()
        .map(|step| gtp::word(size, step))
        .collect();
    words.join(" ")
}

fn refused(number: u16, reason: impl Into<MoveError>) -> Result<Record, SgfError> {
    Err(SgfError::Move {
        number,
        reason: reason.into(),
    })
}

#[test]
fn a_record_gives_setup_steps_names_and_result() {
    let text = "\u{feff}(;GM[1]FF[4]\r\nSZ[9]KM[6.5]PB[B\\] \\\\ lee]PW[白]RE[W+0.50]\r\n\
                C[;B[aa\\](]\r\n;B[ee]BL[300];W[gc]C[hm];B[];W[tt])\r\n";
    let record = load(text).unwrap();
    assert_eq!(
        record.setup,
        Setup {
            size: 9,
            handicap: 0,
            komi_x2: 13
        }
    );
    assert_eq!(words(&record), "E5 G7 pass pass");
    assert_eq!(record.black.as_deref(), Some("B] \\ lee"));
    assert_eq!(record.white.as_deref(), Some("白"));
    assert_eq!(record.outcome, Some(Outcome::Margin(Colour::White, 1)));
    let game = replay(&record);
    assert_eq!(
        (game.phase(), game.due()),
        (Phase::Propose, Some(Colour::Black))
    );
}

#[test]
fn old_names_and_moves_in_the_root_are_read() {
    let old = "(;GaMe[1]FileFormat[3]SiZe[9]KoMi[5.50]PlayerBlack[A]\n;Black[ee];White [cc])";
    assert_eq!(words(&load(old).unwrap()), "E5 C7");
    let root = "(;SZ[9:9]B[ee]KM[0];W[cc])";
    assert_eq!(words(&load(root).unwrap()), "E5 C7");
    assert_eq!(load("(;KM[0])").unwrap().setup.size, 19);
}

#[test]
fn a_collection_gives_the_game_asked_for() {
    let text = "(;SZ[9]KM[7];B[ee](;W[aa])(;W[bb])é)\n(;SZ[13]KM[7];B[cc])";
    let game = |game| {
        read(
            text.as_bytes(),
            &Options {
                game,
                ..Options::default()
            },
        )
    };
    assert_eq!(words(&game(0).unwrap()), "E5 A9");
    assert_eq!(words(&game(1).unwrap()), "C11");
    assert_eq!(game(2), Err(SgfError::NoSuchGame { asked: 3, games: 2 }));
    assert_eq!(words(&load(text).unwrap()), "E5 A9");
}

#[test]
fn handicap_stones_stand_on_the_points_of_the_protocol_in_any_order() {
    let record = nine("HA[3]AB[cc][gc][cg];W[ee]").unwrap();
    assert_eq!(record.setup.handicap, 3);
    assert_eq!(replay(&record).due(), Some(Colour::Black));
    assert_eq!(nine("AB[gc]AB[cg]PL[W];W[ee]").unwrap().setup.handicap, 2);
    assert_eq!(words(&nine("PL[B];B[ee]").unwrap()), "E5");
    assert_eq!(nine("HA[0];B[ee]").unwrap().setup.handicap, 0);
    let stated_placed = |stated, placed| Err(SgfError::BadHandicap { stated, placed });
    assert_eq!(nine("HA[2];W[ee]"), stated_placed(2, 0));
    assert_eq!(nine("HA[2]AB[cc][gg];W[ee]"), stated_placed(2, 2));
    assert_eq!(nine("HA[3]AB[cc][gg];W[ee]"), stated_placed(3, 2));
    assert_eq!(nine("HA[2]AB[gc][zz];W[ee]"), stated_placed(2, 2));
    assert_eq!(nine("HA[0]AB[gc][cg];W[ee]"), stated_placed(0, 2));
    for one in ["HA[1];B[ee]", "AB[ee];W[cc]", "HA[10];W[ee]"] {
        assert_eq!(
            nine(one),
            Err(SgfError::Setup(SetupError::BadHandicap)),
            "{one}"
        );
    }
    let due = MoveError::WrongColour {
        found: Colour::Black,
        due: Colour::White,
    };
    assert_eq!(nine("HA[2]AB[gc][cg];B[ee]"), refused(1, due));
}

#[test]
fn komi_is_half_points_or_an_error() {
    let komi = |size: u8, komi: &str| {
        load(&format!("(;SZ[{size}]{komi};B[aa])")).map(|record| record.setup.komi_x2)
    };
    for (text, komi_x2) in [("0", 0), ("7", 14), ("7.5", 15), ("6.50", 13), ("81", 162)] {
        assert_eq!(komi(9, &format!("KM[{text}]")), Ok(komi_x2), "{text}");
    }
    for text in [
        "",
        " ",
        "7.25",
        "-0.5",
        "81.5",
        "375",
        "650",
        "7.5 points",
        "7,5",
        "0xaf",
        "NaN",
        "nan",
        "inf",
        "-inf",
        "infinity",
        "1e400",
        "1e-400x",
        "5 1/2",
    ] {
        let error = komi(9, &format!("KM[{text}]"));
        assert!(
            matches!(error, Err(SgfError::BadKomi(_))),
            "{text}: {error:?}"
        );
    }
    assert!(matches!(komi(19, "KM[375]"), Err(SgfError::BadKomi(_))));
    assert!(matches!(
        komi(19, "AP[foxwq]KM[50]"),
        Err(SgfError::BadKomi(_))
    ));
    assert!(matches!(
        komi(19, "AP[foxwq:1]KM[50]"),
        Err(SgfError::BadKomi(_))
    ));
    assert_eq!(komi(19, "AP[foxwq:1]KM[7.5]"), Ok(15));
    assert_eq!(komi(19, "KM[50]"), Ok(100));
    assert_eq!(komi(9, "KM[7]KM[7.5]"), Err(SgfError::Repeated("KM")));
    assert_eq!(komi(9, ""), Err(SgfError::NoKomi));
    let given = Options {
        komi_x2: Some(15),
        ..Options::default()
    };
    for text in [
        "(;SZ[9];B[aa])",
        "(;SZ[9]KM[];B[aa])",
        "(;SZ[9]KM[375];B[aa])",
    ] {
        assert_eq!(read(text.as_bytes(), &given).unwrap().setup.komi_x2, 15);
    }
    let large = Options {
        komi_x2: Some(163),
        ..Options::default()
    };
    let error = read(b"(;SZ[9];B[aa])", &large);
    assert_eq!(error, Err(SgfError::Setup(SetupError::BadKomi)));
}

#[test]
fn what_is_no_surround_game_is_refused_at_its_move() {
    let wrong = |found: Colour| MoveError::WrongColour {
        found,
        due: found.other(),
    };
    for (nodes, number, reason) in [
        (";W[ee]", 1, wrong(Colour::White)),
        (";B[ee];B[cc]", 2, wrong(Colour::Black)),
        (";B[ee];W[cc];B[dd];PL[B]", 4, wrong(Colour::Black)),
        ("PL[W];W[ee]", 1, wrong(Colour::White)),
        (";B[ee]W[cc]", 1, MoveError::TwoMoves),
        (";B[ee];W[cc]W[dd]", 2, MoveError::TwoMoves),
        ("AW[aa];B[ee]", 1, MoveError::FreeSetup("AW")),
        (";B[ee];AE[ee];W[cc]", 2, MoveError::FreeSetup("AE")),
        (";B[ee];AB[aa:bb];W[cc]", 2, MoveError::FreeSetup("AB")),
        (";B[ee];KM[0]", 2, MoveError::LateHeader("KM")),
        (";B[ee];SZ[9]", 2, MoveError::LateHeader("SZ")),
        (";B[ee];W[ee]", 2, RuleError::Occupied.into()),
        (";B[ba];W[ee];B[ab];W[aa]", 4, RuleError::Suicide.into()),
        (";B[ss]", 1, RuleError::OutOfRange.into()),
        (";B[aA]", 1, RuleError::OutOfRange.into()),
        (";B[a]", 1, MoveError::NotAPoint),
        (";B[abc]", 1, MoveError::NotAPoint),
        (";B[ee];W[c1]", 2, MoveError::NotAPoint),
        (";B[ee][cc]", 1, MoveError::NotAPoint),
        // A ko taken back at once.
        (
            ";B[dd];W[ed];B[ce];W[fe];B[ee];W[ef];B[df];W[de];B[ee]",
            9,
            RuleError::Superko.into(),
        ),
    ] {
        assert_eq!(nine(nodes), refused(number, reason), "{nodes}");
    }
}

#[test]
fn other_files_are_refused_as_a_whole() {
    assert_eq!(load("(;GM[2]SZ[9]KM[0])"), Err(SgfError::NotGo));
    assert!(matches!(
        load("(;GM[x]SZ[9]KM[0])"),
        Err(SgfError::Syntax(_))
    ));
    for size in ["1", "20", "25"] {
        let text = format!("(;SZ[{size}]KM[0];B[aa])");
        assert_eq!(load(&text), Err(SgfError::Setup(SetupError::BadSize)));
    }
    for text in [
        "(;SZ[9:13]KM[0])",
        "(;SZ[300]KM[0])",
        "(;SZ[]KM[0])",
        "(;SZ[9]KM[0]HA[x])",
    ] {
        assert!(
            matches!(load(text), Err(SgfError::BadValue { .. })),
            "{text}"
        );
    }
    assert_eq!(load("(;SZ[9]SZ[13]KM[0])"), Err(SgfError::Repeated("SZ")));
    assert_eq!(load("B[aa]"), Err(SgfError::NotSgf));
    assert_eq!(load("(;SZ[9]KM[0];B[aa]"), Err(SgfError::Truncated));
    assert!(matches!(
        load("(;SZ[9]KM[0];[aa]B)"),
        Err(SgfError::Syntax(_))
    ));
    let mut large = vec![b' '; (16 << 20) + 1];
    assert!(matches!(
        read(&large, &Options::default()),
        Err(SgfError::TooLarge { .. })
    ));
    large.pop();
    assert_eq!(read(&large, &Options::default()), Err(SgfError::NotSgf));
}

#[test]
fn nested_and_long_records_do_not_exhaust_the_stack() {
    let nested = format!(
        "(;SZ[9]KM[7]{}{})",
        "(;C[x]".repeat(4_000),
        ")".repeat(4_000)
    );
    assert_eq!(words(&load(&nested).unwrap()), "");
    let side = format!(
        "(;SZ[9]KM[7](;B[ee]){}{})",
        "(;C[x]".repeat(500_000),
        ")".repeat(500_000)
    );
    assert_eq!(words(&load(&side).unwrap()), "E5");
    let long = format!("(;SZ[9]KM[7]{})", ";".repeat(4_095));
    assert_eq!(words(&load(&long).unwrap()), "");
    assert!(matches!(
        nine(&";".repeat(4_096)),
        Err(SgfError::TooLong { .. })
    ));
}

#[test]
fn moves_after_two_passes_resume_play_once() {
    let record = nine(";B[];W[];B[ee];W[cc]").unwrap();
    assert_eq!(words(&record), "pass pass resume E5 C7");
    let out = nine(";B[];W[];B[ee];W[];B[]").unwrap();
    assert_eq!(replay(&out).ending(), Some(Ending::PlayedOut));
    assert_eq!(
        nine(";B[];W[];B[ee];W[];B[];W[cc]"),
        refused(6, RuleError::GameOver)
    );
}

#[test]
fn a_dead_set_of_the_caller_settles_two_passes() {
    let settle = |nodes: &str, dead: &[&str]| {
        let size = Size::new(9).unwrap();
        let dead: PointSet = dead
            .iter()
            .map(|name| gtp::point(size, name).unwrap())
            .collect();
        let text = format!("(;SZ[9]KM[7]{nodes})");
        read(
            text.as_bytes(),
            &Options {
                dead: Some(dead),
                ..Options::default()
            },
        )
    };
    let record = settle(";B[ee];W[aa];B[];W[]", &["A9"]).unwrap();
    assert_eq!(words(&record), "E5 A9 pass pass propose accept");
    // The whole board is Black's: 81 points against komi 7.
    assert_eq!(
        replay(&record).score().unwrap().outcome().to_string(),
        "B+74"
    );
    let bad = settle(";B[ee];W[aa];B[];W[]", &["B9"]);
    assert_eq!(bad, Err(SgfError::BadDead(RuleError::NotAStone)));
    assert_eq!(settle(";B[ee];W[aa]", &[]), Err(SgfError::NothingToSettle));
    assert_eq!(
        settle(";B[];W[];B[];W[]", &[]),
        Err(SgfError::NothingToSettle)
    );
}

#[test]
fn a_game_is_written_with_its_captures_and_result() {
    let record = nine("PB[a\\]b]PW[c\\\\];B[ba];W[aa];B[ab];W[ii];B[];W[]").unwrap();
    assert_eq!(
        write(&record).unwrap(),
        "(;GM[1]FF[4]CA[UTF-8]AP[Surround:0.1.0]SZ[9]KM[7]PB[a\\]b]PW[c\\\\]\
         C[Captured by Black: 1. Captured by White: 0.]\n\
         ;B[ba]\n;W[aa]\n;B[ab]\n;W[ii]\n;B[]\n;W[])\n"
    );
    for (outcome, text) in [
        (Outcome::Resigned(Colour::White), "RE[W+R]"),
        (Outcome::Time(Colour::Black), "RE[B+T]"),
        (Outcome::Forfeit(Colour::Black), "RE[B+F]"),
        (Outcome::Draw, "RE[0]"),
    ] {
        let ended = Record {
            outcome: Some(outcome),
            ..record.clone()
        };
        assert!(write(&ended).unwrap().contains(text));
        assert_eq!(
            load(&write(&ended).unwrap()).unwrap().outcome,
            Some(outcome)
        );
    }
    let handicap = write(&nine("HA[2]AB[cg][gc];W[ee]").unwrap()).unwrap();
    assert!(handicap.contains("KM[7]HA[2]AB[gc][cg]C["), "{handicap}");
    let half = Record {
        setup: Setup {
            komi_x2: 15,
            ..record.setup
        },
        ..record.clone()
    };
    assert!(write(&half).unwrap().contains("KM[7.5]"));
}

#[test]
fn an_agreed_game_tells_its_score_and_its_dead_stones() {
    let size = Size::new(9).unwrap();
    let dead = Some([gtp::point(size, "A9").unwrap()].into_iter().collect());
    let text = b"(;SZ[9]KM[7.5];B[ee];W[aa];B[];W[])";
    let record = read(
        text,
        &Options {
            dead,
            ..Options::default()
        },
    )
    .unwrap();
    let written = write(&record).unwrap();
    assert!(written.contains("RE[B+73.5]"), "{written}");
    assert!(written.contains("Agreed to be dead: A9.]"), "{written}");
    let alive = Options {
        dead: Some(PointSet::EMPTY),
        ..Options::default()
    };
    let written = write(&read(text, &alive).unwrap()).unwrap();
    assert!(!written.contains("dead"), "{written}");
}

#[test]
fn an_illegal_game_is_not_written() {
    let setup = Setup {
        size: 9,
        handicap: 0,
        komi_x2: 0,
    };
    let record = Record {
        setup,
        steps: vec![Step::Accept],
        black: None,
        white: None,
        outcome: None,
    };
    let error = WriteError::Step {
        number: 1,
        error: RuleError::NotAllowedNow,
    };
    assert_eq!(write(&record), Err(error));
    let record = Record {
        setup: Setup { size: 1, ..setup },
        ..record
    };
    assert_eq!(write(&record), Err(WriteError::Setup(SetupError::BadSize)));
}

/// All but what a record cannot say: proposals and answers, a resumption apart.
fn moves(record: &Record) -> Vec<Step> {
    let kept = |step: &&Step| matches!(step, Step::Play(_) | Step::Pass | Step::Resume);
    record.steps.iter().filter(kept).copied().collect()
}

#[test]
fn real_games_come_back_as_they_went() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/real.json");
    let games: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    for game in games {
        let bare = bare::parse(&game.to_string()).unwrap();
        let steps = bare.steps().unwrap();
        let record = Record {
            setup: bare.setup,
            steps,
            black: None,
            white: None,
            outcome: None,
        };
        let back = load(&write(&record).unwrap()).unwrap();
        assert_eq!(moves(&back), moves(&record));
        assert_eq!(back.setup, record.setup);
        let expected = game["expect"]["result"].as_str().unwrap();
        assert_eq!(back.outcome.unwrap().to_string(), expected);
    }
}

proptest! {
    /// Whatever bytes come: an answer, no crash.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, &Options::default());
    }

    #[test]
    fn anything_like_sgf_is_read_or_refused(
        tokens in prop::collection::vec(prop::sample::select(vec![
            "(", ")", ";", "[", "]", "\\", "B", "W", "[aa]", "[]", "[tt]", "AB[cc]", "HA[2]",
            "KM[7]", "SZ[9]", "SZ[9:9]", "GM[1]", "CA[UTF-8]", ":", "é", "\r\n", "b", "KM[nan]",
        ]), 0..60)
    ) {
        let text = tokens.concat();
        for head in ["", "(;", "(;SZ[9]KM[7];"] {
            if let Ok(record) = load(&format!("{head}{text})")) {
                prop_assert!(load(&write(&record).unwrap()).is_ok());
            }
        }
    }

    #[test]
    fn names_survive(name in "[^\u{0}-\u{1f}\u{feff}]{0,40}") {
        let setup = Setup { size: 9, handicap: 0, komi_x2: 15 };
        let record = Record {
            setup,
            steps: Vec::new(),
            black: Some(name.clone()),
            white: None,
            outcome: None,
        };
        prop_assert_eq!(load(&write(&record).unwrap()).unwrap(), record);
    }
}
