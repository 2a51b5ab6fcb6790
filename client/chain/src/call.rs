//! One call of a contract, in the form that wallets take and in the form that is signed.

use serde::ser::{Serialize, SerializeStruct, Serializer};
use starknet_rust::core::types::Felt;
use starknet_rust::core::utils::starknet_keccak;
use surround_channel::felt;

/// A call. As JSON it is `{contract_address, entry_point, entrypoint, calldata}`, felts in hexadecimal. The
/// wallet API (`wallet_addInvokeTransaction`) reads `entry_point`, the libraries that sign read
/// `entrypoint`; both are the same name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The contract.
    pub contract_address: Felt,
    /// The entry point's name.
    pub entrypoint: &'static str,
    /// The serialised arguments.
    pub calldata: Vec<Felt>,
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let calldata: Vec<_> = self.calldata.iter().map(felt::to_text).collect();
        let mut call = serializer.serialize_struct("Call", 4)?;
        call.serialize_field("contract_address", &felt::to_text(&self.contract_address))?;
        call.serialize_field("entry_point", self.entrypoint)?;
        call.serialize_field("entrypoint", self.entrypoint)?;
        call.serialize_field("calldata", &calldata)?;
        call.end()
    }
}

impl Call {
    /// The entry point's selector. Names here are ASCII and none is a default entry point, so the
    /// selector is the plain hash.
    pub fn selector(&self) -> Felt {
        starknet_keccak(self.entrypoint.as_bytes())
    }
}

impl From<&Call> for starknet_rust::core::types::Call {
    fn from(call: &Call) -> Self {
        Self {
            to: call.contract_address,
            selector: call.selector(),
            calldata: call.calldata.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_as_wallets_take_it() {
        let call = Call {
            contract_address: Felt::from(0x64b4),
            entrypoint: "transfer",
            calldata: vec![Felt::from(255), Felt::ZERO],
        };
        assert_eq!(
            serde_json::to_string(&call).unwrap(),
            r#"{"contract_address":"0x64b4","entry_point":"transfer","entrypoint":"transfer","calldata":["0xff","0x0"]}"#
        );
        // The selector of `transfer` in every ERC-20 on Starknet.
        let transfer = "0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e";
        assert_eq!(call.selector(), Felt::from_hex_unchecked(transfer));
    }
}
