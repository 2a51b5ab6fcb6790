use super::fake_node::{FakeNode, Taking};
use super::*;
use crate::account::AccountKey;
use crate::amount::Fri;

/// Sends one call to a node that takes transactions as told; returns the outcome and how many
/// transactions the node was handed.
async fn send(taking: &[Taking]) -> (Result<Receipt, ChainError>, usize) {
    let fake = FakeNode::start(taking.to_vec());
    let node = Node::connect(&fake.url).await.unwrap();
    let credentials = Credentials::new("0x64b4", AccountKey::parse("0x1234").unwrap()).unwrap();
    let sender = Sender::new(node, &credentials);
    let call = Call {
        contract_address: Felt::ONE,
        entrypoint: "transfer",
        calldata: Vec::new(),
    };
    let outcome = sender.send(&[call], Wait::default()).await;
    let handed = *fake.handed.lock().unwrap();
    (outcome, handed)
}

#[tokio::test]
async fn a_sent_transaction_ends_in_its_receipt() {
    let (outcome, handed) = send(&[Taking::Takes]).await;
    let receipt = outcome.unwrap();
    assert_eq!((receipt.block, receipt.revert), (7, None));
    assert_eq!(receipt.spent.fee, Fri(1_000_000_000_000_000));
    assert_eq!(handed, 1);
}

#[tokio::test]
async fn a_refused_nonce_is_read_again() {
    let (outcome, handed) = send(&[Taking::RefusesNonce, Taking::Takes]).await;
    assert!(outcome.is_ok());
    assert_eq!(handed, 2);
}

#[tokio::test]
async fn a_nonce_refused_again_and_again_is_told() {
    let (outcome, handed) = send(&[Taking::RefusesNonce; 5]).await;
    assert!(matches!(outcome, Err(ChainError::Nonce { .. })));
    assert_eq!(handed, 5);
}

#[tokio::test]
async fn a_transaction_that_the_node_has_already_is_waited_for() {
    let (outcome, handed) = send(&[Taking::HasIt]).await;
    assert!(outcome.is_ok());
    assert_eq!(handed, 1);
}

#[tokio::test]
async fn a_connection_lost_while_sending_is_no_failure_and_nothing_is_sent_twice() {
    let (outcome, handed) = send(&[Taking::HangsUp]).await;
    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(handed, 1);
}

#[tokio::test]
async fn any_other_refusal_ends_the_attempt() {
    let (outcome, handed) = send(&[Taking::RefusesOtherwise]).await;
    let error = outcome.unwrap_err();
    assert!(matches!(error, ChainError::Refused { .. }), "{error}");
    assert_eq!(handed, 1);
}
