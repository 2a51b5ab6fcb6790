//! Who is let in, and how often: tokens, rates, and bounds on what goes on at once.
//!
//! Everything here has a fixed size, whoever knocks and however often.

mod listeners;
mod rates;
mod tokens;

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::config::{Config, SecretError};
use crate::model::Bearer;

pub use listeners::{Listeners, Place};
pub use rates::Later;
use rates::{Addresses, Rate};
use tokens::Tokens;

/// Requests that are answered at once; more are told to come back.
const REQUESTS: usize = 256;
/// Probes that are answered at once.
const PROBES: usize = 16;

/// Everything that stands between a client and the service.
#[derive(Debug)]
pub struct Guard {
    tokens: Tokens,
    addresses: Addresses,
    /// Places for requests.
    pub requests: Arc<Semaphore>,
    /// Places for probes, so that no flood of requests takes them.
    pub probes: Arc<Semaphore>,
    /// Places for listeners.
    pub listeners: Listeners,
}

/// Why somebody is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No token, or none that is known.
    Unknown,
    /// Too often.
    Often(Later),
}

impl Guard {
    /// The guard that the configuration asks for; reads the tokens.
    ///
    /// # Errors
    /// A token cannot be read.
    pub fn new(config: &Config) -> Result<Self, SecretError> {
        let names = config.tokens.iter().map(|token| token.name.as_str());
        Ok(Self {
            tokens: Tokens::read(&config.tokens)?,
            addresses: Addresses::new(Rate::per_second(config.guard.requests_per_second)),
            requests: Arc::new(Semaphore::new(REQUESTS)),
            probes: Arc::new(Semaphore::new(PROBES)),
            listeners: Listeners::new(config.guard.listeners, names),
        })
    }

    /// Counts a request from an address.
    ///
    /// # Errors
    /// When to come back.
    pub fn knock(&self, address: IpAddr) -> Result<(), Later> {
        self.addresses.count(address)
    }

    /// Whose token it is; counts its request.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn admit(&self, token: &str) -> Result<Arc<Bearer>, Refused> {
        self.tokens.admit(token)
    }
}
