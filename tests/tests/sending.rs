//! What a sender of several transactions at once builds on: nonces, transactions without a call, tips,
//! and envelopes that are sent again.
//!
//! A devnet has no pool. While it makes blocks on demand it executes whatever it is handed at once,
//! also with a nonce that lies ahead, so that it never replaces a transaction by a better offer.

use std::slice::from_ref;

use anyhow::{Context, Result};
use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_chain::devnet::{Devnet, DevnetOptions};
use surround_chain::envelope::Envelope;
use surround_chain::fees::Bounds;
use surround_chain::receipt::{Finality, Outcomes, Receipt};
use surround_chain::rpc::{Node, PENDING};
use surround_chain::send::{Nonces, Sender};
use surround_chain::{Call, ChainError};

/// STRK, at the same address on every network.
const STRK: Felt =
    Felt::from_hex_unchecked("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

/// A devnet and the sender of its first account.
struct Stage {
    devnet: Devnet,
    node: Node,
    sender: Sender,
}

impl Stage {
    async fn new(options: &DevnetOptions) -> Result<Self> {
        let devnet = Devnet::spawn(options).await?;
        let node = Node::connect(devnet.url()).await?;
        let accounts = devnet.control().accounts().await?;
        let sender = Sender::new(node.clone(), accounts.first().context("no accounts")?);
        Ok(Self {
            devnet,
            node,
            sender,
        })
    }

    /// One that makes blocks on demand, and can undo them.
    async fn on_demand() -> Result<Self> {
        let options = DevnetOptions {
            blocks_on_demand: true,
            keep_states: true,
            ..DevnetOptions::default()
        };
        Self::new(&options).await
    }

    async fn sign(&self, fri: u64, nonce: u64, tip: u64) -> Result<Envelope> {
        let transfer = Call {
            contract_address: STRK,
            entrypoint: "transfer",
            calldata: vec![Felt::from(7), fri.into(), Felt::ZERO],
        };
        let calls = from_ref(&transfer);
        let bounds = Bounds {
            tip,
            ..self.sender.dry_run(calls).await?.bounds
        };
        Ok(self.sender.sign(calls, nonce, &bounds).await?)
    }

    async fn make_block(&self) -> Result<()> {
        Ok(self.devnet.control().create_blocks(1).await?)
    }

    async fn receipt(&self, envelope: &Envelope) -> Result<Receipt> {
        let receipt = self.node.receipt(envelope.hash()).await?;
        receipt.context("not executed")
    }

    async fn nonces(&self) -> Result<(u64, u64)> {
        let Nonces { next, accepted } = self.sender.nonces().await?;
        Ok((next, accepted))
    }
}

#[tokio::test]
async fn two_transactions_are_on_their_way_at_once() -> Result<()> {
    let stage = Stage::on_demand().await?;
    let envelopes = [stage.sign(1, 0, 0).await?, stage.sign(2, 1, 0).await?];
    for envelope in &envelopes {
        envelope.send(&stage.node).await?;
        // One that the node has already is as good as taken.
        envelope.send(&stage.node).await?;
    }
    assert_eq!(stage.nonces().await?, (2, 0));
    stage.make_block().await?;
    assert_eq!(stage.nonces().await?, (2, 2));
    let mut blocks = Vec::new();
    for envelope in &envelopes {
        let receipt = stage.receipt(envelope).await?;
        assert_eq!(
            (receipt.finality, receipt.revert),
            (Finality::AcceptedOnL2, None)
        );
        blocks.push(receipt.block);
        envelope.send(&stage.node).await?;
    }
    assert_eq!(blocks.first(), blocks.last());
    assert_eq!(stage.nonces().await?, (2, 2));
    Ok(())
}

#[tokio::test]
async fn a_transaction_without_a_call_takes_its_nonce_for_little() -> Result<()> {
    let stage = Stage::on_demand().await?;
    let quote = stage.sender.dry_run(&[]).await?;
    let envelope = stage.sender.sign(&[], 0, &quote.bounds).await?;
    envelope.send(&stage.node).await?;
    stage.make_block().await?;
    let receipt = stage.receipt(&envelope).await?;
    assert_eq!(receipt.revert, None);
    assert!(receipt.spent.l2_gas < 1_000_000, "{:?}", receipt.spent);
    assert_eq!(stage.nonces().await?, (1, 1));
    Ok(())
}

#[tokio::test]
async fn a_tip_is_paid_for_each_unit_of_gas_on_top_of_its_price() -> Result<()> {
    let stage = Stage::on_demand().await?;
    let tip = 3_000_000_000;
    let envelope = stage.sign(1, 0, tip).await?;
    let prices = stage.node.block(PENDING).await?.prices;
    envelope.send(&stage.node).await?;
    stage.make_block().await?;
    let spent = stage.receipt(&envelope).await?.spent;
    let gas = Fri::cost(spent.l2_gas, prices.l2_gas + u128::from(tip));
    // What is charged for data is not always what the receipt counts, and little.
    let data = Fri::cost(1_000, prices.l1_data_gas);
    assert!(gas <= spent.fee && spent.fee < gas.plus(data), "{spent:?}");
    assert!(spent.fee <= envelope.bounds().max_fee());
    Ok(())
}

#[tokio::test]
async fn what_a_reorganisation_dropped_is_taken_again_byte_for_byte() -> Result<()> {
    let stage = Stage::on_demand().await?;
    stage.make_block().await?;
    let envelope = stage.sign(1, 0, 0).await?;
    envelope.send(&stage.node).await?;
    stage.make_block().await?;
    let first = stage.receipt(&envelope).await?;

    stage.devnet.control().abort_blocks(first.block).await?;
    assert_eq!(stage.nonces().await?, (0, 0));
    assert_eq!(stage.node.receipt(envelope.hash()).await?, None);
    envelope.send(&stage.node).await?;
    assert_eq!(
        stage.receipt(&envelope).await?.finality,
        Finality::PreConfirmed
    );
    stage.make_block().await?;
    let again = stage.receipt(&envelope).await?;
    assert_eq!(
        (again.finality, again.hash),
        (Finality::AcceptedOnL2, first.hash)
    );
    assert_eq!(stage.nonces().await?, (1, 1));
    Ok(())
}

#[tokio::test]
async fn a_nonce_that_lies_ahead_is_refused_like_one_that_is_taken() -> Result<()> {
    let stage = Stage::new(&DevnetOptions::default()).await?;
    let (now, ahead) = (stage.sign(1, 0, 0).await?, stage.sign(2, 1, 0).await?);
    let refused = ahead.send(&stage.node).await;
    assert!(
        matches!(refused, Err(ChainError::Nonce { .. })),
        "{refused:?}"
    );
    now.send(&stage.node).await?;
    let taken = stage.sign(3, 0, 0).await?;
    let refused = taken.send(&stage.node).await;
    assert!(
        matches!(refused, Err(ChainError::Nonce { .. })),
        "{refused:?}"
    );
    ahead.send(&stage.node).await?;
    assert_eq!(stage.nonces().await?, (2, 2));
    Ok(())
}
