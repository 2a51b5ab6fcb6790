//! Phases, limits and who is due (protocol 1.2), endings and scores (1.3).

use super::board::{BLACK, BOTH, Board, BoardTrait, WHITE};
use super::points::{PointsTrait, Set, SetTrait};
use super::score::{area, check_dead, whole_board};
use super::spots::SIDE;
use super::superko::Position;

#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct Setup {
    /// Rows and columns, 2 to 19.
    pub size: u8,
    /// Black stones before the game: 0, or 2 to 9 on sizes 9, 13 and 19.
    pub handicap: u8,
    /// Half points, at most two a point of the board.
    pub komi_x2: u16,
}

#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub enum Phase {
    Play,
    Propose,
    Respond,
    Ended,
}

/// How a game ended. None: it goes on. A replay reaches Agreed, PlayedOut and MoveLimit; the rest
/// are decided by the settlement.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub enum Ending {
    #[default]
    None,
    Agreed,
    PlayedOut,
    MoveLimit,
    Resigned,
    Time,
    Forfeit,
}

/// Step codes that are no point (protocol 2.2).
pub const PASS: u16 = 361;
pub const PROPOSE: u16 = 362;
pub const ACCEPT: u16 = 363;
pub const RESUME: u16 = 364;

/// Returns 0, or 'bad_size', 'bad_handicap' or 'bad_komi', judged in this order.
pub fn check_setup(setup: Setup) -> felt252 {
    let Setup { size, handicap, komi_x2 } = setup;
    if size < 2 || size > 19 {
        return 'bad_size';
    }
    let has_points = size == 9 || size == 13 || size == 19;
    if handicap != 0 && (!has_points || handicap == 1 || handicap > 9) {
        return 'bad_handicap';
    }
    if komi_x2 > 2 * points(size) {
        return 'bad_komi';
    }
    0
}

/// Points of a board.
pub fn points(size: u8) -> u16 {
    let size: u16 = size.into();
    size * size
}

#[derive(Destruct)]
pub struct Game {
    pub setup: Setup,
    pub board: Board,
    pub phase: Phase,
    /// BLACK or WHITE: the player who is due, until the end.
    pub due: felt252,
    pub ending: Ending,
    /// Moves until a limit ends the game.
    pub moves_left: u16,
    /// Was the last step a pass?
    passed: bool,
    resumed: bool,
    /// Was there a proposal?
    pub proposed: bool,
    /// The proposed, in the end the agreed dead stones.
    dead: Set,
}

#[generate_trait]
pub impl GameImpl of GameTrait {
    /// The start of a game. `setup` has passed `check_setup`.
    fn new(setup: Setup) -> Game {
        let handicap = handicap_points(setup.size.into(), setup.handicap);
        Game {
            setup,
            board: BoardTrait::new(setup.size, handicap),
            phase: Phase::Play,
            due: if setup.handicap == 0 {
                BLACK
            } else {
                WHITE
            },
            ending: Ending::None,
            moves_left: 3 * points(setup.size),
            passed: false,
            resumed: false,
            proposed: false,
            dead: NOTHING,
        }
    }

    /// Counts `count` stones, at most `moves_left` of them, that were placed on the board and
    /// turned it.
    fn count_stones(ref self: Game, count: u16) {
        if count != 0 {
            self.passed = false;
            self.count_moves(count);
        }
    }

    fn count_moves(ref self: Game, count: u16) {
        self.moves_left -= count;
        if self.moves_left == 0 {
            self.end(Ending::MoveLimit);
        }
    }

    /// A step that places no stone: `code` is 361 to 364, or another one below 361 that is no point
    /// of the board.
    /// `dead` belongs to a proposal. Returns 0 or why the step is illegal.
    fn step(ref self: Game, code: u16, dead: Set) -> felt252 {
        match self.phase {
            Phase::Play => {
                if code < PASS {
                    return 'out_of_range';
                }
                if code != PASS {
                    return 'not_allowed_now';
                }
                self.pass();
            },
            Phase::Propose => {
                if code == RESUME {
                    self.resume();
                } else if code == PROPOSE {
                    return self.propose(dead);
                } else {
                    return 'not_allowed_now';
                }
            },
            Phase::Respond => {
                if code == RESUME {
                    self.turn();
                    self.dead = NOTHING;
                    self.resume();
                } else if code == ACCEPT {
                    self.end(Ending::Agreed);
                } else {
                    return 'not_allowed_now';
                }
            },
            Phase::Ended => { return 'game_over'; },
        }
        0
    }

    fn pass(ref self: Game) {
        self.turn();
        self.count_moves(1);
        if self.phase == Phase::Ended {
            return;
        }
        if !self.passed {
            self.passed = true;
        } else if self.resumed {
            self.end(Ending::PlayedOut);
        } else {
            self.phase = Phase::Propose;
        }
    }

    fn propose(ref self: Game, dead: Set) -> felt252 {
        let (black, white) = self.stones();
        let error = check_dead(dead, black, white);
        if error == 0 {
            self.dead = dead;
            self.proposed = true;
            self.phase = Phase::Respond;
            self.turn();
        }
        error
    }

    /// The player who is due now, the proposer, moves.
    fn resume(ref self: Game) {
        self.phase = Phase::Play;
        self.resumed = true;
        self.passed = false;
        self.moves_left = core::cmp::min(self.moves_left, 2 * points(self.setup.size));
    }

    fn turn(ref self: Game) {
        self.due = BOTH - self.due;
    }

    fn end(ref self: Game, ending: Ending) {
        self.ending = ending;
        self.phase = Phase::Ended;
    }

    /// Scores in half points of Black and White, White's with komi and a point for each handicap
    /// stone after the first.
    /// A game that was not agreed counts every stone as alive.
    fn score(self: @Game) -> (u16, u16) {
        let (black, white) = self.stones();
        let dead = *self.dead;
        let all = whole_board(*self.setup.size);
        let area = area(black.without(dead), white.without(dead), all);
        let setup = *self.setup;
        let given: u8 = if setup.handicap == 0 {
            0
        } else {
            2 * (setup.handicap - 1)
        };
        (2 * area.black, 2 * area.white + setup.komi_x2 + given.into())
    }

    /// The stones of Black and of White.
    fn stones(self: @Game) -> (Set, Set) {
        let Position { black, white } = self.board.position();
        (black.open(), white.open())
    }
}

pub const NOTHING: Set = Set { l0: 0, l1: 0, l2: 0, l3: 0 };

/// The grid numbers of the handicap stones, in the order of protocol 1.1.
fn handicap_points(size: u32, handicap: u8) -> Span<u32> {
    let edge = if size == 9 {
        2
    } else {
        3
    };
    if handicap == 0 {
        return array![].span();
    }
    let far = size - 1 - edge;
    let middle = (size - 1) / 2;
    let corners = [(far, edge), (edge, far), (edge, edge), (far, far)];
    let sides = [(edge, middle), (far, middle), (middle, edge), (middle, far)];
    let mut chosen = array![];
    let count: u32 = handicap.into();
    let in_corners = core::cmp::min(count, 4);
    let on_sides = if count < 6 {
        0
    } else {
        (count - 4) / 2 * 2
    };
    for (x, y) in corners.span().slice(0, in_corners) {
        chosen.append(*y * SIDE + *x);
    }
    for (x, y) in sides.span().slice(0, on_sides) {
        chosen.append(*y * SIDE + *x);
    }
    if count > in_corners + on_sides {
        chosen.append(middle * SIDE + middle);
    }
    chosen.span()
}
