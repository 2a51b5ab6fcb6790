//! A game between two session keys whose secrets the test holds.

use anyhow::{Context, Result};
use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark, Signed};
use surround_channel::key::SecretKey;
use surround_channel::line::{Chain, Line};
use surround_channel::statements::{self, Signature};
use surround_channel::terms::Terms;
use surround_channel::transcript::Transcript;
use surround_rules::{Colour, Size, Step, gtp};

use crate::network::{BLACK, Network, WHITE};

/// A signature where none is needed.
pub const NO_SIGNATURE: Signature = Signature {
    r: Felt::ZERO,
    s: Felt::ZERO,
};

/// Session keys of Black and White.
const SECRETS: [&str; 2] = ["0x626c61636b", "0x7768697465"];

/// A game of the network's players, with every step in it.
#[derive(Debug, Clone)]
pub struct SignedGame {
    /// What was agreed on.
    pub terms: Terms,
    chain: Chain,
    steps: Vec<Step>,
}

impl SignedGame {
    /// A game without a step, unranked, on a square board: komi 7, windows of an hour and 60
    /// blocks, and a year until it expires.
    pub async fn new(network: &Network, size: u8) -> Result<Self> {
        let now = network.now().await?;
        let terms = Terms {
            black: network.account(BLACK)?.address(),
            white: network.account(WHITE)?.address(),
            black_key: key(Colour::Black).public(),
            white_key: key(Colour::White).public(),
            referee_key: Felt::ZERO,
            size,
            handicap: 0,
            komi_x2: 14,
            turn_seconds: 3_600,
            turn_blocks: 60,
            expires_at: now + 365 * 24 * 3_600,
            black_nonce: Felt::ONE,
            white_nonce: Felt::TWO,
        };
        Self::on(network, terms)
    }

    /// A game without a step on other terms.
    pub fn on(network: &Network, terms: Terms) -> Result<Self> {
        Self::at(
            network.node().chain_id(),
            network.settlement().address,
            terms,
        )
    }

    /// A game without a step, to be brought to the contract at an address on a chain.
    pub fn at(chain_id: Felt, contract: Felt, terms: Terms) -> Result<Self> {
        let id = terms.channel_id(chain_id, contract);
        Ok(Self {
            chain: Chain::new(terms.setup(), id)?,
            terms,
            steps: Vec::new(),
        })
    }

    /// The same game before its first step.
    pub fn empty(&self) -> Result<Self> {
        Ok(Self {
            chain: Chain::new(self.terms.setup(), self.channel_id()?)?,
            terms: self.terms.clone(),
            steps: Vec::new(),
        })
    }

    /// Plays points in GTP notation, for example `C3 D4`, by turns.
    pub fn play(&mut self, points: &str) -> Result<&mut Self> {
        let size = Size::new(self.terms.size)?;
        for point in points.split_whitespace() {
            self.push(Step::Play(gtp::point(size, point)?))?;
        }
        Ok(self)
    }

    /// Adds a step of the player who is due.
    pub fn push(&mut self, step: Step) -> Result<&mut Self> {
        self.chain.push(&step)?;
        self.steps.push(step);
        Ok(self)
    }

    /// The channel.
    pub fn channel_id(&self) -> Result<Felt> {
        self.chain
            .head_at(0)
            .context("a chain starts with its channel")
    }

    /// The game so far, with its heads.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// The steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The whole line.
    pub fn line(&self) -> Line {
        Line::pack(&self.steps)
    }

    /// What the players would hand to a third party on this chain and contract: every step, and
    /// each player's latest signature.
    pub fn transcript(&self, chain_id: Felt, contract: Felt) -> Result<Transcript> {
        let mut transcript = Transcript::new(chain_id, contract, self.terms.clone());
        transcript.steps = self.steps.clone();
        for player in Colour::BOTH {
            if let Mark::Signed(signature) = self.endorsement(player)? {
                let steps = self.chain.last_step_of(player);
                *transcript.signatures.of_mut(player) = Some(Signed { steps, signature });
            }
        }
        Ok(transcript)
    }

    /// Both players' signatures of the whole line; none by a player without a step.
    pub fn authority(&self) -> Result<Authority> {
        Ok(Authority {
            black: self.endorsement(Colour::Black)?,
            white: self.endorsement(Colour::White)?,
        })
    }

    fn endorsement(&self, player: Colour) -> Result<Mark> {
        let last = self.chain.last_step_of(player);
        if last == 0 {
            return Ok(Mark::Absent);
        }
        let head = self.chain.head_at(last).context("no such step")?;
        Ok(Mark::Signed(statements::sign(
            &key(player),
            statements::step_hash(head),
        )?))
    }

    /// The opening signed by the player who is not due.
    pub fn opening(&self) -> Result<Mark> {
        let due = self
            .chain
            .due_at(self.chain.steps())
            .context("nobody is due")?;
        let hash = statements::open_hash(self.chain.head());
        Ok(Mark::Signed(statements::sign(&key(due.other()), hash)?))
    }

    /// A player's signed resignation.
    pub fn resignation(&self, player: Colour) -> Result<Signature> {
        let hash = statements::resign_hash(self.channel_id()?);
        Ok(statements::sign(&key(player), hash)?)
    }
}

/// The session key of a player.
pub fn key(player: Colour) -> SecretKey {
    let [black, white] = SECRETS;
    let secret = match player {
        Colour::Black => black,
        Colour::White => white,
    };
    SecretKey::from_text(secret).expect("a constant")
}
