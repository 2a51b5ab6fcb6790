//! Prints `tests/vectors/longest.json`: legal 19x19 games as long as games can be, made to be dear
//! to replay. The same games come out on every run.

use surround_rules::{Board, Colour, Game, Phase, Point, Setup, Size, Step, bare, gtp};

const SETUP: Setup = Setup {
    size: 19,
    handicap: 0,
    komi_x2: 15,
};
const SIDE: u8 = 19;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let half = |colour: Colour| cells(|x, _| (x < 9) == (colour == Colour::Black));
    let ring = |colour: Colour| {
        cells(|x, y| {
            let edge = [x, y].iter().any(|c| *c == 0 || *c == SIDE - 1);
            edge == (colour == Colour::Black)
        })
    };
    let games = [
        (
            "refill-1",
            "random moves fill the board, take, and fill again",
            refill(1)?,
        ),
        ("refill-2", "the same with other moves", refill(2)?),
        (
            "ko-storm",
            "two dozen kos, taken at every move; two passes, a proposal and a resumption between",
            ko_storm(3)?,
        ),
        (
            "merges",
            "both fill their half, scattered first and then joined to one chain, and take it whole",
            regions(4, half, [1, 1])?,
        ),
        (
            "capture-288",
            "Black walls in 288 white stones and takes them at once; White starts again",
            regions(5, ring, [0, 1])?,
        ),
    ];
    let texts: Result<Vec<_>, _> = games
        .into_iter()
        .map(|(name, note, steps)| entry(name, note, &steps))
        .collect();
    println!("[\n{}\n]", texts?.join(",\n"));
    Ok(())
}

/// A vector, with the verdict of this crate. The committed file was held to a second engine.
fn entry(name: &str, note: &str, steps: &[Step]) -> Result<String, Box<dyn std::error::Error>> {
    let size = Size::new(SETUP.size)?;
    let moves: Vec<_> = steps.iter().map(|step| gtp::word(size, step)).collect();
    let dead: Vec<_> = steps
        .iter()
        .flat_map(|step| match step {
            Step::Propose(dead) => dead.iter().map(|stone| gtp::name(size, stone)).collect(),
            _ => Vec::new(),
        })
        .collect();
    let game = serde_json::json!({
        "size": SETUP.size, "handicap": SETUP.handicap, "komi_x2": SETUP.komi_x2,
        "moves": moves, "dead": dead,
    });
    let verdict = serde_json::to_string(&bare::judge(&bare::parse(&game.to_string())?))?;
    let fields = [
        ("name", serde_json::to_string(name)?),
        (
            "source",
            "\"printed by the example `longest` of surround-rules\"".to_owned(),
        ),
        ("note", serde_json::to_string(note)?),
        ("size", SETUP.size.to_string()),
        ("handicap", SETUP.handicap.to_string()),
        ("komi_x2", SETUP.komi_x2.to_string()),
        ("moves", serde_json::to_string(&moves)?),
        ("dead", serde_json::to_string(&dead)?),
        ("expect", verdict),
    ];
    let lines: Vec<_> = fields
        .iter()
        .map(|(key, value)| format!("    \"{key}\": {value}"))
        .collect();
    Ok(format!("  {{\n{}\n  }}", lines.join(",\n")))
}

/// A game being made.
struct Maker {
    game: Game,
    steps: Vec<Step>,
    random: u64,
}

type Made = Result<Vec<Step>, surround_rules::SetupError>;

impl Maker {
    fn new(seed: u64) -> Result<Self, surround_rules::SetupError> {
        Ok(Self {
            game: Game::new(SETUP)?,
            steps: Vec::new(),
            random: seed,
        })
    }

    fn turn(&self) -> Colour {
        self.game.due().unwrap_or(Colour::Black)
    }

    /// Takes a step if it is legal.
    fn take(&mut self, step: Step) -> bool {
        let legal = self.game.apply(&step).is_ok();
        if legal {
            self.steps.push(step);
        }
        legal
    }

    /// Plays the first legal of these points, or passes.
    fn play(&mut self, wishes: impl IntoIterator<Item = Point>) {
        if !wishes.into_iter().any(|point| self.take(Step::Play(point))) {
            self.take(Step::Pass);
        }
    }

    /// Plays the first legal of these points. Rather than passing after a pass it plays anywhere.
    fn play_on(&mut self, wishes: impl IntoIterator<Item = Point>) {
        let mut wishes: Vec<_> = wishes.into_iter().collect();
        if self.steps.last() == Some(&Step::Pass) {
            wishes.extend(self.shuffled(cells(|_, _| true)));
        }
        self.play(wishes);
    }

    /// The points in random order, the same on every run (splitmix64).
    fn shuffled(&mut self, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
        let mut keyed: Vec<_> = points
            .into_iter()
            .map(|point| {
                self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let z = self.random;
                let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                (z ^ z >> 31, point)
            })
            .collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, point)| point).collect()
    }
}

fn cells(wanted: impl Fn(u8, u8) -> bool) -> Vec<Point> {
    let all = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    all.filter(|(x, y)| wanted(*x, *y))
        .filter_map(|(x, y)| cell(x, y))
        .collect()
}

fn cell(x: u8, y: u8) -> Option<Point> {
    Point::from_xy(Size::new(SIDE).ok()?, x, y)
}

fn empty(board: &Board, points: &[Point]) -> Vec<Point> {
    points
        .iter()
        .copied()
        .filter(|point| board.at(*point).is_none())
        .collect()
}

fn refill(seed: u64) -> Made {
    let mut maker = Maker::new(seed)?;
    while maker.game.phase() == Phase::Play {
        let points = maker.shuffled(cells(|_, _| true));
        maker.play_on(points);
    }
    Ok(maker.steps)
}

/// Four by six kos. In each the three stones on the left are black and those on the right white;
/// the two points between them are the ko.
fn ko_storm(seed: u64) -> Made {
    let mut maker = Maker::new(seed)?;
    let corners = (0..6).flat_map(|row| (0..4).map(move |column| (4 * column, 3 * row)));
    let (mut walls, mut kos) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for (number, (x, y)) in corners.enumerate() {
        let [black, white] = &mut walls;
        black.extend([(x, y + 1), (x + 1, y), (x + 1, y + 2)]);
        white.extend([(x + 3, y + 1), (x + 2, y), (x + 2, y + 2)]);
        // Half of the kos begin in White's hands. Black takes on the right, White on the left.
        let (left, right) = ((x + 1, y + 1), (x + 2, y + 1));
        if number % 2 == 0 {
            white.push(left)
        } else {
            black.push(right)
        }
        kos[0].push(right);
        kos[1].push(left);
    }
    let points = |cells: Vec<_>| cells.into_iter().filter_map(|(x, y)| cell(x, y)).collect();
    let [walls, kos]: [[Vec<Point>; 2]; 2] = [walls.map(points), kos.map(points)];
    loop {
        let wall = empty(maker.game.board(), &walls[maker.turn().index()]);
        if wall.is_empty() {
            break;
        }
        maker.play(wall);
    }
    while maker.game.phase() != Phase::Ended {
        if maker.game.moves() == 500 {
            let dead = maker.game.board().position().stones(Colour::Black);
            for step in [Step::Pass, Step::Pass, Step::Propose(dead), Step::Resume] {
                maker.take(step);
            }
        }
        let takes = maker.shuffled(kos[maker.turn().index()].clone());
        maker.play_on(takes);
    }
    Ok(maker.steps)
}

/// Each colour fills its region but for the points it spares, every second point first and the
/// second on the diagonal last, and takes what it can on the last empty point of the other.
fn regions(seed: u64, region: impl Fn(Colour) -> Vec<Point>, spared: [usize; 2]) -> Made {
    let mut maker = Maker::new(seed)?;
    let chequered = |point: &Point| point.code() % 2;
    let orders = Colour::BOTH.map(|colour| {
        let mut points = maker.shuffled(region(colour));
        points.sort_by_key(|point| (Some(*point) == cell(1, 1), chequered(point)));
        points
    });
    while maker.game.phase() == Phase::Play {
        let turn = maker.turn();
        let [own, other] =
            [turn, turn.other()].map(|colour| empty(maker.game.board(), &orders[colour.index()]));
        let last = match other[..] {
            [point] if takes(&maker.game, point) => Some(point),
            _ => None,
        };
        let fill = own.len().saturating_sub(spared[turn.index()]);
        maker.play_on(last.into_iter().chain(own.into_iter().take(fill)));
    }
    Ok(maker.steps)
}

/// Whether a stone takes others.
fn takes(game: &Game, point: Point) -> bool {
    let mut after = game.clone();
    let taken = |game: &Game| Colour::BOTH.map(|colour| game.captured_by(colour));
    after.apply(&Step::Play(point)).is_ok() && taken(&after) != taken(game)
}
