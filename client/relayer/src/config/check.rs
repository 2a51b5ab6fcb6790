//! What is wrong with a configuration that can be read: all of it at once, each with its field.

use std::collections::BTreeSet;
use std::fmt;

use surround_channel::felt;
use url::Url;

use super::{Config, SecretSource};

/// Something that an operator has to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The field.
    pub field: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.what)
    }
}

impl Config {
    /// Everything that is wrong with it, without asking node or database.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut wrong = |field: &str, what: &str| {
            found.push(Problem {
                field: field.to_owned(),
                what: what.to_owned(),
            });
        };
        if !is_http(self.rpc.reveal()) {
            wrong("rpc", "not an http or https address");
        }
        if !felt::is_address(&self.contract) {
            wrong("contract", "0 or not below 2^251");
        }
        if self.tokens.is_empty() {
            wrong("tokens", "none: nobody could use the API");
        }
        self.check_secrets(&mut wrong);
        self.check_names(&mut wrong);
        self.check_numbers(&mut wrong);
        found
    }

    fn check_secrets(&self, wrong: &mut impl FnMut(&str, &str)) {
        let mut check = |field: String, source: &SecretSource| {
            if let Err(error) = source.read() {
                wrong(&field, &error.to_string());
            }
        };
        for (account, number) in self.accounts.iter().zip(1..) {
            check(format!("accounts, entry {number}: key"), &account.key);
        }
        for token in &self.tokens {
            check(format!("tokens, {}: secret", token.name), &token.secret);
        }
        for hook in &self.webhooks {
            check(format!("webhooks, {}: secret", hook.name), &hook.secret);
        }
    }

    fn check_names(&self, wrong: &mut impl FnMut(&str, &str)) {
        let mut names = BTreeSet::new();
        let tokens = self.tokens.iter().map(|token| ("tokens", &token.name));
        let hooks = self.webhooks.iter().map(|hook| ("webhooks", &hook.name));
        for (field, name) in tokens.chain(hooks) {
            if !names.insert((field, name)) {
                wrong(field, &format!("two have the name {name}"));
            }
        }
        let mut addresses = BTreeSet::new();
        for account in &self.accounts {
            if !addresses.insert(account.address) {
                wrong(
                    "accounts",
                    "one address twice: two senders would take each other's nonces",
                );
            }
        }
        for hook in &self.webhooks {
            if !is_http(hook.url.reveal()) {
                let field = format!("webhooks, {}: url", hook.name);
                wrong(&field, "not an http or https address");
            }
        }
    }

    fn check_numbers(&self, wrong: &mut impl FnMut(&str, &str)) {
        let (pace, guard, fees) = (&self.pace, &self.guard, &self.fees);
        if pace.turn == 0 || pace.in_flight == 0 {
            wrong("pace", "turn and in_flight are 1 or more");
        }
        if pace.lease < pace.turn.saturating_mul(3) {
            wrong(
                "pace.lease",
                "shorter than three turns: a busy holder would lose it",
            );
        }
        if pace.bump_after < pace.resend_after {
            wrong("pace.bump_after", "before resend_after");
        }
        if guard.requests_per_second == 0 || guard.verifications == 0 || guard.request_seconds == 0
        {
            wrong("guard", "0 lets nobody in");
        }
        if fees.urgent < fees.per_transaction {
            wrong("fees.urgent", "below per_transaction");
        }
        if fees.per_day < fees.per_transaction {
            wrong(
                "fees.per_day",
                "below per_transaction: nothing dear could be sent",
            );
        }
    }
}

fn is_http(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}
