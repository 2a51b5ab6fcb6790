//! One turn of a walk, written down so that it can be taken again, and everything that is compared
//! after it.

use std::fmt;

use anyhow::{Context as _, Result, ensure};
use starknet_types_core::felt::Felt;
use surround_chain::Call;
use surround_chain::read::Preview;
use surround_channel::line::{Line, replay};
use surround_channel::terms::Terms;
use surround_rules::Colour;
use surround_settlement::Moment;
use surround_tests::acts::Act;
use surround_tests::game::key;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::{Outcome, Table};

/// What is done.
#[derive(Debug, Clone)]
pub enum Deed {
    /// Nothing: time passes.
    Wait,
    /// `register_key`.
    Register(Felt),
    /// `revoke_key`.
    Revoke(Felt),
    /// A call about a channel.
    Act(Act),
    /// A call whose arguments do not decode.
    Garbled(Call),
    /// The view `preview`.
    Preview(Box<Terms>, Line),
}

/// What is done, by which account, and in which block.
#[derive(Debug, Clone)]
pub struct Turn {
    /// The number of the account.
    pub by: usize,
    /// The block in which a transaction runs.
    pub at: Moment,
    /// What is done.
    pub deed: Deed,
}

/// What a turn came to when contract and model agreed.
#[derive(Debug, Clone)]
pub struct Taken {
    /// Whether it changed what is stored.
    pub accepted: bool,
    /// The kind of turn and its outcome.
    pub name: String,
}

/// Keys that turns are about, beside the players' own: on the curve, on it, and not on it.
pub const KEYS: [Felt; 3] = [Felt::ONE, Felt::from_hex_unchecked("0x7"), Felt::TWO];

impl Turn {
    /// Takes the turn and compares contract and model, the channels that are `watched` included.
    ///
    /// # Errors
    /// The first difference.
    pub async fn take(&self, table: &mut Table, watched: &[Felt]) -> Result<Taken> {
        if table.next() != self.at {
            table.go(self.at).await?;
        }
        let taken = self.act(table).await?;
        for channel in watched {
            table.check(*channel).await?;
        }
        if matches!(self.deed, Deed::Register(_) | Deed::Revoke(_)) {
            check_keys(table).await?;
        }
        Ok(taken)
    }

    /// The channel that the turn is about.
    pub fn channel(&self, table: &Table) -> Option<Felt> {
        match &self.deed {
            Deed::Act(act) => Some(table.channel_id(act.terms())),
            _ => None,
        }
    }

    async fn act(&self, table: &mut Table) -> Result<Taken> {
        let by = self.by;
        Ok(match &self.deed {
            Deed::Wait => Taken {
                accepted: false,
                name: "time passes".to_owned(),
            },
            Deed::Register(key) => key_turn("register_key", table.register(by, *key).await?),
            Deed::Revoke(key) => key_turn("revoke_key", table.revoke(by, *key).await?),
            Deed::Garbled(call) => Taken {
                accepted: false,
                name: format!("garbled: {}", table.garbled(by, call).await?),
            },
            Deed::Preview(terms, line) => Taken {
                accepted: false,
                name: format!("preview: {}", preview(table, terms, line).await?),
            },
            Deed::Act(act) => {
                let entrypoint = act.call(table.contract()).entrypoint;
                match table.attempt(by, act).await? {
                    Outcome::Accepted(_, next) => Taken {
                        accepted: true,
                        name: format!("{entrypoint}: {:?} {:?}", next.status, next.ending()),
                    },
                    Outcome::Refused(refusal) => Taken {
                        accepted: false,
                        name: format!("{entrypoint}: {refusal}"),
                    },
                }
            }
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Moment { now, block } = self.at;
        let (by, deed) = (self.by, &self.deed);
        write!(f, "second {now}, block {block}, account {by}: {deed:?}")
    }
}

/// The players' keys and those that are nobody's.
pub fn all_keys() -> impl Iterator<Item = Felt> {
    Colour::BOTH
        .into_iter()
        .map(|player| key(player).public())
        .chain(KEYS)
}

/// Compares the view `key_until` of every account and every key.
pub async fn check_keys(table: &Table) -> Result<()> {
    for account in [BLACK, WHITE, THIRD] {
        for key in all_keys() {
            table.check_key(account, key).await?;
        }
    }
    Ok(())
}

fn key_turn<T, E: fmt::Display>(entrypoint: &str, outcome: Result<T, E>) -> Taken {
    let accepted = outcome.is_ok();
    let name = match outcome {
        Ok(_) => format!("{entrypoint}: accepted"),
        Err(refusal) => format!("{entrypoint}: {refusal}"),
    };
    Taken { accepted, name }
}

/// Compares the view `preview` with a replay, and says what both found.
async fn preview(table: &Table, terms: &Terms, line: &Line) -> Result<String> {
    let found = table.view().preview(terms, line).await?;
    let replayed = replay(terms.setup(), line, table.channel_id(terms), 0);
    let expected = replayed.map(|line| Preview {
        head: line.head,
        steps: line.steps,
        phase: line.phase,
        due: line.due,
        ending: line.ending.map(Into::into),
        black_x2: line.black_x2,
        white_x2: line.white_x2,
    });
    ensure!(
        found == expected,
        "the preview is {found:?}; a replay says {expected:?}"
    );
    Ok(match found {
        Ok(line) => format!("{:?}", line.phase),
        Err(fault) => fault.error.to_string(),
    })
}

/// Spoils the arguments of a call so that they cannot be read as what they should be.
///
/// # Errors
/// Never for a call that begins with terms, as every one about a channel does.
pub fn garble(mut call: Call, how: u64) -> Result<Call> {
    /// The places of `black` and `size` in the terms.
    const ADDRESS: usize = 0;
    const SIZE: usize = 5;
    let felts = &mut call.calldata;
    let terms = "a call that begins with terms";
    match how % 4 {
        0 => drop(felts.pop().context(terms)?),
        1 => felts.push(Felt::ONE),
        2 => *felts.get_mut(ADDRESS).context(terms)? = Felt::MAX,
        _ => *felts.get_mut(SIZE).context(terms)? = Felt::from(256),
    }
    Ok(call)
}
