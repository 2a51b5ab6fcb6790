//! What goes wrong is said with its place, has its exit code, and loses nothing.

mod common;

use common::surround_in;
use common::table::Table;
use serde_json::{Value, json};

#[test]
fn a_malformed_transcript_is_told_with_line_and_column() {
    let table = Table::new();
    let good = table.read("game.json");
    for (from, to, said) in [
        (
            "\"steps\"",
            "\"stpes\"",
            "bad.json:21:9: unknown field `stpes`",
        ),
        ("\"size\": 5", "\"size\": 5.5", "bad.json:12:"),
        ("\"0xb\"", "\"0x0b\"", "written without leading zeros"),
        (
            "surround.transcript",
            "surround.terms",
            "format: \"surround.terms\" is not",
        ),
        (
            "\"version\": 1",
            "\"version\": 2",
            "version: 2 is not 1; a newer program may read it",
        ),
        (
            "\"steps\": []",
            "\"steps\": [\"C9\"]",
            "step 1: \"C9\" is neither a point of this board",
        ),
        ("{", "", "bad.json:2:10: invalid type"),
    ] {
        table.write("bad.json", &good.replacen(from, to, 1));
        for args in [
            &["transcript", "verify", "bad.json"][..],
            &["sign", "step", "bad.json", "C3", "--key", "black"],
        ] {
            let ran = table.run(args);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{said}");
            assert!(ran.err.contains(said), "{}", ran.err);
        }
    }
    let journal = table.read("black/games/0xb1.json");
    assert!(journal.contains("\"steps\":[]"), "{journal}");
}

#[test]
fn an_illegal_and_an_unauthorised_transcript_differ_by_their_codes() {
    let table = Table::new();
    table.step("black", &["C3"]);
    let signed = table.read("game.json");
    table.write("bad.json", &signed.replace("\"C3\"", "\"C3\", \"C3\""));
    let ran = table.run(&["transcript", "verify", "bad.json"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (2, "error: bad.json: step 2: occupied\n")
    );
    table.write("bad.json", &signed.replace("\"C3\"", "\"D3\""));
    let ran = table.run(&["--json", "transcript", "verify", "bad.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert_eq!(
        ran.err,
        "{\"error\":{\"exit\":3,\"kind\":\"bad_transcript\",\"message\":\"bad.json: \
         signatures.black, step 1: not a signature of this key over this statement\"}}\n"
    );
}

#[test]
fn a_wrong_key_signs_nothing() {
    let table = Table::new();
    let before = table.read("game.json");
    let ran = table.run(&["sign", "step", "game.json", "C3", "--key", "referee"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert_eq!(
        ran.err,
        "error: this key is neither Black's nor White's in these terms\n"
    );
    let ran = table.run(&["sign", "step", "game.json", "C3", "--key", "white"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (5, "error: white is not due: black is\n")
    );
    assert_eq!(
        table
            .run(&["sign", "step", "game.json", "C3", "--key", "nowhere"])
            .code,
        1
    );
    assert_eq!(table.read("game.json"), before);
}

#[test]
fn a_dead_node_is_told_without_its_access_key() {
    let table = Table::new();
    // A key that has not joined asks the chain first.
    table.write(
        "black/games/0xb1.json",
        &table
            .read("black/games/0xb1.json")
            .replace("\"channel_id\":\"0x", "\"channel_id\":null,\"x\":\"0x"),
    );
    table.write(
        "black/games/0xb1.json",
        r#"{"format":"surround.journal","version":1,"nonce":"0xb1","channel_id":null,
            "resigned":false,"flagged_heads":[],"steps":[]}"#,
    );
    let sign = ["sign", "step", "game.json", "C3", "--key", "black"];
    let ran = table.run(&sign);
    assert_eq!(ran.code, 5);
    assert!(ran.err.contains(
        "the conditions for a first step are checked on the chain: surround sign step with --rpc"
    ));
    // Port 9 (discard) is closed on every machine that runs tests.
    let rpc = ["--rpc", "http://127.0.0.1:9/v2/ACCESS"];
    for args in [
        &sign[..],
        &["status", "game.json"],
        &["preview", "game.json"],
        &["replay", "-", "--via", "contract", "--contract", "0xc0"],
    ] {
        let game = r#"{"size":5,"handicap":0,"komi_x2":0,"moves":[]}"#;
        let ran = surround_in(table.path(), &[args, &rpc].concat(), game);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (4, ""),
            "{args:?}: {}",
            ran.err
        );
        assert!(
            ran.err
                .starts_with("error: http://127.0.0.1:9 does not answer: "),
            "{}",
            ran.err
        );
        assert!(!ran.err.contains("ACCESS"), "{}", ran.err);
    }
    assert!(table.read("black/games/0xb1.json").contains("\"steps\":[]"));
}

/// The journal is written before the signature is made, and the transcript after it. A program that
/// stops in between leaves a journal that knows a step which no transcript has.
#[test]
fn a_step_that_was_journalled_can_be_signed_again_and_no_other() {
    let table = Table::new();
    let before = table.read("game.json");
    table.step("black", &["C3"]);
    let after = table.read("game.json");
    table.write("game.json", &before);
    // What a stopped write leaves behind is in nobody's way.
    table.write("black/games/.surround-aBcDeF", "{\"form");
    let ran = table.run(&["sign", "step", "game.json", "D3", "--key", "black"]);
    assert_eq!((ran.code, ran.out.as_str()), (5, ""));
    assert_eq!(
        ran.err,
        "error: this key has already signed \"C3\" here, and signing another step loses the game\n"
    );
    assert_eq!(table.read("game.json"), before);
    table.step("black", &["C3"]);
    assert_eq!(table.read("game.json"), after);
}

#[test]
fn a_journal_that_cannot_be_trusted_stops_the_signer() {
    let table = Table::new();
    let (before, journal) = (table.read("game.json"), table.read("black/games/0xb1.json"));
    for broken in [
        "",
        &journal[..journal.len() / 2],
        &journal.replace("0xb1", "0xb2"),
    ] {
        table.write("black/games/0xb1.json", broken);
        let ran = table.run(&["sign", "step", "game.json", "C3", "--key", "black"]);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
        assert!(ran.err.contains("0xb1.json"), "{}", ran.err);
        assert_eq!(table.read("game.json"), before);
    }
    std::fs::remove_file(table.path().join("black/games/0xb1.json")).unwrap();
    let ran = table.run(&["sign", "step", "game.json", "C3", "--key", "black"]);
    assert_eq!(ran.code, 5);
    assert!(
        ran.err.contains("not drawn here, or its journal is lost"),
        "{}",
        ran.err
    );
}

#[test]
fn files_are_never_overwritten_unasked() {
    let table = Table::new();
    let before = table.read("game.json");
    let new = ["transcript", "new", "terms.json", "--out", "game.json"];
    table.step("black", &["C3"]);
    let ran = table.run(&new);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("game.json exists already and was left as it is"),
        "{}",
        ran.err
    );
    assert_ne!(table.read("game.json"), before);
    assert_eq!(table.run(&[&new[..], &["--force"]].concat()).code, 0);
    assert_eq!(table.read("game.json"), before);
    let ran = table.run(&["key", "new", "--key", "black"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("a key is here already; it is never replaced"),
        "{}",
        ran.err
    );
}

#[test]
fn lines_that_part_are_kept_apart() {
    let table = Table::new();
    table.step("black", &["C3"]);
    table.write("other.json", &table.read("game.json"));
    table.step("white", &["D3"]);
    // The same key on another device, whose journal knows nothing of D3.
    let journal = table.read("white/games/0xa1.json");
    let start = journal.find("\"steps\": [").unwrap();
    table.write(
        "white/games/0xa1.json",
        &format!("{}\"steps\": []}}", &journal[..start]),
    );
    let ran = table.run(&["sign", "step", "other.json", "B3", "--key", "white"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let before = table.read("game.json");
    let ran = table.run(&["transcript", "append", "game.json", "--from", "other.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (3, ""));
    assert!(
        ran.err
            .contains("the games part at step 2, by white: nothing was changed"),
        "{}",
        ran.err
    );
    assert_eq!(table.read("game.json"), before);
}

/// Nobody believes another's word on what the chain holds: the next signature endorses the whole line.
#[test]
fn steps_that_another_calls_recorded_are_not_taken_over() {
    let table = Table::new();
    table.step("black", &["C3"]);
    let own = table.read("game.json");
    let mut forged: Value = serde_json::from_str(&own).unwrap();
    forged["steps"] = json!(["C3", "D3", "pass", "D2"]);
    forged["recorded_steps"] = json!(4);
    table.write("white.json", &forged.to_string());
    let verified = table.run(&["transcript", "verify", "white.json"]);
    assert_eq!(verified.code, 0, "{}", verified.err);
    assert!(verified.err.contains("from step 2 on"), "{}", verified.err);
    let taken = table.run(&["transcript", "append", "game.json", "--from", "white.json"]);
    assert_eq!((taken.code, taken.out.as_str()), (3, ""));
    let advice = "step 3 of black is not signed";
    assert!(taken.err.contains(advice) && taken.err.contains("surround transcript fetch"));
    assert_eq!(table.read("game.json"), own);
    // Nor is a step signed in that file itself.
    let signed = table.run(&["sign", "step", "white.json", "D4", "--key", "black"]);
    assert_eq!(signed.code, 5, "{}", signed.err);
    assert!(signed.err.contains("step 3 of the line"), "{}", signed.err);
    assert_eq!(table.read("white.json"), forged.to_string());
}

/// The key of an account is never an argument, which others on the computer could read.
#[test]
fn an_account_needs_its_key_from_a_file_or_the_environment() {
    let table = Table::new();
    table.step("black", &["C3"]);
    table.step("white", &["D3"]);
    let open = [
        "open",
        "game.json",
        "--account-address",
        "0xa",
        "--rpc",
        "http://127.0.0.1:9",
    ];
    let ran = table.run(&open);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("pass --private-key-file, or set SURROUND_PRIVATE_KEY"),
        "{}",
        ran.err
    );
    table.write("key", "not a key");
    let ran = table.run(&[&open[..], &["--private-key-file", "key"]].concat());
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("not a hexadecimal private key") && !ran.err.contains("not a key\""));
    let ran = table.run(&["open", "game.json", "--rpc", "http://127.0.0.1:9"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no account to send from"), "{}", ran.err);
    assert_eq!(
        table
            .run(&["open", "game.json", "--private-key", "0x1"])
            .code,
        64
    );
}

#[test]
fn calls_are_printed_as_a_wallet_takes_them() {
    let table = Table::new();
    table.step("black", &["C3"]);
    table.step("white", &["D3"]);
    let ran = table.run(&["sign", "ranked", "game.json", "--key", "referee"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Black is due: White's account opens, and its call stands for its signature.
    let ran = table.run(&[
        "--json",
        "open",
        "game.json",
        "--calls",
        "--account-address",
        "0xa",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with(
        "[{\"contract_address\":\"0xc0\",\"entry_point\":\"submit\",\"entrypoint\":\"submit\",\
         \"calldata\":[\"0xb\",\"0xa\","
    ));
    // A session key that is not needed is not looked at.
    let ran = table.run(&[
        "open",
        "game.json",
        "--calls",
        "--account-address",
        "0xa",
        "--key",
        "no-such-folder",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // Nobody opens for White without a mark of White's.
    let ran = table.run(&["open", "game.json", "--calls"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(
        ran.err
            .contains("opening a dispute takes the player who is not due"),
        "{}",
        ran.err
    );
    let ran = table.run(&["open", "game.json", "--calls", "--key", "white"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for (command, entrypoint) in [("claim", "claim_forfeit"), ("finalize", "finalize")] {
        let ran = table.run(&[command, "game.json", "--calls", "--json"]);
        assert!(
            ran.out
                .contains(&format!("\"entrypoint\":\"{entrypoint}\"")),
            "{}",
            ran.out
        );
    }
    let ran = table.run(&["resign", "game.json", "--calls"]);
    assert_eq!(
        (ran.code, ran.err.as_str()),
        (1, "error: the transcript holds no resignation\n")
    );
    let ran = table.run(&["resign", "game.json", "--calls", "--json", "--onchain"]);
    assert!(
        ran.out.contains("\"entrypoint\":\"resign_channel\""),
        "{}",
        ran.out
    );
    let ran = table.run(&[
        "register-key",
        "--contract",
        "0xc0",
        "--key",
        "black",
        "--calls",
        "--json",
    ]);
    let key = common::table::BLACK.1;
    assert_eq!(
        ran.out,
        format!(
            "[{{\"contract_address\":\"0xc0\",\"entry_point\":\"register_key\",\
             \"entrypoint\":\"register_key\",\"calldata\":[\"{key}\"]}}]\n"
        )
    );
}

/// The account's call stands for its signature, whatever the transcript says of the chain; and the
/// journal of a key that is still there binds it to the step.
#[test]
fn a_step_by_the_account_is_printed_and_binds_the_key() {
    let table = Table::new();
    table.step("black", &["C3"]);
    table.step("white", &["D3"]);
    let advance = |step, key| {
        let command = [
            "advance",
            "game.json",
            step,
            "--by-wallet",
            "--calls",
            "--json",
        ];
        table.run(&[&command[..], &["--account-address", "0xb", "--key", key]].concat())
    };
    let ran = advance("E5", "black");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let calls: Value = serde_json::from_str(&ran.out).unwrap();
    // Thirteen felts of terms; the line: one felt, three steps, no dead stones.
    let calldata = &calls[0]["calldata"];
    assert_eq!(calldata[13], "0x1");
    assert_eq!(calldata[15], "0x3");
    let (by_caller, by_signature) = ("0x1", "0x2");
    assert_eq!(calldata[19], by_caller);
    assert_eq!(calldata[20], by_signature);
    let other = table.run(&["sign", "step", "game.json", "D4", "--key", "black"]);
    assert_eq!(other.code, 5, "{}", other.err);
    assert!(other.err.contains("already signed \"E5\""), "{}", other.err);
    let other = advance("D4", "black");
    assert_eq!((other.code, other.out.as_str()), (5, ""));
    // Only the account is left.
    let ran = advance("D4", "no-such-folder");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let warned: Value = serde_json::from_str(&ran.err).unwrap();
    let warning = warned["warning"].as_str().unwrap();
    assert!(
        warning.starts_with("made by the account alone"),
        "{warning}"
    );
}
