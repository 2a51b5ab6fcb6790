//! What can be done to a record: each call with its arguments in the open, so that a test can spoil
//! one of them, made for the deployed contract and for its twin in memory alike (protocol 3.2).

use anyhow::{Context as _, Result};
use surround_chain::Call;
use surround_chain::calls::Settlement;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::{DeadSet, Line, code};
use surround_channel::statements::{self, Signature, flag_hash, ranked_hash};
use surround_channel::terms::Terms;
use surround_rules::{Colour, Step};
use surround_settlement::{Context, Contract, Record, Refusal};

use crate::game::{NO_SIGNATURE, SignedGame, key};
use crate::network::referee;

/// The arguments of `submit`.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names of the ABI")]
pub struct Submit {
    pub terms: Terms,
    pub line: Line,
    pub authority: Authority,
    pub open: Mark,
    pub ranked: Signature,
}

/// The arguments of `resign`; `player` is 0 for Black and 1 for White.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names of the ABI")]
pub struct Resign {
    pub terms: Terms,
    pub line: Line,
    pub authority: Authority,
    pub player: u8,
    pub signature: Signature,
    pub ranked: Signature,
}

/// The arguments of `flag`.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names of the ABI")]
pub struct Flag {
    pub terms: Terms,
    pub line: Line,
    pub authority: Authority,
    pub signature: Signature,
    pub ranked: Signature,
}

/// The arguments of `expose_fork`.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "the names of the ABI")]
pub struct Expose {
    pub terms: Terms,
    pub fork: Fork,
}

/// A call about a channel.
#[derive(Debug, Clone)]
pub enum Act {
    /// `submit`.
    Submit(Box<Submit>),
    /// `resign`.
    Resign(Box<Resign>),
    /// `resign_channel`.
    ResignChannel(Box<Terms>),
    /// `flag`.
    Flag(Box<Flag>),
    /// `claim_forfeit`.
    ClaimForfeit(Box<Terms>),
    /// `expose_fork`.
    Expose(Box<Expose>),
    /// `finalize`.
    Finalize(Box<Terms>),
}

impl Act {
    /// The channel's terms.
    pub fn terms(&self) -> &Terms {
        match self {
            Self::Submit(act) => &act.terms,
            Self::Resign(act) => &act.terms,
            Self::Flag(act) => &act.terms,
            Self::Expose(act) => &act.terms,
            Self::ResignChannel(terms) | Self::ClaimForfeit(terms) | Self::Finalize(terms) => terms,
        }
    }

    /// The call of the deployed contract.
    pub fn call(&self, contract: Settlement) -> Call {
        match self {
            Self::Submit(act) => contract.submit(
                &act.terms,
                &act.line,
                &act.authority,
                &act.open,
                &act.ranked,
            ),
            Self::Resign(act) => resign(contract, act),
            Self::ResignChannel(terms) => contract.resign_channel(terms),
            Self::Flag(act) => contract.flag(
                &act.terms,
                &act.line,
                &act.authority,
                &act.signature,
                &act.ranked,
            ),
            Self::ClaimForfeit(terms) => contract.claim_forfeit(terms),
            Self::Expose(act) => contract.expose_fork(&act.terms, &act.fork),
            Self::Finalize(terms) => contract.finalize(terms),
        }
    }

    /// The same call on the contract in memory.
    ///
    /// # Errors
    /// The refusal that the deployed contract has to give too.
    pub fn run(&self, twin: &mut Contract, context: Context) -> Result<Record, Refusal> {
        match self {
            Self::Submit(act) => twin.submit(
                context,
                &act.terms,
                &act.line,
                &act.authority,
                act.open,
                &act.ranked,
            ),
            Self::Resign(act) => twin.resign(
                context,
                &act.terms,
                &act.line,
                &act.authority,
                act.player,
                &act.signature,
                &act.ranked,
            ),
            Self::ResignChannel(terms) => twin.resign_channel(context, terms),
            Self::Flag(act) => twin.flag(
                context,
                &act.terms,
                &act.line,
                &act.authority,
                &act.signature,
                &act.ranked,
            ),
            Self::ClaimForfeit(terms) => twin.claim_forfeit(context, terms),
            Self::Expose(act) => twin.expose_fork(context, &act.terms, &act.fork),
            Self::Finalize(terms) => twin.finalize(context, terms),
        }
    }
}

/// The client's builder takes a player, so that a number that is none has to be written over.
fn resign(contract: Settlement, act: &Resign) -> Call {
    let mut call = contract.resign(
        &act.terms,
        &act.line,
        &act.authority,
        Colour::Black,
        &act.signature,
        &act.ranked,
    );
    // Before two signatures of two felts each.
    if let Some(player) = call.calldata.iter_mut().rev().nth(4) {
        *player = act.player.into();
    }
    call
}

macro_rules! boxed {
    ($($act:ident),+) => {$(
        impl From<$act> for Act {
            fn from(act: $act) -> Self {
                Self::$act(Box::new(act))
            }
        }
    )+};
}

boxed!(Submit, Resign, Flag, Expose);

/// Complete and true evidence, one call each.
impl SignedGame {
    /// `submit` with everything that any record could need.
    ///
    /// # Errors
    /// Only for a hash that cannot be signed.
    pub fn submit(&self) -> Result<Submit> {
        let running = self.chain().game().due().is_some();
        Ok(Submit {
            terms: self.terms.clone(),
            line: self.line(),
            authority: self.authority()?,
            open: if running {
                self.opening()?
            } else {
                Mark::Absent
            },
            ranked: self.ranked()?,
        })
    }

    /// `resign` by a player who signed its resignation.
    pub fn resign(&self, player: Colour) -> Result<Resign> {
        Ok(Resign {
            terms: self.terms.clone(),
            line: self.line(),
            authority: self.authority()?,
            player: player.index() as u8,
            signature: self.resignation(player)?,
            ranked: self.ranked()?,
        })
    }

    /// `resign_channel`.
    pub fn resign_channel(&self) -> Act {
        Act::ResignChannel(Box::new(self.terms.clone()))
    }

    /// `flag`: this line, and the referee's flag over its head after `steps` steps.
    pub fn flag(&self, steps: u16) -> Result<Flag> {
        let head = self.chain().head_at(steps).context("no such head")?;
        Ok(Flag {
            terms: self.terms.clone(),
            line: self.line(),
            authority: self.authority()?,
            signature: statements::sign(&referee(), flag_hash(head))?,
            ranked: self.ranked()?,
        })
    }

    /// `claim_forfeit`.
    pub fn claim_forfeit(&self) -> Act {
        Act::ClaimForfeit(Box::new(self.terms.clone()))
    }

    /// `finalize`.
    pub fn finalize(&self) -> Act {
        Act::Finalize(Box::new(self.terms.clone()))
    }

    /// `expose_fork`: where this line, which is stored, parts from another one, whose last step by
    /// the same author is signed.
    pub fn expose(&self, other: &Self) -> Result<Expose> {
        let (stored, forked) = (self.chain(), other.chain());
        let parted = stored
            .words()
            .iter()
            .zip(forked.words())
            .position(|(a, b)| a != b);
        let at = parted.context("one line extends the other")?;
        let author = stored.authors()[at];
        let signed = forked.last_step_of(author);
        let head = forked.head_at(signed).context("no such head")?;
        let step = &self.steps()[at];
        let fork = Fork {
            head: stored.heads()[at],
            author: author.index() as u8,
            code: code(step),
            dead: match step {
                Step::Propose(dead) => DeadSet::from(*dead),
                _ => DeadSet::default(),
            },
            tail: stored.words()[at + 1..].to_vec(),
            other: forked.words()[at],
            other_tail: forked.words()[at + 1..usize::from(signed)].to_vec(),
            signature: statements::sign(&key(author), statements::step_hash(head))?,
        };
        Ok(Expose {
            terms: self.terms.clone(),
            fork,
        })
    }

    /// The referee's statement that this game counts; zeros when it does not.
    pub fn ranked(&self) -> Result<Signature> {
        if !self.terms.is_ranked() {
            return Ok(NO_SIGNATURE);
        }
        Ok(statements::sign(
            &referee(),
            ranked_hash(self.channel_id()?),
        )?)
    }
}
