//! From a record to the steps of a game, or to the reason why there is none.

use sgf_parse::go::{Move, Point as SgfPoint, Prop};
use sgf_parse::{Color, GameTree, SgfNode};

use super::error::excerpt;
use super::header::{Header, point};
use super::{MoveError, Record, SgfError, main_line, text};
use crate::colour::Colour;
use crate::game::Game;
use crate::points::PointSet;
use crate::step::{Phase, RuleError, Step};

/// The largest file read, in bytes.
const MAX_BYTES: usize = 16 << 20;

/// What a caller adds to a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Which game of a collection, from 0.
    pub game: usize,
    /// The komi in half points, instead of what the record says.
    pub komi_x2: Option<u16>,
    /// The dead stones, agreed after two passes at the end of the record.
    pub dead: Option<PointSet>,
}

/// Reads the main line of a game. Every step is judged by the rules.
///
/// # Errors
/// An [`SgfError`] that names the property or the move at which the record stops being a Surround
/// game. Nothing is guessed: neither komi, nor handicap stones, nor whose turn it is.
pub fn read(bytes: &[u8], options: &Options) -> Result<Record, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLarge {
            bytes: bytes.len(),
            limit: MAX_BYTES,
        });
    }
    let line = main_line::cut(&text::decode(bytes)?, options.game)?;
    let trees = sgf_parse::parse(&line).map_err(SgfError::Syntax)?;
    let root = match trees.first() {
        Some(GameTree::GoGame(root)) => root,
        Some(GameTree::Unknown(_)) => return Err(SgfError::NotGo),
        None => return Err(SgfError::NotSgf),
    };
    let mut reader = Reader {
        header: Header::default(),
        options,
        play: None,
    };
    for node in root.main_variation() {
        reader.node(node)?;
    }
    reader.finish()
}

/// The game so far.
struct Play {
    game: Game,
    steps: Vec<Step>,
}

struct Reader<'a> {
    header: Header,
    options: &'a Options,
    /// There is none before the first move.
    play: Option<Play>,
}

impl Reader<'_> {
    /// Everything else in a node comes before its move, in whatever order it is written.
    fn node(&mut self, node: &SgfNode<Prop>) -> Result<(), SgfError> {
        let mut found = None;
        let mut turn = None;
        for property in node.properties() {
            let made = match property {
                Prop::B(made) => Some((Colour::Black, *made)),
                Prop::W(made) => Some((Colour::White, *made)),
                Prop::PL(colour) => {
                    turn = Some(match colour {
                        Color::Black => Colour::Black,
                        Color::White => Colour::White,
                    });
                    None
                }
                property => {
                    self.property(property)?;
                    None
                }
            };
            if made.is_some() && found.is_some() {
                return Err(self.at_move(MoveError::TwoMoves));
            }
            found = found.or(made);
        }
        if let Some(turn) = turn {
            self.check_turn(turn)?;
        }
        match found {
            Some((colour, made)) => self.make(colour, made),
            None => Ok(()),
        }
    }

    fn property(&mut self, property: &Prop) -> Result<(), SgfError> {
        match property {
            Prop::AW(_) => Err(self.at_move(MoveError::FreeSetup("AW"))),
            Prop::AE(_) => Err(self.at_move(MoveError::FreeSetup("AE"))),
            Prop::AB(_) if self.play.is_some() => Err(self.at_move(MoveError::FreeSetup("AB"))),
            Prop::AB(stones) => {
                self.header.stones.extend(stones);
                Ok(())
            }
            Prop::SZ((columns, rows)) if columns == rows => self.once("SZ", |h| &mut h.size, *rows),
            Prop::SZ((columns, rows)) => Err(bad_value("SZ", &[format!("{columns}:{rows}")])),
            Prop::KM(komi) => self.once("KM", |h| &mut h.komi, *komi),
            Prop::HA(stones) => match u8::try_from(*stones) {
                Ok(stones) => self.once("HA", |h| &mut h.handicap, stones),
                Err(_) => Err(bad_value("HA", &[stones.to_string()])),
            },
            Prop::Invalid(name, values) => self.invalid(name, values),
            Prop::AP((name, _)) => {
                self.header.application = Some(name.text.clone());
                Ok(())
            }
            Prop::PB(name) => {
                self.header.black = Some(name.text.clone());
                Ok(())
            }
            Prop::PW(name) => {
                self.header.white = Some(name.text.clone());
                Ok(())
            }
            Prop::RE(result) => {
                self.header.result = Some(result.text.clone());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A property whose value the parser does not take. Those that do not bear on the game are let
    /// through, as are a handicap of 0, and a komi that the caller replaces.
    fn invalid(&mut self, name: &str, values: &[String]) -> Result<(), SgfError> {
        match (name, values) {
            ("HA", [value]) if matches!(value.trim(), "0" | "1") => {
                let stones = u8::from(value.trim() == "1");
                self.once("HA", |header| &mut header.handicap, stones)
            }
            ("KM", _) if self.options.komi_x2.is_some() => Ok(()),
            ("KM", [value]) => Err(SgfError::BadKomi(excerpt(value))),
            ("B" | "W", _) => Err(self.at_move(MoveError::NotAPoint)),
            ("AB" | "AW" | "AE" | "PL" | "SZ" | "HA" | "KM", values) => {
                Err(bad_value(name, values))
            }
            ("AP", [name]) => {
                self.header.application = Some(name.clone());
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Takes a property of the header, which is said once and before the first move.
    fn once<T>(
        &mut self,
        name: &'static str,
        field: impl Fn(&mut Header) -> &mut Option<T>,
        value: T,
    ) -> Result<(), SgfError> {
        if self.play.is_some() {
            return Err(self.at_move(MoveError::LateHeader(name)));
        }
        match field(&mut self.header).replace(value) {
            None => Ok(()),
            Some(_) => Err(SgfError::Repeated(name)),
        }
    }

    /// Who a record says is to move must be who is due.
    fn check_turn(&mut self, turn: Colour) -> Result<(), SgfError> {
        let due = match &self.play {
            Some(play) => play.game.due(),
            // A handicap is only known once all stones are placed.
            None if self.header.stones.is_empty() => Some(Colour::Black),
            None => Some(Colour::White),
        };
        match due {
            Some(due) if due != turn => {
                Err(self.at_move(MoveError::WrongColour { found: turn, due }))
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, colour: Colour, made: Move) -> Result<(), SgfError> {
        let play = match self.play.take() {
            Some(play) => play,
            None => Play::of(self.header.start(self.options)?),
        };
        let result = self.play.insert(play).make(colour, made);
        result.map_err(|reason| self.at_move(reason))
    }

    /// An error at the next move.
    fn at_move(&self, reason: MoveError) -> SgfError {
        let moves = self.play.as_ref().map_or(0, |play| play.game.moves());
        SgfError::Move {
            number: moves + 1,
            reason,
        }
    }

    fn finish(self) -> Result<Record, SgfError> {
        let Play {
            mut game,
            mut steps,
        } = match self.play {
            Some(play) => play,
            None => Play::of(self.header.start(self.options)?),
        };
        if let Some(dead) = self.options.dead {
            if game.phase() != Phase::Propose {
                return Err(SgfError::NothingToSettle);
            }
            for step in [Step::Propose(dead), Step::Accept] {
                game.apply(&step).map_err(SgfError::BadDead)?;
                steps.push(step);
            }
        }
        Ok(Record {
            setup: *game.setup(),
            steps,
            black: self.header.black,
            white: self.header.white,
            outcome: self.header.result.and_then(|text| text.parse().ok()),
        })
    }
}

impl Play {
    fn of(game: Game) -> Self {
        Self {
            game,
            steps: Vec::new(),
        }
    }

    fn make(&mut self, colour: Colour, made: Move) -> Result<(), MoveError> {
        if self.game.phase() == Phase::Propose {
            self.take(Step::Resume)?;
        }
        match self.game.due() {
            Some(due) if due != colour => {
                return Err(MoveError::WrongColour { found: colour, due });
            }
            _ => {}
        }
        let size = self.game.board().size();
        self.take(match made {
            // `tt` is a pass on boards up to 19x19, which all boards are.
            Move::Pass | Move::Move(SgfPoint { x: 19, y: 19 }) => Step::Pass,
            Move::Move(at) => Step::Play(point(size, at).ok_or(RuleError::OutOfRange)?),
        })
    }

    fn take(&mut self, step: Step) -> Result<(), MoveError> {
        self.game.apply(&step)?;
        self.steps.push(step);
        Ok(())
    }
}

fn bad_value(property: &str, values: &[String]) -> SgfError {
    SgfError::BadValue {
        property: property.to_owned(),
        value: excerpt(&values.join("][")),
    }
}
