//! A channel of a walk: its terms, and everything that its players ever signed.

use anyhow::Result;
use surround_channel::policy::RatedKomi;
use surround_channel::terms::Terms;
use surround_rules::{Game, Phase, Point, PointSet, Step};
use surround_settlement::{Record, Status};
use surround_tests::game::SignedGame;
use surround_tests::table::Table;

use crate::dice::Dice;

/// Boards whose games are rated, with their komi.
pub const RATED: [RatedKomi; 3] = [
    RatedKomi {
        size: 3,
        komi_x2: 5,
    },
    RatedKomi {
        size: 5,
        komi_x2: 14,
    },
    RatedKomi {
        size: 9,
        komi_x2: 14,
    },
];
/// Steps of the game that the others branch from, at most.
const LONGEST: u16 = 40;
/// Points that are tried before a player passes.
const TRIES: usize = 12;

/// Branches of one game, with their ends.
#[derive(Debug)]
pub struct Channel {
    games: Vec<SignedGame>,
}

impl Channel {
    /// A channel that ends soon or late, on a small board, and the games that were signed in it.
    pub fn new(table: &mut Table, dice: &mut Dice) -> Result<Self> {
        let terms = terms(table, dice)?;
        let mut trunk = table.game(terms)?;
        play(&mut trunk, LONGEST, dice)?;
        let last = u64::from(trunk.chain().steps());
        let mut games = vec![trunk.clone()];
        for _ in 0..3 {
            let mut branch = trunk.upto(dice.below(last) as u16)?;
            play(&mut branch, 1 + dice.below(9) as u16, dice)?;
            games.push(branch);
        }
        for _ in 0..4 {
            let mut ended = trunk.upto(2 + dice.below(last - 1) as u16)?;
            end(&mut ended, dice)?;
            games.push(ended);
        }
        Ok(Self { games })
    }

    /// What was agreed on.
    pub fn terms(&self) -> &Terms {
        &self.trunk().terms
    }

    /// The longest game.
    pub fn trunk(&self) -> &SignedGame {
        // A channel is made with one.
        &self.games[0]
    }

    /// Any of the games.
    pub fn any(&self, dice: &mut Dice) -> SignedGame {
        dice.pick(&self.games)
    }

    /// A line near the stored one, or anywhere; half of the time of a game that goes on from it.
    pub fn line(&self, record: &Record, dice: &mut Dice) -> Result<SignedGame> {
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
    pub fn stored(&self, record: &Record) -> Option<SignedGame> {
        let holds = |game: &&SignedGame| game.chain().head_at(record.steps) == Some(record.head);
        self.games.iter().find(holds)?.upto(record.steps).ok()
    }
}

fn terms(table: &mut Table, dice: &mut Dice) -> Result<Terms> {
    let ranked = !dice.one_in(3);
    let mut terms = match ranked {
        true => table.ranked_terms()?,
        false => table.terms()?,
    };
    if ranked {
        let rated = dice.pick(&RATED);
        (terms.size, terms.komi_x2) = (rated.size, rated.komi_x2);
    } else {
        terms.size = dice.pick(&[2, 3, 4, 5, 7, 9]);
        terms.komi_x2 = dice.pick(&[0, 1, 8]);
        if terms.size == 9 {
            terms.handicap = dice.pick(&[0, 2, 9]);
        }
    }
    (terms.turn_seconds, terms.turn_blocks) = (100, dice.pick(&[2, 5]));
    terms.expires_at = table.next().now + dice.pick(&[1_500, 100_000, 100_000]);
    Ok(terms)
}

/// Adds so many random steps, or fewer if the game ends.
fn play(game: &mut SignedGame, steps: u16, dice: &mut Dice) -> Result<()> {
    for _ in 0..steps {
        let now = game.chain().game();
        let step = match now.phase() {
            Phase::Ended => break,
            Phase::Play if dice.one_in(10) => Step::Pass,
            Phase::Play => stone(now, dice),
            Phase::Propose | Phase::Respond => answer(now, dice),
        };
        game.push(step)?;
    }
    Ok(())
}

/// Brings the game to an end by agreement or, after a resumption, by two more passes.
fn end(game: &mut SignedGame, dice: &mut Dice) -> Result<()> {
    loop {
        let now = game.chain().game();
        let step = match now.phase() {
            Phase::Ended => return Ok(()),
            Phase::Play => Step::Pass,
            Phase::Propose | Phase::Respond => answer(now, dice),
        };
        game.push(step)?;
    }
}

/// A legal move.
fn stone(game: &Game, dice: &mut Dice) -> Step {
    let points = u64::from(game.board().size().points());
    (0..TRIES)
        .filter_map(|_| Point::new(dice.below(points) as u16))
        .map(Step::Play)
        .find(|step| game.legal(step).is_ok())
        .unwrap_or(Step::Pass)
}

/// A proposal of no stone or one chain, its acceptance, or a resumption.
fn answer(game: &Game, dice: &mut Dice) -> Step {
    if dice.one_in(3) {
        return Step::Resume;
    }
    if game.phase() == Phase::Respond {
        return Step::Accept;
    }
    let stones: Vec<_> = game.board().position().occupied().iter().collect();
    let dead = match stones.is_empty() || dice.one_in(2) {
        true => PointSet::EMPTY,
        false => game.board().chain(dice.pick(&stones)),
    };
    Step::Propose(dead)
}
