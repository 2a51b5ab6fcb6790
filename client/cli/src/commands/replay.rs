//! `surround replay`: the verdict of the rules on a bare game.

use serde::Serialize;
use surround_rules::bare::{self, BareGame, Verdict};
use surround_rules::{Game, Step};

use crate::drawing::{Picture, legend};
use crate::exit::Exit;
use crate::failure::{Failure, told};
use crate::files::Source;
use crate::screen::{Ink, Report, Screen};

/// Which game, and in which form.
#[derive(Debug, clap::Args)]
#[command(after_help = FORM)]
pub struct Args {
    /// The file with the game; `-` for standard input.
    #[arg(value_name = "FILE")]
    game: Source,

    /// Take one game a line and answer one JSON object a line. Empty lines are passed over; a line
    /// that is no game is answered with `null`, and told on standard error.
    #[arg(long)]
    batch: bool,
}

const FORM: &str = "\
The game is JSON: {\"size\":9,\"handicap\":0,\"komi_x2\":14,\"moves\":[\"D6\",\"pass\",..],\"dead\":[\"A1\",..]}
  moves  GTP points, and the words pass, propose, accept, resume
  dead   what `propose` proposes; can be left out
With --json the answer is one object: {\"ok\":true,\"steps\":..} or {\"ok\":false,\"step\":n,\"error\":\"superko\"}.
Exit code 0: the game stands; 2: it is refused; 1: the input is not such a game.";

/// Judges the game or the games.
///
/// # Errors
/// [`Failure`] when the input is not a game at all.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let text = args.game.text()?;
    if args.batch {
        return batch(&args.game, &text, screen);
    }
    let game = bare::parse(&text).map_err(|error| Failure::malformed(&args.game, error))?;
    let verdict = bare::judge(&game);
    screen.show(&Judged {
        verdict: &verdict,
        game: &game,
    })?;
    Ok(exit(&verdict))
}

const fn exit(verdict: &Verdict) -> Exit {
    match verdict {
        Verdict::Stands(_) => Exit::Ok,
        Verdict::Refused(_) => Exit::RefusedGame,
    }
}

/// One answer a line, in the order of the games. The exit code is the worst of all.
fn batch(source: &Source, text: &str, screen: &Screen) -> Result<Exit, Failure> {
    let mut worst = Exit::Ok;
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        match bare::parse(line) {
            Ok(game) => {
                let verdict = bare::judge(&game);
                screen.print(&json(&verdict)?)?;
                if worst == Exit::Ok {
                    worst = exit(&verdict);
                }
            }
            Err(error) => {
                screen.print("null")?;
                screen.fail(&Failure::Malformed {
                    place: format!("{source}:{number}"),
                    reason: error.to_string(),
                });
                worst = Exit::Input;
            }
        }
    }
    Ok(worst)
}

fn json(verdict: &Verdict) -> Result<String, Failure> {
    serde_json::to_string(verdict)
        .map_err(std::io::Error::from)
        .map_err(Failure::Print)
}

/// A verdict, with the game it is about: the board is drawn for a person.
#[derive(Serialize)]
#[serde(transparent)]
struct Judged<'a> {
    verdict: &'a Verdict,
    #[serde(skip)]
    game: &'a BareGame,
}

impl Report for Judged<'_> {
    fn text(&self, ink: Ink) -> String {
        let (board, said) = match self.verdict {
            Verdict::Stands(stands) => (self.board(usize::MAX, ink), stands_text(stands)),
            Verdict::Refused(refused) => (
                self.board(usize::from(refused.step), ink),
                format!("{}\n", told(refused)),
            ),
        };
        board + &said
    }
}

impl Judged<'_> {
    /// The board before step `until`; nothing if no such game can start.
    fn board(&self, until: usize, ink: Ink) -> String {
        let Ok(mut game) = Game::new(self.game.setup) else {
            return String::new();
        };
        let mut last = None;
        let steps = self.game.steps().unwrap_or_default();
        for step in steps.iter().take(until.saturating_sub(1)) {
            if game.apply(step).is_err() {
                break;
            }
            last = match step {
                Step::Play(point) => Some(*point),
                _ => None,
            };
        }
        let picture = Picture {
            board: game.board(),
            dead: game.dead(),
            last,
        };
        format!("{}{}\n", picture.draw(ink), legend(game.dead()))
    }
}

fn stands_text(stands: &bare::Stands) -> String {
    let mut text = format!("legal: {} steps\n", stands.steps);
    if let (Some(black), Some(white)) = (stands.captured_by_black, stands.captured_by_white) {
        text.push_str(&format!("captured: {black} by Black, {white} by White\n"));
    }
    match (&stands.result, stands.due) {
        (Some(result), _) => text.push_str(&format!("result: {result}\n")),
        (None, Some(due)) => text.push_str(&format!("{due} is due\n")),
        (None, None) => {}
    }
    text
}
