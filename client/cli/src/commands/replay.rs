//! `surround replay`: the verdict of the rules on a bare game.

use serde::Serialize;
use surround_chain::rpc::Node;
use surround_channel::Felt;
use surround_rules::bare::{self, BareGame, Verdict};
use surround_rules::{Game, Step};

use super::preview::verdict_exit;
use crate::drawing::{Picture, legend};
use crate::exit::Exit;
use crate::failure::{Failure, told};
use crate::felts;
use crate::files::Source;
use crate::node::{OptionalNode, wait_for};
use crate::screen::{Ink, Report, Screen};
use crate::via_contract;

/// Which game, in which form, and who judges.
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

    /// Who judges: the rules in this program, or a deployed contract's view, which tells neither
    /// captures nor the equivalence margin. Long games can exceed what a public node allows a view.
    #[arg(long, value_name = "JUDGE", default_value = "rules")]
    via: Via,

    #[command(flatten)]
    node: OptionalNode,

    /// The contract that judges.
    #[arg(long, env = "SURROUND_CONTRACT", hide_env_values = true, value_parser = felts::parse, value_name = "ADDRESS")]
    contract: Option<Felt>,
}

/// Who judges a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Via {
    /// The rules in this program.
    Rules,
    /// A deployed contract.
    Contract,
}

const FORM: &str = "\
The game is JSON: {\"size\":9,\"handicap\":0,\"komi_x2\":14,\"moves\":[\"D6\",\"pass\",..],\"dead\":[\"A1\",..]}
  moves  GTP points, and the words pass, propose, accept, resume
  dead   what `propose` proposes; can be left out
With --json the answer is one object: {\"ok\":true,\"steps\":..} or {\"ok\":false,\"step\":n,\"error\":\"superko\"}.
Exit code 0: the game stands; 2: it is refused; 1: the input is not such a game. With --batch: the
worst of all games.";

/// Judges the game or the games.
///
/// # Errors
/// [`Failure`] when the input is not a game at all, or the contract cannot be asked.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let text = args.game.text()?;
    wait_for(async {
        let judge = Judge::new(args).await?;
        if args.batch {
            return batch(&args.game, &text, &judge, screen).await;
        }
        let game = bare::parse(&text).map_err(|error| Failure::malformed(&args.game, error))?;
        let verdict = judge.judge(&game).await?;
        screen.show(&Judged {
            verdict: &verdict,
            game: &game,
        })?;
        Ok(verdict_exit(&verdict))
    })
}

enum Judge {
    Rules,
    Contract(Box<Node>, Felt),
}

impl Judge {
    async fn new(args: &Args) -> Result<Self, Failure> {
        match (args.via, args.contract) {
            (Via::Rules, _) => Ok(Self::Rules),
            (Via::Contract, Some(contract)) => {
                let node = args.node.connect().await?.ok_or(Failure::NoNode)?;
                Ok(Self::Contract(Box::new(node), contract))
            }
            (Via::Contract, None) => Err(Failure::NoContract),
        }
    }

    async fn judge(&self, game: &BareGame) -> Result<Verdict, Failure> {
        match self {
            Self::Rules => Ok(bare::judge(game)),
            Self::Contract(node, contract) => via_contract::judge(node, *contract, game).await,
        }
    }
}

/// One answer a line, in the order of the games. The exit code is the worst of all.
async fn batch(
    source: &Source,
    text: &str,
    judge: &Judge,
    screen: &Screen,
) -> Result<Exit, Failure> {
    let mut worst = Exit::Ok;
    for (line, number) in text.lines().zip(1..) {
        if line.trim().is_empty() {
            continue;
        }
        match bare::parse(line) {
            Ok(game) => {
                let verdict = judge.judge(&game).await?;
                screen.print(&json(&verdict)?)?;
                if worst == Exit::Ok {
                    worst = verdict_exit(&verdict);
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
    /// The board before step `until`; nothing if no such game can start, or a point cannot be drawn.
    fn board(&self, until: usize, ink: Ink) -> String {
        let (Ok(mut game), Some(steps)) = (Game::new(self.game.setup), self.game.steps()) else {
            return String::new();
        };
        let mut last = None;
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
