//! The lines from which the adversary begins.

use std::fmt;

use surround_channel::line::{Chain, max_steps};
use surround_rules::{Colour, Phase, Point, PointSet, RuleError, Step};

/// A named line. All but the last are on 2x2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// No step at all.
    Empty,
    /// A stone and a pass.
    OnePass,
    /// A stone and two passes: the player who passed first proposes.
    Propose,
    /// The stone was proposed to be dead.
    Respond,
    /// Instead of a proposal play was resumed.
    Resumed,
    /// One move is left of three times the points of the board.
    LastMove,
    /// One move is left of twice the points since the resumption.
    LastResumedMove,
    /// Eighteen steps on 3x3: two below the steps from which a ranked game counts for both.
    NearlyRated,
}

impl Start {
    /// Every start.
    pub const ALL: [Self; 8] = [
        Self::Empty,
        Self::OnePass,
        Self::Propose,
        Self::Respond,
        Self::Resumed,
        Self::LastMove,
        Self::LastResumedMove,
        Self::NearlyRated,
    ];

    /// The size of its board.
    #[must_use]
    pub const fn size(self) -> u8 {
        match self {
            Self::NearlyRated => 3,
            _ => 2,
        }
    }

    /// Its steps, after the chain without any.
    ///
    /// # Errors
    /// A rule, if the line were not legal.
    pub fn steps(self, empty: &Chain) -> Result<Vec<Step>, RuleError> {
        let stone = Point::new(0).map(Step::Play);
        let mut line: Vec<Step> = stone.into_iter().collect();
        match self {
            Self::Empty => line.clear(),
            Self::OnePass => line.push(Step::Pass),
            Self::Propose => line.extend([Step::Pass, Step::Pass]),
            Self::Respond => {
                let dead = Point::new(0).into_iter().collect::<PointSet>();
                line.extend([Step::Pass, Step::Pass, Step::Propose(dead)]);
            }
            Self::Resumed => line.extend([Step::Pass, Step::Pass, Step::Resume]),
            Self::LastMove => line = filled(empty, Vec::new(), 11)?,
            Self::LastResumedMove => {
                line.extend([Step::Pass, Step::Pass, Step::Resume]);
                line = filled(empty, line, 11)?;
            }
            Self::NearlyRated => line = filled(empty, Vec::new(), 18)?,
        }
        Ok(line)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Empty => "empty",
            Self::OnePass => "one pass",
            Self::Propose => "Propose",
            Self::Respond => "Respond",
            Self::Resumed => "resumed",
            Self::LastMove => "last move",
            Self::LastResumedMove => "last resumed move",
            Self::NearlyRated => "nearly rated",
        })
    }
}

/// The first line of so many steps that goes on from `line` by stones where it can, and by single
/// passes where it must.
fn filled(empty: &Chain, line: Vec<Step>, steps: usize) -> Result<Vec<Step>, RuleError> {
    let mut chain = empty.clone();
    for step in &line {
        chain.push(step)?;
    }
    let mut open = vec![(chain, line)];
    while let Some((chain, line)) = open.pop() {
        if line.len() == steps {
            return Ok(line);
        }
        for step in moves(&chain).into_iter().rev() {
            let mut longer = chain.clone();
            longer.push(&step)?;
            if longer.game().phase() == Phase::Play {
                let mut line = line.clone();
                line.push(step);
                open.push((longer, line));
            }
        }
    }
    Err(RuleError::GameOver)
}

fn moves(chain: &Chain) -> Vec<Step> {
    let stones = (0..max_steps(chain.game().board().size())).filter_map(Point::new);
    stones
        .map(Step::Play)
        .chain([Step::Pass])
        .filter(|step| chain.game().legal(step).is_ok())
        .collect()
}

/// Every legal step, stones on the first `stones` points that admit one. Proposals are those of no
/// stone, of one player's stones and of all.
#[must_use]
pub fn legal_steps(chain: &Chain, stones: usize) -> Vec<Step> {
    let position = chain.game().board().position();
    let mut proposals = vec![PointSet::EMPTY, position.occupied()];
    proposals.extend(Colour::BOTH.map(|colour| position.stones(colour)));
    proposals.sort_by_key(|dead| dead.limbs());
    proposals.dedup();
    let (plays, pass): (Vec<Step>, Vec<Step>) = moves(chain)
        .into_iter()
        .partition(|step| matches!(step, Step::Play(_)));
    let others = proposals.into_iter().map(Step::Propose);
    let others = others.chain([Step::Accept, Step::Resume]);
    plays
        .into_iter()
        .take(stones)
        .chain(pass)
        .chain(others.filter(|step| chain.game().legal(step).is_ok()))
        .collect()
}
