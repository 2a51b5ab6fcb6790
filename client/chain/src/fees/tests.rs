use std::sync::Mutex;

use super::*;
use crate::gateway::MAX_L2_GAS;

/// A transaction that spends 20M L2 gas and 1,000 L1 data gas, but runs only when it declares
/// `needs` L2 gas.
struct Fake {
    needs: u64,
    refusal: Option<&'static str>,
    declared: Mutex<Vec<(u64, bool)>>,
}

impl Fake {
    fn needing(needs: u64) -> Self {
        Self {
            needs,
            refusal: None,
            declared: Mutex::default(),
        }
    }
}

const SPENT: Spent = Spent {
    l1_gas: 0,
    l2_gas: 20_000_000,
    l1_data_gas: 1_000,
    fee: Fri(7),
};
const PRICES: Prices = Prices {
    l1_gas: 100,
    l2_gas: 6_000_000_000,
    l1_data_gas: 10,
};

impl Simulate for Fake {
    fn most_l2_gas(&self) -> u64 {
        MAX_L2_GAS
    }

    async fn simulate(&self, bounds: Bounds, charge: bool) -> Result<Simulation, ChainError> {
        self.declared.lock().unwrap().push((bounds.l2_gas, charge));
        let trace = match self.refusal {
            Some(refusal) => Some(refusal),
            None if bounds.l2_gas < self.needs => {
                Some("Failure reason: 0x4f7574206f6620676173 ('Out of gas').")
            }
            None => None,
        };
        Ok(Simulation {
            spent: SPENT,
            revert: trace.map(Revert::from_trace),
        })
    }
}

#[tokio::test]
async fn declares_more_than_the_dictionaries_reserve() {
    let fake = Fake::needing(28_000_000);
    let quote = quote(&fake, PRICES).await.unwrap();
    assert_eq!(
        *fake.declared.lock().unwrap(),
        [(MAX_L2_GAS, false), (25_000_000, true), (37_500_000, true)]
    );
    assert_eq!(quote.bounds.l2_gas, 41_250_000);
    assert_eq!(quote.spent, SPENT);
}

#[tokio::test]
async fn never_declares_more_than_the_gateway_takes() {
    let quote = quote(&Fake::needing(1_199_999_999), PRICES).await.unwrap();
    assert_eq!(quote.bounds.l2_gas, 1_200_000_000);
}

#[tokio::test]
async fn says_so_when_a_transaction_does_not_fit() {
    let error = quote(&Fake::needing(1_200_000_001), PRICES)
        .await
        .unwrap_err();
    assert!(matches!(error, ChainError::TooHeavy { .. }), "{error}");
}

#[tokio::test]
async fn leaves_room_in_prices_and_data_gas() {
    let quote = quote(&Fake::needing(1), PRICES).await.unwrap();
    let bounds = quote.bounds;
    // 125% of the spent gas held at once, and 10% of room on top.
    assert_eq!(bounds.l2_gas, 27_500_000);
    assert_eq!(bounds.l1_data_gas, 2_256);
    assert_eq!(bounds.prices.l1_gas, 150);
    assert_eq!(bounds.prices.l2_gas, 9_000_000_000);
    assert_eq!(bounds.prices.l1_data_gas, 15);
    assert_eq!(
        bounds.max_fee(),
        Fri(27_500_000 * 9_000_000_000 + 2_256 * 15)
    );
}

#[tokio::test]
async fn offers_at_least_the_networks_minimum_price() {
    let cheap = Prices {
        l2_gas: 1_000_000_000,
        ..PRICES
    };
    let quote = quote(&Fake::needing(1), cheap).await.unwrap();
    assert_eq!(quote.bounds.prices.l2_gas, MIN_L2_GAS_PRICE);
}

#[tokio::test]
async fn reports_what_the_contract_refuses_at_the_first_simulation() {
    let fake = Fake {
        refusal: Some("Failure reason: 0x73757065726b6f ('superko')."),
        ..Fake::needing(1)
    };
    let error = quote(&fake, PRICES).await.unwrap_err();
    assert_eq!(error.revert().and_then(Revert::name), Some("superko"));
    assert_eq!(fake.declared.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn tells_a_poor_account_from_a_refused_call() {
    let fake = Fake {
        refusal: Some("Resources bounds ({ .. }) exceed balance (12)."),
        ..Fake::needing(1)
    };
    let error = quote(&fake, PRICES).await.unwrap_err();
    assert!(matches!(error, ChainError::Balance { .. }), "{error}");
}

#[test]
fn a_replacement_offers_a_tenth_more_for_tip_and_l2_gas() {
    let bounds = Bounds {
        l1_gas: 0,
        l2_gas: 1_000_000,
        l1_data_gas: 300,
        prices: PRICES.declared(),
        tip: 0,
    };
    // Nobody pays attention to a tenth of nothing.
    let first = bounds.bumped(PRICES);
    assert_eq!(first.tip, 1);
    assert_eq!(first.prices.l2_gas, 9_900_000_000);
    assert_eq!((first.l2_gas, first.l1_data_gas), (1_000_000, 300));
    let tipped = Bounds {
        tip: 1_001,
        ..bounds
    };
    assert_eq!(tipped.bumped(PRICES).tip, 1_102);
    // 1.5 times the new price is more than a tenth above the old declaration.
    let risen = Prices {
        l2_gas: 10_000_000_000,
        ..PRICES
    };
    assert_eq!(bounds.bumped(risen).prices.l2_gas, 15_000_000_000);
    assert_eq!(first.max_fee(), Fri(1_000_000 * 9_900_000_001 + 300 * 15));
}
