//! An account on the chain in memory.

use serde_json::json;
use starknet_types_core::felt::Felt;
use starknet_types_core::hash::{Poseidon, StarkHash};
use surround_chain::amount::Fri;
use surround_chain::envelope::Envelope;
use surround_chain::fees::{Bounds, Prices, Quote, Spent};
use surround_chain::receipt::Receipt;
use surround_chain::send::Nonces;
use surround_chain::{Call, ChainError};
use surround_channel::felt;

use super::chain::{Chain, GAS, Point, unreachable};
use crate::ports::Sending;

/// An account that sends.
#[derive(Clone)]
pub struct Account {
    pub chain: Chain,
    pub address: Felt,
}

impl Sending for Account {
    fn account(&self) -> Felt {
        self.address
    }

    async fn nonces(&self) -> Result<Nonces, ChainError> {
        let next = self.chain.answer()?.next(self.address);
        Ok(Nonces {
            next,
            accepted: next,
        })
    }

    async fn balance(&self) -> Result<Fri, ChainError> {
        let is_poor = self.chain.answer()?.poor == Some(self.address);
        Ok(if is_poor { Fri(0) } else { Fri(u128::MAX) })
    }

    async fn prices(&self) -> Result<Prices, ChainError> {
        Ok(self.chain.answer()?.prices())
    }

    async fn simulate(&self, calls: &[Call]) -> Result<Quote, ChainError> {
        let inner = self.chain.answer()?;
        inner.simulate(calls)?;
        let prices = inner.prices();
        let spent = Spent {
            l1_gas: 0,
            l2_gas: GAS,
            l1_data_gas: 0,
            fee: Fri::cost(GAS, prices.l2_gas),
        };
        let bounds = Bounds {
            l1_gas: 0,
            l2_gas: if calls.is_empty() { GAS / 10 } else { GAS },
            l1_data_gas: 0,
            prices: Prices {
                l2_gas: prices.l2_gas * 3 / 2,
                ..prices
            },
            tip: 0,
        };
        Ok(Quote { spent, bounds })
    }

    async fn sign(
        &self,
        calls: &[Call],
        nonce: u64,
        bounds: &Bounds,
    ) -> Result<Envelope, ChainError> {
        self.chain.pass(Point::Signing).await;
        let envelope = envelope(self.address, calls, nonce, bounds);
        let mut inner = self.chain.answer()?;
        inner.signed.push((envelope.clone(), calls.to_vec()));
        Ok(envelope)
    }

    async fn send(&self, envelope: &Envelope) -> Result<(), ChainError> {
        self.chain.pass(Point::BeforeSending).await;
        let hangs_up = {
            let mut inner = self.chain.answer()?;
            let nonce = nonce_of(envelope);
            inner.take(self.address, nonce, envelope)?;
            inner.hangs_up
        };
        self.chain.pass(Point::AfterSending).await;
        if hangs_up { Err(unreachable()) } else { Ok(()) }
    }

    async fn receipt(&self, hash: Felt) -> Result<Option<Receipt>, ChainError> {
        let receipt = {
            let inner = self.chain.answer()?;
            inner.answers([&hash])?;
            inner.receipt(hash).filter(|_| !inner.blind)
        };
        if receipt.is_some() {
            self.chain.pass(Point::BeforeReceipt).await;
        }
        Ok(receipt)
    }
}

/// A transaction whose hash commits to all of it.
fn envelope(account: Felt, calls: &[Call], nonce: u64, bounds: &Bounds) -> Envelope {
    let mut felts: Vec<Felt> = calls
        .iter()
        .flat_map(|call| call.calldata.clone())
        .collect();
    felts.splice(0..0, calls.iter().map(Call::selector));
    let one = |amount: u64, price: u128| json!({ "max_amount": format!("{amount:#x}"), "max_price_per_unit": format!("{price:#x}") });
    let signed = [
        account,
        nonce.into(),
        bounds.prices.l2_gas.into(),
        bounds.tip.into(),
    ];
    let all: Vec<Felt> = signed.into_iter().chain(felts.iter().copied()).collect();
    let hash = Poseidon::hash_array(&all);
    serde_json::from_value(json!({
        "hash": felt::to_text(&hash),
        "transaction": {
            "type": "INVOKE",
            "version": "0x3",
            "sender_address": felt::to_text(&account),
            "calldata": felts.iter().map(felt::to_text).collect::<Vec<_>>(),
            "signature": [],
            "nonce": format!("{nonce:#x}"),
            "resource_bounds": {
                "l1_gas": one(bounds.l1_gas, bounds.prices.l1_gas),
                "l2_gas": one(bounds.l2_gas, bounds.prices.l2_gas),
                "l1_data_gas": one(bounds.l1_data_gas, bounds.prices.l1_data_gas),
            },
            "tip": format!("{:#x}", bounds.tip),
            "paymaster_data": [],
            "account_deployment_data": [],
            "nonce_data_availability_mode": "L1",
            "fee_data_availability_mode": "L1",
        }
    }))
    .unwrap()
}

fn nonce_of(envelope: &Envelope) -> u64 {
    let json = serde_json::to_value(envelope).unwrap();
    let nonce = json["transaction"]["nonce"].as_str().unwrap();
    u64::from_str_radix(nonce.trim_start_matches("0x"), 16).unwrap()
}
