//! Deployment of the settlement contract: declare the class, deploy it, skip what is done already.

use starknet_rust::core::types::{Felt, StarknetError};
use starknet_rust::providers::{Provider, ProviderError};
use surround_channel::policy::Limits;

use crate::calls::{self, Settlement};
use crate::declare::Class;
use crate::error::ChainError;
use crate::receipt::{Receipt, Wait};
use crate::rpc::PENDING;
use crate::send::Sender;

/// A deployed contract and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deployment {
    /// The contract.
    pub settlement: Settlement,
    /// The declaration; none when the network knew the class.
    pub declared: Option<Receipt>,
    /// The deployment; none when the contract was there already.
    pub deployed: Option<Receipt>,
}

impl Sender {
    /// Deploys the class with these limits, which are fixed for good.
    ///
    /// The address follows from class, salt and limits, whoever sends: a deployment that was cut off
    /// is completed by calling this again.
    ///
    /// # Errors
    /// See [`Sender::send`]; limits that the contract refuses are [`ChainError::Reverted`].
    pub async fn deploy(
        &self,
        class: &Class,
        limits: &Limits,
        salt: Felt,
        patience: Wait,
    ) -> Result<Deployment, ChainError> {
        let constructor = calls::constructor(limits);
        let settlement = Settlement {
            address: class.address(salt, &constructor),
        };
        let declared = if self.is_declared(class).await? {
            None
        } else {
            Some(self.declare(class, patience).await?)
        };
        let deployed = if self.is_deployed(settlement).await? {
            None
        } else {
            let call = class.deployment(salt, &constructor);
            Some(self.send(&[call], patience).await?)
        };
        Ok(Deployment {
            settlement,
            declared,
            deployed,
        })
    }

    /// Whether there is a contract at the address, of whatever class.
    pub async fn is_deployed(&self, settlement: Settlement) -> Result<bool, ChainError> {
        let address = settlement.address;
        match self.node().rpc().get_class_hash_at(PENDING, address).await {
            Ok(_) => Ok(true),
            Err(ProviderError::StarknetError(StarknetError::ContractNotFound)) => Ok(false),
            Err(error) => Err(self.node().error("the contract", error)),
        }
    }
}
