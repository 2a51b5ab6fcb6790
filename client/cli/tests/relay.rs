//! `surround relay`: what is told about a configuration before anything is started.

mod common;

use anyhow::Result;
use common::surround_in;
use surround_channel::felt;
use surround_tests::artifacts::Meter;
use surround_tests::network::{Network, THIRD};

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let config = "rpc = 'node.example'\ncontract = '0x0'\n[pace]\nlease = 1\n";
    std::fs::write(folder.path().join("relay.toml"), config).expect("a file");
    let args = ["relay", "--config", "relay.toml", "--check-config"];
    let ran = surround_in(folder.path(), &args, "");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    for field in ["rpc: ", "contract: ", "tokens: ", "pace.lease: "] {
        assert!(ran.err.contains(field), "{field}: {}", ran.err);
    }
    assert!(!ran.err.contains("node.example"), "{}", ran.err);
}

#[test]
fn a_misspelt_field_is_named() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    std::fs::write(folder.path().join("relay.toml"), "contrakt = '0x1'\n").expect("a file");
    let args = [
        "relay",
        "--config",
        "relay.toml",
        "--check-config",
        "--json",
    ];
    let ran = surround_in(folder.path(), &args, "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("contrakt"), "{}", ran.err);
    assert!(ran.err.contains("bad_configuration"), "{}", ran.err);
}

#[tokio::test]
async fn the_node_is_asked_for_contract_and_accounts() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let folder = tempfile::tempdir()?;
    let account = network.account(THIRD)?;
    account.write_key(&folder.path().join("account.key"))?;
    std::fs::write(folder.path().join("token"), "secret")?;
    let check = |contract: &str| {
        let config = format!(
            "rpc = '{}'\ncontract = '{contract}'\n\
             [[accounts]]\naddress = '{}'\nkey = {{ file = 'account.key' }}\n\
             [[tokens]]\nname = 'server'\nsecret = {{ file = 'token' }}\n",
            network.control().url(),
            felt::to_text(&account.address()),
        );
        std::fs::write(folder.path().join("relay.toml"), config)?;
        let args = ["relay", "--config", "relay.toml", "--check-config"];
        anyhow::Ok(surround_in(folder.path(), &args, ""))
    };
    let ran = check(&felt::to_text(&network.settlement().address))?;
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("network SN_SEPOLIA"), "{}", ran.out);
    assert!(
        ran.out.contains("the configuration is in order"),
        "{}",
        ran.out
    );
    // Nothing was started, so there is no database.
    assert!(!folder.path().join("surround-relayer.db").exists());

    let ran = check("0x1234")?;
    assert_ne!(ran.code, 0, "there is no contract");
    Ok(())
}
