//! One block: what it executes, and what the contract is after it.

use std::collections::BTreeMap;

use starknet_types_core::felt::Felt;
use surround_chain::Call;
use surround_chain::amount::Fri;
use surround_chain::events::{Happening, Seen};
use surround_chain::fees::Spent;
use surround_chain::read::Dispute;
use surround_chain::receipt::{Finality, Receipt};
use surround_chain::revert::Revert;
use surround_settlement::clock::TimeClass;
use surround_settlement::{Context, Contract, Status};

use super::GAS;
use crate::ports::Block;
use crate::testing::calls::run;
use crate::testing::{CHAIN, CONTRACT};

/// A transaction that waits.
pub(super) struct Pooled {
    pub hash: Felt,
    pub calls: Vec<Call>,
    pub price: u128,
    pub tip: u64,
}

/// A block.
#[derive(Clone)]
pub(super) struct Mined {
    pub block: Block,
    pub contract: Contract,
    pub nonces: BTreeMap<Felt, u64>,
    pub events: Vec<Seen>,
    pub receipts: Vec<Receipt>,
}

impl Mined {
    pub fn call(&mut self, call: &Call, transaction: Felt) -> Result<(), String> {
        let context = Context {
            caller: Felt::ONE,
            at: self.block.at,
        };
        let before = self.contract.clone();
        let done = run(&mut self.contract, context, call).map_err(|refusal| refusal.to_string())?;
        let channel_id = done.terms.channel_id(CHAIN, CONTRACT);
        let dispute = Dispute {
            record: done.record,
            time: TimeClass::Live,
            rating: done.record.rating(),
        };
        let line = done.line.unwrap_or_default();
        let happening = if before.record(channel_id).status == Status::None {
            let terms = Box::new(done.terms);
            Happening::Created {
                channel_id,
                dispute,
                line,
                terms,
            }
        } else {
            Happening::Updated {
                channel_id,
                dispute,
                line,
            }
        };
        self.events.push(Seen {
            happening,
            block: Some(self.block.at.block),
            block_hash: Some(self.block.hash),
            transaction,
        });
        Ok(())
    }

    pub fn execute(&mut self, account: Felt, offer: &Pooled, price: u128, starves: bool) {
        *self.nonces.entry(account).or_default() += 1;
        let mut revert = starves.then(|| "Out of gas".to_owned());
        for call in offer.calls.iter().filter(|_| !starves) {
            revert = revert.or(self.call(call, offer.hash).err());
        }
        self.receipts.push(Receipt {
            hash: offer.hash,
            block: self.block.at.block,
            block_hash: Some(self.block.hash),
            finality: Finality::AcceptedOnL2,
            spent: Spent {
                l1_gas: 0,
                l2_gas: GAS,
                l1_data_gas: 0,
                fee: Fri::cost(GAS, price),
            },
            revert: revert.map(|name| reverted(&name)),
            events: Vec::new(),
        });
    }
}

/// A refusal of the contract by its name.
pub(super) fn reverted(name: &str) -> Revert {
    Revert {
        names: vec![name.to_owned()],
        trace: name.to_owned(),
    }
}
