//! `surround completions`: a script that completes commands and options in a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::Screen;

/// Which shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// [`Failure::Print`].
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "surround", &mut script);
    screen.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Ok)
}
