use std::sync::Arc;

use starknet_rust::core::types::InnerContractExecutionError;

use super::*;

/// A call through an account, as the runtime prints it. The contract's address reads as the short
/// string `address`, which is not its error.
const CALL: &str = "Transaction execution has failed:
0: Error in the called contract (contract address: 0x64b4, class hash: 0x5, selector: 0x15d4):
Execution failed. Failure reason:
Error in contract (contract address: 0x64b4, class hash: 0x5, selector: 0x15d4):
Error in contract (contract address: 0x61646472657373, class hash: 0x7, selector: 0x62c8):
(0x73757065726b6f ('superko'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED')).
";

#[test]
fn finds_the_contracts_error_below_every_wrapper() {
    assert_eq!(Revert::from_trace(CALL).name(), Some("superko"));
    let alone = "Execution failed. Failure reason: 0x6661696c ('fail').";
    assert_eq!(Revert::from_trace(alone).name(), Some("fail"));
    // 'argent/multicall-failed', the number of the call, then the contract's error.
    let wallet = "Failure reason:\n(0x617267656e742f6d756c746963616c6c2d6661696c6564 \
        ('argent/multicall-failed'), 0x1 (''), 0x646973707574653a206e6f74206f70656e \
        ('dispute: not open'), 0x454e545259504f494e545f4641494c4544 ('ENTRYPOINT_FAILED')).";
    assert_eq!(Revert::from_trace(wallet).name(), Some("dispute: not open"));
}

#[test]
fn shows_the_trace_when_there_is_no_name() {
    let revert = Revert::from_trace("Transaction execution has failed: no such thing\n");
    assert_eq!(revert.name(), None);
    assert_eq!(
        revert.to_string(),
        "Transaction execution has failed: no such thing"
    );
}

#[test]
fn reads_nested_errors_as_nodes_return_them() {
    let frame = |error| {
        ContractExecutionError::Nested(InnerContractExecutionError {
            contract_address: Felt::ONE,
            class_hash: Felt::TWO,
            selector: Felt::THREE,
            error: Arc::new(error),
        })
    };
    let message = "(0x6f63637570696564 ('occupied'), 0x454e545259504f494e545f4641494c4544)";
    let error = frame(frame(ContractExecutionError::Message(message.to_owned())));
    let revert = Revert::from_error(&error);
    assert_eq!(revert.name(), Some("occupied"));
    assert!(
        revert.trace.starts_with("in contract 0x1, selector 0x3: "),
        "{}",
        revert.trace
    );
}

#[test]
fn tells_exhausted_bounds_from_refusals() {
    for bound in [
        "Execution failed. Failure reason:\n0x4f7574206f6620676173 ('Out of gas').",
        "Insufficient max L2Gas: max amount: 4000000, actual used: 4040000.",
        "Insufficient max L1DataGas: max amount: 1056, actual used: 1088.",
        "Could not reach the end of the program. RunResources has no remaining steps. Out of gas",
    ] {
        assert!(Revert::from_trace(bound).is_out_of_bounds(), "{bound}");
    }
    assert!(!Revert::from_trace(CALL).is_out_of_bounds());
}

#[test]
fn recognises_an_account_that_cannot_pay() {
    let poor = "Resources bounds ({ l1_gas: { .. } }) exceed balance (12).";
    assert!(Revert::from_trace(poor).is_out_of_balance());
    assert!(!Revert::from_trace(CALL).is_out_of_balance());
}

#[test]
fn recognises_a_taken_nonce() {
    let taken =
        "Invalid transaction nonce of contract at address 0x1. Account nonce: 0x1; got: 0x0.";
    assert!(Revert::from_trace(taken).is_stale_nonce());
    assert!(!Revert::from_trace(CALL).is_stale_nonce());
}
