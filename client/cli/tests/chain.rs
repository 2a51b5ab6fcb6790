//! The commands that ask and send, run by two players on a local network.

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use common::{Ran, surround_in};
use serde_json::{Value, json};
use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::rpc::LATEST;
use surround_channel::felt;
use surround_tests::artifacts::{Meter, cairo_tool, workspace};
use surround_tests::network::{BLACK, Network, THIRD, WHITE, referee};
use tempfile::TempDir;

/// The secret half of the key of [`referee`].
const REFEREE: &str = "0x5265666572656521";
/// Seconds of the shortest window, and one more: the boundary belongs to the player who is due.
const LATE: u64 = 3_601;

/// Two players in one folder, each with a session key and an account, on a network of their own.
struct Players {
    network: Network,
    folder: TempDir,
    contract: String,
    addresses: Vec<String>,
}

impl Players {
    async fn new() -> Result<Self> {
        let network = Network::new(Meter::Steps).await?;
        let folder = tempfile::tempdir()?;
        let mut addresses = Vec::new();
        let accounts = predeployed(network.control().url()).await?;
        for (number, (address, key)) in accounts.into_iter().enumerate() {
            std::fs::write(folder.path().join(format!("account-{number}")), key)?;
            addresses.push(address);
        }
        let contract = felt::to_text(&network.settlement().address);
        Ok(Self {
            network,
            folder,
            contract,
            addresses,
        })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Runs a command, its words separated by spaces, that needs neither node nor account.
    fn run(&self, command: &str) -> Ran {
        surround_in(
            self.path(),
            &command.split_whitespace().collect::<Vec<_>>(),
            "",
        )
    }

    /// Runs a command that asks the node.
    fn ask(&self, command: &str) -> Ran {
        self.run(&format!("{command} --rpc {}", self.network.control().url()))
    }

    /// Runs a command as an account.
    fn send(&self, account: usize, command: &str) -> Ran {
        let address = &self.addresses[account];
        let key = format!("--account-address {address} --private-key-file account-{account}");
        self.ask(&format!("{command} {key}"))
    }

    /// As [`Players::send`], with a JSON answer; the command must succeed.
    fn sent(&self, account: usize, command: &str) -> Result<Value> {
        let out = succeed(command, self.send(account, &format!("{command} --json")))?;
        Ok(serde_json::from_str(&out)?)
    }

    /// Runs a command that neither asks nor sends; it must succeed.
    fn local(&self, command: &str) -> Result<String> {
        succeed(command, self.run(command))
    }

    /// Makes keys, registers them, and agrees on terms of an unranked 5x5 game: `game.json` is ready
    /// for its first step.
    fn begin(&self) -> Result<()> {
        self.begin_with("--size 5 --komi 2.5")
    }

    fn begin_with(&self, game: &str) -> Result<()> {
        let contract = &self.contract;
        for (name, account) in [("black", BLACK), ("white", WHITE)] {
            self.local(&format!("key new --key {name}"))?;
            self.sent(
                account,
                &format!("register-key --key {name} --contract {contract}"),
            )?;
        }
        let key = self.local("key show --key white")?;
        let (black, white) = (&self.addresses[BLACK], &self.addresses[WHITE]);
        self.local(&format!(
            "terms new --out proposed.json --key black --as black --me {black} \
             --opponent {white} --opponent-key {key} {game} \
             --turn-seconds 3600 --turn-blocks 60 --days 20"
        ))?;
        self.local("terms join proposed.json --key white --out terms.json")?;
        let check = format!("terms check terms.json --contract {contract}");
        succeed(&check, self.ask(&check))?;
        let chain = felt::to_text(&self.network.node().chain_id());
        let network = format!("--chain-id {chain} --contract {contract}");
        self.local(&format!(
            "transcript new terms.json {network} --out game.json"
        ))?;
        Ok(())
    }

    /// Makes the folder of the key of the referee whom the contract knows.
    fn referee(&self) -> Result<()> {
        let public = felt::to_text(&referee().public());
        let key = json!({
            "format": "surround.key", "version": 1, "public": public, "secret": REFEREE
        });
        let file = self.file("referee/key.json");
        std::fs::create_dir(self.file("referee"))?;
        std::fs::write(&file, key.to_string())?;
        Ok(std::fs::set_permissions(
            &file,
            std::fs::Permissions::from_mode(0o600),
        )?)
    }

    /// Signs a step; the first of each key asks the chain whether the game can be counted on.
    fn step(&self, player: &str, step: &str) -> Result<()> {
        let command = format!("sign step game.json --key {player} --yes {step}");
        succeed(&command, self.ask(&command)).map(drop)
    }

    fn status(&self) -> Result<Value> {
        let command = "status game.json --json";
        Ok(serde_json::from_str(&succeed(command, self.ask(command))?)?)
    }
}

fn succeed(command: &str, ran: Ran) -> Result<String> {
    ensure!(ran.code == 0, "{command}: {}", ran.err);
    Ok(ran.out)
}

/// The command must fail with this code, and its message hold these words.
fn fail(ran: &Ran, code: i32, words: &str) -> Result<()> {
    ensure!(
        ran.code == code && ran.out.is_empty(),
        "{}: {}{}",
        ran.code,
        ran.out,
        ran.err
    );
    ensure!(ran.err.contains(words), "{words}: {}", ran.err);
    Ok(())
}

/// The field of an answer that this path of names leads to must have this value.
fn holds(answer: &Value, path: &str, value: impl Into<Value>) -> Result<()> {
    ensure!(
        answer.pointer(path) == Some(&value.into()),
        "{path}: {answer}"
    );
    Ok(())
}

/// Addresses and keys of the network's accounts, by number.
async fn predeployed(url: &str) -> Result<Vec<(String, String)>> {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "devnet_getPredeployedAccounts"});
    let request = reqwest::Client::new().post(url).body(request.to_string());
    let answer = request
        .header("Content-Type", "application/json")
        .send()
        .await?
        .text()
        .await?;
    let answer: Value = serde_json::from_str(&answer)?;
    let field = |account: &Value, name| account[name].as_str().map(str::to_owned);
    let account = |account| Some((field(account, "address")?, field(account, "private_key")?));
    let accounts = answer["result"].as_array().context("no accounts")?;
    accounts
        .iter()
        .map(account)
        .collect::<Option<_>>()
        .context("accounts of another shape")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_game_is_opened_answered_and_claimed() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2"), ("black", "D2")] {
        players.step(player, step)?;
    }
    // White stalls. Whoever is due cannot open: White's account is refused before it pays.
    fail(
        &players.send(WHITE, "open game.json"),
        1,
        "takes the player who is not due",
    )?;
    let dry = players.sent(BLACK, "open game.json --dry-run")?;
    holds(&dry, "/outcome", "dry_run")?;
    holds(&dry, "/dispute/status", "none")?;
    ensure!(dry["l2_gas"].as_u64() > Some(0), "{dry}");
    let sent = players.sent(BLACK, "open game.json")?;
    holds(&sent, "/outcome", "sent")?;
    holds(&sent, "/calls", json!(["submit"]))?;
    holds(&sent, "/dispute/status", "open")?;
    holds(&sent, "/dispute/due", "white")?;
    fail(&players.send(BLACK, "open game.json"), 1, "surround status")?;

    // White answers by its wallet alone, Black takes the step over from the chain.
    let own = std::fs::read(players.file("game.json"))?;
    players.sent(WHITE, "advance game.json B2 --by-wallet --key white")?;
    let brought = players.local("transcript show game.json --json")?;
    let brought: Value = serde_json::from_str(&brought)?;
    holds(&brought, "/steps", 4)?;
    holds(&brought, "/recorded_steps", 4)?;
    std::fs::write(players.file("game.json"), own)?;
    let bound = players.run("sign step game.json A1 --key white");
    fail(&bound, 5, "already signed \"B2\"")?;
    let behind = players.send(BLACK, "advance game.json E5 --key black");
    fail(&behind, 3, "surround transcript fetch")?;
    succeed("fetch", players.ask("transcript fetch game.json"))?;
    let status = players.status()?;
    holds(&status, "/game/steps", 4)?;
    holds(&status, "/dispute/due", "black")?;
    players.sent(BLACK, "advance game.json B3 --key black")?;

    // White misses the deadline; anyone claims, and not before.
    let early = players.send(THIRD, "claim game.json");
    fail(&early, 3, "dispute: window still running; nothing was sent")?;
    players.network.advance(LATE, 60).await?;
    holds(&players.status()?, "/choices/0/command", "claim")?;
    let claimed = players.sent(THIRD, "claim game.json")?;
    holds(&claimed, "/dispute/status", "final")?;
    holds(&claimed, "/dispute/result/result", "B+F")?;
    holds(&claimed, "/dispute/result/decided_onchain", true)?;

    // The record tells the result that only the chain knows.
    succeed(
        "to-sgf",
        players.ask("transcript to-sgf game.json --out game.sgf"),
    )?;
    ensure!(std::fs::read_to_string(players.file("game.sgf"))?.contains("RE[B+F]"));
    let status = succeed("status", players.ask("status game.json"))?;
    ensure!(
        status.contains("B+F (forfeit)") && !status.contains("is due"),
        "{status}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn status_draws_the_board_and_tells_what_can_be_done() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2")] {
        players.step(player, step)?;
    }
    players.sent(WHITE, "open game.json")?;
    let out = succeed("status", players.send(BLACK, "status game.json"))?;
    for words in [
        " 3 . . X . . 3\n 2 . .(O). . 2\n",
        "open: the chain holds 2 steps, and black is due\n",
        " left, until ",
        "what the contract admits now:\n",
        "surround advance by anyone with a longer line: not now (",
        "surround resign --onchain by the account of black: ",
        " L2 gas, ",
        "surround resign --onchain by the account of white: not now (the account is not white's)\n",
        "black should: sign the next step, by ",
    ] {
        ensure!(out.contains(words), "{words}: {out}");
    }
    // The same from the contract's events alone.
    let shown = players.status()?;
    let channel = shown["game"]["channel_id"].as_str().context("an id")?;
    let events = |id: &str| format!("status --channel {id} --contract {}", players.contract);
    let rebuilt = succeed("status", players.ask(&events(channel)))?;
    ensure!(rebuilt.contains(" 2 . .(O). . 2\n"), "{rebuilt}");
    ensure!(
        rebuilt.contains("the board is rebuilt from the contract's events"),
        "{rebuilt}"
    );
    fail(&players.ask(&events("0x1")), 1, "no record of channel 0x1")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_settled_by_anyone() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [
        ("black", "C3"),
        ("white", "C2"),
        ("black", "pass"),
        ("white", "pass"),
        ("black", "propose --dead C2"),
    ] {
        players.step(player, step)?;
    }
    fail(
        &players.send(BLACK, "settle game.json"),
        1,
        "the game goes on",
    )?;
    players.step("white", "accept")?;
    fail(&players.send(BLACK, "open game.json"), 1, "surround settle")?;
    // White accepted and lost: final at once, whoever sends it.
    let settled = players.sent(THIRD, "settle game.json")?;
    holds(&settled, "/dispute/status", "final")?;
    holds(&settled, "/dispute/result/result", "B+22.5")?;
    fail(
        &players.send(WHITE, "resign game.json --onchain"),
        3,
        "dispute: is final",
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_resignation_ends_a_game_whoever_brings_it() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2")] {
        players.step(player, step)?;
    }
    fail(
        &players.send(THIRD, "resign game.json"),
        1,
        "holds no resignation",
    )?;
    players.local("sign resign game.json --key white")?;
    let done = players.sent(THIRD, "resign game.json")?;
    holds(&done, "/dispute/result/result", "B+R")?;
    holds(&done, "/dispute/result/decided_onchain", false)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_referee_flags_and_the_flag_becomes_final() -> Result<()> {
    let players = Players::new().await?;
    let key = felt::to_text(&referee().public());
    players.begin_with(&format!("--size 9 --komi 7 --referee-key {key}"))?;
    players.referee()?;
    // No key signs in a ranked game before the referee has signed that it counts.
    let early = players.ask("sign step game.json E5 --key black");
    fail(
        &early,
        5,
        "ranked: the referee has not signed that this game counts",
    )?;
    players.local("sign ranked game.json --key referee")?;
    for (player, step) in [("black", "E5"), ("white", "C3")] {
        players.step(player, step)?;
    }
    fail(&players.send(THIRD, "flag game.json"), 1, "holds no flag")?;
    players.local("sign flag game.json --key referee")?;
    let flagged = players.sent(THIRD, "flag game.json")?;
    holds(&flagged, "/dispute/status", "pending")?;
    holds(&flagged, "/dispute/result/result", "W+T")?;
    fail(
        &players.send(THIRD, "finalize game.json"),
        3,
        "dispute: window still running",
    )?;
    players.network.advance(LATE, 60).await?;
    let done = players.sent(THIRD, "finalize game.json")?;
    holds(&done, "/dispute/status", "final")?;
    // Two steps are too few for a rating.
    holds(&done, "/dispute/result/rating", "neither")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fork_is_proven_with_two_transcripts() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2"), ("black", "D2")] {
        players.step(player, step)?;
    }
    // White's other device has an older copy of the journal.
    let journals = std::fs::read_dir(players.file("white/games"))?;
    let journal = journals.last().context("a journal")??.path();
    let (older, common) = (
        std::fs::read(&journal)?,
        std::fs::read(players.file("game.json"))?,
    );
    players.step("white", "B2")?;
    std::fs::rename(players.file("game.json"), players.file("stored.json"))?;
    std::fs::write(players.file("game.json"), &common)?;
    std::fs::write(&journal, older)?;
    players.step("white", "B3")?;
    std::fs::rename(players.file("game.json"), players.file("other.json"))?;
    std::fs::write(players.file("game.json"), common)?;

    players.sent(WHITE, "open stored.json")?;
    let same = players.send(THIRD, "expose-fork stored.json game.json");
    fail(&same, 3, "the lines do not part")?;
    // Whoever has the other branch alone reads the chain's from the chain.
    let parted = players.ask("transcript fetch other.json");
    fail(
        &parted,
        3,
        "the chain holds another step 4 than this transcript",
    )?;
    succeed(
        "fetch",
        players.ask("transcript fetch other.json --out chain.json"),
    )?;
    let proven = players.sent(THIRD, "expose-fork chain.json other.json")?;
    holds(&proven, "/dispute/status", "final")?;
    holds(&proven, "/dispute/result/result", "B+F")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_key_never_comes_back() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    let key = format!("--key white --contract {}", players.contract);
    players.sent(WHITE, &format!("revoke-key {key}"))?;
    // The delay runs longer than the terms, so the game is still safe.
    players.step("black", "C3")?;
    let again = players.send(WHITE, &format!("register-key {key}"));
    fail(&again, 3, "channel: key is revoked; nothing was sent")?;
    // Terms that outlive the key are refused.
    let black = &players.addresses[BLACK];
    let white = &players.addresses[WHITE];
    let white_key = players.local("key show --key white")?;
    players.local(&format!(
        "terms new --out next.json --key black --as black --me {black} --opponent {white} \
         --opponent-key {white_key} --days 31 --turn-seconds 3600"
    ))?;
    players.local("terms join next.json --key white --out later.json")?;
    let check = format!("terms check later.json --contract {}", players.contract);
    fail(
        &players.ask(&check),
        1,
        "later.json: white_key: counts until ",
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_contract_is_deployed_once_with_the_limits_that_were_asked_for() -> Result<()> {
    let players = Players::new().await?;
    let tool = std::process::Command::new(cairo_tool()?)
        .arg("compile")
        .arg("--project")
        .arg(workspace().join("contracts"))
        .arg("--out")
        .arg(players.path())
        .output()?;
    ensure!(
        tool.status.success(),
        "{}",
        String::from_utf8_lossy(&tool.stderr)
    );
    let class = "--class surround_Settlement.contract_class.json \
                 --compiled surround_Settlement.compiled_contract_class.json";
    let deploy = format!("deploy {class} --min-seconds 7200 --rated-komi 9:6.5 --salt 0x5");
    let dry = players.sent(THIRD, &format!("{deploy} --dry-run"))?;
    holds(&dry, "/deployment/outcome", "dry_run")?;
    let sent = players.sent(THIRD, &deploy)?;
    holds(&sent, "/deployment/outcome", "sent")?;
    ensure!(sent["contract"] == dry["contract"], "{sent} {dry}");
    let again = players.sent(THIRD, &deploy)?;
    holds(&again, "/deployed_before", true)?;
    holds(&again, "/deployment", Value::Null)?;
    let contract = sent["contract"].as_str().context("an address")?;
    let contract = Settlement {
        address: felt::parse(contract)?,
    };
    let limits = View::new(players.network.node(), contract, LATEST)
        .limits()
        .await?;
    ensure!(
        limits.min_seconds == 7_200 && limits.rated_komi_x2(9) == Some(13),
        "{limits:?}"
    );
    let wrong = players.send(THIRD, &format!("deploy {class} --min-seconds 0"));
    ensure!(wrong.code == 1 && wrong.out.is_empty(), "{}", wrong.err);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_contract_judges_games_as_the_rules_do() -> Result<()> {
    let players = Players::new().await?;
    let passes = vec!["\"pass\""; 16].join(",");
    let games = [
        r#"{"size":5,"handicap":0,"komi_x2":1,"moves":["C1","E1","C2","E2","C3","E3","C4","E4","C5","E5","pass","pass","propose","accept"],"dead":["E1","E2","E3","E4","E5"]}"#,
        r#"{"size":5,"handicap":0,"komi_x2":0,"moves":["A2","E5","B1","A1"]}"#,
        r#"{"size":9,"handicap":3,"komi_x2":1,"moves":["E5","pass"]}"#,
        r#"{"size":9,"handicap":1,"komi_x2":1,"moves":[]}"#,
        r#"{"size":19,"handicap":0,"komi_x2":1,"moves":["U1"]}"#,
        // Longer than any line of its size.
        &format!(r#"{{"size":2,"handicap":0,"komi_x2":0,"moves":[{passes}]}}"#),
    ];
    let input = games.join("\n");
    let rules = surround_in(players.path(), &["replay", "--batch", "-"], &input);
    let url = players.network.control().url();
    let via = [
        "--via",
        "contract",
        "--contract",
        &players.contract,
        "--rpc",
        url,
    ];
    let args = [&["replay", "--batch", "-"][..], &via].concat();
    let contract = surround_in(players.path(), &args, &input);
    ensure!(
        contract.code == rules.code && contract.code == 2,
        "{}",
        contract.err
    );
    ensure!(contract.out.lines().count() == games.len());
    for (own, via) in rules.out.lines().zip(contract.out.lines()) {
        let mut own: Value = serde_json::from_str(own)?;
        for field in [
            "captured_by_black",
            "captured_by_white",
            "equivalence_margin_x2",
        ] {
            if let Some(field) = own.get_mut(field) {
                *field = Value::Null;
            }
        }
        ensure!(own == serde_json::from_str::<Value>(via)?, "{own} {via}");
    }
    Ok(())
}
