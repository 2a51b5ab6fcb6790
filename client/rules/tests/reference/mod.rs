//! A second engine, as plain as can be: cells, flood fills, a list of all boards. It shares no code
//! with the crate beyond the types of its answers, and is far too slow for anything but tests.

use surround_rules::{Colour, Ending, Phase, PointSet, RuleError, Setup, Step};

type Cells = Vec<Option<Colour>>;

pub struct Reference {
    size: usize,
    setup: Setup,
    cells: Cells,
    boards: Vec<Cells>,
    pub phase: Phase,
    pub due: Option<Colour>,
    pub ending: Option<Ending>,
    proposer: Colour,
    /// The words of the moves since the start or the resumption: true for a pass.
    run: Vec<bool>,
    moves: usize,
    resumed: bool,
    pub captured: [u16; 2],
    dead: Vec<usize>,
}

impl Reference {
    pub fn new(setup: Setup, handicap: &[(usize, usize)]) -> Self {
        let size = usize::from(setup.size);
        let mut cells = vec![None; size * size];
        for (x, y) in handicap {
            cells[y * size + x] = Some(Colour::Black);
        }
        Self {
            size,
            setup,
            boards: vec![cells.clone()],
            cells,
            phase: Phase::Play,
            due: Some(if handicap.is_empty() {
                Colour::Black
            } else {
                Colour::White
            }),
            ending: None,
            proposer: Colour::Black,
            run: Vec::new(),
            moves: 0,
            resumed: false,
            captured: [0, 0],
            dead: Vec::new(),
        }
    }

    pub fn stone(&self, code: usize) -> Option<Colour> {
        self.cells[code]
    }

    fn near(&self, code: usize) -> Vec<usize> {
        let (x, y) = ((code % self.size) as i32, (code / self.size) as i32);
        [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .iter()
            .map(|(dx, dy)| (x + dx, y + dy))
            .filter(|(x, y)| [x, y].iter().all(|c| (0..self.size as i32).contains(c)))
            .map(|(x, y)| y as usize * self.size + x as usize)
            .collect()
    }

    /// The points connected to one through points of the same content, and what they border on.
    fn region(&self, cells: &Cells, start: usize) -> (Vec<usize>, Vec<Option<Colour>>) {
        let (mut inside, mut borders, mut next) = (vec![start], Vec::new(), 0);
        while next < inside.len() {
            for near in self.near(inside[next]) {
                if cells[near] != cells[start] {
                    borders.push(cells[near]);
                } else if !inside.contains(&near) {
                    inside.push(near);
                }
            }
            next += 1;
        }
        (inside, borders)
    }

    pub fn apply(&mut self, step: &Step) -> Result<(), RuleError> {
        let allowed = match step {
            Step::Play(_) | Step::Pass => self.phase == Phase::Play,
            Step::Propose(_) => self.phase == Phase::Propose,
            Step::Accept => self.phase == Phase::Respond,
            Step::Resume => self.phase == Phase::Propose || self.phase == Phase::Respond,
        };
        let mover = match self.due {
            None => return Err(RuleError::GameOver),
            Some(_) if !allowed => return Err(RuleError::NotAllowedNow),
            Some(mover) => mover,
        };
        match step {
            Step::Play(point) => {
                self.play(usize::from(point.code()), mover)?;
                self.moved(mover, false);
            }
            Step::Pass => self.moved(mover, true),
            Step::Propose(dead) => {
                self.dead = self.whole_chains(*dead)?;
                self.phase = Phase::Respond;
                self.due = Some(mover.other());
            }
            Step::Accept => self.end(Ending::Agreed),
            Step::Resume => {
                self.resumed = true;
                self.run.clear();
                self.dead.clear();
                self.phase = Phase::Play;
                self.due = Some(self.proposer);
            }
        }
        Ok(())
    }

    fn play(&mut self, code: usize, mover: Colour) -> Result<(), RuleError> {
        if code >= self.cells.len() {
            return Err(RuleError::OutOfRange);
        }
        if self.cells[code].is_some() {
            return Err(RuleError::Occupied);
        }
        let mut cells = self.cells.clone();
        cells[code] = Some(mover);
        let before = cells.iter().flatten().count();
        for near in self.near(code) {
            if cells[near] == Some(mover.other()) {
                let (chain, borders) = self.region(&cells, near);
                if !borders.contains(&None) {
                    chain.into_iter().for_each(|stone| cells[stone] = None);
                }
            }
        }
        if !self.region(&cells, code).1.contains(&None) {
            return Err(RuleError::Suicide);
        }
        if self.boards.contains(&cells) {
            return Err(RuleError::Superko);
        }
        self.captured[mover.index()] += (before - cells.iter().flatten().count()) as u16;
        self.boards.push(cells.clone());
        self.cells = cells;
        Ok(())
    }

    fn moved(&mut self, mover: Colour, pass: bool) {
        self.moves += 1;
        self.run.push(pass);
        self.due = Some(mover.other());
        let limit = self.moves >= 3 * self.cells.len()
            || self.resumed && self.run.len() >= 2 * self.cells.len();
        if limit {
            self.end(Ending::MoveLimit);
        } else if self.run.ends_with(&[true, true]) {
            if self.resumed {
                self.end(Ending::PlayedOut);
            } else {
                self.phase = Phase::Propose;
                self.proposer = mover.other();
            }
        }
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.phase = Phase::Ended;
        self.due = None;
    }

    fn whole_chains(&self, dead: PointSet) -> Result<Vec<usize>, RuleError> {
        let dead: Vec<usize> = dead.iter().map(|point| usize::from(point.code())).collect();
        if dead.iter().any(|code| *code >= self.cells.len()) {
            return Err(RuleError::OutOfRange);
        }
        if dead.iter().any(|code| self.cells[*code].is_none()) {
            return Err(RuleError::NotAStone);
        }
        let whole = |code: &usize| {
            self.region(&self.cells, *code)
                .0
                .iter()
                .all(|stone| dead.contains(stone))
        };
        if dead.iter().all(whole) {
            Ok(dead)
        } else {
            Err(RuleError::SplitGroup)
        }
    }

    /// Areas of Black and White, and their scores in half points.
    pub fn score(&self) -> [u16; 4] {
        let mut cells = self.cells.clone();
        self.dead.iter().for_each(|code| cells[*code] = None);
        let mut area = [0, 0];
        for code in 0..cells.len() {
            let owner = cells[code].or_else(|| {
                let borders = self.region(&cells, code).1;
                let first = *borders.first()?;
                first.filter(|_| borders.iter().all(|border| *border == first))
            });
            if let Some(owner) = owner {
                area[owner.index()] += 1;
            }
        }
        let bonus = if self.setup.handicap > 1 {
            u16::from(self.setup.handicap) - 1
        } else {
            0
        };
        let white_x2 = 2 * area[1] + 2 * bonus + self.setup.komi_x2;
        [area[0], area[1], 2 * area[0], white_x2]
    }
}
