//! How the service feels: what the parts last saw, for `/ready`, for metrics, and for operators.

use std::sync::{Arc, Mutex, PoisonError};

use surround_chain::amount::Fri;
use surround_settlement::Moment;

use crate::model::Seconds;

/// The newest of everything; shared by all parts of one process.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<Mutex<Seen>>);

/// What was seen last. Times are of the wall clock; 0 for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// When the node last answered the watcher.
    pub node_at: Seconds,
    /// The block up to which everything is in the store.
    pub head: Option<Moment>,
    /// When the sender last finished a turn without an error of the node.
    pub sender_at: Seconds,
    /// Whether this process sends: it holds the lease of an account.
    pub leads: bool,
    /// The balance of the account it sends from.
    pub balance: Option<Fri>,
    /// When a simulation last gave an answer, a refusal by the contract included.
    pub simulated_at: Seconds,
}

impl Pulse {
    /// Changes what was seen.
    pub fn see(&self, change: impl FnOnce(&mut Seen)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// What was seen.
    #[must_use]
    pub fn seen(&self) -> Seen {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
