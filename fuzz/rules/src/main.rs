//! Plays random games and compares the rules in Rust, step by step, with the Cairo code in the VM
//! and with engines that others wrote. `scripts/fuzz rules` prepares what it needs.
#![forbid(unsafe_code)]

mod case;
mod generator;
mod moment;
mod peer;
mod reduce;
mod refusal;
mod session;
mod sizes;
mod vector;

use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use clap::Parser;

use peer::Kind;
use session::{Limit, Session};
use sizes::Sizes;

/// How long every peer is played against where nothing is said.
const SECONDS: u64 = 45;

/// Random games through the rules in Rust and through other engines.
#[derive(Parser)]
#[command(name = "scripts/fuzz rules")]
struct Cli {
    /// Play the games of an earlier run; without it a fresh seed is drawn.
    #[arg(long)]
    seed: Option<u64>,
    /// Stop after so many games with each peer.
    #[arg(long)]
    games: Option<u64>,
    /// Stop each peer after so many seconds [default: 45, or no limit with --games].
    #[arg(long)]
    seconds: Option<u64>,
    /// Sizes of boards, such as 2-5,9; each is as likely as the others.
    #[arg(long, default_value = "")]
    sizes: Sizes,
    /// The engines to compare with; without it all of them.
    #[arg(long, value_enum, value_delimiter = ',')]
    peers: Vec<Kind>,
    /// Where games that differ are written.
    #[arg(long, value_name = "FOLDER", default_value = "target/fuzz-rules")]
    out: PathBuf,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("fuzz: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Plays against every peer at once; `true` when nothing differed.
fn run(cli: Cli) -> Result<bool> {
    let seed = cli.seed.unwrap_or_else(|| fastrand::u64(..));
    let seconds = cli
        .seconds
        .or_else(|| cli.games.is_none().then_some(SECONDS));
    let limit = Limit {
        games: cli.games,
        until: seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds)),
    };
    let kinds = if cli.peers.is_empty() {
        Kind::ALL.to_vec()
    } else {
        cli.peers
    };
    let sizes = &cli.sizes;
    let out = cli.out.as_path();
    thread::scope(|scope| {
        let play =
            |kind: Kind| scope.spawn(move || Session::new(kind, seed, sizes, out)?.play(limit));
        let sessions: Vec<_> = kinds.into_iter().map(play).collect();
        let mut agreed = true;
        for session in sessions {
            let outcome = session
                .join()
                .map_err(|_| anyhow!("a session panicked"))??;
            println!("{outcome}, seed {seed}");
            agreed &= outcome.agrees();
        }
        Ok(agreed)
    })
}
