//! `--dev`: a local network, a stalled game, and the service, with one command.

use std::net::SocketAddr;
use std::path::Path;

use surround_channel::felt;
use surround_relayer::dev::{Dev, TOKEN, WINDOW};

use crate::commands::deploy::ClassArgs;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;

/// Emptied at each start; beside what the build leaves.
const FOLDER: &str = "target/relay-dev";
/// The service's own default.
const LISTEN: ([u8; 4], u16) = ([127, 0, 0, 1], 8_480);

/// Sets the stage and serves on it until it is told to stop. The network ends with it.
///
/// # Errors
/// [`Failure::Class`], [`Failure::Dev`], [`Failure::Relay`].
pub(super) async fn run(
    class: &ClassArgs,
    listen: Option<SocketAddr>,
    screen: &Screen,
) -> Result<Exit, Failure> {
    screen.note("starting a local network, and the contract on it");
    let listen = listen.unwrap_or_else(|| LISTEN.into());
    let dev = Dev::set(&class.class()?, Path::new(FOLDER), listen)
        .await
        .map_err(Failure::Dev)?;
    let (seconds, blocks) = WINDOW;
    screen.note(&format!(
        "the network answers at {}, and makes a block a second\n\
         contract {}\n\
         token {TOKEN}\n\
         the game {}, which White has left, with windows of {seconds} seconds and {blocks} blocks:\n\
         channel {}",
        dev.node(),
        felt::to_text(&dev.config.contract),
        dev.game.display(),
        felt::to_text(&dev.channel)
    ));
    super::serve(dev.config.clone(), screen).await
}
