//! Random games, in styles that seek what is rare in games played at random.

use fastrand::Rng;
use surround_channel::line::max_steps;
use surround_rules::{Colour, Game, Phase, Point, PointSet, Setup, Size, Step};

use crate::case::Case;
use crate::refusal::{self, Aim};
use crate::sizes::Sizes;

/// What a game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Any legal point, now and then a pass.
    Uniform,
    /// Back to where stones were taken: kos, and cycles of positions.
    Fights,
    /// Many passes, proposals and resumptions.
    Passes,
    /// Up to the move limit; some of these games resume, and end with the limit after that.
    Limits,
    /// Back to the handicap stones alone: the start is part of the history.
    Return,
}

const STYLES: [Style; 5] = [
    Style::Uniform,
    Style::Fights,
    Style::Fights,
    Style::Passes,
    Style::Limits,
];

/// Plays a game on one of these sizes. The same seed gives the same game.
pub fn play(sizes: &Sizes, seed: u64) -> Option<Case> {
    let mut rng = Rng::with_seed(seed);
    let setup = setup(sizes.draw(&mut rng)?, &mut rng);
    let mut player = Player::new(setup, rng)?;
    player.play();
    Case::cut(setup, &player.steps)
}

/// Komi of all allowed heights; handicap, where the size has it, in every third game.
fn setup(size: Size, rng: &mut Rng) -> Setup {
    let handicap = match size.get() {
        9 | 13 | 19 if rng.u8(..3) == 0 => rng.u8(2..=9),
        _ => 0,
    };
    Setup {
        size: size.get(),
        handicap,
        komi_x2: rng.u16(0..=2 * size.points()),
    }
}

/// Both players of one game.
struct Player {
    rng: Rng,
    style: Style,
    game: Game,
    steps: Vec<Step>,
    /// Where stones were taken.
    fought: PointSet,
    /// The refusal that the game ends with, once it is possible.
    aim: Option<Aim>,
    /// The game is left unfinished after so many steps.
    last: u16,
    /// The most steps that a line can have.
    most: u16,
}

impl Player {
    fn new(setup: Setup, mut rng: Rng) -> Option<Self> {
        let game = Game::new(setup).ok()?;
        let size = game.board().size();
        let longest = 3 * size.points();
        let style = if setup.handicap > 0 && rng.u8(..3) == 0 {
            Style::Return
        } else {
            *rng.choice(&STYLES)?
        };
        let unfinished = rng.u8(..8) == 0;
        let last = if unfinished {
            rng.u16(1..=longest)
        } else {
            u16::MAX
        };
        let aim = rng.bool().then(|| Aim::draw(&mut rng, longest));
        Some(Self {
            rng,
            style,
            game,
            steps: Vec::new(),
            fought: PointSet::EMPTY,
            aim,
            last,
            most: max_steps(size),
        })
    }

    fn play(&mut self) {
        while self.game.steps() < self.last {
            if let Some(step) = self.refused_step() {
                self.steps.push(step);
                return;
            }
            if self.game.phase() == Phase::Ended {
                return;
            }
            let step = self.step();
            let before = *self.game.board().position();
            self.steps.push(step);
            if self.game.apply(&step).is_err() {
                return;
            }
            let gone = before
                .occupied()
                .difference(self.game.board().position().occupied());
            self.fought = self.fought.union(gone);
        }
    }

    fn refused_step(&mut self) -> Option<Step> {
        // A line has no room for a step after the longest game.
        let aim = self
            .aim
            .as_ref()
            .filter(|_| self.game.steps() < self.most)?;
        refusal::refused(&self.game, aim, &mut self.rng)
    }

    /// A legal step, or in a game that returns to its start the one that is not.
    fn step(&mut self) -> Step {
        match self.game.phase() {
            Phase::Play if self.style == Style::Return => self.back_to_start(),
            Phase::Play => self.stone_or_pass(),
            Phase::Propose if self.style == Style::Limits || self.rng.u8(..3) == 0 => Step::Resume,
            Phase::Propose => Step::Propose(self.dead()),
            Phase::Respond if self.rng.u8(..3) == 0 => Step::Resume,
            Phase::Respond | Phase::Ended => Step::Accept,
        }
    }

    fn stone_or_pass(&mut self) -> Step {
        if self.passes() {
            return Step::Pass;
        }
        let board = self.game.board();
        let free = PointSet::all(board.size()).difference(board.position().occupied());
        let fight = self.style == Style::Fights && self.rng.u8(..4) > 0;
        let wanted = if fight {
            free.intersection(self.fought)
        } else {
            free
        };
        let point = self.legal_one(wanted).or_else(|| self.legal_one(free));
        point.map_or(Step::Pass, Step::Play)
    }

    /// White fills the board, one handicap point excepted, which takes all handicap stones. There
    /// Black takes everything, and then puts its handicap stones again while White passes: with
    /// the last of them the board is as it was at the start.
    fn back_to_start(&mut self) -> Step {
        let stones = *self.game.board().position();
        let free = PointSet::all(self.game.board().size()).difference(stones.occupied());
        let start = self.game.setup().handicap_stones().unwrap_or_default();
        let last = start.iter().take(1).collect();
        let taken = self.game.captured_by(Colour::Black) > 0;
        let point = match self.game.due() {
            Some(Colour::White) if !taken => self.legal_one(free.difference(last)),
            Some(Colour::Black) if free == last => self.legal_one(last),
            Some(Colour::Black) if taken => start.intersection(free).iter().next(),
            _ => None,
        };
        point.map_or(Step::Pass, Step::Play)
    }

    /// Whether the player passes though it could play.
    fn passes(&mut self) -> bool {
        let answers = self.steps.last() == Some(&Step::Pass);
        let points = self.game.board().size().points();
        let (once_in, answered_once_in) = match self.style {
            Style::Uniform => (points, 2),
            Style::Fights => (4 * points, 4),
            Style::Passes => (4, 2),
            // Two passes early or never, and play up to the limit either way.
            Style::Limits if self.game.resumed() => return false,
            Style::Limits => (2 * points, 1),
            Style::Return => return false,
        };
        self.rng
            .u16(..if answers { answered_once_in } else { once_in })
            == 0
    }

    /// One of these points where a stone is legal.
    fn legal_one(&mut self, points: PointSet) -> Option<Point> {
        let mut points: Vec<_> = points.iter().collect();
        self.rng.shuffle(&mut points);
        points
            .into_iter()
            .find(|point| self.game.legal(&Step::Play(*point)).is_ok())
    }

    /// No chain, all of one colour or of both, or each by a throw of a coin.
    fn dead(&mut self) -> PointSet {
        let board = self.game.board();
        let stones = board.position();
        match self.rng.u8(..6) {
            0 => PointSet::EMPTY,
            1 => stones.occupied(),
            2 => stones.stones(Colour::Black),
            3 => stones.stones(Colour::White),
            _ => {
                let (mut dead, mut seen) = (PointSet::EMPTY, PointSet::EMPTY);
                for stone in stones.occupied().iter() {
                    let chain = board.chain(stone);
                    if !seen.contains(stone) && self.rng.bool() {
                        dead = dead.union(chain);
                    }
                    seen = seen.union(chain);
                }
                dead
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use surround_rules::{Ending, RuleError};

    use super::*;

    fn cases(sizes: &str, count: u64) -> Vec<Case> {
        let sizes: Sizes = sizes.parse().unwrap();
        (0..count).map(|seed| play(&sizes, seed).unwrap()).collect()
    }

    fn played(case: &Case) -> Game {
        let mut game = Game::new(case.setup()).unwrap();
        for step in case.legal_steps() {
            game.apply(step).unwrap();
        }
        game
    }

    #[test]
    fn a_seed_gives_one_game() {
        assert_eq!(cases("2-9", 20), cases("2-9", 20));
        let different: HashSet<_> = cases("9", 20)
            .iter()
            .map(|case| format!("{case:?}"))
            .collect();
        assert_eq!(different.len(), 20);
    }

    #[test]
    fn games_fit_a_line() {
        for case in cases("2-4", 2000) {
            let points = usize::from(case.setup().size).pow(2);
            assert!(case.steps().len() <= 3 * points + 2, "{case:?}");
        }
    }

    #[test]
    fn every_refusal_is_met_often() {
        let met = cases("2-5,9", 4000);
        for error in [
            RuleError::Superko,
            RuleError::Occupied,
            RuleError::Suicide,
            RuleError::OutOfRange,
            RuleError::NotAStone,
            RuleError::SplitGroup,
            RuleError::NotAllowedNow,
            RuleError::GameOver,
        ] {
            let times = met
                .iter()
                .filter(|case| case.refused() == Some(error))
                .count();
            assert!(times >= 20, "{error}: {times}");
        }
    }

    #[test]
    fn every_ending_is_met_often_and_both_limits() {
        let games: Vec<_> = cases("2-5", 2000).iter().map(played).collect();
        for ending in [Ending::Agreed, Ending::PlayedOut, Ending::MoveLimit] {
            let times = games.iter().filter(|game| game.ending() == Some(ending));
            assert!(times.count() >= 100, "{ending:?}");
        }
        let limit = |game: &&Game| game.ending() == Some(Ending::MoveLimit);
        let (first, resumed): (Vec<_>, Vec<_>) = games
            .iter()
            .filter(limit)
            .partition(|game| game.moves() == 3 * game.board().size().points());
        assert!(first.len() >= 100 && resumed.len() >= 100);
    }

    #[test]
    fn games_return_to_the_handicap_stones() {
        let returns = |case: &&Case| {
            let start = case.setup().handicap_stones().unwrap();
            let Some(Step::Play(last)) = case.steps().last() else {
                return false;
            };
            let stones = *played(case).board().position();
            let after = stones.occupied().union(PointSet::from_iter([*last]));
            case.refused() == Some(RuleError::Superko) && !start.is_empty() && after == start
        };
        assert!(cases("9,13", 300).iter().filter(returns).count() >= 5);
    }

    #[test]
    fn handicap_is_met_on_the_sizes_that_have_it() {
        let met: HashSet<_> = cases("9,13,19", 200)
            .iter()
            .map(|case| case.setup().handicap)
            .collect();
        assert!((2..=9).all(|handicap| met.contains(&handicap)) && met.contains(&0));
        assert!(
            cases("2-8", 50)
                .iter()
                .all(|case| case.setup().handicap == 0)
        );
    }
}
