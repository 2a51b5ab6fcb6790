//! Verifying a signed transcript of 300 moves: every step, the chain of hashes, both signatures.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use surround_channel::evidence::Signed;
use surround_channel::key::SecretKey;
use surround_channel::line::Chain;
use surround_channel::statements::{sign, step_hash};
use surround_channel::{Felt, Terms, Transcript};
use surround_rules::{Colour, Setup, Step, bare};

/// A real game on 19x19 that has more moves than are taken.
const RECORD: &str = "real-31-indigoBot-GNU";
const MOVES: usize = 300;
const CHAIN_ID: Felt = Felt::from_hex_unchecked("0x534e5f4d41494e");
const CONTRACT: Felt = Felt::from_hex_unchecked("0xc0");

fn key(player: Colour) -> SecretKey {
    let text = match player {
        Colour::Black => "0x626c61636b",
        Colour::White => "0x7768697465",
    };
    SecretKey::from_text(text).expect("a constant")
}

fn record() -> (Setup, Vec<Step>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/real.json");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let games: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
    let mut games = games.iter();
    let game = games.find(|game| game["name"] == RECORD).expect("the game");
    let game = bare::parse(&game.to_string()).expect("a bare game");
    let mut steps = game.steps().expect("every step has a code");
    steps.truncate(MOVES);
    assert_eq!(steps.len(), MOVES);
    (game.setup, steps)
}

fn terms(setup: Setup) -> Terms {
    Terms {
        black: Felt::from(0xb1),
        white: Felt::from(0xb2),
        black_key: key(Colour::Black).public(),
        white_key: key(Colour::White).public(),
        referee_key: Felt::ZERO,
        size: setup.size,
        handicap: setup.handicap,
        komi_x2: setup.komi_x2,
        turn_seconds: 3_600,
        turn_blocks: 60,
        expires_at: 1_800_000_000,
        black_nonce: Felt::ONE,
        white_nonce: Felt::TWO,
    }
}

/// The transcript that two players hold after so many moves.
fn transcript() -> Transcript {
    let (setup, steps) = record();
    let mut transcript = Transcript::new(CHAIN_ID, CONTRACT, terms(setup));
    let id = transcript.terms.channel_id(CHAIN_ID, CONTRACT);
    let mut chain = Chain::new(setup, id).expect("a set-up");
    for step in &steps {
        chain.push(step).expect("a legal step");
    }
    transcript.steps = steps;
    for player in Colour::BOTH {
        let steps = chain.last_step_of(player);
        let hash = step_hash(chain.head_at(steps).expect("a head"));
        let signature = sign(&key(player), hash).expect("a hash");
        *transcript.signatures.of_mut(player) = Some(Signed { steps, signature });
    }
    transcript
}

fn verify(criterion: &mut Criterion) {
    let transcript = transcript();
    transcript.verify().expect("a valid transcript");
    let text = transcript.to_json().expect("a text");
    let mut group = criterion.benchmark_group("transcript of 300 moves");
    group.throughput(Throughput::Elements(1));
    group.bench_function("verify", |bencher| {
        bencher.iter(|| black_box(&transcript).verify().is_ok());
    });
    group.bench_function("read and verify", |bencher| {
        bencher.iter(|| {
            let transcript = Transcript::from_json(black_box(&text));
            transcript.is_ok_and(|transcript| transcript.verify().is_ok())
        });
    });
}

criterion_group!(benches, verify);
criterion_main!(benches);
