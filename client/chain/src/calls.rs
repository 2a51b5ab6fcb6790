//! The calls of the settlement contract, one builder for each entry point (protocol 3.2).

use starknet_rust::core::types::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::Line;
use surround_channel::policy::Limits;
use surround_channel::statements::Signature;
use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::bindings::{self as abi, CairoSerde};
use crate::call::Call;

/// A deployed settlement contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settlement {
    /// Its address.
    pub address: Felt,
}

/// Serialises arguments one after the other, as an entry point takes them.
macro_rules! calldata {
    ($($kind:ty: $argument:expr),*) => {{
        let mut felts = Vec::new();
        $(felts.extend(<$kind>::cairo_serialize(&$argument.into()));)*
        felts
    }};
}

impl Settlement {
    /// Registers a session key for the sending account.
    pub fn register_key(&self, key: Felt) -> Call {
        self.call("register_key", vec![key])
    }

    /// Starts the revocation of one of the sending account's session keys.
    pub fn revoke_key(&self, key: Felt) -> Call {
        self.call("revoke_key", vec![key])
    }

    /// Opens, answers, or ends by score. `open` counts for an opening alone, `ranked` for the first
    /// record of a ranked game; zeros stand for a signature that is not needed.
    pub fn submit(
        &self,
        terms: &Terms,
        line: &Line,
        authority: &Authority,
        open: &Mark,
        ranked: &Signature,
    ) -> Call {
        let calldata = calldata!(
            abi::Terms: terms,
            abi::Line: line,
            abi::Authority: authority,
            abi::Mark: open,
            abi::Signature: ranked
        );
        self.call("submit", calldata)
    }

    /// Ends the game by the signed resignation of `player`.
    pub fn resign(
        &self,
        terms: &Terms,
        line: &Line,
        authority: &Authority,
        player: Colour,
        signature: &Signature,
        ranked: &Signature,
    ) -> Call {
        let player: u8 = match player {
            Colour::Black => 0,
            Colour::White => 1,
        };
        let calldata = calldata!(
            abi::Terms: terms,
            abi::Line: line,
            abi::Authority: authority,
            u8: player,
            abi::Signature: signature,
            abi::Signature: ranked
        );
        self.call("resign", calldata)
    }

    /// Ends the game by the resignation of the sending account.
    pub fn resign_channel(&self, terms: &Terms) -> Call {
        self.about("resign_channel", terms)
    }

    /// Ends a ranked game by the referee's flag.
    pub fn flag(
        &self,
        terms: &Terms,
        line: &Line,
        authority: &Authority,
        signature: &Signature,
        ranked: &Signature,
    ) -> Call {
        let calldata = calldata!(
            abi::Terms: terms,
            abi::Line: line,
            abi::Authority: authority,
            abi::Signature: signature,
            abi::Signature: ranked
        );
        self.call("flag", calldata)
    }

    /// Ends an open dispute whose deadline the due player missed.
    pub fn claim_forfeit(&self, terms: &Terms) -> Call {
        self.about("claim_forfeit", terms)
    }

    /// Ends the game against the author of two different steps on one head.
    pub fn expose_fork(&self, terms: &Terms, fork: &Fork) -> Call {
        self.call("expose_fork", calldata!(abi::Terms: terms, abi::Fork: fork))
    }

    /// Makes a pending result final once its window is over.
    pub fn finalize(&self, terms: &Terms) -> Call {
        self.about("finalize", terms)
    }

    fn about(&self, entrypoint: &'static str, terms: &Terms) -> Call {
        self.call(entrypoint, calldata!(abi::Terms: terms))
    }

    fn call(&self, entrypoint: &'static str, calldata: Vec<Felt>) -> Call {
        Call {
            contract_address: self.address,
            entrypoint,
            calldata,
        }
    }
}

/// The calldata of the constructor.
pub fn constructor(limits: &Limits) -> Vec<Felt> {
    calldata!(abi::Limits: limits)
}

/// The calldata of the view `preview`.
pub(crate) fn preview_arguments(terms: &Terms, line: &Line) -> Vec<Felt> {
    calldata!(abi::Terms: terms, abi::Line: line)
}

/// The calldata of the view `channel_id`.
pub(crate) fn terms_argument(terms: &Terms) -> Vec<Felt> {
    calldata!(abi::Terms: terms)
}

#[cfg(test)]
mod tests;
