use std::io::Write;

use super::*;

const KEY: &str = "0x71d7bb07b9a64f6f78ac4c816aff4da9";

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

fn starkli(variant: &str, deployment: &str) -> Result<Credentials, AccountError> {
    let file = file(&format!(
        r#"{{"version":1,"variant":{variant},"deployment":{deployment}}}"#
    ));
    Credentials::from_starkli(file.path(), AccountKey::parse(KEY).unwrap())
}

const OZ: &str = r#"{"type":"open_zeppelin","version":1,"public_key":"0x1","legacy":false}"#;
const DEPLOYED: &str = r#"{"status":"deployed","class_hash":"0x5","address":"0x64b4"}"#;

#[test]
fn reads_starkli_files_of_every_wallet() {
    let layouts = [
        (OZ, ExecutionEncoding::New),
        (
            r#"{"type":"open_zeppelin","version":1,"public_key":"0x1"}"#,
            ExecutionEncoding::Legacy,
        ),
        (
            r#"{"type":"argent","version":1,"owner":"0x1","guardian":"0x0"}"#,
            ExecutionEncoding::New,
        ),
        (
            r#"{"type":"argent","version":1,"implementation":"0x3","signer":"0x1","guardian":"0x0"}"#,
            ExecutionEncoding::Legacy,
        ),
        (
            r#"{"type":"braavos","version":1,"multisig":{"status":"off"},"signers":[{"type":"stark","public_key":"0x1"}]}"#,
            ExecutionEncoding::New,
        ),
    ];
    for (variant, encoding) in layouts {
        let account = starkli(variant, DEPLOYED).unwrap();
        assert_eq!(account.address(), Felt::from(0x64b4), "{variant}");
        assert_eq!(account.encoding, encoding, "{variant}");
    }
}

#[test]
fn refuses_accounts_that_do_not_exist_yet() {
    let undeployed = r#"{"status":"undeployed","class_hash":"0x5","salt":"0x1"}"#;
    let error = starkli(OZ, undeployed).unwrap_err();
    assert!(matches!(error, AccountError::NotDeployed { .. }), "{error}");
}

#[test]
fn refuses_files_of_other_kinds() {
    let error = starkli(r#"{"type":"mystery"}"#, DEPLOYED).unwrap_err();
    assert!(matches!(error, AccountError::BadFile { .. }), "{error}");
    let missing = Credentials::from_starkli(
        Path::new("no-such-account.json"),
        AccountKey::parse(KEY).unwrap(),
    );
    assert!(matches!(missing, Err(AccountError::Unreadable { .. })));
}

#[test]
fn reads_keys_from_files_with_a_newline() {
    let file = file(&format!("{KEY}\n"));
    let key = AccountKey::read(file.path()).unwrap();
    assert_eq!(key.0.secret_scalar(), Felt::from_hex(KEY).unwrap());
}

#[test]
fn refuses_keys_off_the_curve_order() {
    let order = "0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f";
    let below = "0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2e";
    let prime = "0x800000000000011000000000000000000000000000000000000000000000001";
    assert!(AccountKey::parse(below).is_ok());
    for bad in ["", "0x", "0x0", "12", "0xzz", "-0x1", "0x-1", order, prime] {
        assert!(
            matches!(AccountKey::parse(bad), Err(AccountError::BadKey)),
            "{bad}"
        );
    }
}

#[test]
fn refuses_addresses_beyond_the_field() {
    // The prime plus 0x64b4 reads as 0x64b4 when reduced.
    let wrapped = "0x8000000000000110000000000000000000000000000000000000000000064b5";
    let two_pow_251 = "0x800000000000000000000000000000000000000000000000000000000000000";
    for bad in ["", "64b4", "0x0", wrapped, two_pow_251] {
        let account = Credentials::new(bad, AccountKey::parse(KEY).unwrap());
        assert!(matches!(account, Err(AccountError::BadAddress)), "{bad}");
    }
    let padded = format!("0x{:0>64}", "64B4");
    let account = Credentials::new(&padded, AccountKey::parse(KEY).unwrap()).unwrap();
    assert_eq!(account.address(), Felt::from(0x64b4));
}

#[test]
fn never_shows_the_key() {
    let account = starkli(OZ, DEPLOYED).unwrap();
    let digits = &KEY[2..];
    assert!(!format!("{account:?}").contains(digits));
    let error = AccountKey::parse(&format!("{KEY}zz")).unwrap_err();
    assert!(!format!("{error} {error:?}").contains(digits));
}
