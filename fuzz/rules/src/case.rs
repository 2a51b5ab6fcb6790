//! A game to compare: legal steps, the last of which may be refused.

use surround_rules::{Game, Point, RuleError, Setup, Step};

/// A game in which every step is legal, or every step but the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    setup: Setup,
    steps: Vec<Step>,
    refused: Option<RuleError>,
}

impl Case {
    /// The game of these steps up to the first that is refused; `None` for a bad setup.
    pub fn cut(setup: Setup, steps: &[Step]) -> Option<Self> {
        let mut game = Game::new(setup).ok()?;
        let mut kept = Vec::with_capacity(steps.len());
        let mut refused = None;
        for step in steps {
            kept.push(*step);
            refused = game.apply(step).err();
            if refused.is_some() {
                break;
            }
        }
        Some(Self {
            setup,
            steps: kept,
            refused,
        })
    }

    /// Size, handicap and komi.
    pub const fn setup(&self) -> Setup {
        self.setup
    }

    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Why the last step is refused, if it is.
    pub const fn refused(&self) -> Option<RuleError> {
        self.refused
    }

    /// The steps that are legal.
    pub fn legal_steps(&self) -> &[Step] {
        let legal = self.steps.len() - usize::from(self.refused.is_some());
        self.steps.get(..legal).unwrap_or_default()
    }

    /// The stones, and `None` for passes, of the legal steps.
    pub fn moves(&self) -> impl Iterator<Item = Option<Point>> {
        self.legal_steps().iter().filter_map(|step| match step {
            Step::Play(point) => Some(Some(*point)),
            Step::Pass => Some(None),
            Step::Propose(_) | Step::Accept | Step::Resume => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_ends_with_the_first_refused_step() {
        let setup = Setup {
            size: 2,
            handicap: 0,
            komi_x2: 0,
        };
        let stone = Step::Play(Point::new(0).unwrap());
        let case = Case::cut(setup, &[stone, Step::Pass, stone, Step::Pass]).unwrap();
        assert_eq!(case.steps(), [stone, Step::Pass, stone]);
        assert_eq!(case.refused(), Some(RuleError::Occupied));
        assert_eq!(case.legal_steps(), [stone, Step::Pass]);
        assert_eq!(case.moves().collect::<Vec<_>>(), [Point::new(0), None]);
        assert_eq!(Case::cut(setup, &[Step::Pass]).unwrap().refused(), None);
    }
}
