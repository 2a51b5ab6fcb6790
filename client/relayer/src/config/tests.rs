use std::io::Write;

use serde_json::json;

use super::*;

fn read(toml: &str) -> Result<Config, ConfigError> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(toml.as_bytes()).unwrap();
    Config::read(Some(file.path()), json!({}))
}

const LEAST: &str = "rpc = 'https://node.example/KEY'\ncontract = '0xc0'\n";

#[test]
fn node_and_contract_are_enough_to_read_it() {
    let config = read(LEAST).unwrap();
    assert_eq!(config.contract, Felt::from(0xc0));
    assert_eq!(config.database.reveal(), "sqlite:surround-relayer.db");
    assert!(read("contract = '0xc0'").is_err());
}

#[test]
fn flags_win_over_the_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(LEAST.as_bytes()).unwrap();
    let flags = json!({ "listen": "127.0.0.1:0", "fees": { "per_day": "0.5" } });
    let config = Config::read(Some(file.path()), flags).unwrap();
    assert_eq!(config.listen.port(), 0);
    assert_eq!(config.fees.per_day, Fri(500_000_000_000_000_000));
    assert_eq!(config.fees.urgent, Fees::default().urgent);
}

#[test]
fn an_amount_is_text_or_a_whole_number() {
    let fees = |fees: &str| read(&format!("{LEAST}[fees]\n{fees}")).map(|config| config.fees);
    let whole = fees("per_day = 500\nurgent = '0.000000000000000001'").unwrap();
    assert_eq!(whole.per_day, Fri(500_000_000_000_000_000_000));
    assert_eq!(whole.urgent, Fri(1));
    for wrong in ["0.5", "-1", "'-1'", "'1e3'", "true"] {
        let error = fees(&format!("per_day = {wrong}")).unwrap_err().to_string();
        assert!(
            error.contains("fees.per_day") && error.contains("such as"),
            "{error}"
        );
    }
}

/// Reads a configuration in a process of its own, which has these variables.
fn read_with(test: &str, variables: &[(&str, &str)]) -> std::process::Output {
    let this = std::env::current_exe().unwrap();
    std::process::Command::new(this)
        .args(["--exact", "--nocapture", &format!("config::tests::{test}")])
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

#[test]
fn amounts_in_the_environment_are_read_digit_by_digit() {
    // Set in the process that this one starts alone.
    if std::env::var_os("SURROUND_RELAY_CONTRACT").is_some() {
        let fees = Config::read(None, json!({})).unwrap().fees;
        assert_eq!(fees.per_day, Fri(500_000_000_000_000_000_000));
        assert_eq!(fees.per_transaction, Fri(500_000_000_000_000_000));
        assert_eq!(fees.urgent, Fri(100_000_000_000_000_001));
        assert_eq!(fees.low_balance, Fri(2_000_000_000_000_000_000));
        assert_eq!(fees.per_player_per_day, Fees::default().per_player_per_day);
        return;
    }
    let variables = [
        ("SURROUND_RELAY_RPC", "https://node.example"),
        ("SURROUND_RELAY_CONTRACT", "0xc0"),
        ("SURROUND_RELAY_FEES__PER_DAY", "500"),
        ("SURROUND_RELAY_FEES__PER_TRANSACTION", "0.5"),
        ("SURROUND_RELAY_FEES__URGENT", "0.100000000000000001"),
        ("SURROUND_RELAY_FEES__LOW_BALANCE", "\"2\""),
    ];
    let ran = read_with(
        "amounts_in_the_environment_are_read_digit_by_digit",
        &variables,
    );
    let out = String::from_utf8(ran.stdout).unwrap();
    let err = String::from_utf8(ran.stderr).unwrap();
    assert!(out.contains("1 passed"), "{out}{err}");
}

#[test]
fn a_misspelt_field_is_named() {
    let error = read(&format!("{LEAST}[fees]\nper_week = '1'")).unwrap_err();
    assert!(error.to_string().contains("per_week"), "{error}");
    let missing = Config::read(Some(Path::new("no/such/file.toml")), json!({}));
    assert!(missing.is_err());
}

#[test]
fn nothing_shows_an_access_key() {
    let config = read(LEAST).unwrap();
    assert!(!format!("{config:?}").contains("KEY"));
}

#[test]
fn a_secret_in_the_wrong_place_is_not_repeated() {
    for wrong in [
        "'0xabcdef'",
        "11259375",
        "['0xabcdef']",
        "{ file = 11259375 }",
    ] {
        let toml = format!("{LEAST}[[accounts]]\naddress = '0x64'\nkey = {wrong}\n");
        let error = read(&toml).unwrap_err();
        let text = format!("{error} {error:?}");
        assert!(text.contains("key"), "{text}");
        assert!(text.contains("file ="), "{text}");
        assert!(
            !text.contains("abcdef") && !text.contains("11259375"),
            "{text}"
        );
    }
}

#[test]
fn all_problems_are_told_at_once() {
    let config = read(
        "rpc = 'node'\ncontract = '0x0'\n\
         [[tokens]]\nname = 'a'\nsecret = { env = 'SURROUND_TEST_UNSET' }\n\
         [[tokens]]\nname = 'a'\nsecret = { file = 'no/such/file' }\n\
         [pace]\nlease = 1\n[fees]\nurgent = '1'\n",
    )
    .unwrap();
    let fields: Vec<_> = config.problems().into_iter().map(|p| p.field).collect();
    assert_eq!(
        fields,
        [
            "rpc",
            "contract",
            "tokens, a: secret",
            "tokens, a: secret",
            "tokens",
            "pace.lease",
            "fees.urgent"
        ]
    );
}

#[test]
fn a_complete_configuration_has_no_problem() {
    let secret = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(secret.path(), "0x1234\n").unwrap();
    let path = secret.path().display();
    let config = read(&format!(
        "{LEAST}[[accounts]]\naddress = '0x64'\nkey = {{ file = '{path}' }}\n\
         [[tokens]]\nname = 'server'\nsecret = {{ file = '{path}' }}\n"
    ))
    .unwrap();
    assert_eq!(config.problems(), []);
}

#[test]
fn the_packaged_configuration_shows_the_defaults() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/relay.toml");
    let packaged = Config::read(Some(Path::new(file)), json!({})).unwrap();
    let least = read(LEAST).unwrap();
    let settings = |config: &Config| {
        let Config {
            margins,
            fees,
            pace,
            guard,
            ..
        } = config.clone();
        serde_json::to_value((margins, fees, pace, guard)).unwrap()
    };
    assert_eq!(settings(&packaged), settings(&least));
    assert_eq!(packaged.listen, least.listen);
    assert_eq!(packaged.database, least.database);
}
