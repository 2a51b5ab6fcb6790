//! The parts of one process: made from a configuration, turned one after another by a story, or each
//! in a task of its own.

use std::sync::Arc;

use axum::Router;
use surround_chain::account::{AccountKey, Credentials};
use surround_chain::calls::Settlement;
use surround_chain::rpc::Node;
use surround_chain::send::Sender;
use surround_channel::felt;
use tokio_util::sync::CancellationToken;

use super::RunError;
use super::life::Life;
use crate::api;
use crate::config::Config;
use crate::guard::Guard;
use crate::intake::Intake;
use crate::notify::{self, Notifier};
use crate::ports::Clock;
use crate::pulse::Pulse;
use crate::sender::{SenderActor, lease_name};
use crate::starknet::OnNode;
use crate::store::Store;
use crate::watcher::{self, Watcher};

/// Everything that one process does.
pub struct Parts {
    /// Follows the chain and decides.
    pub watcher: Watcher<OnNode>,
    /// Sends, one for each account.
    pub senders: Vec<SenderActor<Sender>>,
    /// Tells.
    pub notifier: Notifier,
    /// Answers.
    pub router: Router,
    /// What keeps their leases while each works.
    pub lives: Lives,
}

/// The signs of life of every part that holds a lease.
pub struct Lives {
    pub(super) watcher: Life,
    /// In the order of the senders.
    pub(super) senders: Vec<Life>,
    pub(super) notifier: Life,
}

impl Parts {
    /// Opens database and node and puts the parts together. Once `stopping` is cancelled, listeners
    /// are sent away.
    ///
    /// # Errors
    /// [`RunError`].
    pub async fn of(
        config: Config,
        clock: Arc<dyn Clock>,
        stopping: CancellationToken,
    ) -> Result<Self, RunError> {
        let node = Node::connect(config.rpc.reveal()).await?;
        let contract = Settlement {
            address: config.contract,
        };
        let chain_id = node.chain_id();
        let store = Store::open(config.database.reveal(), chain_id, config.contract).await?;
        let (pulse, holder) = (Pulse::default(), holder()?);
        let watcher = Watcher::new(
            OnNode::new(node.clone(), contract),
            store.clone(),
            Arc::clone(&clock),
            pulse.clone(),
            &config,
            &holder,
        );
        let sender = |account: &Credentials| {
            SenderActor::new(
                Sender::new(node.clone(), account),
                store.clone(),
                Arc::clone(&clock),
                pulse.clone(),
                &config,
                &holder,
            )
        };
        let accounts = credentials(&config)?;
        let senders = accounts.iter().map(sender).collect();
        let life = |lease: String| {
            let (store, clock) = (store.clone(), Arc::clone(&clock));
            Life::new(store, clock, lease, holder.clone(), config.pace.lease)
        };
        let lives = Lives {
            watcher: life(watcher::LEASE.to_owned()),
            senders: accounts
                .iter()
                .map(|account| life(lease_name(account.address())))
                .collect(),
            notifier: life(notify::LEASE.to_owned()),
        };
        let notifier = Notifier::new(store.clone(), Arc::clone(&clock), &config, &holder)?;
        let intake = Intake::new(
            store.clone(),
            Arc::clone(&clock),
            chain_id,
            config.contract,
            &config.guard,
        );
        let guard = Guard::new(&config)?;
        let router = api::router(api::State {
            store,
            clock,
            pulse,
            config: Arc::new(config),
            intake: Arc::new(intake),
            guard: Arc::new(guard),
            stopping,
        });
        Ok(Self {
            watcher,
            senders,
            notifier,
            router,
            lives,
        })
    }
}

/// The accounts that send, with their keys.
pub(super) fn credentials(config: &Config) -> Result<Vec<Credentials>, RunError> {
    let mut accounts = Vec::new();
    for account in &config.accounts {
        let key = AccountKey::parse(account.key.read()?.reveal())?;
        accounts.push(Credentials::new(&felt::to_text(&account.address), key)?);
    }
    Ok(accounts)
}

/// A name under which leases are held that no other process has, nor an earlier one had.
fn holder() -> Result<String, RunError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| RunError::NoRandomness)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
