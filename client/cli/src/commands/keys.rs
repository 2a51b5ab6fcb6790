//! `surround register-key` and `surround revoke-key`: which session keys count for an account.

use std::path::PathBuf;

use surround_chain::calls::Settlement;
use surround_channel::Felt;
use surround_channel::signer::{Referee, SignerError};

use crate::exit::Exit;
use crate::failure::Failure;
use crate::felts;
use crate::node::wait_for;
use crate::screen::Screen;
use crate::sending::SendArgs;

/// Which key, with which contract, and the account.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The settlement contract.
    #[arg(long, env = "SURROUND_CONTRACT", hide_env_values = true, value_parser = felts::parse, value_name = "ADDRESS")]
    contract: Felt,

    /// The folder of the key.
    #[arg(
        long,
        env = "SURROUND_KEY",
        value_name = "FOLDER",
        required_unless_present = "public_key"
    )]
    key: Option<PathBuf>,

    /// The public half of the key, instead of its folder.
    #[arg(long, value_parser = felts::parse, value_name = "KEY")]
    public_key: Option<Felt>,

    #[command(flatten)]
    send: SendArgs,
}

/// What to do with the pair of account and key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It counts from now on.
    Register,
    /// It stops to count after the contract's delay, for good.
    Revoke,
}

/// Registers or revokes the key for the sending account.
///
/// # Errors
/// [`Failure`]; nothing was sent unless the message says so.
pub fn run(change: Change, args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    wait_for(async {
        let desk = args.send.desk().await?;
        let contract = Settlement {
            address: args.contract,
        };
        let key = public_key(args)?;
        let call = match change {
            Change::Register => contract.register_key(key),
            Change::Revoke => contract.revoke_key(key),
        };
        if let Some(delivery) = desk.deliver(vec![call], screen).await? {
            screen.show(&delivery)?;
        }
        Ok(Exit::Ok)
    })
}

fn public_key(args: &Args) -> Result<Felt, Failure> {
    match (&args.public_key, &args.key) {
        (Some(key), _) => Ok(*key),
        (None, Some(folder)) => Ok(Referee::open(folder)
            .map_err(SignerError::from)?
            .public_key()),
        (None, None) => Err(Failure::NoKey),
    }
}
