//! Replays of real games without signatures: how many a second on one core.

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::Value;
use surround_rules::{Game, Outcome, Setup, Step, bare};

/// A real game as steps, ready to be replayed.
struct Record {
    setup: Setup,
    steps: Vec<Step>,
}

/// The real games of the vectors on boards of this size.
fn records(size: u8) -> Vec<Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/real.json");
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let games: Vec<Value> = serde_json::from_str(&text).expect("the file is a JSON array");
    let games = games.iter().map(|game| {
        let game = bare::parse(&game.to_string()).expect("an entry is a bare game");
        let steps = game.steps().expect("every step has a code");
        Record {
            setup: game.setup,
            steps,
        }
    });
    games.filter(|game| game.setup.size == size).collect()
}

/// Every step judged, and the score.
fn replay(record: &Record) -> Option<Outcome> {
    let mut game = Game::new(record.setup).ok()?;
    for step in &record.steps {
        game.apply(step).ok()?;
    }
    Some(game.score()?.outcome())
}

fn replays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("replay of real games");
    for size in [19, 13, 9] {
        let records = records(size);
        assert!(records.iter().all(|record| replay(record).is_some()));
        group.throughput(Throughput::Elements(records.len() as u64));
        group.bench_function(format!("{} on {size}x{size}", records.len()), |bencher| {
            bencher.iter(|| {
                for record in &records {
                    black_box(replay(black_box(record)));
                }
            });
        });
    }
}

criterion_group!(benches, replays);
criterion_main!(benches);
