//! The program itself as a process of its own, to be killed: this very file runs again as
//! `surround relay`.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use starknet_types_core::felt::Felt;
use surround_relayer::api::views::ChannelView;
use surround_relayer::client::Client;
use surround_relayer::config::Hidden;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use crate::stage::TOKEN;

/// Holds the arguments of the process, one a line; without it the test below does nothing.
const ARGUMENTS: &str = "SURROUND_TEST_RELAY_ARGUMENTS";
/// What the program says last before it serves.
const LISTENING: &str = "listening on ";
/// Longer than anything that a process does on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(100);

/// A running relayer. Dropping it kills it.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub url: String,
    /// A client of it.
    pub client: Client,
    // A closed pipe would stop the process.
    _output: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a process on a configuration and waits until it listens.
    pub async fn start(config: &Path) -> Result<Self> {
        let config = config.to_str().context("a path in UTF-8")?;
        Self::with(&["--config", config], Path::new(".")).await
    }

    /// The same with these arguments, in a folder.
    pub async fn with(arguments: &[&str], folder: &Path) -> Result<Self> {
        let (arguments, folder) = (arguments.join("\n"), folder.to_owned());
        // Meanwhile the node before the network has to answer.
        let started = spawn_blocking(move || spawn(&arguments, &folder)).await??;
        let (child, output, url) = started;
        Ok(Self {
            child,
            url: url.clone(),
            client: Client::new(&url, Hidden::from(TOKEN.to_owned()))?,
            _output: output,
        })
    }

    /// What it holds in memory, in MiB.
    pub fn memory(&self) -> Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next());
        Ok(kib.context("no VmRSS")?.parse::<u64>()? / 1_024)
    }

    /// Kills it at once, as `kill -9` does.
    pub fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to stop, as an operator does, and waits for its end.
    pub async fn stop(mut self) -> Result<ExitStatus> {
        let id = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &id]).status()?;
        ensure!(asked.success(), "there is no such process");
        spawn_blocking(move || Ok(self.child.wait()?)).await?
    }

    /// Looks at a channel until it is as it should be.
    pub async fn until(
        &self,
        channel: Felt,
        holds: impl Fn(&ChannelView) -> bool,
    ) -> Result<ChannelView> {
        let looking = async {
            loop {
                let view = self.client.channel(channel).await?;
                if holds(&view) {
                    return Ok(view);
                }
                sleep(PAUSE).await;
            }
        };
        timeout(PATIENCE, looking)
            .await
            .context("the channel does not become what it should be")?
    }
}

fn spawn(arguments: &str, folder: &Path) -> Result<(Child, BufReader<ChildStdout>, String)> {
    let mut child = Command::new(env::current_exe()?)
        .args(["--exact", "process::relay", "--nocapture"])
        .env(ARGUMENTS, arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let mut output = BufReader::new(child.stdout.take().context("no output")?);
    loop {
        let mut line = String::new();
        ensure!(
            output.read_line(&mut line)? > 0,
            "it ended before it listened"
        );
        if let Some((_, url)) = line.split_once(LISTENING) {
            let url = url.trim().to_owned();
            return Ok((child, output, url));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Fails only when the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Not a test of its own: what a [`Process`] runs.
#[test]
fn relay() {
    if let Ok(arguments) = env::var(ARGUMENTS) {
        let words = ["surround", "relay"].into_iter().chain(arguments.lines());
        let exit = surround_cli::run(words.map(OsString::from));
        std::process::exit(exit.code().into());
    }
}
