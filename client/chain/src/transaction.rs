//! One transaction in the making: calls or a class, a nonce, and bounds that may still change.

use starknet_rust::accounts::{
    Account, AccountError as SdkError, ExecutionEncoder, SingleOwnerAccount,
};
use starknet_rust::core::types::{
    BroadcastedDeclareTransaction, BroadcastedInvokeTransaction, BroadcastedTransaction,
    ExecuteInvocation, Felt, SimulationFlag, StarknetError, TransactionTrace,
};
use starknet_rust::providers::{Provider, ProviderError};
use starknet_rust::signers::LocalWallet;

use crate::call::Call;
use crate::declare::Class;
use crate::error::ChainError;
use crate::fees::{Bounds, Simulate, Simulation, Spent};
use crate::gateway::{self, GatewayError};
use crate::revert::Revert;
use crate::rpc::{Node, PENDING, Rpc};

pub(crate) type Signer = SingleOwnerAccount<Rpc, LocalWallet>;

/// What a transaction does.
#[derive(Clone, Copy)]
pub(crate) enum Payload<'a> {
    Invoke(&'a [Call]),
    Declare(&'a Class),
}

/// A transaction whose bounds are not settled yet.
pub(crate) struct Draft<'a> {
    pub node: &'a Node,
    pub account: &'a Signer,
    pub payload: Payload<'a>,
    pub nonce: Felt,
}

/// A signed transaction and its hash, which is known before it is sent.
pub(crate) struct Signed {
    pub hash: Felt,
    pub(crate) body: Body,
}

pub(crate) enum Body {
    Invoke(BroadcastedInvokeTransaction),
    Declare(BroadcastedDeclareTransaction),
}

impl From<Body> for BroadcastedTransaction {
    fn from(body: Body) -> Self {
        match body {
            Body::Invoke(body) => Self::Invoke(body),
            Body::Declare(body) => Self::Declare(body),
        }
    }
}

/// Sets everything that a transaction signs; executions and declarations are different types with
/// the same setters.
macro_rules! prepared {
    ($builder:expr, $nonce:expr, $bounds:expr) => {
        $builder
            .nonce($nonce)
            .tip($bounds.tip)
            .l1_gas($bounds.l1_gas)
            .l1_gas_price($bounds.prices.l1_gas)
            .l2_gas($bounds.l2_gas)
            .l2_gas_price($bounds.prices.l2_gas)
            .l1_data_gas($bounds.l1_data_gas)
            .l1_data_gas_price($bounds.prices.l1_data_gas)
            .prepared()
            .map_err(|_| SdkError::FeeOutOfRange)
    };
}

impl Draft<'_> {
    /// The gateway's checks that need no bounds: made before the calldata goes to any node.
    pub fn check(&self) -> Result<(), ChainError> {
        match self.payload {
            Payload::Invoke(calls) => {
                let calls: Vec<_> = calls.iter().map(Into::into).collect();
                gateway::check_calldata(self.account.encode_calls(&calls).len())?;
            }
            Payload::Declare(class) => class.check()?,
        }
        Ok(())
    }

    /// Signs under `bounds`. A query cannot be executed if it leaks; simulations are queries.
    pub async fn sign(&self, bounds: &Bounds, query: bool) -> Result<Signed, ChainError> {
        let signed = match self.payload {
            Payload::Invoke(calls) => self.sign_invoke(calls, bounds, query).await,
            Payload::Declare(class) => self.sign_declare(class, bounds, query).await,
        };
        signed.map_err(|error| match error {
            SdkError::Provider(error) => self.node.error("a signature", error),
            other => ChainError::Refused {
                reason: format!("the account cannot sign: {other}"),
            },
        })
    }

    async fn sign_invoke(
        &self,
        calls: &[Call],
        bounds: &Bounds,
        query: bool,
    ) -> Result<Signed, SignerError> {
        let execution = self
            .account
            .execute_v3(calls.iter().map(Into::into).collect());
        let prepared = prepared!(execution, self.nonce, bounds)?;
        let body = prepared
            .get_invoke_request(query, false)
            .await
            .map_err(SdkError::Signing)?;
        Ok(Signed {
            hash: prepared.transaction_hash(query),
            body: Body::Invoke(body),
        })
    }

    async fn sign_declare(
        &self,
        class: &Class,
        bounds: &Bounds,
        query: bool,
    ) -> Result<Signed, SignerError> {
        let declaration = self
            .account
            .declare_v3(class.sierra(), class.compiled_hash());
        let prepared = prepared!(declaration, self.nonce, bounds)?;
        let body = prepared.get_declare_request(query, false).await?;
        Ok(Signed {
            hash: prepared.transaction_hash(query),
            body: Body::Declare(body),
        })
    }
}

type SignerError = SdkError<<Signer as Account>::SignError>;

impl Simulate for Draft<'_> {
    fn most_l2_gas(&self) -> u64 {
        match self.payload {
            Payload::Invoke(_) => gateway::MAX_L2_GAS,
            Payload::Declare(_) => gateway::MAX_DECLARE_L2_GAS,
        }
    }

    async fn simulate(&self, bounds: Bounds, charge: bool) -> Result<Simulation, ChainError> {
        let flags: &[SimulationFlag] = if charge {
            &[]
        } else {
            &[SimulationFlag::SkipFeeCharge]
        };
        let query = self.sign(&bounds, true).await?;
        let simulated = self
            .node
            .rpc()
            .simulate_transaction(PENDING, BroadcastedTransaction::from(query.body), flags)
            .await
            .map_err(|error| self.node.error("a simulation", error))?;
        let revert = match simulated.transaction_trace {
            TransactionTrace::Invoke(trace) => match trace.execute_invocation {
                ExecuteInvocation::Success(_) => None,
                ExecuteInvocation::Reverted(reverted) => {
                    Some(Revert::from_trace(&reverted.revert_reason))
                }
            },
            _ => None,
        };
        Ok(Simulation {
            spent: Spent::from(&simulated.fee_estimation),
            revert,
        })
    }
}

impl Signed {
    /// The gateway's checks on the signed transaction's own form.
    pub fn check(&self) -> Result<(), GatewayError> {
        let l2_gas = match &self.body {
            Body::Invoke(invoke) => {
                let body = &invoke.broadcasted_invoke_txn_v3;
                gateway::check_signature(body.signature.len())?;
                gateway::check_l2_gas(body.resource_bounds.l2_gas.max_amount)?;
                &body.resource_bounds.l2_gas
            }
            Body::Declare(declare) => {
                gateway::check_signature(declare.signature.len())?;
                &declare.resource_bounds.l2_gas
            }
        };
        gateway::check_l2_gas_price(l2_gas.max_price_per_unit)
    }

    /// Hands the transaction to the node. One that the node has already is as good as taken.
    pub async fn add(&self, node: &Node) -> Result<(), ChainError> {
        let added = match &self.body {
            Body::Invoke(body) => node.rpc().add_invoke_transaction(body).await.map(drop),
            Body::Declare(body) => node.rpc().add_declare_transaction(body).await.map(drop),
        };
        match added {
            Ok(()) | Err(ProviderError::StarknetError(StarknetError::DuplicateTx)) => Ok(()),
            Err(error) => Err(node.error("a transaction", error)),
        }
    }
}
