//! What holds for any bytes, one function for each thing that reads them: it answers, with a value
//! that means the same when it is written and read again, or with an error. It panics where not.
//!
//! The fuzz targets call these functions, and so do ordinary tests, on the corpus and on the cases
//! that once failed.

use starknet_types_core::felt::Felt;
use surround_channel::line::{DeadSet, Line, replay};
use surround_channel::transcript::Transcript;
use surround_rules::{Game, Setup, sgf};

/// A file of SGF, read as it is and with what a caller can add.
///
/// # Panics
/// When a game that was read is not legal, or is another one once it was written and read again.
pub fn sgf(bytes: &[u8]) {
    let settled = sgf::Options {
        game: 1,
        komi_x2: Some(0),
        dead: Some(surround_rules::PointSet::EMPTY),
    };
    for options in [sgf::Options::default(), settled] {
        let Ok(record) = sgf::read(bytes, &options) else {
            continue;
        };
        let mut game = Game::new(record.setup).expect("a setup that was read");
        for step in &record.steps {
            game.apply(step).expect("a step that was read");
        }
        let written = sgf::write(&record).expect("a game that was read");
        let again = sgf::Options { game: 0, ..options };
        let again = sgf::read(written.as_bytes(), &again).expect("a game that was written");
        assert_eq!((again.setup, again.steps), (record.setup, record.steps));
    }
}

/// A transcript, as a file and as the body with which a game is handed in to a relayer.
///
/// # Panics
/// When a transcript that was read is another one once it was written and read again.
pub fn transcript(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(mut transcript) = Transcript::from_json(text) else {
        return;
    };
    let written = transcript.to_json().expect("a transcript that was read");
    let again = Transcript::from_json(&written).expect("a transcript that was written");
    assert_eq!(again, transcript);
    // A relayer takes no file's word for what the chain holds.
    transcript.recorded_steps = 0;
    if let Ok(verified) = transcript.verify() {
        assert_eq!(verified.transcript(), &transcript);
        let line = Line::pack(&transcript.steps);
        let (setup, id) = (transcript.terms.setup(), verified.channel_id());
        let replayed = replay(setup, &line, id, 0).expect("a line that was verified");
        assert_eq!(replayed.head, verified.chain().head());
    }
}

/// A packed line: size, handicap, komi, count, dead set, then felts, in 32 bytes each.
///
/// # Panics
/// When a line that was unpacked is packed into another one, or replayed without being canonical.
pub fn line(bytes: &[u8]) {
    let Some((setup, line)) = read_line(bytes) else {
        return;
    };
    let steps = line.steps(setup.size);
    if let Ok(steps) = &steps {
        assert_eq!(Line::pack(steps).packed, line.packed);
        assert_eq!(steps.len(), usize::from(line.count));
    }
    for checkpoint in [0, line.count] {
        let Ok(replayed) = replay(setup, &line, Felt::ONE, checkpoint) else {
            continue;
        };
        let steps = steps.as_ref().expect("a line that was replayed");
        assert_eq!(Line::pack(steps), line);
        assert_eq!(replayed.steps, line.count);
    }
}

/// The head of a line in bytes: 4 of the setup, 2 of the count, 48 of the dead set.
fn read_line(bytes: &[u8]) -> Option<(Setup, Line)> {
    let (&[size, handicap, low, high], rest) = bytes.split_first_chunk()?;
    let (count, rest) = rest.split_first_chunk()?;
    let (d0, rest) = rest.split_first_chunk()?;
    let (d1, rest) = rest.split_first_chunk()?;
    let (d2, rest) = rest.split_first_chunk()?;
    let setup = Setup {
        size,
        handicap,
        komi_x2: u16::from_le_bytes([low, high]),
    };
    let line = Line {
        packed: rest.chunks(32).map(Felt::from_bytes_be_slice).collect(),
        count: u16::from_le_bytes(*count),
        dead: DeadSet {
            d0: u128::from_le_bytes(*d0),
            d1: u128::from_le_bytes(*d1),
            d2: u128::from_le_bytes(*d2),
        },
    };
    Some((setup, line))
}
