//! Steps that the rules refuse, each for a reason that was chosen before.

use fastrand::Rng;
use surround_rules::points::MAX_POINTS;
use surround_rules::{Game, Phase, Point, PointSet, RuleError, Step};

/// A refusal to end a game with.
pub struct Aim {
    error: RuleError,
    /// Not before this many steps.
    from: u16,
}

/// The refusals that are hard to get right are wanted more often.
const ERRORS: [RuleError; 14] = [
    RuleError::Superko,
    RuleError::Superko,
    RuleError::Superko,
    RuleError::Superko,
    RuleError::Superko,
    RuleError::Suicide,
    RuleError::Suicide,
    RuleError::Suicide,
    RuleError::Occupied,
    RuleError::OutOfRange,
    RuleError::NotAStone,
    RuleError::SplitGroup,
    RuleError::NotAllowedNow,
    RuleError::GameOver,
];

impl Aim {
    /// Any refusal, from any step of a game of at most `longest` moves on.
    pub fn draw(rng: &mut Rng, longest: u16) -> Self {
        Self {
            error: *rng.choice(&ERRORS).unwrap_or(&RuleError::Superko),
            // What needs two passes or the end comes when it comes.
            from: rng.u16(..longest),
        }
    }
}

/// A step that is refused for the aim's reason, if there is one now.
pub fn refused(game: &Game, aim: &Aim, rng: &mut Rng) -> Option<Step> {
    let late = matches!(game.phase(), Phase::Propose | Phase::Respond | Phase::Ended);
    if game.steps() < aim.from && !late {
        return None;
    }
    let mut candidates = candidates(game, aim.error);
    rng.shuffle(&mut candidates);
    candidates
        .into_iter()
        .find(|step| game.legal(step) == Err(aim.error))
}

/// Steps among which those are that are refused so.
fn candidates(game: &Game, error: RuleError) -> Vec<Step> {
    let board = game.board();
    let occupied = board.position().occupied();
    let free = PointSet::all(board.size()).difference(occupied);
    let stones = |points: PointSet| points.iter().map(Step::Play).collect::<Vec<_>>();
    // A line has room for one dead set.
    let dead = game.dead();
    match (error, game.phase()) {
        (RuleError::Superko | RuleError::Suicide, Phase::Play) => stones(free),
        (RuleError::Occupied, Phase::Play) => stones(occupied),
        (RuleError::OutOfRange, Phase::Play) => (board.size().points()..MAX_POINTS)
            .filter_map(Point::new)
            .map(Step::Play)
            .collect(),
        (RuleError::NotAStone, Phase::Propose) => free
            .iter()
            .map(|point| Step::Propose(occupied.union(PointSet::from_iter([point]))))
            .collect(),
        (RuleError::SplitGroup, Phase::Propose) => occupied
            .iter()
            .map(|stone| Step::Propose(occupied.difference(PointSet::from_iter([stone]))))
            .collect(),
        (RuleError::NotAllowedNow, Phase::Play) if game.resumed() => {
            vec![Step::Accept, Step::Resume]
        }
        (RuleError::NotAllowedNow, _) | (RuleError::GameOver, Phase::Ended) => {
            let mut steps = vec![Step::Pass, Step::Propose(dead), Step::Accept, Step::Resume];
            steps.extend(stones(free));
            steps
        }
        _ => Vec::new(),
    }
}
