//! The help texts, as golden output.

mod common;

use common::surround;

#[test]
fn the_root_lists_every_command_and_every_exit_code() {
    let ran = surround(&["-h"], "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    insta::assert_snapshot!(ran.out);
}

#[test]
fn every_command_explains_itself() {
    let commands = surround(&["-h"], "").out;
    let names = commands
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next());
    for name in names.filter(|name| *name != "help") {
        let ran = surround(&[name, "--help"], "");
        assert_eq!(ran.code, 0, "{name}");
        assert!(ran.out.contains("Usage: surround"), "{name}: {}", ran.out);
    }
}

#[test]
fn calls_and_dry_runs_are_offered_by_all_that_send() {
    for command in [
        "deploy",
        "register-key",
        "revoke-key",
        "open",
        "advance",
        "settle",
        "resign",
        "flag",
        "claim",
        "expose-fork",
        "finalize",
    ] {
        let help = surround(&[command, "-h"], "").out;
        assert!(
            help.contains("--dry-run") && help.contains("--calls"),
            "{command}: {help}"
        );
        assert!(!help.contains("--private-key "), "{command}: {help}");
    }
}

#[test]
fn replay_explains_its_input() {
    insta::assert_snapshot!(surround(&["replay", "-h"], "").out);
}

#[test]
fn completions_are_for_the_shells_that_people_use() {
    for shell in ["bash", "zsh", "fish"] {
        let ran = surround(&["completions", shell], "");
        assert!(ran.code == 0 && ran.out.contains("surround"), "{shell}");
    }
}
