//! Submission: nonce, bounds, gateway checks, signature, and the wait for the outcome.

use std::fmt;
use std::time::Duration;

use starknet_rust::accounts::{Account, SingleOwnerAccount};
use starknet_rust::core::types::Felt;
use starknet_rust::providers::ProviderError;
use tokio::sync::Mutex;
use tokio::time::sleep;

use crate::account::Credentials;
use crate::call::Call;
use crate::error::ChainError;
use crate::fees::{Quote, quote};
use crate::gateway;
use crate::receipt::{Receipt, Wait, wait};
use crate::rpc::{Node, PENDING};
use crate::transaction::{Draft, Payload, Signed, Signer};

/// Nodes behind one address lag behind each other; a refused nonce is read again this often.
const NONCE_TRIES: u32 = 5;
const NONCE_PAUSE: Duration = Duration::from_millis(500);

/// One account on one node.
///
/// Sends one transaction at a time and waits for its outcome, so that nonces never run ahead of the
/// chain. Use one sender an account: two would take each other's nonces, which the node refuses and
/// the sender retries.
pub struct Sender {
    node: Node,
    account: Signer,
    in_flight: Mutex<()>,
}

impl Sender {
    /// An account on a node.
    pub fn new(node: Node, credentials: &Credentials) -> Self {
        let account = SingleOwnerAccount::new(
            node.rpc().clone(),
            credentials.signer(),
            credentials.address,
            node.chain_id(),
            credentials.encoding,
        );
        Self {
            node,
            account,
            in_flight: Mutex::new(()),
        }
    }

    /// The account's address.
    pub fn address(&self) -> Felt {
        self.account.address()
    }

    /// The node.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// Simulates the calls as one signed transaction: what it spends and what it would declare.
    /// Sends nothing.
    ///
    /// # Errors
    /// [`ChainError::Reverted`] without a receipt when the contract refuses; [`quote`] names the
    /// others.
    pub async fn dry_run(&self, calls: &[Call]) -> Result<Quote, ChainError> {
        self.quoted(Payload::Invoke(calls)).await
    }

    /// Sends the calls as one transaction and waits for its outcome.
    ///
    /// # Errors
    /// [`ChainError::Reverted`], with the receipt when the transaction was executed;
    /// [`ChainError::Unknown`] when it was sent and not seen in time: it may still be executed.
    /// After any other error nothing was sent.
    pub async fn send(&self, calls: &[Call], patience: Wait) -> Result<Receipt, ChainError> {
        self.submit(Payload::Invoke(calls), patience).await
    }

    pub(crate) async fn quoted(&self, payload: Payload<'_>) -> Result<Quote, ChainError> {
        Ok(self.ready(payload).await?.0)
    }

    pub(crate) async fn submit(
        &self,
        payload: Payload<'_>,
        patience: Wait,
    ) -> Result<Receipt, ChainError> {
        let _one_at_a_time = self.in_flight.lock().await;
        let hash = self.add(payload).await?;
        let receipt = wait(&self.node, hash, patience).await?;
        match receipt.revert.clone() {
            None => Ok(receipt),
            Some(revert) => Err(ChainError::Reverted {
                revert,
                receipt: Some(Box::new(receipt)),
            }),
        }
    }

    /// Hands the transaction to the node and returns its hash. A nonce that another transaction
    /// took is safe to read again, since the node took nothing.
    async fn add(&self, payload: Payload<'_>) -> Result<Felt, ChainError> {
        let mut tries = 1;
        loop {
            match self.add_once(payload).await {
                Err(ChainError::Nonce { .. }) if tries < NONCE_TRIES => {
                    tries += 1;
                    sleep(NONCE_PAUSE).await;
                }
                outcome => return outcome,
            }
        }
    }

    /// A connection lost while sending, or an answer that cannot be read, such as a gateway's page, may
    /// have delivered the transaction: its hash is returned all the same, and the wait tells.
    async fn add_once(&self, payload: Payload<'_>) -> Result<Felt, ChainError> {
        let (_, signed) = self.ready(payload).await?;
        match signed.add(&self.node).await {
            Ok(()) | Err(ChainError::Unreachable { .. } | ChainError::Answer { .. }) => {
                Ok(signed.hash)
            }
            Err(error) => Err(error),
        }
    }

    /// Finds the bounds, signs, and checks what the gateway would check.
    async fn ready(&self, payload: Payload<'_>) -> Result<(Quote, Signed), ChainError> {
        let draft = self.draft(payload, self.nonce().await?);
        draft.check()?;
        let prices = self.node.block(PENDING).await?.prices;
        let quote = quote(&draft, prices).await?;
        let signed = draft.sign(&quote.bounds, false).await?;
        signed.check()?;
        Ok((quote, signed))
    }

    fn draft<'a>(&'a self, payload: Payload<'a>, nonce: u64) -> Draft<'a> {
        Draft {
            node: &self.node,
            account: &self.account,
            payload,
            nonce: nonce.into(),
        }
    }

    /// The account's next nonce, counting its transactions in the block being built.
    async fn nonce(&self) -> Result<u64, ChainError> {
        let Nonces { next, accepted } = self.nonces().await?;
        gateway::check_nonce(next, accepted)?;
        Ok(next)
    }

    fn number(&self, nonce: Result<Felt, ProviderError>) -> Result<u64, ChainError> {
        let nonce = nonce.map_err(|error| self.node.error("the nonce", error))?;
        u64::try_from(nonce).map_err(|_| ChainError::Answer {
            what: "the nonce",
            reason: "it does not fit 64 bits".to_owned(),
        })
    }
}

/// Shows the address and the node; never the key.
impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sender({:#x} on {})", self.address(), self.node)
    }
}

mod apart;

pub use apart::Nonces;

#[cfg(test)]
mod fake_node;
#[cfg(test)]
mod tests;
