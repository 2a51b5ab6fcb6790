//! Before the first step: what must be seen on the chain (protocol 4).

use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::rpc::{LATEST, Node};
use surround_channel::signer::{FirstStep, Signer};
use surround_channel::transcript::Verified;

use crate::failure::Failure;
use crate::node::{OptionalNode, wait_for};

/// Has the signer join a game, after its conditions were seen to hold on the chain.
///
/// # Errors
/// [`Failure::NotJoined`] without a node, [`Failure::OtherNetwork`], [`Failure::Chain`], and
/// [`Failure::Signer`] when a condition fails.
pub fn join(signer: &mut Signer, game: &Verified, node: &OptionalNode) -> Result<(), Failure> {
    wait_for(async {
        let node = node.connect().await?.ok_or(Failure::NotJoined)?;
        same_network(game, &node)?;
        let (transcript, terms) = (game.transcript(), game.terms());
        let view = View::new(
            &node,
            Settlement {
                address: transcript.contract,
            },
            LATEST,
        );
        let limits = view.limits().await?;
        let seen = FirstStep {
            now: node.block(LATEST).await?.timestamp,
            limits: &limits,
            black_key_until: view.key_until(terms.black, terms.black_key).await?,
            white_key_until: view.key_until(terms.white, terms.white_key).await?,
        };
        Ok(signer.join(game, &seen)?)
    })
}

/// A game is bound to a network: a node of another one is not asked about it.
///
/// # Errors
/// [`Failure::OtherNetwork`].
pub fn same_network(game: &Verified, node: &Node) -> Result<(), Failure> {
    let (own, found) = (game.transcript().chain_id, node.chain_id());
    if own == found {
        Ok(())
    } else {
        Err(Failure::OtherNetwork { own, found })
    }
}
