//! The node that is asked, and the runtime that waits for its answers.

use std::future::Future;

use surround_chain::rpc::Node;

use crate::failure::Failure;

/// A node.
#[derive(Clone, Debug, clap::Args)]
pub struct NodeArgs {
    /// The address of a Starknet node, RPC 0.10.
    #[arg(long, env = "SURROUND_RPC", hide_env_values = true, value_name = "URL")]
    pub rpc: String,
}

impl NodeArgs {
    /// Connects.
    ///
    /// # Errors
    /// [`Failure::Chain`].
    pub async fn connect(&self) -> Result<Node, Failure> {
        Ok(Node::connect(&self.rpc).await?)
    }
}

/// A node, if there is one.
#[derive(Clone, Debug, clap::Args)]
pub struct OptionalNode {
    /// The address of a Starknet node, RPC 0.10.
    #[arg(long, env = "SURROUND_RPC", hide_env_values = true, value_name = "URL")]
    pub rpc: Option<String>,
}

impl OptionalNode {
    /// Connects, if an address is given.
    ///
    /// # Errors
    /// [`Failure::Chain`].
    pub async fn connect(&self) -> Result<Option<Node>, Failure> {
        match &self.rpc {
            Some(rpc) => Ok(Some(Node::connect(rpc).await?)),
            None => Ok(None),
        }
    }
}

/// Runs what has to wait for a node.
///
/// # Errors
/// Whatever it fails with.
pub fn wait_for<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.map_err(Failure::Runtime)?.block_on(work)
}
