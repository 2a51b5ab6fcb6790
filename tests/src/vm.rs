//! The pure Cairo code in the Cairo VM, without a network.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};
use starknet_types_core::felt::Felt;
use surround_channel::line::{Fault, Line, Replay};
use surround_rules::{Colour, Ending, Phase, Setup};

/// A run's memory is large and short-lived. Told to keep it, the GNU allocator spares each run the
/// fresh pages, a sixth of its time; other allocators ignore this.
const KEPT_MEMORY: [(&str, &str); 3] = [
    ("MALLOC_MMAP_THRESHOLD_", "4294967296"),
    ("MALLOC_TRIM_THRESHOLD_", "8589934592"),
    ("MALLOC_TOP_PAD_", "268435456"),
];

/// A function of the Cairo package, compiled once and called line by line.
#[derive(Debug)]
pub struct Vm {
    child: Child,
    calls: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// What a call returned and what it used.
#[derive(Debug, Deserialize)]
pub struct Answer {
    /// The felts of the returned array; none when the call panicked.
    pub ok: Option<Vec<Felt>>,
    /// The panic data.
    pub panic: Option<Vec<Felt>>,
    /// Sierra gas.
    pub gas: u64,
    /// Cairo steps.
    pub steps: u64,
    /// Memory cells that were skipped.
    pub holes: u64,
    /// Range checks.
    pub range_checks: u64,
    /// Poseidon permutations.
    pub poseidon: u64,
    /// Bitwise operations.
    pub bitwise: u64,
}

impl Vm {
    /// Compiles the package and starts the function `path`, for example `surround::vm::judge`. The
    /// variable `SURROUND_CONTRACTS` names another package's folder, one that is broken on purpose.
    ///
    /// # Errors
    /// When the Cairo tool is not installed: run `scripts/setup`.
    pub fn start(path: &str) -> Result<Self> {
        let contracts = concat!(env!("CARGO_MANIFEST_DIR"), "/../contracts");
        let other = std::env::var_os("SURROUND_CONTRACTS");
        let project = other.map_or_else(|| contracts.into(), PathBuf::from);
        Self::start_in(&project, path)
    }

    /// [`Vm::start`] for a project in another folder.
    ///
    /// # Errors
    /// As [`Vm::start`].
    pub fn start_in(project: &Path, path: &str) -> Result<Self> {
        let tool = std::env::var_os("SURROUND_CAIRO")
            .map(PathBuf::from)
            .context("SURROUND_CAIRO is not set: run `scripts/test`, or `. scripts/env`")?;
        let mut child = Command::new(&tool)
            .arg("run")
            .arg("--project")
            .arg(project)
            .args(["--function", path])
            .envs(KEPT_MEMORY)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} does not start: run scripts/setup", tool.display()))?;
        let calls = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().context("no output of the VM")?);
        Ok(Self {
            child,
            calls,
            answers,
        })
    }

    /// Calls the function with arguments as the tool reads them: numbers, strings and lists.
    ///
    /// # Errors
    /// When the tool could not run the call, as opposed to a panic of the function.
    pub fn call(&mut self, arguments: &Value) -> Result<Answer> {
        self.ask(&json!({ "args": arguments }))
    }

    /// [`Vm::call`] with so much Sierra gas; the function panics with `Out of gas` when it needs more.
    ///
    /// # Errors
    /// As [`Vm::call`].
    pub fn call_within(&mut self, arguments: &Value, gas: u64) -> Result<Answer> {
        self.ask(&json!({ "args": arguments, "available_gas": gas }))
    }

    fn ask(&mut self, call: &Value) -> Result<Answer> {
        let calls = self.calls.as_mut().context("the VM was closed")?;
        writeln!(calls, "{call}")?;
        calls.flush()?;
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("the VM ended: {:?}", self.child.wait()?);
        }
        serde_json::from_str(&line).with_context(|| format!("the VM says {line}"))
    }

    /// Calls `surround::vm::judge`.
    ///
    /// # Errors
    /// As [`Vm::call`], and when the function panics, which it never should.
    pub fn judge(
        &mut self,
        setup: Setup,
        line: &Line,
        channel_id: Felt,
        checkpoint: u16,
    ) -> Result<(Vec<Felt>, Answer)> {
        let mut answer = self.call(&judge_arguments(setup, line, channel_id, checkpoint))?;
        let felts = answer
            .ok
            .take()
            .with_context(|| format!("panic: {:?}", answer.panic))?;
        Ok((felts, answer))
    }
}

/// The arguments of `surround::vm::judge`.
pub fn judge_arguments(setup: Setup, line: &Line, channel_id: Felt, checkpoint: u16) -> Value {
    let packed: Vec<_> = line.packed.iter().map(Felt::to_hex_string).collect();
    let limb = |limb: u128| limb.to_string();
    let dead = &line.dead;
    json!([
        setup.size,
        setup.handicap,
        setup.komi_x2,
        packed,
        line.count,
        limb(dead.d0),
        limb(dead.d1),
        limb(dead.d2),
        channel_id.to_hex_string(),
        checkpoint
    ])
}

/// What `surround::vm::judge` must answer where Rust comes to this replay or this fault.
pub fn judgement(replay: &Result<Replay, Fault>) -> Vec<Felt> {
    match replay {
        Ok(replay) => replay_felts(replay),
        Err(fault) => {
            let error = Felt::from_bytes_be_slice(fault.error.as_str().as_bytes());
            vec![Felt::ONE, fault.step.into(), error]
        }
    }
}

fn replay_felts(replay: &Replay) -> Vec<Felt> {
    let player = |colour: Colour| u8::from(colour == Colour::White);
    let phase = match replay.phase {
        Phase::Play => 0u8,
        Phase::Propose => 1,
        Phase::Respond => 2,
        Phase::Ended => 3,
    };
    let ending = match replay.ending {
        None => 0u8,
        Some(Ending::Agreed) => 1,
        Some(Ending::PlayedOut) => 2,
        Some(Ending::MoveLimit) => 3,
    };
    vec![
        Felt::ZERO,
        replay.steps.into(),
        replay.heads[0],
        replay.heads[1],
        replay.heads[2],
        // Meaningless in an empty line, where Cairo says white.
        replay.author.map_or(1, player).into(),
        replay.run.into(),
        replay.due.map_or(2, player).into(),
        phase.into(),
        ending.into(),
        replay.black_x2.into(),
        replay.white_x2.into(),
        replay.at,
    ]
}

impl Drop for Vm {
    fn drop(&mut self) {
        drop(self.calls.take());
        let _ = self.child.wait();
    }
}
