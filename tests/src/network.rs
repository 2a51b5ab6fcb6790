//! A local network with the settlement contract deployed, shared by the tests of one binary.

use anyhow::{Context, Result};
use starknet_types_core::felt::Felt;
use surround_chain::account::Credentials;
use surround_chain::calls::{self, Settlement};
use surround_chain::declare::Class;
use surround_chain::devnet::{Control, Devnet, DevnetOptions, Snapshot};
use surround_chain::read::View;
use surround_chain::receipt::{Receipt, Wait};
use surround_chain::rpc::{LATEST, Node};
use surround_chain::send::Sender;
use surround_chain::{Call, ChainError};
use surround_channel::key::SecretKey;
use surround_channel::policy::Limits;
use surround_rules::Colour;
use tempfile::NamedTempFile;
use tokio::sync::{Mutex, MutexGuard, OnceCell};

use crate::artifacts::{Artifacts, Meter};
use crate::game::key;

/// The secret key of the referee whom the deployed contract knows.
const REFEREE: &str = "0x5265666572656521";
/// The account that deploys, and pays for what no player sends.
pub const THIRD: usize = 0;
/// Black's account.
pub const BLACK: usize = 1;
/// White's account.
pub const WHITE: usize = 2;

/// A started network that waits for its next user.
struct Base {
    devnet: Devnet,
    accounts: Vec<Credentials>,
    class: Class,
    settlement: Settlement,
    // None while a user is at work, or after one that failed to return.
    turn: Mutex<Option<Snapshot>>,
}

static ON_STEPS: OnceCell<Base> = OnceCell::const_new();
static ON_SIERRA: OnceCell<Base> = OnceCell::const_new();
/// On the step meter, with every state kept.
static REWINDABLE: OnceCell<Base> = OnceCell::const_new();

/// A network with a deployed contract, held by one test at a time.
///
/// It is started at the first use and ends with the test binary.
pub struct Network {
    control: Control,
    node: Node,
    base: &'static Base,
    settlement: Settlement,
    turn: MutexGuard<'static, Option<Snapshot>>,
}

impl Network {
    /// Waits for its turn on the network of `meter` and returns it to the state after deployment.
    pub async fn new(meter: Meter) -> Result<Self> {
        let mut network = Self::unchanged(meter).await?;
        let deployed = network
            .turn
            .take()
            .context("the network was not returned to its first state")?;
        network.control.revert(deployed).await?;
        *network.turn = Some(network.control.snapshot().await?);
        Ok(network)
    }

    /// Waits for its turn on the network of `meter` and deploys a contract of its own there. That is
    /// quicker than to return to an earlier state; the clock goes on from where the test before left
    /// it, and the accounts have paid for what it sent.
    pub async fn with_contract(meter: Meter, limits: &Limits) -> Result<Self> {
        Self::unchanged(meter).await?.deploying(limits).await
    }

    /// The same on the step meter, on a network whose blocks can be aborted.
    pub async fn rewindable(limits: &Limits) -> Result<Self> {
        let base = REWINDABLE
            .get_or_try_init(|| Base::start(Meter::Steps, true))
            .await?;
        Self::on(base).await?.deploying(limits).await
    }

    async fn deploying(mut self, limits: &Limits) -> Result<Self> {
        let constructor = calls::constructor(limits);
        // No other contract was deployed on this block.
        let salt = self.node.block(LATEST).await?.number.into();
        let deployment = self.class().deployment(salt, &constructor);
        self.send(THIRD, &deployment).await?;
        self.settlement = Settlement {
            address: self.class().address(salt, &constructor),
        };
        Ok(self)
    }

    async fn unchanged(meter: Meter) -> Result<Self> {
        let base = match meter {
            Meter::Steps => &ON_STEPS,
            Meter::Sierra => &ON_SIERRA,
        };
        let base = base.get_or_try_init(|| Base::start(meter, false)).await?;
        Self::on(base).await
    }

    async fn on(base: &'static Base) -> Result<Self> {
        let turn = base.turn.lock().await;
        Ok(Self {
            // Connections of an earlier test ended with that test's runtime.
            control: Control::new(base.devnet.url())?,
            node: Node::connect(base.devnet.url()).await?,
            base,
            settlement: base.settlement,
            turn,
        })
    }

    /// The clock and the blocks.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// The node.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The node's address.
    pub fn node_url(&self) -> &str {
        self.control.url()
    }

    /// The declared class of the contract.
    pub fn class(&self) -> &Class {
        &self.base.class
    }

    /// The deployed contract.
    pub fn settlement(&self) -> Settlement {
        self.settlement
    }

    /// The contract as of the latest block.
    pub fn view(&self) -> View<'_> {
        View::new(&self.node, self.settlement, LATEST)
    }

    /// The predeployed account of a number, 0 to 9.
    pub fn account(&self, number: usize) -> Result<&Credentials> {
        self.base.accounts.get(number).context("no such account")
    }

    /// The time of the latest block, in seconds.
    pub async fn now(&self) -> Result<u64> {
        Ok(self.node.block(LATEST).await?.timestamp)
    }

    /// The sender of an account.
    pub fn sender(&self, account: usize) -> Result<Sender> {
        Ok(Sender::new(self.node.clone(), self.account(account)?))
    }

    /// Registers both players' session keys.
    pub async fn register_keys(&self) -> Result<()> {
        for (account, player) in [(BLACK, Colour::Black), (WHITE, Colour::White)] {
            let key = key(player).public();
            self.send(account, &self.settlement.register_key(key))
                .await?;
        }
        Ok(())
    }

    /// Lets `seconds` and `blocks` pass.
    pub async fn advance(&self, seconds: u64, blocks: u64) -> Result<()> {
        self.control.create_blocks(blocks).await?;
        Ok(self.control.increase_time(seconds).await?)
    }

    /// Sends one call from the account of a number, and waits.
    pub async fn send(&self, account: usize, call: &Call) -> Result<Receipt> {
        let sender = self.sender(account)?;
        Ok(sender
            .send(std::slice::from_ref(call), Wait::default())
            .await?)
    }

    /// Sends one call that the contract must refuse, and returns the name of its error.
    pub async fn refusal(&self, account: usize, call: &Call) -> Result<String> {
        let sender = self.sender(account)?;
        let refused = match sender
            .send(std::slice::from_ref(call), Wait::default())
            .await
        {
            Ok(_) => anyhow::bail!("{} was accepted", call.entrypoint),
            Err(ChainError::Reverted { revert, .. }) => revert,
            Err(error) => return Err(error.into()),
        };
        let name = refused.name().map(str::to_owned);
        name.with_context(|| format!("no error name in: {}", refused.trace))
    }
}

/// The key of the referee whom the deployed contract knows.
pub fn referee() -> SecretKey {
    SecretKey::from_text(REFEREE).expect("a constant")
}

/// What the contract is deployed with: the standard limits and one referee.
pub fn limits() -> Limits {
    Limits::standard(vec![referee().public()])
}

impl Base {
    async fn start(meter: Meter, keep_states: bool) -> Result<Self> {
        // The devnet reads the file once, when it starts.
        let account_class = account_class(meter)?;
        let options = DevnetOptions {
            account_class: account_class.as_ref().map(|file| file.path().to_owned()),
            keep_states,
            ..DevnetOptions::default()
        };
        let devnet = Devnet::spawn(&options).await?;
        let class = Artifacts::compile("contracts")?.class(meter)?;
        let settlement = deploy(&devnet, &class).await?;
        let accounts = devnet.control().accounts().await?;
        let snapshot = devnet.control().snapshot().await?;
        Ok(Self {
            devnet,
            accounts,
            class,
            settlement,
            turn: Mutex::new(Some(snapshot)),
        })
    }
}

/// The class of the predeployed accounts; on the step meter the devnet's own.
fn account_class(meter: Meter) -> Result<Option<NamedTempFile>> {
    if meter == Meter::Steps {
        return Ok(None);
    }
    let file = NamedTempFile::new()?;
    let class = Artifacts::compile("tests/account")?.sierra(meter)?;
    std::fs::write(file.path(), class)?;
    Ok(Some(file))
}

async fn deploy(devnet: &Devnet, class: &Class) -> Result<Settlement> {
    let node = Node::connect(devnet.url()).await?;
    let accounts = devnet.control().accounts().await?;
    let sender = Sender::new(node, accounts.get(THIRD).context("no accounts")?);
    let deployment = sender
        .deploy(class, &limits(), Felt::ONE, Wait::default())
        .await?;
    Ok(deployment.settlement)
}
