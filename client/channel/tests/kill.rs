//! The signer's promise when its program is killed: what was signed stays signed, and nothing else
//! is. Each test runs this very file again as a child process and stops it at a chosen place.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

use surround_channel::key::SecretKey;
use surround_channel::signer::{FirstStep, Signer, SignerError};
use surround_channel::{Felt, Limits, Terms, Transcript, Verified, felt};
use surround_rules::{Size, Step, gtp};

const FOLDER: &str = "SURROUND_TEST_FOLDER";
const ACT: &str = "SURROUND_TEST_ACT";

fn secret(number: u64) -> SecretKey {
    SecretKey::from_text(&felt::to_text(&Felt::from(number)))
        .ok()
        .unwrap()
}

fn game(black_nonce: Felt) -> Verified {
    let terms = Terms {
        black: Felt::from(1),
        white: Felt::from(2),
        black_key: secret(11).public(),
        white_key: secret(12).public(),
        referee_key: Felt::ZERO,
        size: 9,
        handicap: 0,
        komi_x2: 14,
        turn_seconds: 3_600,
        turn_blocks: 60,
        expires_at: 1_000_000,
        black_nonce,
        white_nonce: Felt::from(2),
    };
    Transcript::new(Felt::from(3), Felt::from(4), terms)
        .verify()
        .unwrap()
}

fn join(signer: &mut Signer) -> Verified {
    let limits = Limits::standard(vec![]);
    let until = u64::MAX;
    let seen = FirstStep {
        now: 1,
        limits: &limits,
        black_key_until: until,
        white_key_until: until,
    };
    let game = game(signer.draw_nonce().unwrap());
    signer.join(&game, &seen).unwrap();
    game
}

fn step(word: &str) -> Step {
    Step::Play(gtp::point(Size::new(9).unwrap(), word).unwrap())
}

/// A folder with Black's key and one joined game, whose nonce is in the file `nonce`.
fn prepare(folder: &Path) -> Verified {
    let mut signer = Signer::import(&folder.join("key"), secret(11)).unwrap();
    let game = join(&mut signer);
    std::fs::write(
        folder.join("nonce"),
        felt::to_text(&game.terms().black_nonce),
    )
    .unwrap();
    game
}

/// Runs [`child`] in another process, behind a shell prefix.
fn run(folder: &Path, act: &str, prefix: &str) -> (ExitStatus, String) {
    let output = command(folder, act, prefix).output().unwrap();
    (
        output.status,
        String::from_utf8_lossy(&output.stdout).into_owned(),
    )
}

fn command(folder: &Path, act: &str, prefix: &str) -> Command {
    let program = std::env::current_exe().unwrap();
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("{prefix} exec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", "child", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(ACT, act)
        .env("RUST_BACKTRACE", "0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    command
}

/// Not a test of its own: what the other tests run in a process of its own.
#[test]
fn child() {
    let (Ok(folder), Ok(act)) = (std::env::var(FOLDER), std::env::var(ACT)) else {
        return;
    };
    let folder = Path::new(&folder);
    let mut signer = Signer::open(&folder.join("key")).unwrap();
    match act.as_str() {
        "reserve" => {
            signer.reserve_step(&stored(folder), &step("E5")).unwrap();
            std::process::abort();
        }
        "sign" => {
            let signature = signer.sign_step(&stored(folder), &step("E5")).unwrap();
            println!("signed {}", felt::to_text(&signature.r));
            std::process::abort();
        }
        _ => loop {
            let game = join(&mut signer);
            signer.sign_step(&game, &step("E5")).unwrap();
            println!("signed {}", felt::to_text(&game.terms().black_nonce));
        },
    }
}

fn stored(folder: &Path) -> Verified {
    let nonce = std::fs::read_to_string(folder.join("nonce")).unwrap();
    game(felt::parse(&nonce).unwrap())
}

/// The same step can be signed, no other.
fn assert_bound(folder: &Path, game: &Verified) {
    let mut signer = Signer::open(&folder.join("key")).unwrap();
    let other = signer.sign_step(game, &step("C3")).unwrap_err();
    assert!(
        matches!(&other, SignerError::OtherStep { signed } if signed == "E5"),
        "{other}"
    );
    let signature = signer.sign_step(game, &step("E5")).unwrap();
    game.clone().append(step("E5"), signature).unwrap();
}

#[test]
fn killed_between_journal_and_signature() {
    let folder = tempfile::tempdir().unwrap();
    let game = prepare(folder.path());
    let (status, said) = run(folder.path(), "reserve", "");
    assert!(status.signal().is_some(), "{status} {said}");
    assert_bound(folder.path(), &game);
}

#[test]
fn killed_after_the_signature() {
    let folder = tempfile::tempdir().unwrap();
    let game = prepare(folder.path());
    let (status, said) = run(folder.path(), "sign", "");
    assert!(
        status.signal().is_some() && said.contains("signed 0x"),
        "{status} {said}"
    );
    assert_bound(folder.path(), &game);
}

/// The journal cannot take a byte: the system stops the program in the middle of the write.
#[test]
fn killed_while_the_journal_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let game = prepare(folder.path());
    let (status, said) = run(folder.path(), "sign", "ulimit -f 0;");
    assert!(
        !status.success() && !said.contains("signed"),
        "{status} {said}"
    );
    let mut signer = Signer::open(&folder.path().join("key")).unwrap();
    assert!(
        signer.sign_step(&game, &step("C3")).is_ok(),
        "nothing was decided"
    );
}

#[test]
fn killed_from_outside_at_work() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let mut child = command(folder.path(), "loop", "").spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let nonces = lines.map_while(Result::ok).filter_map(|line| {
        line.rsplit_once("signed ")
            .map(|(_, nonce)| felt::parse(nonce).unwrap())
    });
    let nonces: Vec<Felt> = nonces.take(5).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(nonces.len(), 5);
    for nonce in nonces {
        assert_bound(folder.path(), &game(nonce));
    }
}
