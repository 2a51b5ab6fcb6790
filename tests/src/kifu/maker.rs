//! A game being made, move by move, by the rules engine.

use surround_rules::{Colour, Game, Phase, Point, PointSet, Setup, Size, Step};

use super::grid;

/// Half a point more than a whole number of them: no draws.
const KOMI_X2: u16 = 15;

/// A game that grows by legal steps alone. The same seed makes the same game.
#[derive(Clone)]
pub(super) struct Maker {
    game: Game,
    steps: Vec<Step>,
    /// Points that have held a stone.
    stood: PointSet,
    random: u64,
}

impl Maker {
    /// An even game before its first move.
    pub(super) fn new(size: u8, seed: u64) -> Self {
        Self::with_handicap(size, 0, seed)
    }

    /// A game with handicap stones, which White begins.
    pub(super) fn with_handicap(size: u8, handicap: u8, seed: u64) -> Self {
        let setup = Setup {
            size,
            handicap,
            komi_x2: KOMI_X2.min(2 * u16::from(size) * u16::from(size)),
        };
        let game = Game::new(setup).expect("a generator's own constants");
        Self {
            stood: game.board().position().occupied(),
            game,
            steps: Vec::new(),
            random: seed,
        }
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn size(&self) -> Size {
        self.game.board().size()
    }

    /// Who moves. Black once the game is over.
    pub(super) fn turn(&self) -> Colour {
        self.game.due().unwrap_or(Colour::Black)
    }

    /// Whether moves can be made.
    pub(super) fn plays(&self) -> bool {
        self.game.phase() == Phase::Play
    }

    pub(super) fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Takes a step if it is legal.
    pub(super) fn take(&mut self, step: Step) -> bool {
        let legal = self.game.apply(&step).is_ok();
        if legal {
            self.stood = self.stood.union(self.game.board().position().occupied());
            self.steps.push(step);
        }
        legal
    }

    /// Plays the first legal of these points, or passes.
    pub(super) fn play(&mut self, wishes: impl IntoIterator<Item = Point>) {
        if !wishes.into_iter().any(|point| self.take(Step::Play(point))) {
            self.take(Step::Pass);
        }
    }

    /// Plays the first legal of these points. Rather than passing after a pass it plays anywhere.
    pub(super) fn play_on(&mut self, wishes: impl IntoIterator<Item = Point>) {
        let mut wishes: Vec<_> = wishes.into_iter().collect();
        if self.steps.last() == Some(&Step::Pass) {
            wishes.extend(self.shuffled(grid::cells(self.size(), |_, _| true)));
        }
        self.play(wishes);
    }

    /// Those of the points that have never held a stone.
    pub(super) fn fresh(&self, points: &[Point]) -> Vec<Point> {
        let points = points.iter().copied();
        points
            .filter(|point| !self.stood.contains(*point))
            .collect()
    }

    /// Places the stones of each colour in their order. Who is ready first plays `apart`, then
    /// passes.
    pub(super) fn build(&mut self, orders: &[Vec<Point>; 2], apart: &[Point]) {
        loop {
            let [black, white] = Colour::BOTH.map(|colour| {
                let stones = self.game.board().position().stones(colour);
                let mut order = orders[colour.index()].clone();
                order.retain(|point| !stones.contains(*point));
                order
            });
            if !self.plays() || black.is_empty() && white.is_empty() {
                break;
            }
            let order = if self.turn() == Colour::Black {
                black
            } else {
                white
            };
            let apart = self.fresh(apart);
            self.play(order.into_iter().chain(apart));
        }
    }

    /// Two passes, a proposal that all stones of one colour are dead, and back to play: once a
    /// game.
    pub(super) fn resume(&mut self) {
        let dead = self.game.board().position().stones(Colour::Black);
        for step in [Step::Pass, Step::Pass, Step::Propose(dead), Step::Resume] {
            self.take(step);
        }
    }

    /// The number of stones that a stone would take; `None` if it is illegal.
    pub(super) fn taken_by(&self, point: Point) -> Option<u16> {
        let mut after = self.game.clone();
        after.apply(&Step::Play(point)).ok()?;
        let taken = |game: &Game| -> u16 {
            let [black, white] = Colour::BOTH.map(|colour| game.captured_by(colour));
            black + white
        };
        Some(taken(&after) - taken(&self.game))
    }

    /// The items in random order, the same on every run.
    pub(super) fn shuffled<T: Ord>(&mut self, items: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut keyed: Vec<_> = items
            .into_iter()
            .map(|item| (self.random(), item))
            .collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, item)| item).collect()
    }

    /// The next number of splitmix64.
    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = self.random;
        let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}
