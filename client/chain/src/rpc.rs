//! A connection to a node: time-outs, the version check, and errors that never show credentials.

use std::fmt;
use std::time::Duration;

use starknet_rust::core::types::{
    BlockId, BlockTag, Felt, MaybePreConfirmedBlockWithTxHashes, ResourcePrice, StarknetError,
};
use starknet_rust::providers::jsonrpc::{
    HttpTransport, HttpTransportError, JsonRpcClient, JsonRpcClientError,
};
use starknet_rust::providers::{Provider, ProviderError};
use url::Url;

use crate::error::ChainError;
use crate::fees::Prices;
use crate::revert::Revert;

/// The RPC specification this client speaks; any patch version will do.
pub const SPEC: &str = "0.10";

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than the simulation of the longest game takes on a slow node.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// The JSON-RPC client behind a [`Node`].
pub type Rpc = JsonRpcClient<HttpTransport>;

/// A node that answered the version check.
#[derive(Clone)]
pub struct Node {
    rpc: Rpc,
    shown: String,
    chain_id: Felt,
}

/// One block as far as this client needs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockHead {
    /// Height.
    pub number: u64,
    /// Hash, which tells whether a reorganisation replaced the block; none while it is being built.
    pub hash: Option<Felt>,
    /// Start of the block, in seconds.
    pub timestamp: u64,
    /// What resources cost in it.
    pub prices: Prices,
}

impl Node {
    /// Connects to the node at `url`, checks its RPC version and asks its chain id.
    ///
    /// # Errors
    /// [`ChainError::BadUrl`], [`ChainError::Unreachable`], [`ChainError::WrongSpec`].
    pub async fn connect(url: &str) -> Result<Self, ChainError> {
        let url = Url::parse(url).map_err(|_| ChainError::BadUrl)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(ChainError::BadUrl);
        }
        let shown = without_credentials(&url);
        let client = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(|error| ChainError::Unreachable {
                node: shown.clone(),
                reason: error.to_string(),
            })?;
        let rpc = JsonRpcClient::new(HttpTransport::new_with_client(url, client));
        let mut node = Self {
            rpc,
            shown,
            chain_id: Felt::ZERO,
        };
        node.check_spec().await?;
        node.chain_id = node
            .rpc
            .chain_id()
            .await
            .map_err(|e| node.error("the chain id", e))?;
        Ok(node)
    }

    async fn check_spec(&self) -> Result<(), ChainError> {
        let found = self
            .rpc
            .spec_version()
            .await
            .map_err(|e| self.error("the RPC version", e))?;
        let matches = found
            .strip_prefix(SPEC)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if matches {
            return Ok(());
        }
        Err(ChainError::WrongSpec {
            node: self.shown.clone(),
            found,
        })
    }

    /// The chain id, a short string such as `SN_MAIN`.
    pub fn chain_id(&self) -> Felt {
        self.chain_id
    }

    /// The client for requests that this type does not offer.
    pub fn rpc(&self) -> &Rpc {
        &self.rpc
    }

    /// The block `id`, e.g. [`LATEST`] or [`PENDING`].
    pub async fn block(&self, id: BlockId) -> Result<BlockHead, ChainError> {
        let block = self
            .rpc
            .get_block_with_tx_hashes(id)
            .await
            .map_err(|e| self.error("the block", e))?;
        let (number, hash, timestamp) = match &block {
            MaybePreConfirmedBlockWithTxHashes::Block(b) => {
                (b.block_number, Some(b.block_hash), b.timestamp)
            }
            MaybePreConfirmedBlockWithTxHashes::PreConfirmedBlock(b) => {
                (b.block_number, None, b.timestamp)
            }
        };
        Ok(BlockHead {
            number,
            hash,
            timestamp,
            prices: Prices {
                l1_gas: price(block.l1_gas_price())?,
                l2_gas: price(block.l2_gas_price())?,
                l1_data_gas: price(block.l1_data_gas_price())?,
            },
        })
    }

    /// The hash of the agreed block of a height; none if the chain has no such block (any more).
    pub async fn block_hash(&self, number: u64) -> Result<Option<Felt>, ChainError> {
        let block = self
            .rpc
            .get_block_with_tx_hashes(BlockId::Number(number))
            .await;
        match block {
            Ok(MaybePreConfirmedBlockWithTxHashes::Block(block)) => Ok(Some(block.block_hash)),
            Ok(MaybePreConfirmedBlockWithTxHashes::PreConfirmedBlock(_))
            | Err(ProviderError::StarknetError(StarknetError::BlockNotFound)) => Ok(None),
            Err(error) => Err(self.error("the block", error)),
        }
    }

    /// Turns a provider's error into ours; `what` names the request.
    pub(crate) fn error(&self, what: &'static str, error: ProviderError) -> ChainError {
        match error {
            ProviderError::StarknetError(error) => refusal(error),
            ProviderError::RateLimited => self.unreachable("too many requests".to_owned()),
            ProviderError::ArrayLengthMismatch => ChainError::Answer {
                what,
                reason: "wrong number of results".to_owned(),
            },
            ProviderError::Other(error) => {
                type Transport = JsonRpcClientError<HttpTransportError>;
                match error.as_any().downcast_ref::<Transport>() {
                    Some(JsonRpcClientError::JsonRpcError(error)) => ChainError::Refused {
                        reason: format!("{} (code {})", error.message, error.code),
                    },
                    Some(JsonRpcClientError::TransportError(HttpTransportError::Reqwest(e))) => {
                        self.unreachable(connection_error(e))
                    }
                    Some(JsonRpcClientError::TransportError(HttpTransportError::Json(e)))
                    | Some(JsonRpcClientError::JsonError(e)) => ChainError::Answer {
                        what,
                        reason: e.to_string(),
                    },
                    _ => ChainError::Answer {
                        what,
                        reason: "not a JSON-RPC answer".to_owned(),
                    },
                }
            }
        }
    }

    fn unreachable(&self, reason: String) -> ChainError {
        ChainError::Unreachable {
            node: self.shown.clone(),
            reason,
        }
    }
}

/// The newest block that the network has agreed on.
pub const LATEST: BlockId = BlockId::Tag(BlockTag::Latest);
/// The block being built: where nonces and simulations are current.
pub const PENDING: BlockId = BlockId::Tag(BlockTag::PreConfirmed);

/// Shows the node without credentials.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Node({})", self.shown)
    }
}

/// Scheme, host and port: user names, paths and queries of node addresses carry access keys.
fn without_credentials(url: &Url) -> String {
    let host = url.host_str().unwrap_or("unknown host");
    match url.port() {
        Some(port) => format!("{}://{host}:{port}", url.scheme()),
        None => format!("{}://{host}", url.scheme()),
    }
}

/// The innermost cause: the outer texts repeat the address, access key included.
fn connection_error(error: &reqwest::Error) -> String {
    if error.is_timeout() {
        return "timed out".to_owned();
    }
    let mut cause: &dyn std::error::Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    match cause.downcast_ref::<reqwest::Error>() {
        Some(error) => match error.status() {
            Some(status) => format!("HTTP status {status}"),
            None => "the request failed".to_owned(),
        },
        None => cause.to_string(),
    }
}

fn refusal(error: StarknetError) -> ChainError {
    match error {
        StarknetError::ContractError(data) => Revert::from_error(&data.revert_error).into(),
        StarknetError::TransactionExecutionError(data) => {
            Revert::from_error(&data.execution_error).into()
        }
        StarknetError::ValidationFailure(text) => {
            let revert = Revert::from_trace(&text);
            if revert.is_out_of_balance() {
                return ChainError::Balance { reason: text };
            }
            ChainError::Refused { reason: text }
        }
        StarknetError::InsufficientAccountBalance => ChainError::Balance {
            reason: error.message().to_owned(),
        },
        StarknetError::InvalidTransactionNonce(reason) => ChainError::Nonce { reason },
        StarknetError::ReplacementTransactionUnderpriced
        | StarknetError::FeeBelowMinimum
        | StarknetError::InsufficientResourcesForValidate => ChainError::Underpriced {
            reason: error.message().to_owned(),
        },
        StarknetError::UnexpectedError(reason) => ChainError::Refused { reason },
        other => ChainError::Refused {
            reason: other.message().to_owned(),
        },
    }
}

fn price(price: &ResourcePrice) -> Result<u128, ChainError> {
    price
        .price_in_fri
        .try_into()
        .map_err(|_| ChainError::Answer {
            what: "the block",
            reason: "a gas price does not fit 128 bits".to_owned(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_no_access_key() {
        for (url, shown) in [
            (
                "https://user:secret@node.example/v2/KEY?k=1",
                "https://node.example",
            ),
            ("http://127.0.0.1:5050/rpc", "http://127.0.0.1:5050"),
        ] {
            assert_eq!(without_credentials(&Url::parse(url).unwrap()), shown);
        }
    }

    #[tokio::test]
    async fn names_a_dead_node_without_its_access_key() {
        // Port 9 (discard) is closed on every machine that runs tests.
        let error = Node::connect("http://127.0.0.1:9/v2/KEY")
            .await
            .unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("http://127.0.0.1:9 does not answer: "),
            "{text}"
        );
        assert!(!format!("{text} {error:?}").contains("KEY"), "{error:?}");
    }

    #[tokio::test]
    async fn refuses_addresses_that_are_no_urls() {
        for url in ["", "127.0.0.1:5050", "ftp://node.example"] {
            assert!(
                matches!(Node::connect(url).await, Err(ChainError::BadUrl)),
                "{url}"
            );
        }
    }
}
