//! A table at which both players' keys are known: games of the shape a test needs, signed by whoever
//! the test says, and a contract to bring them to.

#![allow(dead_code, reason = "each test binary uses a part of the table")]

use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::key::SecretKey;
use surround_channel::line::{self, Chain, Line};
use surround_channel::policy::{Limits, RatedKomi};
use surround_channel::statements::{
    Signature, flag_hash, open_hash, ranked_hash, resign_hash, sign, step_hash,
};
use surround_channel::terms::Terms;
use surround_rules::{Colour, Point, PointSet, Step};
use surround_settlement::{Context, Contract, Moment, Record, Refusal};

pub const BLACK: Felt = Felt::from_hex_unchecked("0xb1ac");
pub const WHITE: Felt = Felt::from_hex_unchecked("0x5e7e");
pub const STRANGER: Felt = Felt::from_hex_unchecked("0x57a9");
pub const CHAIN: Felt = Felt::from_hex_unchecked("0x534e5f5345504f4c4941");
pub const ADDRESS: Felt = Felt::from_hex_unchecked("0xc0ffee");
pub const START: Moment = Moment {
    now: 1_000_000,
    block: 500,
};
pub const SECONDS: u64 = 3_600;
pub const BLOCKS: u64 = 60;

pub fn secret(name: u8) -> SecretKey {
    SecretKey::from_text(&format!("{:#x}", 1_000 + u32::from(name))).expect("a secret")
}

pub fn player_secret(player: Colour) -> SecretKey {
    secret(player.index() as u8)
}

pub fn referee_secret() -> SecretKey {
    secret(2)
}

/// The contract's limits: 9x9 games are rated at any komi the test asks for.
pub fn limits(komi_x2: u16) -> Limits {
    Limits {
        min_seconds: SECONDS,
        max_seconds: 604_800,
        min_blocks: BLOCKS,
        max_blocks: 100_000,
        revocation_delay: 2_592_000,
        referees: vec![referee_secret().public()],
        rated_komi: vec![RatedKomi { size: 9, komi_x2 }],
    }
}

/// A game of two players at a contract, and the clock.
pub struct Table {
    pub contract: Contract,
    pub terms: Terms,
    pub at: Moment,
}

impl Table {
    pub fn unranked() -> Self {
        Self::new(false, 15)
    }

    pub fn ranked() -> Self {
        Self::new(true, 15)
    }

    pub fn new(ranked: bool, komi_x2: u16) -> Self {
        let referee_key = if ranked {
            referee_secret().public()
        } else {
            Felt::ZERO
        };
        let terms = Terms {
            black: BLACK,
            white: WHITE,
            black_key: player_secret(Colour::Black).public(),
            white_key: player_secret(Colour::White).public(),
            referee_key,
            size: 9,
            handicap: 0,
            komi_x2,
            turn_seconds: SECONDS,
            turn_blocks: BLOCKS,
            expires_at: START.now + 1_000_000,
            black_nonce: Felt::from(11),
            white_nonce: Felt::from(22),
        };
        let mut contract = Contract::new(CHAIN, ADDRESS, limits(komi_x2));
        for player in Colour::BOTH {
            let context = Context {
                caller: terms.account(player),
                at: START,
            };
            contract
                .register_key(context, terms.key(player))
                .expect("a key");
        }
        Self {
            contract,
            terms,
            at: START,
        }
    }

    pub fn id(&self) -> Felt {
        self.contract.channel_id(&self.terms)
    }

    pub fn record(&self) -> Record {
        self.contract.record(self.id())
    }

    pub fn by(&self, caller: Felt) -> Context {
        Context {
            caller,
            at: self.at,
        }
    }

    /// The window passes: one second and no block more than it takes.
    pub fn wait_for_expiry(&mut self) {
        let record = self.record();
        self.at = Moment {
            now: record.deadline + 1,
            block: record.min_block,
        };
    }

    pub fn chain(&self, steps: &[Step]) -> Chain {
        let mut chain = Chain::new(self.terms.setup(), self.id()).expect("a setup");
        for step in steps {
            chain.push(step).expect("a legal step");
        }
        chain
    }

    pub fn line(&self, steps: &[Step]) -> Line {
        self.chain(steps);
        Line::pack(steps)
    }

    /// The step signature of a player over the head after its last own step.
    pub fn endorse(&self, steps: &[Step], player: Colour) -> Signature {
        let chain = self.chain(steps);
        let head = chain.head_at(chain.last_step_of(player)).expect("a head");
        signed(&player_secret(player), step_hash(head))
    }

    pub fn authority(&self, steps: &[Step]) -> Authority {
        Authority {
            black: Mark::Signed(self.endorse(steps, Colour::Black)),
            white: Mark::Signed(self.endorse(steps, Colour::White)),
        }
    }

    pub fn opening(&self, steps: &[Step]) -> Mark {
        let chain = self.chain(steps);
        let opener = chain.game().due().map_or(Colour::Black, Colour::other);
        Mark::Signed(signed(&player_secret(opener), open_hash(chain.head())))
    }

    pub fn rank(&self) -> Signature {
        if self.terms.is_ranked() {
            signed(&referee_secret(), ranked_hash(self.id()))
        } else {
            Signature::NONE
        }
    }

    pub fn resignation(&self, player: Colour) -> Signature {
        signed(&player_secret(player), resign_hash(self.id()))
    }

    /// The referee's flag over the head after so many of the steps.
    pub fn flagging(&self, steps: &[Step], at: usize) -> Signature {
        signed(
            &referee_secret(),
            flag_hash(self.chain(&steps[..at]).head()),
        )
    }

    /// `submit` by a stranger with everything signed.
    pub fn submit(&mut self, steps: &[Step]) -> Result<Record, Refusal> {
        let (line, authority) = (self.line(steps), self.authority(steps));
        let (open, ranked) = (self.opening(steps), self.rank());
        let context = self.by(STRANGER);
        self.contract
            .submit(context, &self.terms, &line, &authority, open, &ranked)
    }

    pub fn resign(&mut self, steps: &[Step], player: Colour) -> Result<Record, Refusal> {
        let (line, authority) = (self.line(steps), self.authority(steps));
        let (signature, ranked) = (self.resignation(player), self.rank());
        let context = self.by(STRANGER);
        let player = player.index() as u8;
        self.contract.resign(
            context,
            &self.terms,
            &line,
            &authority,
            player,
            &signature,
            &ranked,
        )
    }

    pub fn resign_channel(&mut self, player: Colour) -> Result<Record, Refusal> {
        let context = self.by(self.terms.account(player));
        self.contract.resign_channel(context, &self.terms)
    }

    /// `flag` with this line, over the head after so many of its steps.
    pub fn flag(&mut self, steps: &[Step], at: usize) -> Result<Record, Refusal> {
        let (line, authority) = (self.line(steps), self.authority(steps));
        let (signature, ranked) = (self.flagging(steps, at), self.rank());
        let context = self.by(STRANGER);
        self.contract
            .flag(context, &self.terms, &line, &authority, &signature, &ranked)
    }

    /// A proof from the stored steps and other steps that part from them, as far as the author's
    /// last own step there.
    pub fn fork(&self, stored: &[Step], other: &[Step]) -> Option<Fork> {
        let (line, held) = (self.chain(stored), self.chain(other));
        let parts = line
            .words()
            .iter()
            .zip(held.words())
            .position(|(a, b)| a != b)?;
        let author = line.author(parts as u16 + 1)?;
        let signed = usize::from(held.last_step_of(author));
        Some(Fork {
            head: line.heads()[parts],
            author: author.index() as u8,
            code: line::code(&stored[parts]),
            dead: match stored[parts] {
                Step::Propose(points) => points.into(),
                _ => Default::default(),
            },
            tail: line.words()[parts + 1..].to_vec(),
            other: held.words()[parts],
            other_tail: held.words()[parts + 1..signed].to_vec(),
            signature: self.endorse(other, author),
        })
    }

    pub fn expose(&mut self, fork: &Fork) -> Result<Record, Refusal> {
        let context = self.by(STRANGER);
        self.contract.expose_fork(context, &self.terms, fork)
    }

    pub fn claim(&mut self) -> Result<Record, Refusal> {
        let context = self.by(STRANGER);
        self.contract.claim_forfeit(context, &self.terms)
    }

    pub fn finalize(&mut self) -> Result<Record, Refusal> {
        let context = self.by(STRANGER);
        self.contract.finalize(context, &self.terms)
    }
}

pub fn signed(key: &SecretKey, hash: Felt) -> Signature {
    sign(key, hash).expect("a signature")
}

fn play(code: u16) -> Step {
    Step::Play(Point::new(code).expect("a point"))
}

/// `n` <= 30 stones that never touch an enemy: Black on the fifth row and up to the eighth, White on
/// the first and up to the second.
pub fn moves(n: u16) -> Vec<Step> {
    (0..n)
        .map(|i| play(if i % 2 == 0 { 36 + i / 2 } else { i / 2 }))
        .collect()
}

/// The same with another last stone.
pub fn moves_but_last(n: u16) -> Vec<Step> {
    let mut steps = moves(n);
    steps.pop();
    steps.push(play(80 - n));
    steps
}

/// Moves, two passes, a proposal without dead stones, its acceptance. Black wins on the board from
/// 18 moves on: 45 points to 9, before komi. The last author is Black when `n` is odd.
pub fn agreed(n: u16) -> Vec<Step> {
    let mut steps = moves(n);
    steps.extend([
        Step::Pass,
        Step::Pass,
        Step::Propose(PointSet::default()),
        Step::Accept,
    ]);
    steps
}

/// Moves, two passes, and the proposer resumes and moves: two steps in a row of the same player.
pub fn resumed(n: u16) -> Vec<Step> {
    let mut steps = moves(n);
    steps.extend([Step::Pass, Step::Pass, Step::Resume, play(78)]);
    steps
}
