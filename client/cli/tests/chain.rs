//! The commands that ask and send, run by two players on a local network.

mod common;

use std::path::Path;

use anyhow::{Context, Result, ensure};
use common::surround_in;
use serde_json::{Value, json};
use surround_channel::felt;
use surround_tests::artifacts::Meter;
use surround_tests::network::{BLACK, Network, THIRD, WHITE};
use tempfile::TempDir;

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
        let accounts = predeployed(network.control().url()).await?;
        let mut addresses = Vec::new();
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

    /// Runs a command that needs no account.
    fn ask(&self, args: &[&str]) -> common::Ran {
        let node = ["--rpc", self.network.control().url()];
        surround_in(self.path(), &[args, &node].concat(), "")
    }

    /// Runs a command as an account.
    fn send(&self, account: usize, args: &[&str]) -> common::Ran {
        let key = format!("account-{account}");
        let address = &self.addresses[account];
        self.ask(
            &[
                args,
                &["--account-address", address, "--private-key-file", &key],
            ]
            .concat(),
        )
    }

    /// As [`Players::send`], with a JSON answer; the command must succeed.
    fn sent(&self, account: usize, args: &[&str]) -> Result<Value> {
        let ran = self.send(account, &[args, &["--json"]].concat());
        ensure!(ran.code == 0, "{args:?}: {}", ran.err);
        Ok(serde_json::from_str(&ran.out)?)
    }

    /// Runs a command that neither asks nor sends; it must succeed.
    fn local(&self, args: &[&str]) -> Result<String> {
        let ran = surround_in(self.path(), args, "");
        ensure!(ran.code == 0, "{args:?}: {}", ran.err);
        Ok(ran.out)
    }

    /// Makes keys, registers them, and agrees on terms: `game.json` is ready for its first step.
    fn begin(&self) -> Result<()> {
        for (name, account) in [("black", BLACK), ("white", WHITE)] {
            self.local(&["key", "new", "--key", name])?;
            self.sent(
                account,
                &["register-key", "--key", name, "--contract", &self.contract],
            )?;
        }
        let white_key = self.local(&["key", "show", "--key", "white"])?;
        self.local(&[
            "terms",
            "new",
            "--key",
            "black",
            "--as",
            "black",
            "--me",
            &self.addresses[BLACK],
            "--opponent",
            &self.addresses[WHITE],
            "--opponent-key",
            white_key.trim(),
            "--size",
            "5",
            "--komi",
            "2.5",
            "--turn-seconds",
            "3600",
            "--turn-blocks",
            "60",
            "--days",
            "20",
            "--out",
            "proposed.json",
        ])?;
        self.local(&[
            "terms",
            "join",
            "proposed.json",
            "--key",
            "white",
            "--out",
            "terms.json",
        ])?;
        let checked = self.ask(&["terms", "check", "terms.json", "--contract", &self.contract]);
        ensure!(checked.code == 0, "{}", checked.err);
        let chain = felt::to_text(&self.network.node().chain_id());
        self.local(&[
            "transcript",
            "new",
            "terms.json",
            "--chain-id",
            &chain,
            "--contract",
            &self.contract,
            "--out",
            "game.json",
        ])?;
        Ok(())
    }

    /// Signs a step; the first of each key asks the chain whether the game can be counted on.
    fn step(&self, player: &str, step: &[&str]) -> Result<()> {
        let args = [
            &["sign", "step", "game.json", "--key", player, "--yes"],
            step,
        ]
        .concat();
        let ran = self.ask(&args);
        ensure!(ran.code == 0, "{step:?}: {}", ran.err);
        Ok(())
    }

    fn status(&self) -> Result<Value> {
        let ran = self.ask(&["status", "game.json", "--json"]);
        ensure!(ran.code == 0, "{}", ran.err);
        Ok(serde_json::from_str(&ran.out)?)
    }
}

/// Addresses and keys of the network's accounts, by number.
async fn predeployed(url: &str) -> Result<Vec<(String, String)>> {
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "devnet_getPredeployedAccounts"});
    let client = reqwest::Client::new();
    let answer = client
        .post(url)
        .header("Content-Type", "application/json")
        .body(request.to_string())
        .send()
        .await?;
    let answer: Value = serde_json::from_str(&answer.text().await?)?;
    let accounts = answer["result"].as_array().context("no accounts")?;
    let field =
        |account: &Value, name| account[name].as_str().map(str::to_owned).context("a field");
    accounts
        .iter()
        .map(|a| Ok((field(a, "address")?, field(a, "private_key")?)))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stalled_game_is_opened_answered_and_claimed() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2"), ("black", "D2")] {
        players.step(player, &[step])?;
    }
    // White stalls. Whoever is due cannot open: White's account is refused before it pays.
    let ran = players.send(WHITE, &["open", "game.json"]);
    ensure!(
        ran.code == 1 && ran.err.contains("takes the player who is not due"),
        "{}",
        ran.err
    );
    let dry = players.sent(BLACK, &["open", "game.json", "--dry-run"])?;
    ensure!(
        dry["outcome"] == "dry_run" && dry["l2_gas"].as_u64() > Some(0),
        "{dry}"
    );
    ensure!(dry["dispute"]["status"] == "none", "{dry}");
    let sent = players.sent(BLACK, &["open", "game.json"])?;
    ensure!(
        sent["outcome"] == "sent" && sent["calls"] == json!(["submit"]),
        "{sent}"
    );
    ensure!(
        sent["dispute"]["status"] == "open" && sent["dispute"]["due"] == "white",
        "{sent}"
    );
    let again = players.send(BLACK, &["open", "game.json"]);
    ensure!(
        again.code == 1 && again.err.contains("surround status"),
        "{}",
        again.err
    );

    // White answers by its wallet alone, Black takes the step over from the chain.
    let own = std::fs::read_to_string(players.path().join("game.json"))?;
    players.sent(WHITE, &["advance", "game.json", "B2", "--by-wallet"])?;
    std::fs::write(players.path().join("game.json"), own)?;
    let behind = players.send(BLACK, &["advance", "game.json", "E5", "--key", "black"]);
    ensure!(behind.code != 0, "{}", behind.out);
    ensure!(players.ask(&["transcript", "fetch", "game.json"]).code == 0);
    let status = players.status()?;
    ensure!(
        status["game"]["steps"] == 4 && status["dispute"]["due"] == "black",
        "{status}"
    );
    players.sent(BLACK, &["advance", "game.json", "B3", "--key", "black"])?;

    // White misses the deadline; anyone claims, and not before.
    let early = players.send(THIRD, &["claim", "game.json"]);
    ensure!(early.code == 3, "{}", early.err);
    ensure!(
        early
            .err
            .contains("dispute: window still running; nothing was sent"),
        "{}",
        early.err
    );
    players.network.advance(LATE, 60).await?;
    let choices = players.status()?["choices"].clone();
    ensure!(choices[0]["command"] == "claim", "{choices}");
    let claimed = players.sent(THIRD, &["claim", "game.json"])?;
    ensure!(claimed["dispute"]["status"] == "final", "{claimed}");
    ensure!(claimed["dispute"]["result"]["result"] == "B+F", "{claimed}");
    ensure!(
        claimed["dispute"]["result"]["decided_onchain"] == true,
        "{claimed}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn status_draws_the_board_and_tells_what_can_be_done() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2")] {
        players.step(player, &[step])?;
    }
    players.sent(WHITE, &["open", "game.json"])?;
    let ran = players.send(BLACK, &["status", "game.json"]);
    ensure!(ran.code == 0, "{}", ran.err);
    for line in [
        " 3 . . X . . 3",
        " 2 . .(O). . 2",
        "open: the chain holds 2 steps, and black is due",
        "what the contract admits now:",
        "black should: sign the next step",
    ] {
        ensure!(ran.out.contains(line), "{line}: {}", ran.out);
    }
    ensure!(
        ran.out
            .contains("surround resign --onchain by the account of black: "),
        "{}",
        ran.out
    );
    ensure!(ran.out.contains(" L2 gas, "), "{}", ran.out);
    // The same from the contract's events alone.
    let shown = players.status()?;
    let channel = shown["game"]["channel_id"]
        .as_str()
        .context("an id")?
        .to_owned();
    let rebuilt = players.ask(&[
        "status",
        "--channel",
        &channel,
        "--contract",
        &players.contract,
    ]);
    ensure!(rebuilt.code == 0, "{}", rebuilt.err);
    ensure!(rebuilt.out.contains(" 2 . .(O). . 2"), "{}", rebuilt.out);
    ensure!(
        rebuilt
            .out
            .contains("the board is rebuilt from the contract's events")
    );
    let unknown = players.ask(&[
        "status",
        "--channel",
        "0x1",
        "--contract",
        &players.contract,
    ]);
    ensure!(unknown.code == 1 && unknown.err.contains("no record of channel 0x1"));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_settled_and_a_resignation_ends_one() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [
        ("black", "C3"),
        ("white", "C2"),
        ("black", "pass"),
        ("white", "pass"),
    ] {
        players.step(player, &[step])?;
    }
    players.step("black", &["propose", "--dead", "C2"])?;
    let early = players.send(BLACK, &["settle", "game.json"]);
    ensure!(
        early.code == 1 && early.err.contains("the game goes on"),
        "{}",
        early.err
    );
    players.step("white", &["accept"])?;
    let late = players.send(BLACK, &["open", "game.json"]);
    ensure!(
        late.code == 1 && late.err.contains("surround settle"),
        "{}",
        late.err
    );
    // White accepted and lost: final at once, whoever sends it.
    let settled = players.sent(THIRD, &["settle", "game.json"])?;
    ensure!(settled["dispute"]["status"] == "final", "{settled}");
    ensure!(
        settled["dispute"]["result"]["result"] == "B+22.5",
        "{settled}"
    );
    let refused = players.send(WHITE, &["resign", "game.json", "--onchain"]);
    ensure!(
        refused.code == 3 && refused.err.contains("dispute: is final"),
        "{}",
        refused.err
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_resignation_ends_a_game_whoever_brings_it() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    for (player, step) in [("black", "C3"), ("white", "C2")] {
        players.step(player, &[step])?;
    }
    let none = players.send(THIRD, &["resign", "game.json"]);
    ensure!(
        none.code == 1 && none.err.contains("holds no resignation"),
        "{}",
        none.err
    );
    players.local(&["sign", "resign", "game.json", "--key", "white"])?;
    let done = players.sent(THIRD, &["resign", "game.json"])?;
    ensure!(done["dispute"]["result"]["result"] == "B+R", "{done}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_key_signs_in_a_game_that_disputes_cannot_be_counted_on() -> Result<()> {
    let players = Players::new().await?;
    players.begin()?;
    players.sent(
        WHITE,
        &[
            "revoke-key",
            "--key",
            "white",
            "--contract",
            &players.contract,
        ],
    )?;
    let before = std::fs::read(players.path().join("game.json"))?;
    // The delay runs longer than the terms, so the game is still safe.
    players.step("black", &["C3"])?;
    players.network.advance(11 * 86_400, 1).await?;
    ensure!(before != std::fs::read(players.path().join("game.json"))?);
    let again = players.send(
        WHITE,
        &[
            "revoke-key",
            "--key",
            "white",
            "--contract",
            &players.contract,
        ],
    );
    ensure!(
        again.code == 3 && again.err.contains("channel: key is revoked"),
        "{}",
        again.err
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_contract_judges_games_as_the_rules_do() -> Result<()> {
    let players = Players::new().await?;
    let games = [
        r#"{"size":5,"handicap":0,"komi_x2":1,"moves":["C1","E1","C2","E2","C3","E3","C4","E4","C5","E5","pass","pass","propose","accept"],"dead":["E1","E2","E3","E4","E5"]}"#,
        r#"{"size":5,"handicap":0,"komi_x2":0,"moves":["A2","E5","B1","A1"]}"#,
        r#"{"size":9,"handicap":3,"komi_x2":1,"moves":["E5","pass"]}"#,
        r#"{"size":9,"handicap":1,"komi_x2":1,"moves":[]}"#,
        r#"{"size":19,"handicap":0,"komi_x2":1,"moves":["U1"]}"#,
        r#"{"size":2,"handicap":0,"komi_x2":0,"moves":["A1","B1","A2","B2","pass","pass","pass","pass","pass","pass","pass","pass","pass","pass","pass","pass"]}"#,
    ];
    let input = games.join("\n");
    let rules = surround_in(players.path(), &["replay", "--batch", "-"], &input);
    let args = [
        "replay",
        "--batch",
        "-",
        "--via",
        "contract",
        "--contract",
        &players.contract,
        "--rpc",
        players.network.control().url(),
    ];
    let contract = surround_in(players.path(), &args, &input);
    ensure!(
        contract.code == rules.code && contract.code == 2,
        "{}",
        contract.err
    );
    for (own, via) in rules.out.lines().zip(contract.out.lines()) {
        let mut own: Value = serde_json::from_str(own)?;
        for field in [
            "captured_by_black",
            "captured_by_white",
            "equivalence_margin_x2",
        ] {
            if own["ok"] == true {
                own[field] = Value::Null;
            }
        }
        ensure!(own == serde_json::from_str::<Value>(via)?, "{own} {via}");
    }
    ensure!(contract.out.lines().count() == games.len());
    Ok(())
}
