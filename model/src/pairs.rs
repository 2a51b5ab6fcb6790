//! The life of an account's session key beside a game (protocol 2.4 and 4): small enough to be a
//! model of its own.

use stateright::{Model, Property};
use surround_settlement::keys;

use crate::table;
use crate::without::Without;

/// Seconds after which a revocation takes effect.
const DELAY: u64 = 10;
/// Seconds of one step of the clock; the deadlines fall on, before and after its steps.
const TICK: u64 = 5;
/// Where the clock stops.
const END: u64 = 60;

/// One pair of an account and a key, and a game that the other player may begin.
#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    /// The protection that is missing.
    pub without: Option<Without>,
}

/// What happened to the pair, and to the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    now: u64,
    until: u64,
    /// The end that the first revocation announced.
    revoked: Option<u64>,
    /// When the game's terms expire, once the other player has signed its first step.
    expires_at: Option<u64>,
}

/// One thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The account registers the key; or somebody sends again what it signed once for a sponsor.
    Register,
    /// The account revokes the key.
    Revoke,
    /// The other player signs its first step under terms that expire then.
    Begin(u64),
    /// Time passes.
    Tick,
}

/// 2.4: a pair goes from unknown to registered to revoked, and never back.
pub const NEVER_BACK: &str = "2.4 a revoked pair never counts again";
/// 4: whoever signed its first step can open a dispute as long as the terms last.
pub const OPENABLE: &str = "4 a running game can be opened";

impl Pairs {
    fn lacks(&self, protection: Without) -> bool {
        self.without == Some(protection)
    }

    /// What the other player's client asks before its first step.
    fn begins(&self, pair: &Pair, expires_at: u64) -> bool {
        let lasts = pair.until > expires_at && expires_at <= pair.now + DELAY;
        keys::counts(pair.until, pair.now) && (lasts || self.lacks(Without::FirstStep))
    }
}

impl Model for Pairs {
    type State = Pair;
    type Action = Move;

    fn init_states(&self) -> Vec<Pair> {
        vec![Pair {
            now: TICK,
            until: keys::UNKNOWN,
            revoked: None,
            expires_at: None,
        }]
    }

    fn actions(&self, pair: &Pair, moves: &mut Vec<Move>) {
        moves.extend([Move::Register, Move::Revoke]);
        if pair.expires_at.is_none() {
            let ends = [pair.now + TICK, pair.now + DELAY, pair.now + DELAY + TICK];
            let ends = ends.into_iter().filter(|end| self.begins(pair, *end));
            moves.extend(ends.map(Move::Begin));
        }
        if pair.now < END {
            moves.push(Move::Tick);
        }
    }

    fn next_state(&self, pair: &Pair, one: Move) -> Option<Pair> {
        let mut next = pair.clone();
        match one {
            Move::Register => {
                let back = pair.until != keys::UNKNOWN && self.lacks(Without::NeverBack);
                let until = if back { keys::REGISTERED } else { pair.until };
                next.until = keys::register(table::key(), until).ok()?;
            }
            Move::Revoke => {
                let delay = if self.lacks(Without::SlowRevocation) {
                    0
                } else {
                    DELAY
                };
                next.until = keys::revoke(pair.until, pair.now, delay).ok()?;
                next.revoked = pair.revoked.or(Some(next.until));
            }
            Move::Begin(expires_at) => next.expires_at = Some(expires_at),
            Move::Tick => next.now += TICK,
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![
            Property::always(NEVER_BACK, |_, pair: &Pair| {
                pair.revoked.is_none_or(|end| pair.now < end) || !keys::counts(pair.until, pair.now)
            }),
            Property::always(OPENABLE, |_, pair: &Pair| {
                pair.expires_at.is_none_or(|end| pair.now >= end)
                    || keys::counts(pair.until, pair.now)
            }),
        ]
    }
}
