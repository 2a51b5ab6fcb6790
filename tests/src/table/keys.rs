//! Session keys at a table.

use anyhow::{Context as _, Result, bail, ensure};
use starknet_types_core::felt::Felt;
use surround_chain::Call;
use surround_chain::events::Happening;
use surround_chain::receipt::Receipt;
use surround_rules::Colour;
use surround_settlement::Refusal;
use surround_settlement::keys::REGISTERED;

use super::Table;
use crate::game::key;
use crate::network::{BLACK, WHITE};

impl Table {
    /// Registers both players' keys.
    pub async fn register_keys(&mut self) -> Result<()> {
        for (account, player) in [(BLACK, Colour::Black), (WHITE, Colour::White)] {
            self.register(account, key(player).public())
                .await?
                .ok()
                .context("a key")?;
        }
        Ok(())
    }

    /// `register_key` by an account, on both contracts.
    pub async fn register(&mut self, by: usize, key: Felt) -> Result<Result<Receipt, Refusal>> {
        let context = self.context(by)?;
        let expected = self.twin.register_key(context, key);
        let call = self.contract.register_key(key);
        self.settle_key(by, key, &call, expected).await
    }

    /// `revoke_key` by an account, on both contracts.
    pub async fn revoke(&mut self, by: usize, key: Felt) -> Result<Result<Receipt, Refusal>> {
        let context = self.context(by)?;
        let expected = self.twin.revoke_key(context, key);
        let call = self.contract.revoke_key(key);
        self.settle_key(by, key, &call, expected).await
    }

    async fn settle_key(
        &mut self,
        by: usize,
        key: Felt,
        call: &Call,
        expected: Result<u64, Refusal>,
    ) -> Result<Result<Receipt, Refusal>> {
        match (self.send(by, call).await?, expected) {
            (Ok(receipt), Ok(until)) => {
                ensure!(
                    self.check_key(by, key).await? == until,
                    "the twin forgot {until}"
                );
                self.check_key_event(&receipt, by, key, until)?;
                Ok(Ok(receipt))
            }
            (Err(name), Err(refusal)) if name == refusal.as_str() => Ok(Err(refusal)),
            (found, twin) => bail!("{found:?}; the twin says {twin:?}"),
        }
    }

    /// Compares the view `key_until` with the twin, and returns the second.
    pub async fn check_key(&self, account: usize, key: Felt) -> Result<u64> {
        let account = self.account(account)?;
        let found = self.view().key_until(account, key).await?;
        let until = self.twin.key_until(account, key);
        ensure!(
            found == until,
            "key_until is {found}; the twin says {until}"
        );
        Ok(until)
    }

    fn check_key_event(&self, receipt: &Receipt, by: usize, key: Felt, until: u64) -> Result<()> {
        let account = self.account(by)?;
        let (_, found) = self.only_event(receipt)?;
        let expected = match until {
            REGISTERED => Happening::KeyRegistered { account, key },
            until => Happening::KeyRevoked {
                account,
                key,
                until,
            },
        };
        ensure!(
            found == expected,
            "the event is {found:?}, not {expected:?}"
        );
        Ok(())
    }
}
