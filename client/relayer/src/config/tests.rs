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
