//! GNU Go 3.8 over GTP. Its score is none by area, so it is asked for legality, stones and captures
//! alone, and only as far as its history goes.

use std::process::Command;

use anyhow::{Context, Result, anyhow, bail};
use surround_rules::{Colour, Point, PointSet, Size, gtp};

use super::Peer;
use super::process::Process;
use crate::case::Case;
use crate::moment::{Difference, Moment, first_difference, moments};

const ADVICE: &str = "install GNU Go 3.8 (Debian: apt-get install gnugo)";
/// GNU Go keeps 500 moves (`MAX_MOVE_HISTORY`), and forgets the oldest after that.
const HISTORY: usize = 490;
/// Commands sent at once: they must fit a pipe.
const CHUNK: usize = 200;

/// A running GNU Go.
pub struct GnuGo {
    process: Process,
}

/// The answer to a command, or the reason why it is refused.
type Answer = Result<String, String>;

impl GnuGo {
    /// Starts GNU Go with the rules of this project.
    ///
    /// # Errors
    /// When it is not installed.
    pub fn start() -> Result<Self> {
        let mut command = Command::new("gnugo");
        command
            .args(["--mode", "gtp", "--chinese-rules"])
            .args(["--positional-superko", "--forbid-suicide"]);
        let process = Process::start("GNU Go", &mut command, ADVICE)?;
        Ok(Self { process })
    }

    fn ask(&mut self, commands: &[String]) -> Result<Vec<Answer>> {
        let mut answers = Vec::with_capacity(commands.len());
        for chunk in commands.chunks(CHUNK) {
            self.process.send(&chunk.concat())?;
            for _ in chunk {
                answers.push(self.answer()?);
            }
        }
        Ok(answers)
    }

    fn answer(&mut self) -> Result<Answer> {
        let (line, empty) = (self.process.line()?, self.process.line()?);
        match (line.split_at_checked(1), empty.as_str()) {
            (Some(("=", answer)), "") => Ok(Ok(answer.trim().to_owned())),
            (Some(("?", reason)), "") => Ok(Err(reason.trim().to_owned())),
            _ => bail!("GNU Go says {line:?}, {empty:?}"),
        }
    }

    /// Plays a game as far as GNU Go takes it.
    fn replay(&mut self, case: &Case, size: Size, ours: &[Moment]) -> Result<Vec<Moment>> {
        let setup = case.setup();
        let mut commands = vec![
            format!("boardsize {}\n", size.get()),
            "clear_board\n".to_owned(),
        ];
        if setup.handicap > 0 {
            commands.push(format!("fixed_handicap {}\n", setup.handicap));
        }
        let start = commands.len();
        let mut colour = setup.first();
        for (played, our) in played(case).zip(ours) {
            if let Some(played) = played {
                commands.push(play(size, colour, played));
                colour = colour.other();
            }
            commands.extend(look(colour, our.legal.is_some()));
        }
        let mut answers = self.ask(&commands)?.into_iter();
        for answer in answers.by_ref().take(start) {
            accepted(Some(answer))?;
        }
        let mut seen = Vec::new();
        for (played, our) in played(case).zip(ours) {
            if played.is_some() && answers.next().is_some_and(|answer| answer.is_err()) {
                break;
            }
            seen.push(moment(size, our.legal.is_some(), &mut answers)?);
        }
        Ok(seen)
    }
}

impl Peer for GnuGo {
    fn differences(&mut self, cases: &[Case]) -> Result<Vec<Option<Difference>>> {
        let difference = |case: &Case| -> Result<Option<Difference>> {
            let (mut ours, game) = moments(case).context("a bad setup")?;
            ours.truncate(HISTORY);
            let size = game.board().size();
            let theirs = self.replay(case, size, &ours)?;
            Ok(first_difference(size, &ours, &theirs))
        };
        cases.iter().map(difference).collect()
    }

    fn batch(&self) -> usize {
        1
    }
}

/// Nothing for the start, then the moves.
fn played(case: &Case) -> impl Iterator<Item = Option<Option<Point>>> {
    std::iter::once(None).chain(case.moves().map(Some))
}

fn play(size: Size, colour: Colour, played: Option<Point>) -> String {
    let word = played.map_or("pass".to_owned(), |point| gtp::name(size, point));
    format!("play {} {word}\n", colour.letter())
}

fn look(colour: Colour, asked: bool) -> impl Iterator<Item = String> {
    let always = ["list_stones B", "list_stones W", "captures B", "captures W"];
    let always = always.map(|command| format!("{command}\n"));
    let legal = asked.then(|| format!("all_legal {}\n", colour.letter()));
    always.into_iter().chain(legal)
}

fn accepted(answer: Option<Answer>) -> Result<String> {
    answer
        .context("GNU Go owes an answer")?
        .map_err(|reason| anyhow!("GNU Go refuses a question: {reason}"))
}

/// Reads the answers to [`look`].
fn moment(size: Size, asked: bool, answers: &mut impl Iterator<Item = Answer>) -> Result<Moment> {
    let mut next = || accepted(answers.next());
    let stones = [points(size, &next()?)?, points(size, &next()?)?];
    let taken = [next()?.parse()?, next()?.parse()?];
    let legal = asked.then(|| points(size, &next()?)).transpose()?;
    Ok(Moment {
        stones,
        taken,
        legal,
    })
}

fn points(size: Size, text: &str) -> Result<PointSet> {
    let point = |word| gtp::point(size, word).with_context(|| format!("GNU Go says {text:?}"));
    text.split_whitespace().map(point).collect()
}
