//! What the calls of the stories cost.

use std::fmt;

use serde::Serialize;
use surround_chain::amount::Fri;
use surround_chain::gateway::MIN_L2_GAS_PRICE;

use crate::screen::{Ink, Report};

use super::actor::Actor;

/// A story as it was told.
#[derive(Debug, Serialize)]
pub struct Chapter {
    name: &'static str,
    /// The result read back from the contract; none for the set-up.
    pub result: Option<String>,
    /// Its transactions, in order.
    pub transactions: Vec<Paid>,
}

impl Chapter {
    /// A chapter in which nothing has happened yet.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            result: None,
            transactions: Vec::new(),
        }
    }
}

/// A transaction and its price.
#[derive(Debug, Serialize)]
pub struct Paid {
    call: &'static str,
    by: Actor,
    l2_gas: u64,
    /// What the L2 gas costs at the public network's lowest price, in fri.
    fee: Fri,
}

impl Paid {
    /// A transaction that spent so much L2 gas.
    #[must_use]
    pub fn new(by: Actor, call: &'static str, l2_gas: u64) -> Self {
        Self {
            call,
            by,
            l2_gas,
            fee: Fri::cost(l2_gas, MIN_L2_GAS_PRICE),
        }
    }
}

impl fmt::Display for Paid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gas = grouped(self.l2_gas);
        write!(f, "{:<15} {gas:>14} L2 gas  {}", self.call, self.fee)
    }
}

/// All chapters with their transactions.
#[derive(Debug, Serialize)]
pub struct Told {
    /// The set-up, and then the stories.
    pub chapters: Vec<Chapter>,
}

impl Report for Told {
    fn text(&self, ink: Ink) -> String {
        let mut text = ink.bold("\nWhat it cost, at 8 Gfri a unit of L2 gas") + "\n";
        text.push_str(
            "The accounts of this network are metered in Cairo steps, as older wallets are.\n",
        );
        for chapter in &self.chapters {
            let result = chapter.result.as_deref().unwrap_or_default();
            text.push_str(&format!("  {:<16}{result}\n", chapter.name));
            for paid in &chapter.transactions {
                text.push_str(&format!("    {paid}\n"));
            }
        }
        text + "Every game ended as its story says.\n"
    }
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let lead = digits.len() % 3;
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == lead {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use surround_rules::Colour;

    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345, "12,345"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    /// 1.25e9 units at 8e9 fri are 1e19 fri, and 1 STRK is 1e18.
    #[test]
    fn a_transaction_is_priced_at_the_lowest_price() {
        let paid = Paid::new(Actor::Player(Colour::Black), "submit", 1_250_000_000);
        let text = "submit           1,250,000,000 L2 gas  10.000000 STRK";
        assert_eq!(paid.to_string(), text);
    }
}
