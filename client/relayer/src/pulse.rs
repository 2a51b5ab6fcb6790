//! How the service feels: what the parts last saw, for `/ready`, for metrics, and for operators.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;

use crate::model::Seconds;

/// The newest of everything; shared by all parts of one process.
#[derive(Clone, Debug, Default)]
pub struct Pulse(Arc<Mutex<All>>);

#[derive(Debug, Default)]
struct All {
    seen: Seen,
    senders: BTreeMap<Felt, Sends>,
}

/// What the watcher saw last. Times are of the wall clock; 0 for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// When the chain was last followed as far as its node has it; in a process that stands by, when its
    /// node last answered.
    pub node_at: Seconds,
}

/// What the sender of one account saw last. Times are of the wall clock; 0 for never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sends {
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
        change(&mut self.all().seen);
    }

    /// What was seen.
    #[must_use]
    pub fn seen(&self) -> Seen {
        self.all().seen
    }

    /// The part of one account's sender.
    #[must_use]
    pub fn of(&self, account: Felt) -> SenderPulse {
        self.all().senders.entry(account).or_default();
        SenderPulse {
            pulse: self.clone(),
            account,
        }
    }

    /// What the senders of this process saw, by account.
    #[must_use]
    pub fn senders(&self) -> BTreeMap<Felt, Sends> {
        self.all().senders.clone()
    }

    fn all(&self) -> MutexGuard<'_, All> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What one account's sender changes: nothing that another one's does.
#[derive(Clone, Debug)]
pub struct SenderPulse {
    pulse: Pulse,
    account: Felt,
}

impl SenderPulse {
    /// Changes what was seen.
    pub fn see(&self, change: impl FnOnce(&mut Sends)) {
        change(self.pulse.all().senders.entry(self.account).or_default());
    }

    /// What was seen.
    #[must_use]
    pub fn seen(&self) -> Sends {
        let all = self.pulse.all();
        all.senders.get(&self.account).copied().unwrap_or_default()
    }
}
