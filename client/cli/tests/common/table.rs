//! Two players at one table, with keys and nonces that never change, so that every signature and
//! every output is the same in each run.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::{Ran, surround_in};

/// Secret and public halves: the first two multiples of the Stark curve's generator, and a known
/// answer of the reference implementation (crypto-cpp).
pub const BLACK: (&str, &str) = (
    "0x3c1e9550e66958296d11b60f8e8e7a7ad990d07fa65d5f7652c4a6c87d4e3cc",
    "0x77a3b314db07c45076d11f62b6f9e748a39790441823307743cf00d6597ea43",
);
pub const WHITE: (&str, &str) = (
    "0x1",
    "0x1ef15c18599971b7beced415a40f0c7deacfd9b0d1819e03d723d8bc943cfca",
);
pub const REFEREE: (&str, &str) = (
    "0x2",
    "0x759ca09377679ecd535a81e83039658bf40959283187c654c5416f439403cf5",
);

/// A folder with three keys, terms that both players have joined, and the transcript of a game that
/// both keys have committed to.
pub struct Table(TempDir);

impl Table {
    /// A ranked 5x5 game with komi 2.5.
    pub fn new() -> Self {
        let table = Self(tempfile::tempdir().expect("a folder for the test"));
        for (name, key) in [("black", BLACK), ("white", WHITE), ("referee", REFEREE)] {
            table.write_key(name, key);
        }
        table.write("terms.json", &terms());
        let made = table.run(&["transcript", "new", "terms.json", "--out", "game.json"]);
        assert_eq!(made.code, 0, "{}", made.err);
        let id = table.run(&["terms", "id", "terms.json"]);
        table.join("black", "0xb1", id.out.trim());
        table.join("white", "0xa1", id.out.trim());
        table
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Runs the program here, on a network and a contract that never answer.
    pub fn run(&self, args: &[&str]) -> Ran {
        let network = ["--chain-id", "SN_SEPOLIA", "--contract", "0xc0"];
        let bound = matches!(
            args,
            ["transcript", "new" | "from-sgf", ..] | ["terms", "id", ..]
        );
        let args = if bound {
            [args, &network].concat()
        } else {
            args.to_vec()
        };
        surround_in(self.path(), &args, "")
    }

    /// Signs a step with a player's key; it must succeed.
    pub fn step(&self, player: &str, step: &[&str]) -> Ran {
        let args = [
            &["sign", "step", "game.json", "--key", player, "--yes"],
            step,
        ]
        .concat();
        let ran = self.run(&args);
        assert_eq!(ran.code, 0, "{step:?}: {}", ran.err);
        ran
    }

    /// The contents of a file.
    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).expect("the file is there")
    }

    /// Writes a file.
    pub fn write(&self, file: &str, contents: &str) {
        fs::write(self.path().join(file), contents).expect("the folder can be written");
    }

    fn write_key(&self, name: &str, (secret, public): (&str, &str)) {
        let folder = self.path().join(name);
        fs::create_dir_all(folder.join("games")).expect("the folder can be written");
        let key = format!(
            r#"{{"format":"surround.key","version":1,"public":"{public}","secret":"{secret}"}}"#
        );
        self.write(&format!("{name}/key.json"), &key);
        fs::set_permissions(folder.join("key.json"), fs::Permissions::from_mode(0o600))
            .expect("permissions can be set");
    }

    /// The journal of a key that has seen the conditions of a first step hold.
    fn join(&self, name: &str, nonce: &str, channel_id: &str) {
        let journal = format!(
            r#"{{"format":"surround.journal","version":1,"nonce":"{nonce}",
                "channel_id":"{channel_id}","resigned":false,"flagged_heads":[],"steps":[]}}"#
        );
        self.write(&format!("{name}/games/{nonce}.json"), &journal);
    }
}

fn terms() -> String {
    format!(
        r#"{{"black":"0xb","white":"0xa","black_key":"{}","white_key":"{}","referee_key":"{}",
            "size":5,"handicap":0,"komi_x2":5,"turn_seconds":3600,"turn_blocks":60,
            "expires_at":4102444800,"black_nonce":"0xb1","white_nonce":"0xa1"}}"#,
        BLACK.1, WHITE.1, REFEREE.1
    )
}
