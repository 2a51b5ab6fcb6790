//! The README's commands, as they stand there.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;
use surround_tests::artifacts::{Artifacts, workspace};
use tokio::time::{sleep, timeout};

use crate::process::Process;

/// Where the service listens unless it is told otherwise; a test takes a free port.
const ADDRESS: &str = "http://127.0.0.1:8480";
/// More than White's time to answer, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_secs(1);

/// `surround relay --dev`, and three requests: the stalled game ends by forfeit.
#[tokio::test]
async fn three_requests_take_a_stalled_game_to_its_forfeit() -> Result<()> {
    let folder = tempfile::tempdir()?;
    Artifacts::compile("contracts")?.write(&folder.path().join("target"))?;
    let dev = Process::with(&["--dev", "--listen", "127.0.0.1:0"], folder.path()).await?;
    let readme = std::fs::read_to_string(workspace().join("README.md"))?;
    let commands: Vec<_> = readme
        .lines()
        .filter(|line| line.starts_with("curl "))
        .map(|line| line.replace(ADDRESS, &dev.url))
        .collect();
    let [hand_in, open, look] = commands.as_slice() else {
        anyhow::bail!("{} requests instead of three", commands.len());
    };

    let kept = asked(hand_in, folder.path())?;
    assert_eq!(kept["steps"], 13);
    let job = asked(open, folder.path())?;
    assert_eq!(job["action"], "submit");
    let looking = async {
        loop {
            let channel = asked(look, folder.path())?;
            if channel["status"] == "final" {
                return anyhow::Ok(channel);
            }
            sleep(PAUSE).await;
        }
    };
    let channel = timeout(PATIENCE, looking)
        .await
        .context("it never ends")??;
    assert_eq!(channel["result"], "B+F");
    assert!(dev.stop().await?.success());
    Ok(())
}

/// Runs a command of the README as a reader would, and reads its answer.
fn asked(command: &str, folder: &Path) -> Result<Value> {
    let output = Command::new("bash")
        .args(["-c", command])
        .current_dir(folder)
        .output()?;
    ensure!(
        output.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(serde_json::from_slice(&output.stdout)?)
}
