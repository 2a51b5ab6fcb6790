//! `surround relay`: the service that submits in time, and never twice.

mod check;
mod dev;

use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;

use serde::Serialize;
use surround_relayer::config::Config;
use surround_relayer::{logging, run as service};
use tokio::runtime;

use crate::commands::deploy::ClassArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;

/// Where the configuration is, and what to do with it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The configuration, in TOML. Variables named SURROUND_RELAY_.. are read after it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    #[command(flatten)]
    flags: Flags,

    /// Say what is wrong with the configuration, ask the node, and start nothing.
    #[arg(long)]
    check_config: bool,

    /// Start a local network with a stalled game on it, and the service beside it.
    #[arg(long, conflicts_with_all = ["config", "database", "check_config"])]
    dev: bool,

    #[command(flatten)]
    class: ClassArgs,
}

/// What of the configuration can be given here; it wins over file and variables.
#[derive(Debug, Serialize, clap::Args)]
struct Flags {
    /// Where to listen.
    #[arg(long, value_name = "ADDRESS:PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    listen: Option<SocketAddr>,

    /// `sqlite:FILE`, or the address of a PostgreSQL database without its password, which PGPASSWORD
    /// or a password file tells.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<String>,
}

/// Serves until it is told to stop, by Ctrl-C or by SIGTERM, and gives back what it holds.
///
/// # Errors
/// [`Failure::Config`], [`Failure::Problems`], [`Failure::Relay`]; with `--dev` also
/// [`Failure::Dev`].
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    logging::start();
    if args.dev {
        return wait_for(dev::run(&args.class, args.flags.listen, screen));
    }
    let config = Config::read(args.config.as_deref(), &args.flags).map_err(Failure::Config)?;
    let problems = config.problems();
    if !problems.is_empty() {
        return Err(Failure::Problems(problems));
    }
    wait_for(async {
        if args.check_config {
            return check::run(&config, screen).await;
        }
        serve(config, screen).await
    })
}

/// Serves; the last line on standard output says where, once it does.
async fn serve(config: Config, screen: &Screen) -> Result<Exit, Failure> {
    let stop = service::stop_on_signals().map_err(Failure::Runtime)?;
    let listening = service::Service::start(config)
        .await
        .map_err(Failure::Relay)?;
    screen.print(&format!("listening on http://{}", listening.address()))?;
    listening.until(stop).await.map_err(Failure::Relay)?;
    Ok(Exit::Ok)
}

/// Runs on all cores: games are verified while others are watched.
fn wait_for<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(Failure::Runtime)?.block_on(work)
}
