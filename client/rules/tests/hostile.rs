//! Records written to exhaust the reader: the answer is a game or a named error, the memory is a small
//! multiple of the file, and nothing is done for what is not read.

use surround_rules::sgf::{Options, Record, SgfError, read};

/// Bytes of a hostile record here; the largest one that is read has sixteen times as many.
const BYTES: usize = 1 << 20;

/// A 9x9 game with `piece` so often in its first node that the record has `BYTES` bytes.
fn full_of(head: &str, piece: &str, tail: &str) -> Result<Record, SgfError> {
    let record = format!(
        "(;SZ[9]KM[7]{head}{}{tail};B[ee])",
        piece.repeat(BYTES / piece.len())
    );
    read(record.as_bytes(), &Options::default())
}

/// A hundred thousand levels: of variations, they are left out; of a main line, it is too long.
#[test]
fn a_hundred_thousand_levels() {
    let (open, close) = ("(;B[ee]".repeat(100_000), ")".repeat(100_000));
    let main = format!("(;SZ[9]KM[7]{open}{close})");
    let refused = read(main.as_bytes(), &Options::default());
    let too_many = SgfError::TooLong {
        what: "nodes",
        limit: 4_096,
    };
    assert_eq!(refused, Err(too_many));
    let side = format!("(;SZ[9]KM[7](;B[ee]){open}{close})");
    let record = read(side.as_bytes(), &Options::default());
    assert_eq!(record.map(|record| record.steps.len()), Ok(1));
    for unclosed in [open.as_str(), &"(".repeat(100_000), &"(;".repeat(100_000)] {
        let refused = read(unclosed.as_bytes(), &Options::default());
        assert!(refused.is_err(), "{refused:?}");
    }
}

/// A rectangle of nine letters stands for two thousand points. Written out they are 200 times the
/// file in marks that nobody reads, and minutes of work in stones.
#[test]
fn rectangles_are_not_written_out() {
    let marked = full_of("", "TR[aa:ZZ]", "");
    assert_eq!(marked.map(|record| record.steps.len()), Ok(1));
    let marked = full_of("SQ", "[aa:ZZ]", "");
    assert_eq!(marked.map(|record| record.steps.len()), Ok(1));
    for set_up in [full_of("AB", "[aa:ZZ]", ""), full_of("", "AE[aa:ZZ]", "")] {
        let too_many = SgfError::TooLong {
            what: "rectangles of points",
            limit: 361,
        };
        assert_eq!(set_up, Err(too_many));
    }
}

/// Short properties are small in a file and large in memory.
#[test]
fn properties_are_counted() {
    let too_many = SgfError::TooLong {
        what: "values",
        limit: 8_192,
    };
    assert_eq!(full_of("", "B[]", ""), Err(too_many.clone()));
    assert_eq!(full_of("PB", "[]", ""), Err(too_many));
    let unread = full_of("", "X[]", "");
    assert_eq!(unread.map(|record| record.steps.len()), Ok(1));
}

/// An error repeats the beginning of a value, not all of it.
#[test]
fn errors_are_short() {
    for (head, tail) in [("RU[x]CA[", "]"), ("PL[", "]"), ("HA[", "]")] {
        let refused = full_of(head, "x", tail).expect_err(head);
        assert!(refused.to_string().len() < 200, "{head}");
    }
    let komi = format!("(;SZ[9]KM[{}])", "x".repeat(BYTES));
    let refused = read(komi.as_bytes(), &Options::default()).expect_err("no komi");
    assert!(refused.to_string().len() < 300);
    // A name is what the record says, however long.
    let named = full_of("PB[", "x", "]").expect("a game");
    assert_eq!(named.black.map(|name| name.len()), Some(BYTES));
}
