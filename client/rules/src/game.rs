//! A game from its first step to its end: rules 2, 4 and 7 to 10 (protocol 1.1 and 1.2).

use crate::board::{Board, Placement, Refusal};
use crate::colour::Colour;
use crate::equivalence::{self, Tally};
use crate::outcome::Winner;
use crate::points::{Point, PointSet};
use crate::score::{self, Score};
use crate::setup::{Setup, SetupError};
use crate::step::{Ending, Phase, RuleError, Step};
use crate::superko::History;

impl From<Refusal> for RuleError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::OutOfRange => Self::OutOfRange,
            Refusal::Occupied => Self::Occupied,
            Refusal::Suicide => Self::Suicide,
        }
    }
}

/// A game: everything that the steps so far imply.
#[derive(Clone, Debug)]
pub struct Game {
    setup: Setup,
    board: Board,
    history: History,
    phase: Phase,
    /// Who moves next in play, and who proposes after two passes: moves alternate strictly, so the
    /// player who passed first is the one to move after both passed.
    to_move: Colour,
    steps: u16,
    moves: u16,
    /// Moves since the resumption, once there was one.
    moves_resumed: Option<u16>,
    passed_last: bool,
    passes: [u16; 2],
    captured: [u16; 2],
    dead: PointSet,
    ending: Option<Ending>,
}

impl Game {
    /// A game before its first step (rule 2).
    ///
    /// # Errors
    /// A [`SetupError`] if size, handicap or komi are not allowed.
    pub fn new(setup: Setup) -> Result<Self, SetupError> {
        let size = setup.validate()?;
        let board = Board::new(size, setup.handicap_stones()?);
        let history = History::starting(*board.position());
        Ok(Self {
            setup,
            board,
            history,
            phase: Phase::Play,
            to_move: setup.first(),
            steps: 0,
            moves: 0,
            moves_resumed: None,
            passed_last: false,
            passes: [0; 2],
            captured: [0; 2],
            dead: PointSet::EMPTY,
            ending: None,
        })
    }

    /// Takes a step by the player who is due. The game is unchanged if the step is refused.
    ///
    /// # Errors
    /// The first that applies of `game_over`, `not_allowed_now`, `out_of_range`, and then, for a
    /// stone, `occupied`, `suicide`, `superko`; for a proposal, `not_a_stone`, `split_group`.
    pub fn apply(&mut self, step: &Step) -> Result<(), RuleError> {
        let placement = self.judge(step)?;
        self.steps += 1;
        match (step, placement) {
            (Step::Play(_), Some(placement)) => {
                self.captured[self.to_move.index()] += self.board.commit(&placement);
                self.history.record(placement.position);
                self.moved(false);
            }
            (Step::Play(_) | Step::Pass, _) => {
                self.passes[self.to_move.index()] += 1;
                self.moved(true);
            }
            (Step::Propose(dead), _) => {
                self.dead = *dead;
                self.phase = Phase::Respond;
            }
            (Step::Accept, _) => self.end(Ending::Agreed),
            (Step::Resume, _) => {
                // Rule 9: a new run of passes; the proposal is void, the history stays.
                self.dead = PointSet::EMPTY;
                self.moves_resumed = Some(0);
                self.passed_last = false;
                self.phase = Phase::Play;
            }
        }
        Ok(())
    }

    /// Judges a step without taking it.
    ///
    /// # Errors
    /// As [`Game::apply`].
    pub fn legal(&self, step: &Step) -> Result<(), RuleError> {
        self.judge(step).map(|_| ())
    }

    /// Judges a step; for a stone, returns what placing it does.
    fn judge(&self, step: &Step) -> Result<Option<Placement>, RuleError> {
        match (self.phase, step) {
            (Phase::Ended, _) => Err(RuleError::GameOver),
            (Phase::Play, Step::Play(point)) => self.judge_stone(*point).map(Some),
            (Phase::Propose, Step::Propose(dead)) => self.judge_dead(*dead).map(|()| None),
            // Passing is not a position, and always legal in play (rule 7). Neither Propose nor
            // Respond can be reached again after a resumption (rule 9).
            (Phase::Play, Step::Pass)
            | (Phase::Propose, Step::Resume)
            | (Phase::Respond, Step::Accept | Step::Resume) => Ok(None),
            _ => Err(RuleError::NotAllowedNow),
        }
    }

    fn judge_stone(&self, point: Point) -> Result<Placement, RuleError> {
        let placement = self.board.place(point, self.to_move)?;
        // Rule 7, for every stone: a stone that takes nothing can repeat a position too.
        if self.history.contains(&placement.position) {
            return Err(RuleError::Superko);
        }
        Ok(placement)
    }

    /// Rule 8: whole chains, and nothing but stones.
    fn judge_dead(&self, dead: PointSet) -> Result<(), RuleError> {
        let size = self.board.size();
        if !dead.is_on(size) {
            return Err(RuleError::OutOfRange);
        }
        let position = self.board.position();
        if !dead.difference(position.occupied()).is_empty() {
            return Err(RuleError::NotAStone);
        }
        let split = dead.iter().any(|stone| {
            stone
                .neighbours(size)
                .any(|near| position.at(near) == position.at(stone) && !dead.contains(near))
        });
        if split {
            Err(RuleError::SplitGroup)
        } else {
            Ok(())
        }
    }

    /// Counts a move and gives the turn to the other player. The move was legal: now comes the
    /// limit (rule 10), and only then a second pass in a row (rules 8 and 9).
    fn moved(&mut self, passed: bool) {
        let points = self.board.size().points();
        self.moves += 1;
        self.moves_resumed = self.moves_resumed.map(|moves| moves + 1);
        self.to_move = self.to_move.other();
        let second_pass = passed && self.passed_last;
        self.passed_last = passed;
        if self.moves == 3 * points || self.moves_resumed == Some(2 * points) {
            self.end(Ending::MoveLimit);
        } else if second_pass && self.resumed() {
            self.end(Ending::PlayedOut);
        } else if second_pass {
            self.phase = Phase::Propose;
        }
    }

    fn end(&mut self, ending: Ending) {
        self.phase = Phase::Ended;
        self.ending = Some(ending);
    }

    /// Size, handicap and komi.
    #[must_use]
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Who has to take the next step; nobody once the game ended.
    #[must_use]
    pub const fn due(&self) -> Option<Colour> {
        match self.phase {
            Phase::Play | Phase::Propose => Some(self.to_move),
            Phase::Respond => Some(self.to_move.other()),
            Phase::Ended => None,
        }
    }

    /// How the game ended, if it did.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The steps so far, moves and others.
    #[must_use]
    pub const fn steps(&self) -> u16 {
        self.steps
    }

    /// The moves so far: stones and passes.
    #[must_use]
    pub const fn moves(&self) -> u16 {
        self.moves
    }

    /// The stones on the board, dead ones included.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of stones that a player took by moves.
    #[must_use]
    pub const fn captured_by(&self, colour: Colour) -> u16 {
        self.captured[colour.index()]
    }

    /// The stones proposed or agreed to be dead.
    #[must_use]
    pub const fn dead(&self) -> PointSet {
        self.dead
    }

    /// Whether play was resumed after two passes, which can happen once.
    #[must_use]
    pub const fn resumed(&self) -> bool {
        self.moves_resumed.is_some()
    }

    /// The score by area, once the game ended (rules 11 and 12).
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.ending
            .map(|_| score::area(&self.board, self.dead, &self.setup))
    }

    /// Who won, once the game ended.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        self.score().map(|score| score.outcome().winner())
    }

    /// Black minus White by territory and prisoners, in half points before komi, handicap
    /// compensation included, once the game ended (rule 13). It equals what the area says.
    #[must_use]
    pub fn equivalence_margin_x2(&self) -> Option<i32> {
        let tally = Tally {
            captured: self.captured,
            passes: self.passes,
            last: self.to_move.other(),
        };
        self.ending
            .map(|_| equivalence::margin_x2(&self.board, self.dead, &tally))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2x2, where Black takes the whole board with one stone: eight half points.
    fn played(komi_x2: u16, steps: &[Step]) -> Game {
        let setup = Setup {
            size: 2,
            handicap: 0,
            komi_x2,
        };
        let mut game = Game::new(setup).unwrap();
        let stone = Point::new(0).map(Step::Play).unwrap();
        for step in [&[stone, Step::Pass, Step::Pass], steps].concat() {
            game.apply(&step).unwrap();
        }
        game
    }

    #[test]
    fn nobody_has_won_before_the_end() {
        let running = played(1, &[Step::Propose(PointSet::EMPTY)]);
        assert_eq!((running.winner(), running.score()), (None, None));
    }

    #[test]
    fn the_larger_area_wins() {
        let end = [Step::Propose(PointSet::EMPTY), Step::Accept];
        assert_eq!(played(7, &end).winner(), Some(Winner::Black));
        assert_eq!(played(8, &end).winner(), Some(Winner::Draw));
        // The stone is dead: komi decides.
        let dead = Point::new(0).into_iter().collect();
        let end = [Step::Propose(dead), Step::Accept];
        assert_eq!(played(1, &end).winner(), Some(Winner::White));
    }
}
