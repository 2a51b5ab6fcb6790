//! The compiled contract class: its hashes, its declaration, and deployments of it.

use std::sync::Arc;

use starknet_rust::core::types::contract::{CompiledClass, SierraClass};
use starknet_rust::core::types::{Felt, FlattenedSierraClass, StarknetError};
use starknet_rust::core::utils::{UdcUniqueness, get_udc_deployed_address};
use starknet_rust::providers::{Provider, ProviderError};
use thiserror::Error;

use crate::call::Call;
use crate::error::ChainError;
use crate::fees::Quote;
use crate::gateway::{self, GatewayError};
use crate::receipt::{Receipt, Wait};
use crate::rpc::PENDING;
use crate::send::Sender;
use crate::transaction::Payload;

/// The Universal Deployer Contract, at the same address on every network.
const UDC: Felt =
    Felt::from_hex_unchecked("0x02ceed65a4bd731034c01113685c831b01c15d7d432f71afb1cf1634b53a2125");

/// Why compiled files are not a class.
#[derive(Debug, Error)]
pub enum ClassError {
    /// The Sierra file is not a contract class.
    #[error("the contract class file cannot be read: {0}")]
    Sierra(String),
    /// The assembly file is not a compiled class.
    #[error("the compiled class file cannot be read: {0}")]
    Assembly(String),
}

/// A compiled contract class, ready to be declared.
#[derive(Debug, Clone)]
pub struct Class {
    sierra: Arc<FlattenedSierraClass>,
    hash: Felt,
    compiled_hash: Felt,
    bytecode_felts: usize,
}

impl Class {
    /// Reads the compiler's two JSON files: the Sierra class and its assembly.
    pub fn from_json(sierra: &str, assembly: &str) -> Result<Self, ClassError> {
        let class: SierraClass =
            serde_json::from_str(sierra).map_err(|e| ClassError::Sierra(e.to_string()))?;
        let compiled: CompiledClass =
            serde_json::from_str(assembly).map_err(|e| ClassError::Assembly(e.to_string()))?;
        let compiled_hash = compiled
            .class_hash()
            .map_err(|e| ClassError::Assembly(e.to_string()))?;
        let sierra = class
            .flatten()
            .map_err(|e| ClassError::Sierra(e.to_string()))?;
        Ok(Self {
            hash: sierra.class_hash(),
            sierra: Arc::new(sierra),
            compiled_hash,
            bytecode_felts: compiled.bytecode.len(),
        })
    }

    /// The class hash.
    pub fn hash(&self) -> Felt {
        self.hash
    }

    /// The Blake2s hash of the assembly, which a declaration commits to.
    pub fn compiled_hash(&self) -> Felt {
        self.compiled_hash
    }

    pub(crate) fn sierra(&self) -> Arc<FlattenedSierraClass> {
        Arc::clone(&self.sierra)
    }

    /// Felts of bytecode.
    pub fn bytecode_felts(&self) -> usize {
        self.bytecode_felts
    }

    /// Bytes of the class object as it is declared.
    pub fn bytes(&self) -> usize {
        serde_json::to_vec(&*self.sierra).map_or(usize::MAX, |object| object.len())
    }

    /// Major and minor Sierra version: the first two felts of the program.
    pub fn sierra_version(&self) -> (u64, u64) {
        let part = |index: usize| {
            let felt = self.sierra.sierra_program.get(index);
            felt.and_then(|felt| u64::try_from(*felt).ok())
                .unwrap_or(u64::MAX)
        };
        (part(0), part(1))
    }

    /// The gateway's checks of a class.
    pub fn check(&self) -> Result<(), GatewayError> {
        gateway::check_class(self.sierra_version(), self.bytecode_felts, self.bytes())
    }

    /// Where a deployment with this salt and these constructor arguments will be, whoever sends it.
    pub fn address(&self, salt: Felt, constructor: &[Felt]) -> Felt {
        get_udc_deployed_address(salt, self.hash, &UdcUniqueness::NotUnique, constructor)
    }

    /// The call that deploys the class there.
    pub fn deployment(&self, salt: Felt, constructor: &[Felt]) -> Call {
        let mut calldata = vec![self.hash, salt, Felt::ZERO, constructor.len().into()];
        calldata.extend_from_slice(constructor);
        Call {
            contract_address: UDC,
            entrypoint: "deployContract",
            calldata,
        }
    }
}

impl Sender {
    /// Whether the network knows the class.
    pub async fn is_declared(&self, class: &Class) -> Result<bool, ChainError> {
        match self.node().rpc().get_class(PENDING, class.hash()).await {
            Ok(_) => Ok(true),
            Err(ProviderError::StarknetError(StarknetError::ClassHashNotFound)) => Ok(false),
            Err(error) => Err(self.node().error("the class", error)),
        }
    }

    /// Declares the class and waits for the outcome; see [`Sender::send`].
    pub async fn declare(&self, class: &Class, patience: Wait) -> Result<Receipt, ChainError> {
        self.submit(Payload::Declare(class), patience).await
    }

    /// What declaring the class would spend; see [`Sender::dry_run`].
    pub async fn dry_run_declare(&self, class: &Class) -> Result<Quote, ChainError> {
        self.quoted(Payload::Declare(class)).await
    }
}
