use super::fake_node::{FakeNode, Taking};
use super::*;
use crate::account::AccountKey;
use crate::amount::Fri;
use crate::envelope::Envelope;

/// An account on a node that takes transactions as told, and a call for it.
async fn account(taking: &[Taking]) -> (Sender, Call, FakeNode) {
    let fake = FakeNode::start(taking.to_vec());
    let node = Node::connect(&fake.url).await.unwrap();
    let credentials = Credentials::new("0x64b4", AccountKey::parse("0x1234").unwrap()).unwrap();
    let call = Call {
        contract_address: Felt::ONE,
        entrypoint: "transfer",
        calldata: Vec::new(),
    };
    (Sender::new(node, &credentials), call, fake)
}

/// Sends one call to a node that takes transactions as told; returns the outcome and how many
/// transactions the node was handed.
async fn send(taking: &[Taking]) -> (Result<Receipt, ChainError>, usize) {
    let (sender, call, fake) = account(taking).await;
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
async fn an_answer_that_cannot_be_read_may_have_taken_the_transaction() {
    let (outcome, handed) = send(&[Taking::HidesBehindAPage]).await;
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

#[tokio::test]
async fn what_was_signed_is_sent_again_unchanged_from_a_journal() {
    let (sender, call, fake) = account(&[Taking::Takes, Taking::HasIt]).await;
    let calls = [call];
    let quote = sender.dry_run(&calls).await.unwrap();
    let signed = sender.sign(&calls, 5, &quote.bounds).await.unwrap();
    assert_eq!(signed.bounds(), quote.bounds);
    signed.send(sender.node()).await.unwrap();

    let journal = serde_json::to_string(&signed).unwrap();
    let read: Envelope = serde_json::from_str(&journal).unwrap();
    assert_eq!(read, signed);
    read.send(sender.node()).await.unwrap();
    assert_eq!(*fake.handed.lock().unwrap(), 2);
}

#[tokio::test]
async fn another_nonce_or_another_price_is_another_transaction() {
    let (sender, call, _fake) = account(&[]).await;
    let calls = [call];
    let quote = sender.dry_run(&calls).await.unwrap();
    let sign = async |nonce, bounds| sender.sign(&calls, nonce, bounds).await.unwrap().hash();
    let first = sign(5, &quote.bounds).await;
    assert_eq!(sign(5, &quote.bounds).await, first);
    assert_ne!(sign(6, &quote.bounds).await, first);
    let prices = sender.node().block(PENDING).await.unwrap().prices;
    assert_ne!(sign(5, &quote.bounds.bumped(prices)).await, first);
}

#[tokio::test]
async fn a_nonce_too_far_ahead_is_not_signed() {
    let (sender, call, _fake) = account(&[]).await;
    let calls = [call];
    let bounds = sender.dry_run(&calls).await.unwrap().bounds;
    // The fake node's account is at 3.
    assert!(sender.sign(&calls, 203, &bounds).await.is_ok());
    let error = sender.sign(&calls, 204, &bounds).await.unwrap_err();
    assert!(matches!(error, ChainError::Gateway(_)), "{error}");
}
