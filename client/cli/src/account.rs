//! The account that sends and pays. Its private key is read from a file, from standard input or
//! from the environment, never from an argument: other users of a computer can see those.

use std::path::PathBuf;

use surround_chain::account::{AccountKey, Credentials};
use surround_channel::Felt;

use crate::failure::Failure;
use crate::felts;
use crate::files::Source;

/// The environment variable that can hold the key itself.
pub const KEY_VARIABLE: &str = "SURROUND_PRIVATE_KEY";

/// An account, by starkli's account file or by its address.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Account")]
pub struct AccountArgs {
    /// starkli's account file.
    #[arg(
        long = "account",
        env = "SURROUND_ACCOUNT",
        hide_env_values = true,
        value_name = "FILE"
    )]
    file: Option<PathBuf>,

    /// The address of the account, instead of a file.
    #[arg(long, env = "SURROUND_ACCOUNT_ADDRESS", hide_env_values = true, value_parser = felts::parse, value_name = "ADDRESS")]
    account_address: Option<Felt>,

    /// The file with the account's private key; `-` for standard input. The variable
    /// SURROUND_PRIVATE_KEY can hold the key instead.
    #[arg(
        long,
        env = "SURROUND_PRIVATE_KEY_FILE",
        hide_env_values = true,
        value_name = "FILE"
    )]
    private_key_file: Option<Source>,
}

impl AccountArgs {
    /// The account with its key; none if no account is named.
    ///
    /// # Errors
    /// [`Failure::TwoAccounts`], [`Failure::NoAccountKey`], or the account cannot be used.
    pub fn credentials(&self) -> Result<Option<Credentials>, Failure> {
        match (&self.file, &self.account_address) {
            (None, None) => Ok(None),
            (Some(_), Some(_)) => Err(Failure::TwoAccounts),
            (Some(file), None) => Ok(Some(
                Credentials::from_starkli(file, self.key()?).map_err(Failure::account)?,
            )),
            (None, Some(address)) => {
                let address = surround_channel::felt::to_text(address);
                Ok(Some(
                    Credentials::new(&address, self.key()?).map_err(Failure::account)?,
                ))
            }
        }
    }

    /// What is known of the account: itself where its private key is, and its address.
    ///
    /// # Errors
    /// As [`AccountArgs::credentials`], but the key can be absent.
    pub fn known(&self) -> Result<(Option<Credentials>, Option<Felt>), Failure> {
        match self.credentials() {
            Ok(account) => {
                let address = account.as_ref().map(Credentials::address);
                Ok((account, address))
            }
            Err(Failure::NoAccountKey) => Ok((None, self.account_address)),
            Err(failure) => Err(failure),
        }
    }

    /// The address of the account, without its key if it is named by its address.
    ///
    /// # Errors
    /// As [`AccountArgs::credentials`].
    pub fn address(&self) -> Result<Option<Felt>, Failure> {
        match (self.file.is_some(), self.account_address) {
            (false, address) => Ok(address),
            _ => Ok(self.credentials()?.map(|account| account.address())),
        }
    }

    fn key(&self) -> Result<AccountKey, Failure> {
        let text = match &self.private_key_file {
            Some(source) => source.text()?,
            None => std::env::var(KEY_VARIABLE).map_err(|_| Failure::NoAccountKey)?,
        };
        AccountKey::parse(&text).map_err(Failure::account)
    }
}
