//! The contract and its twin in memory on a random walk: valid, invalid and spoiled calls by three
//! accounts about several channels, on a clock that stops at every boundary.
//!
//! [`Table::attempt`] compares the outcome, by name, and the record after it. A walk starts from a
//! seed of its own each time; a failure names it, and `SURROUND_SEED` walks it again.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use starknet_types_core::felt::Felt;
use surround_channel::policy::{Limits, RatedKomi};
use surround_channel::terms::Terms;
use surround_rules::{Colour, Step};
use surround_settlement::{Moment, Record, Status, TimeClass};
use surround_tests::acts::Act;
use surround_tests::game::{SignedGame, key};
use surround_tests::network::{BLACK, THIRD, WHITE, referee};
use surround_tests::table::{Outcome, Table};

use crate::dice::Dice;
use crate::spoil::spoil;

/// Calls in a walk: most of a minute's.
const CALLS: usize = 500;
/// Channels at a time.
const CHANNELS: usize = 4;
/// Two of three calls are made as they should be.
const SPOILED: u64 = 3;
/// Names the seed of a walk to be walked again.
const SEED: &str = "SURROUND_SEED";

/// Short windows, so that the clock need not go far.
fn limits() -> Limits {
    Limits {
        min_seconds: 100,
        max_seconds: 1_000,
        min_blocks: 2,
        max_blocks: 10,
        revocation_delay: 5_000,
        referees: vec![referee().public()],
        rated_komi: vec![RatedKomi {
            size: 9,
            komi_x2: 14,
        }],
    }
}

/// A channel and everything that its players ever signed: branches of one game, with their ends.
struct Channel {
    games: Vec<SignedGame>,
}

impl Channel {
    fn new(table: &mut Table, dice: &mut Dice) -> Result<Self> {
        let mut terms = if dice.one_in(3) {
            table.terms()?
        } else {
            table.ranked_terms()?
        };
        (terms.turn_seconds, terms.turn_blocks) = (100, dice.pick(&[2, 5]));
        terms.expires_at = table.next().now + dice.pick(&[1_500, 100_000, 100_000]);
        if !terms.is_ranked() {
            terms.komi_x2 = dice.pick(&[0, 1, 14]);
        }
        let mut trunk = table.game(terms)?;
        trunk.fill(34)?;
        let mut games = vec![trunk.clone()];
        for _ in 0..3 {
            let parted = dice.below(24) as u16;
            games.push(trunk.branch(parted)?.further(dice.below(9) as u16)?);
        }
        for _ in 0..4 {
            let mut ended = trunk.upto(8 + dice.below(20) as u16)?;
            match dice.below(4) {
                0 => ended.resume()?.push(Step::Pass)?.push(Step::Pass)?,
                1 => ended.propose()?.push(Step::Resume)?.fill(3)?,
                _ => ended.agree()?,
            };
            games.push(ended);
        }
        Ok(Self { games })
    }

    /// A line near the stored one, or anywhere; half of the time of a game that goes on from it.
    fn line(&self, record: &Record, dice: &mut Dice) -> Result<SignedGame> {
        let goes_on = |game: &&SignedGame| {
            game.chain().head_at(record.steps) == Some(record.head)
                && game.chain().steps() > record.steps
        };
        let fitting: Vec<_> = self.games.iter().filter(goes_on).collect();
        let game = match fitting.is_empty() || dice.one_in(2) {
            true => dice.pick(&self.games.iter().collect::<Vec<_>>()),
            false => dice.pick(&fitting),
        };
        let last = game.chain().steps();
        let stored = match record.status {
            Status::None => dice.below(30) as u16,
            _ => record.steps,
        };
        let steps = match dice.below(4) {
            0 => last,
            1 => dice.below(u64::from(last)) as u16 + 1,
            _ => (stored + dice.pick(&[0, 1, 1, 2, 3, 6])).clamp(1, last),
        };
        game.upto(steps)
    }

    /// The stored line, if one of the games has it.
    fn stored(&self, record: &Record) -> Option<SignedGame> {
        let holds = |game: &&SignedGame| game.chain().head_at(record.steps) == Some(record.head);
        self.games.iter().find(holds)?.upto(record.steps).ok()
    }
}

/// A call as it should be, of any kind, though not always at the right time.
fn draw(channel: &Channel, record: &Record, at: Moment, dice: &mut Dice) -> Result<Act> {
    let line = channel.line(record, dice)?;
    let player = dice.pick(&Colour::BOTH);
    if record.time_class(at) == TimeClass::Expired && dice.one_in(3) {
        return Ok(match record.status {
            Status::Open => line.claim_forfeit(),
            _ => line.finalize(),
        });
    }
    Ok(match dice.below(16) {
        0..=6 => line.submit()?.into(),
        7 | 8 => line.resign(player)?.into(),
        9 => line.resign_channel(),
        10..=12 => {
            let back = dice.pick(&[0, 0, 1, 2]);
            line.flag(line.chain().steps().saturating_sub(back))?.into()
        }
        13 => dice.pick(&[line.claim_forfeit(), line.finalize()]),
        _ => {
            let stored = channel.stored(record).unwrap_or_else(|| line.clone());
            match stored.expose(&dice.pick(&channel.games)) {
                Ok(proof) => proof.into(),
                // The lines do not part.
                Err(_) => line.submit()?.into(),
            }
        }
    })
}

/// Moves the clock: a little, or to one side of a boundary of a record or of the channel.
async fn pass(table: &mut Table, terms: &Terms, record: &Record, dice: &mut Dice) -> Result<()> {
    let Moment { now, block } = table.next();
    let boundary = match record.status {
        Status::Open | Status::Pending => record.deadline + dice.pick(&[0, 1]),
        _ => terms.expires_at - dice.pick(&[0, 1]),
    };
    let to = match dice.one_in(2) {
        true => now + dice.below(20),
        false => boundary.max(now),
    };
    let block = (block + 1).max((record.min_block + 1).saturating_sub(dice.pick(&[1, 1, 2])));
    table.go(Moment { now: to, block }).await
}

async fn turn(table: &mut Table, channels: &mut [Channel], dice: &mut Dice) -> Result<String> {
    let number = dice.below(CHANNELS as u64) as usize;
    let channel = channels.get_mut(number).context("a channel")?;
    let game = channel.games.first().context("a game")?.clone();
    let record = table.record(&game)?;
    let unused = record.status == Status::None && table.next().now >= game.terms.expires_at;
    if (record.status == Status::Final || unused) && dice.one_in(3) {
        *channel = Channel::new(table, dice)?;
        return Ok("a new channel".to_owned());
    }
    let by = dice.pick(&[BLACK, WHITE, THIRD]);
    match dice.below(24) {
        0..=3 => {
            pass(table, &game.terms, &record, dice).await?;
            table.check(game.channel_id()?).await?;
            return Ok("time passes".to_owned());
        }
        4 => {
            let pair = dice.pick(&[key(Colour::Black).public(), Felt::from(5), Felt::ONE]);
            let outcome = table.register(by, pair).await?.map(drop);
            return Ok(format!("register: {outcome:?}"));
        }
        5 => {
            // Never the pairs of the players, without which there is nothing more to see.
            let pair = dice.pick(&[Felt::ONE, Felt::from(7)]);
            let outcome = table.revoke(by, pair).await?.map(drop);
            return Ok(format!("revoke: {outcome:?}"));
        }
        _ => {}
    }
    let mut act = draw(channel, &record, table.next(), dice)?;
    if dice.one_in(SPOILED) {
        act = spoil(act, &dice.pick(&channel.games), dice)?;
    }
    let name = act.call(table.contract()).entrypoint;
    Ok(
        match table
            .attempt(by, &act)
            .await
            .with_context(|| format!("{act:?} on {record:?}"))?
        {
            Outcome::Accepted(_, next) => {
                format!(
                    "{name}: {:?} to {:?} {:?}",
                    record.status,
                    next.status,
                    next.ending()
                )
            }
            Outcome::Refused(refusal) => format!("{name}: {refusal}"),
        },
    )
}

/// The deployed contract does what the client's functions say, whatever the calls.
#[tokio::test]
async fn the_contract_does_what_its_twin_says() -> Result<()> {
    let seed = match std::env::var(SEED) {
        Ok(text) => text
            .parse()
            .with_context(|| format!("{SEED} is no number"))?,
        Err(_) => SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos() as u64,
    };
    let mut dice = Dice(seed);
    let mut table = Table::with_limits(limits()).await?;
    let mut channels = Vec::new();
    for _ in 0..CHANNELS {
        channels.push(Channel::new(&mut table, &mut dice)?);
    }
    let mut seen = BTreeMap::<String, usize>::new();
    for call in 0..CALLS {
        let outcome = turn(&mut table, &mut channels, &mut dice).await;
        let outcome = outcome.with_context(|| format!("call {call}, {SEED}={seed}"))?;
        *seen.entry(outcome).or_default() += 1;
    }
    println!("{SEED}={seed}: {seen:#?}");
    Ok(())
}
