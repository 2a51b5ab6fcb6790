//! Files written to exhaust the program: it answers within half a gigabyte of address space.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Address space in KiB.
const SPACE: u32 = 512 * 1_024;

/// Exit code and standard error of a command on one file.
fn run(args: &[&str], file: &Path) -> (Option<i32>, String) {
    let ran = Command::new("sh")
        .args(["-c", &format!("ulimit -v {SPACE}; exec \"$0\" \"$@\"")])
        .arg(env!("CARGO_BIN_EXE_surround"))
        .args(args)
        .arg(file)
        .output()
        .expect("a shell");
    let said = String::from_utf8(ran.stderr).expect("text");
    (ran.status.code(), said)
}

#[test]
fn a_file_of_a_hundred_megabytes() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["huge.sgf", "huge.json"] {
        let path = folder.path().join(name);
        let file = File::create(&path).expect("a file");
        file.set_len(100 << 20).expect("a hole");
        for args in [&["score"][..], &["replay"], &["transcript", "verify"]] {
            let (code, said) = run(args, &path);
            assert_eq!(code, Some(1), "{args:?}: {said}");
            assert!(said.contains("larger than 16 MiB"), "{args:?}: {said}");
        }
    }
}

/// Written out, each of these would take gigabytes, or minutes.
#[test]
fn a_record_full_of_rectangles_or_levels() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hostile.sgf");
    for (piece, code, said) in [
        ("TR[aa:ZZ]", 0, ""),
        ("AB[aa:ZZ]", 1, "rectangles of points"),
        ("(;C[]", 1, "nodes"),
        ("X[]", 0, ""),
        ("B[]", 1, "values"),
    ] {
        let mut file = File::create(&path).expect("a file");
        let count = (2 << 20) / piece.len();
        let record = format!("(;SZ[9]KM[7]{};B[ee])", piece.repeat(count));
        file.write_all(record.as_bytes()).expect("written");
        let (found, err) = run(&["score"], &path);
        assert_eq!(found, Some(code), "{piece}: {err}");
        assert!(err.contains(said) && err.len() < 300, "{piece}: {err}");
    }
}
