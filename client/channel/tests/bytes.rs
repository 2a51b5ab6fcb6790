//! The corpus of the fuzz targets, replayed: every file is answered as it has to be, and those that
//! are named for what is wrong with them are refused for that.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use surround_channel::transcript::{FileError, Transcript, TranscriptError};

#[path = "../../../fuzz/bytes/src/properties.rs"]
mod properties;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/bytes/corpus")
        .join(target)
}

/// Every file of a corpus.
fn files(target: &str) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(corpus(target)).expect("a corpus");
    let files = entries.map(|entry| fs::read(entry.expect("an entry").path()).expect("a file"));
    files.collect()
}

#[test]
fn every_file_of_the_corpus_is_answered() {
    type Property = fn(&[u8]);
    let targets: [(&str, Property); 3] = [
        ("sgf", properties::sgf),
        ("transcript", properties::transcript),
        ("line", properties::line),
    ];
    for (target, property) in targets {
        let files = files(target);
        assert!(files.len() >= 20, "{target}");
        for file in files {
            property(&file);
            // Cut off anywhere, and with one byte changed.
            for at in (0..file.len()).step_by(1 + file.len() / 24) {
                property(&file[..at]);
                let mut spoiled = file.clone();
                spoiled[at] ^= 1 << (at % 8);
                property(&spoiled);
            }
        }
    }
}

/// What `verify` says, or before it the reader.
fn answer(name: &str) -> String {
    let bytes = fs::read(corpus("transcript").join(name)).expect("a file");
    let text = String::from_utf8(bytes).expect("text");
    let judged = Transcript::from_json(&text).and_then(|transcript| transcript.verify());
    match judged {
        Ok(game) => format!("{} steps", game.chain().steps()),
        Err(error) => error.to_string(),
    }
}

#[test]
fn named_transcripts_are_refused_by_name() {
    for (name, said) in [
        ("agreed", "13 steps"),
        ("resumed", "52 steps"),
        ("running", "5 steps"),
        ("felt-is-the-prime", "not below the prime"),
        ("felt-long", "not below the prime"),
        ("felt-leading-zero", "without leading zeros"),
        ("felt-upper-case", "character 2 is not a lowercase"),
        ("felt-negative", "starts with 0x"),
        ("felt-number", "expected a string"),
        ("felt-empty", "at least one digit"),
        ("size-negative", "invalid value: integer `-1`"),
        ("size-large", "invalid value: integer `256`"),
        ("size-fraction", "invalid type: floating point `5.0`"),
        ("signed-beyond-the-end", "step 65535 is not a step of"),
        ("recorded-beyond-the-end", "65535 are more than the 5"),
        ("signature-zero", "r is 0 or not below 2^251"),
        ("not-own-step", "step 2 is not a step of"),
        ("word", "is neither a point of this board"),
        ("off-the-board", "is neither a point of this board"),
        ("too-many-steps", "not_allowed_now"),
        ("two-proposals", "step 7: not_allowed_now"),
        ("extra", "unknown field `x`"),
        ("twice", "duplicate field `version`"),
        ("nested", "invalid type: sequence"),
        ("truncated", "EOF"),
        ("surrogate", "hex escape"),
    ] {
        let answer = answer(&format!("{name}.json"));
        assert!(answer.contains(said), "{name}: {answer}");
    }
}

/// Of a file that is far too long no more is read than tells so: it takes no memory, and no time.
#[test]
fn a_file_of_a_hundred_megabytes_is_refused_by_its_length() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("huge.json");
    let file = File::create(&path).expect("a file");
    file.set_len(100 << 20).expect("a hole");
    let refused = Transcript::read(&path);
    assert!(
        matches!(
            refused,
            Err(FileError::Content {
                error: TranscriptError::TooLarge,
                ..
            })
        ),
        "{refused:?}"
    );
}
