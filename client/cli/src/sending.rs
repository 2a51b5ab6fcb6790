//! Sending calls, or saying what would be sent.

use serde::Serialize;
use surround_chain::Call;
use surround_chain::amount::Fri;
use surround_chain::fees::{Quote, Spent};
use surround_chain::receipt::{Finality, Receipt, Wait};
use surround_chain::rpc::Node;
use surround_chain::send::Sender;
use surround_channel::Felt;
use surround_channel::felt;

use crate::account::AccountArgs;
use crate::failure::Failure;
use crate::node::OptionalNode;
use crate::screen::{Ink, Report, Screen};

/// Who sends, through which node, and whether anything is sent at all.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Sending")]
pub struct SendArgs {
    #[command(flatten)]
    node: OptionalNode,

    #[command(flatten)]
    account: AccountArgs,

    /// Simulate and show the cost; send nothing.
    #[arg(long, conflicts_with = "calls")]
    dry_run: bool,

    /// Print the calls as JSON, as a wallet takes them; send nothing. Needs no account, and no
    /// node either if the transcript tells how many steps the chain holds.
    #[arg(long)]
    calls: bool,
}

/// A node and the account on it, as far as they are needed.
pub struct Desk {
    /// The node; none only where calls are printed without one.
    pub node: Option<Node>,
    /// The address that will be the caller, if it is known.
    pub caller: Option<Felt>,
    mode: Mode,
}

enum Mode {
    Print,
    DryRun(Box<Sender>),
    Send(Box<Sender>),
}

impl SendArgs {
    /// Connects to the node, and opens the account if something is to be simulated or sent.
    ///
    /// # Errors
    /// [`Failure::NoNode`], [`Failure::NoAccount`], or the account or the node cannot be used.
    pub async fn desk(&self) -> Result<Desk, Failure> {
        if self.calls {
            let caller = self.account.address()?;
            return Ok(Desk {
                node: self.node.connect().await?,
                caller,
                mode: Mode::Print,
            });
        }
        let credentials = self.account.credentials()?.ok_or(Failure::NoAccount)?;
        let node = self.node.connect().await?.ok_or(Failure::NoNode)?;
        let sender = Box::new(Sender::new(node.clone(), &credentials));
        let mode = if self.dry_run {
            Mode::DryRun(sender)
        } else {
            Mode::Send(sender)
        };
        Ok(Desk {
            node: Some(node),
            caller: Some(credentials.address()),
            mode,
        })
    }
}

impl Desk {
    /// The account, where something is simulated or sent.
    #[must_use]
    pub fn sender(&self) -> Option<&Sender> {
        match &self.mode {
            Mode::Print => None,
            Mode::DryRun(sender) | Mode::Send(sender) => Some(sender),
        }
    }

    /// Whether something is to be sent, so that what is sent may change files.
    #[must_use]
    pub const fn sends(&self) -> bool {
        matches!(self.mode, Mode::Send(_))
    }

    /// Whether calls are only simulated.
    #[must_use]
    pub const fn is_dry_run(&self) -> bool {
        matches!(self.mode, Mode::DryRun(_))
    }

    /// Sends the calls as one transaction, or simulates it; or prints them, and that is all.
    ///
    /// # Errors
    /// [`Failure::Chain`].
    pub async fn deliver(
        &self,
        calls: Vec<Call>,
        screen: &Screen,
    ) -> Result<Option<Delivery>, Failure> {
        let names = || calls.iter().map(|call| call.entrypoint).collect();
        match &self.mode {
            Mode::Print => {
                screen.show(&Printed(&calls))?;
                Ok(None)
            }
            Mode::DryRun(sender) => {
                let quote = sender.dry_run(&calls).await?;
                Ok(Some(Delivery::DryRun {
                    calls: names(),
                    cost: Cost::from(&quote),
                }))
            }
            Mode::Send(sender) => {
                screen.note("sending, and waiting for the outcome");
                let receipt = sender.send(&calls, Wait::default()).await?;
                Ok(Some(Delivery::Sent {
                    calls: names(),
                    receipt: Sent::from(&receipt),
                }))
            }
        }
    }
}

/// Calls as wallets take them: an array and nothing else, whoever reads it.
#[derive(Serialize)]
#[serde(transparent)]
struct Printed<'a>(&'a [Call]);

impl Report for Printed<'_> {
    fn text(&self, _: Ink) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// What was done with calls.
#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Delivery {
    /// They were simulated.
    DryRun {
        /// The entry points.
        calls: Vec<&'static str>,
        /// What they would cost.
        #[serde(flatten)]
        cost: Cost,
    },
    /// They were executed.
    Sent {
        /// The entry points.
        calls: Vec<&'static str>,
        /// The transaction.
        #[serde(flatten)]
        receipt: Sent,
    },
}

/// What calls would cost.
#[derive(Clone, Debug, Serialize)]
pub struct Cost {
    /// What they spend at the present prices.
    #[serde(flatten)]
    spent: Spent,
    /// The L2 gas that would be declared.
    max_l2_gas: u64,
    /// The highest fee that would be declared, in fri.
    max_fee: Fri,
}

impl From<&Quote> for Cost {
    fn from(quote: &Quote) -> Self {
        let bounds = &quote.bounds;
        Self {
            spent: quote.spent,
            max_l2_gas: bounds.l2_gas,
            max_fee: bounds.max_fee(),
        }
    }
}

impl Cost {
    /// The cost in words.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "{} L2 gas, {} (at most {})",
            self.spent.l2_gas, self.spent.fee, self.max_fee
        )
    }
}

/// An executed transaction.
#[derive(Clone, Debug, Serialize)]
pub struct Sent {
    #[serde(with = "felt::text")]
    transaction: Felt,
    block: u64,
    finality: Finality,
    #[serde(flatten)]
    spent: Spent,
}

impl From<&Receipt> for Sent {
    fn from(receipt: &Receipt) -> Self {
        Self {
            transaction: receipt.hash,
            block: receipt.block,
            finality: receipt.finality,
            spent: receipt.spent,
        }
    }
}

impl Sent {
    /// The transaction and what it cost, in words.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "transaction {} in block {}, {} L2 gas, {}",
            felt::to_text(&self.transaction),
            self.block,
            self.spent.l2_gas,
            self.spent.fee
        )
    }
}

impl Report for Delivery {
    fn text(&self, _: Ink) -> String {
        match self {
            Self::DryRun { calls, cost } => {
                format!(
                    "{} would cost {}; nothing was sent\n",
                    calls.join(", "),
                    cost.text()
                )
            }
            Self::Sent { calls, receipt } => format!("{}: {}\n", calls.join(", "), receipt.text()),
        }
    }
}
