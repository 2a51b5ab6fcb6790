//! `surround deploy`: declares the contract's class and deploys it.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use serde::Serialize;
use surround_chain::calls::{Settlement, constructor};
use surround_chain::declare::Class;
use surround_chain::receipt::Wait;
use surround_channel::policy::{Limits, RatedKomi};
use surround_channel::{Felt, felt};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
use crate::node::wait_for;
use crate::screen::{Ink, Report, Screen};
use crate::sending::{Cost, Delivery, Desk, SendArgs, Sent};
use crate::{felts, half_points};

/// The compiled contract.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ClassArgs {
    /// The Sierra class, as scripts/build writes it.
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/surround_Settlement.contract_class.json"
    )]
    class: PathBuf,

    /// Its compiled form, as scripts/build writes it.
    #[arg(
        long,
        value_name = "FILE",
        default_value = "target/surround_Settlement.compiled_contract_class.json"
    )]
    compiled: PathBuf,
}

impl ClassArgs {
    /// Reads the class.
    ///
    /// # Errors
    /// [`Failure::Read`], [`Failure::Class`].
    pub(super) fn class(&self) -> Result<Class, Failure> {
        let text = |path: &Path| Source::File(path.to_owned()).text();
        Class::from_json(&text(&self.class)?, &text(&self.compiled)?).map_err(Failure::Class)
    }
}

/// What the contract is deployed with. None of it can be changed afterwards.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    class: ClassArgs,

    /// The public key of a referee; can be given several times.
    #[arg(long = "referee", value_parser = felts::parse, value_name = "KEY")]
    referees: Vec<Felt>,

    /// The komi of rated games, by size.
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "SIZE:POINTS",
        default_value = "9:7,13:7.5,19:7.5"
    )]
    rated_komi: Vec<Rated>,

    /// The shortest window, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 3_600)]
    min_seconds: u64,

    /// The longest window, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 604_800)]
    max_seconds: u64,

    /// The shortest window, in blocks.
    #[arg(long, value_name = "BLOCKS", default_value_t = 60)]
    min_blocks: u64,

    /// The longest window, in blocks.
    #[arg(long, value_name = "BLOCKS", default_value_t = 100_000)]
    max_blocks: u64,

    /// Seconds until a revocation takes effect.
    #[arg(long, value_name = "SECONDS", default_value_t = 2_592_000)]
    revocation_delay: u64,

    /// Distinguishes deployments of the same class with the same limits.
    #[arg(long, value_parser = felts::parse, value_name = "FELT", default_value = "0x0")]
    salt: Felt,

    #[command(flatten)]
    send: SendArgs,
}

/// A size and its komi.
#[derive(Clone, Copy, Debug)]
struct Rated(RatedKomi);

impl FromStr for Rated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (size, komi) = text
            .split_once(':')
            .ok_or("a size and a komi, as in 9:7, are expected")?;
        let size = size
            .parse()
            .map_err(|_| format!("{size:?} is no board size"))?;
        Ok(Self(RatedKomi {
            size,
            komi_x2: half_points::parse(komi)?,
        }))
    }
}

/// Declares the class where the network does not know it, and deploys it.
///
/// # Errors
/// [`Failure`]; the message says what was sent.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let limits = limits(args);
    limits.check().map_err(Failure::Limits)?;
    wait_for(async {
        let desk = args.send.desk().await?;
        let class = args.class.class()?;
        let calldata = constructor(&limits);
        let settlement = Settlement {
            address: class.address(args.salt, &calldata),
        };
        let there = match desk.sender() {
            Some(sender) => sender.is_deployed(settlement).await?,
            None => false,
        };
        let declaration = if there {
            None
        } else {
            declare(&class, &desk, screen).await?
        };
        // A class that is not declared cannot be deployed, not even in a simulation.
        let deployment = match declaration {
            Some(Declaration::DryRun(_)) => None,
            _ if there => None,
            _ => {
                let call = class.deployment(args.salt, &calldata);
                let deployed = desk.deliver(vec![call], screen).await;
                if let (Err(_), Some(Declaration::Sent(sent))) = (&deployed, &declaration) {
                    screen.warn(&format!("the class was declared: {}", sent.text()));
                }
                deployed?
            }
        };
        if desk.sender().is_some() {
            screen.show(&Deployed {
                contract: settlement.address,
                class_hash: class.hash(),
                deployed_before: there,
                declaration,
                deployment,
            })?;
        }
        Ok(Exit::Ok)
    })
}

fn limits(args: &Args) -> Limits {
    Limits {
        min_seconds: args.min_seconds,
        max_seconds: args.max_seconds,
        min_blocks: args.min_blocks,
        max_blocks: args.max_blocks,
        revocation_delay: args.revocation_delay,
        referees: args.referees.clone(),
        rated_komi: args.rated_komi.iter().map(|rated| rated.0).collect(),
    }
}

/// Declares the class, or finds what that would cost; none where the network knows it, or nothing
/// is sent at all.
async fn declare(
    class: &Class,
    desk: &Desk,
    screen: &Screen,
) -> Result<Option<Declaration>, Failure> {
    let Some(sender) = desk.sender() else {
        return Ok(None);
    };
    if sender.is_declared(class).await? {
        return Ok(None);
    }
    if desk.is_dry_run() {
        let quote = sender.dry_run_declare(class).await?;
        return Ok(Some(Declaration::DryRun(Cost::from(&quote))));
    }
    screen.note("declaring the class, and waiting for the outcome");
    let receipt = sender.declare(class, Wait::default()).await?;
    Ok(Some(Declaration::Sent(Sent::from(&receipt))))
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
enum Declaration {
    DryRun(Cost),
    Sent(Sent),
}

#[derive(Serialize)]
struct Deployed {
    #[serde(with = "felt::text")]
    contract: Felt,
    #[serde(with = "felt::text")]
    class_hash: Felt,
    /// Null where the class was declared before.
    declaration: Option<Declaration>,
    /// Null in a dry run while the class is not declared, and where the contract was there before.
    deployment: Option<Delivery>,
    /// Whether the same class with the same limits and salt was deployed before.
    deployed_before: bool,
}

impl Report for Deployed {
    fn text(&self, ink: Ink) -> String {
        let declared = match &self.declaration {
            None => String::new(),
            Some(Declaration::DryRun(cost)) => format!(
                "declaring the class would cost {}; nothing was sent, and the deployment can be \
                 simulated only after it\n",
                cost.text()
            ),
            Some(Declaration::Sent(sent)) => format!("declared: {}\n", sent.text()),
        };
        let deployed = match &self.deployment {
            Some(delivery) => delivery.text(ink),
            None if self.deployed_before => {
                "deployed before: another --salt gives another contract\n".to_owned()
            }
            None => String::new(),
        };
        format!(
            "class {}\n{declared}{deployed}contract {}\n",
            felt::to_text(&self.class_hash),
            felt::to_text(&self.contract)
        )
    }
}
