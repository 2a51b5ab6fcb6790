//! `surround demo`: stories of games that end on the chain, told on a local network.

use clap::ValueEnum;

use crate::commands::deploy::ClassArgs;
use crate::demo::{self, Story};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::node::wait_for;
use crate::screen::Screen;

/// Which stories, and the contract's class.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The stories to tell; all of them if none is named.
    #[arg(value_name = "STORY")]
    stories: Vec<Story>,

    #[command(flatten)]
    class: ClassArgs,
}

/// Starts a local network on a free port, deploys, and tells the stories. The network and the keys
/// end with the demo.
///
/// # Errors
/// [`Failure::OtherEnding`] when a game does not end as its story says; or whatever fails.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let class = args.class.class()?;
    let stories: &[Story] = if args.stories.is_empty() {
        Story::value_variants()
    } else {
        &args.stories
    };
    wait_for(demo::tell(stories, &class, screen))?;
    Ok(Exit::Ok)
}
