//! The devnet's process: started on a free port, read until it listens, ended on drop.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::DevnetError;

const START_TIMEOUT: Duration = Duration::from_secs(60);
/// The words before the address in the devnet's log.
const LISTENING: &str = "listening on ";
/// Runs the arguments until standard input closes: that happens however this program ends, killed
/// or not, so that no devnet is left behind. The shell closes its own output, so that the output
/// ends when the devnet does.
const WATCH: &str = r#"trap '' INT; "$@" & exec >&- 2>&-; read -r _; kill "$!"; wait"#;
/// Lines of output shown when the devnet does not come up.
const SHOWN_LINES: usize = 5;

/// A running process; dropping it ends it.
#[derive(Debug)]
pub struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    /// Starts the executable and waits until it names the address it listens on.
    ///
    /// Its environment is empty: the devnet reads options such as `PORT` and `SEED` from there.
    pub async fn start(binary: &Path, arguments: &[String]) -> Result<Self, DevnetError> {
        let start_error = |source| DevnetError::Start {
            path: binary.to_owned(),
            source,
        };
        let mut child = Command::new("/bin/sh")
            .args(["-c", WATCH, "devnet"])
            .arg(binary)
            .args(arguments)
            .env_clear()
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(start_error)?;
        let (lines, mut output) = mpsc::unbounded_channel();
        if let Some(stdout) = child.stdout.take() {
            drain(stdout, lines.clone());
        }
        if let Some(stderr) = child.stderr.take() {
            drain(stderr, lines);
        }
        // From here on the drop ends the child, whatever happens.
        let mut process = Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
        };
        process.address = listening(&mut output).await?;
        Ok(process)
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        // Fails only when the process has ended already.
        let _ = self.child.wait();
    }
}

/// Reads on for the life of the process: a full pipe would stop it.
fn drain(stream: impl Read + Send + 'static, lines: mpsc::UnboundedSender<String>) {
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            let _ = lines.send(line);
        }
    });
}

async fn listening(
    output: &mut mpsc::UnboundedReceiver<String>,
) -> Result<SocketAddr, DevnetError> {
    let mut last = VecDeque::new();
    let found = timeout(START_TIMEOUT, async {
        while let Some(line) = output.recv().await {
            if let Some(address) = address_in(&line) {
                return Some(address);
            }
            if last.len() == SHOWN_LINES {
                last.pop_front();
            }
            last.push_back(line);
        }
        None
    })
    .await;
    match found {
        Ok(Some(address)) => Ok(address),
        Ok(None) | Err(_) => Err(DevnetError::Silent {
            output: Vec::from(last).join("\n"),
        }),
    }
}

fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once(LISTENING)?;
    rest.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_address_from_the_log() {
        let line = "2026-01-01T00:00:00Z  INFO starknet_devnet: Starknet Devnet listening on 127.0.0.1:40123";
        assert_eq!(address_in(line), "127.0.0.1:40123".parse().ok());
        assert_eq!(address_in("Chain ID: SN_SEPOLIA"), None);
    }

    #[tokio::test]
    async fn shows_the_last_words_of_a_devnet_that_dies() {
        let shell = Path::new("/bin/sh");
        let arguments = [
            "-c".to_owned(),
            "echo no such option >&2; exit 2".to_owned(),
        ];
        let error = Process::start(shell, &arguments).await.unwrap_err();
        assert!(error.to_string().contains("no such option"), "{error}");
    }

    #[tokio::test]
    async fn names_an_executable_that_does_not_start() {
        let error = Process::start(Path::new("/no/such/devnet"), &[])
            .await
            .unwrap_err();
        assert!(error.to_string().contains("/no/such/devnet"), "{error}");
    }

    #[tokio::test]
    async fn ends_the_devnet_with_its_owner() {
        let folder = tempfile::tempdir().unwrap();
        let farewell = folder.path().join("farewell");
        let script = format!(
            "trap ': > {}; exit' TERM; echo listening on 127.0.0.1:1; while :; do sleep 0.05; done",
            farewell.display()
        );
        let process = Process::start(Path::new("/bin/sh"), &["-c".to_owned(), script]).await;
        assert!(!farewell.exists());
        drop(process.unwrap());
        assert!(farewell.exists());
    }
}
