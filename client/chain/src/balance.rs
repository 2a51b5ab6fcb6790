//! What an account has to pay fees with.

use starknet_rust::core::types::{Felt, FunctionCall};
use starknet_rust::core::utils::starknet_keccak;
use starknet_rust::providers::Provider;

use crate::amount::Fri;
use crate::error::ChainError;
use crate::rpc::{Node, PENDING};

/// The STRK token, at the same address on every public network and on a devnet.
const STRK: Felt =
    Felt::from_hex_unchecked("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

/// The STRK that `account` holds, the block being built included; saturating.
///
/// # Errors
/// The node cannot be asked, or its answer is no amount.
pub async fn balance(node: &Node, account: Felt) -> Result<Fri, ChainError> {
    const WHAT: &str = "the balance";
    let request = FunctionCall {
        contract_address: STRK,
        entry_point_selector: starknet_keccak(b"balance_of"),
        calldata: vec![account],
    };
    let answer = node.rpc().call(request, PENDING).await;
    let answer = answer.map_err(|error| node.error(WHAT, error))?;
    let [low, high] = answer.as_slice() else {
        return Err(ChainError::Answer {
            what: WHAT,
            reason: format!("{} felts instead of two", answer.len()),
        });
    };
    if *high != Felt::ZERO {
        return Ok(Fri(u128::MAX));
    }
    let fri = u128::try_from(*low).map_err(|_| ChainError::Answer {
        what: WHAT,
        reason: "the low half does not fit 128 bits".to_owned(),
    })?;
    Ok(Fri(fri))
}
