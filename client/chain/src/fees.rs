//! Resource bounds: found by simulation, explicit in every transaction.
//!
//! A transaction that uses dictionaries needs more declared gas than it spends, since accesses are
//! charged before part of it is given back. No factor over an estimate is safe; a bound is tried
//! until it holds.

use std::future::Future;

use serde::Serialize;
use starknet_rust::core::types::FeeEstimate;

use crate::amount::Fri;
use crate::error::ChainError;
use crate::gateway::MIN_L2_GAS_PRICE;
use crate::revert::Revert;

/// L1 data gas declared while probing; no call of this project comes near.
const PROBE_L1_DATA_GAS: u64 = 100_000;
/// First bound tried, over what the probe spent, in percent.
const FIRST_BOUND: u64 = 125;
/// Growth from one tried bound to the next, in percent.
const GROWTH: u64 = 150;
/// Room over the bound that held: the state may change before the transaction is executed, in
/// percent.
const ROOM: u64 = 110;
/// Data gas is known to be under-estimated when others touch the same block: declared over spent,
/// in percent.
const DATA_ROOM: u64 = 200;
/// Data gas declared in any case, for cells that are new by the time of execution.
const DATA_BASE: u64 = 256;
/// Declared price over the current one, in percent: prices move between blocks.
const PRICE_ROOM: u128 = 150;
/// Price and tip of a replacement over those of what it replaces, in percent.
const REPLACEMENT: u128 = 110;

/// Prices of one unit of each resource, in fri.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prices {
    /// Of L1 gas.
    pub l1_gas: u128,
    /// Of L2 gas.
    pub l2_gas: u128,
    /// Of L1 data gas.
    pub l1_data_gas: u128,
}

impl Prices {
    /// The prices to declare: room over the current ones, at least the gateway's minimum for L2
    /// gas.
    fn declared(&self) -> Self {
        let room = |price: u128| price.saturating_mul(PRICE_ROOM).div_ceil(100);
        Self {
            l1_gas: room(self.l1_gas),
            l2_gas: room(self.l2_gas).max(MIN_L2_GAS_PRICE),
            l1_data_gas: room(self.l1_data_gas),
        }
    }
}

/// The most a transaction may spend, all of it signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Units of L1 gas.
    pub l1_gas: u64,
    /// Units of L2 gas.
    pub l2_gas: u64,
    /// Units of L1 data gas.
    pub l1_data_gas: u64,
    /// The declared prices.
    pub prices: Prices,
    /// Paid for each unit of L2 gas on top of its price, in fri. No declared price bounds it.
    pub tip: u64,
}

impl Bounds {
    /// The highest fee these bounds allow, the tip included.
    pub fn max_fee(&self) -> Fri {
        Fri::cost(self.l1_gas, self.prices.l1_gas)
            .plus(Fri::cost(self.l2_gas, self.prices.l2_gas))
            .plus(Fri::cost(self.l2_gas, self.tip.into()))
            .plus(Fri::cost(self.l1_data_gas, self.prices.l1_data_gas))
    }

    /// What a replacement of a transaction under these bounds declares: the sequencer takes it for
    /// one that waits with the same nonce only if tip and L2 gas price are both a tenth higher.
    /// Amounts stay. Prices that have risen meanwhile count if they are higher still.
    #[must_use]
    pub fn bumped(&self, current: Prices) -> Self {
        let higher = |price: u128| price.saturating_mul(REPLACEMENT).div_ceil(100);
        let declared = current.declared();
        let tip = u64::try_from(higher(self.tip.into())).unwrap_or(u64::MAX);
        Self {
            prices: Prices {
                l1_gas: self.prices.l1_gas.max(declared.l1_gas),
                l2_gas: higher(self.prices.l2_gas).max(declared.l2_gas),
                l1_data_gas: self.prices.l1_data_gas.max(declared.l1_data_gas),
            },
            tip: tip.max(self.tip.saturating_add(1)),
            ..*self
        }
    }

    fn probe(l2_gas: u64, prices: Prices) -> Self {
        Self {
            l1_gas: 0,
            l2_gas,
            l1_data_gas: PROBE_L1_DATA_GAS,
            prices,
            tip: 0,
        }
    }
}

/// What a transaction spends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Spent {
    /// Units of L1 gas.
    pub l1_gas: u64,
    /// Units of L2 gas.
    pub l2_gas: u64,
    /// Units of L1 data gas.
    pub l1_data_gas: u64,
    /// The fee, in fri.
    pub fee: Fri,
}

impl From<&FeeEstimate> for Spent {
    fn from(estimate: &FeeEstimate) -> Self {
        Self {
            l1_gas: estimate.l1_gas_consumed,
            l2_gas: estimate.l2_gas_consumed,
            l1_data_gas: estimate.l1_data_gas_consumed,
            fee: Fri(estimate.overall_fee),
        }
    }
}

/// The outcome of one simulated transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Simulation {
    /// What it spent.
    pub spent: Spent,
    /// Why it reverted, if it did.
    pub revert: Option<Revert>,
}

/// One transaction that can be simulated under changing bounds.
pub trait Simulate {
    /// The most L2 gas that the network lets this kind of transaction declare.
    fn most_l2_gas(&self) -> u64;

    /// Simulates the transaction under `bounds`, with its signature; with `charge` the fee is taken
    /// too, so that the bounds and the account's balance are checked as on the chain.
    fn simulate(
        &self,
        bounds: Bounds,
        charge: bool,
    ) -> impl Future<Output = Result<Simulation, ChainError>> + Send;
}

/// What a transaction spends now, and the bounds that hold for it. They offer no tip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quote {
    /// What it spends at the current prices.
    pub spent: Spent,
    /// What to declare.
    pub bounds: Bounds,
}

/// Finds bounds under which `transaction` succeeds, at the given current `prices`.
///
/// One simulation under the highest bounds tells whether the contract accepts the call and what it
/// spends; then the L2 gas bound grows from there until a simulation with the fee charged succeeds.
/// Two simulations are the rule.
///
/// # Errors
/// [`ChainError::Reverted`] when the contract refuses, [`ChainError::TooHeavy`] when the
/// transaction does not fit the gateway's limit, [`ChainError::Balance`], and whatever the
/// simulation fails with.
pub async fn quote(transaction: &impl Simulate, prices: Prices) -> Result<Quote, ChainError> {
    let most = transaction.most_l2_gas();
    let probe = Bounds::probe(most, prices.declared());
    let spent = match attempt(transaction, probe, false).await? {
        Attempt::Holds(spent) => spent,
        Attempt::OutOfBounds(revert) => return Err(too_heavy(&revert)),
    };
    let mut bounds = Bounds {
        l1_gas: percent(spent.l1_gas, DATA_ROOM),
        l2_gas: percent(spent.l2_gas, FIRST_BOUND).min(most),
        l1_data_gas: percent(spent.l1_data_gas, DATA_ROOM).saturating_add(DATA_BASE),
        ..probe
    };
    loop {
        match attempt(transaction, bounds, true).await? {
            Attempt::Holds(spent) => {
                bounds.l2_gas = percent(bounds.l2_gas, ROOM).min(most);
                return Ok(Quote { spent, bounds });
            }
            Attempt::OutOfBounds(revert) if bounds.l2_gas == most => {
                return Err(too_heavy(&revert));
            }
            Attempt::OutOfBounds(_) => {
                let more = percent(bounds.l2_gas, GROWTH);
                bounds.l2_gas = more.max(bounds.l2_gas.saturating_add(1)).min(most);
            }
        }
    }
}

enum Attempt {
    Holds(Spent),
    OutOfBounds(Revert),
}

/// Simulates once. Bounds can break in the execution, which reverts, or in the validation, which
/// fails.
async fn attempt(
    transaction: &impl Simulate,
    bounds: Bounds,
    charge: bool,
) -> Result<Attempt, ChainError> {
    let revert = match transaction.simulate(bounds, charge).await {
        Ok(Simulation {
            spent,
            revert: None,
        }) => return Ok(Attempt::Holds(spent)),
        Ok(Simulation {
            revert: Some(revert),
            ..
        })
        | Err(ChainError::Reverted { revert, .. }) => revert,
        Err(error) => return Err(error),
    };
    if revert.is_out_of_bounds() {
        return Ok(Attempt::OutOfBounds(revert));
    }
    Err(revert.into())
}

fn too_heavy(revert: &Revert) -> ChainError {
    ChainError::TooHeavy {
        reason: revert.to_string(),
    }
}

fn percent(amount: u64, percent: u64) -> u64 {
    amount.saturating_mul(percent).div_ceil(100)
}

#[cfg(test)]
mod tests;
