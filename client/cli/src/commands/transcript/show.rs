//! `surround transcript show`.

use serde::Serialize;
use surround_channel::Felt;
use surround_channel::PerPlayer;
use surround_channel::felt;
use surround_channel::transcript::Verified;
use surround_rules::{Colour, Ending, Phase, gtp};

use crate::drawing::{Picture, legend};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::felts;
use crate::files::Source;
use crate::screen::{Ink, Report, Screen};
use crate::transcripts;

/// Which transcript.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; `-` for standard input.
    #[arg(value_name = "FILE")]
    transcript: Source,
}

/// Shows a transcript that holds.
///
/// # Errors
/// [`Failure`] when it does not.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    screen.show(&Shown::of(&transcripts::verified(&args.transcript)?))?;
    Ok(Exit::Ok)
}

/// Said after a resumption (protocol 4).
const RESUMED: &str = "play was resumed: capture before you pass, as two passes in a row now end the \
     game with every stone alive\n";

/// Where a game stands, and which statements its transcript holds.
#[derive(Serialize)]
pub struct Shown<'a> {
    #[serde(with = "felt::text")]
    channel_id: Felt,
    network: String,
    #[serde(with = "felt::text")]
    contract: Felt,
    steps: u16,
    #[serde(with = "felt::text")]
    head: Felt,
    phase: Phase,
    due: Option<Colour>,
    ending: Option<Ending>,
    result: Option<String>,
    /// The last step as GTP has it, or a word such as `pass`.
    last_step: Option<String>,
    dead: Vec<String>,
    captured_by_black: u16,
    captured_by_white: u16,
    resumed: bool,
    /// The latest signed step of each player.
    signed: PerPlayer<Option<u16>>,
    recorded_steps: u16,
    resigned: PerPlayer<bool>,
    /// The steps of the head over which there is a statement.
    open: Option<u16>,
    flag: Option<u16>,
    ranked: bool,
    #[serde(skip)]
    game: &'a Verified,
}

impl<'a> Shown<'a> {
    /// Reads a verified transcript.
    #[must_use]
    pub fn of(verified: &'a Verified) -> Self {
        let (game, transcript) = (verified.game(), verified.transcript());
        let size = game.board().size();
        let both = |of: &dyn Fn(Colour) -> bool| PerPlayer {
            black: of(Colour::Black),
            white: of(Colour::White),
        };
        Self {
            channel_id: verified.channel_id(),
            network: felts::chain_name(&transcript.chain_id),
            contract: transcript.contract,
            steps: game.steps(),
            head: verified.chain().head(),
            phase: game.phase(),
            due: game.due(),
            ending: game.ending(),
            result: game.score().map(|score| score.outcome().to_string()),
            last_step: transcript.steps.last().map(|step| gtp::word(size, step)),
            dead: crate::chains::names(game.board(), game.dead()),
            captured_by_black: game.captured_by(Colour::Black),
            captured_by_white: game.captured_by(Colour::White),
            resumed: game.resumed(),
            signed: PerPlayer {
                black: transcript.signatures.black.map(|signed| signed.steps),
                white: transcript.signatures.white.map(|signed| signed.steps),
            },
            recorded_steps: transcript.recorded_steps,
            resigned: both(&|player| transcript.resignations.of(player).is_some()),
            open: transcript.open.map(|open| open.steps),
            flag: transcript.flag.map(|flag| flag.steps),
            ranked: transcript.ranked.is_some(),
            game: verified,
        }
    }

    /// The board and the last step, in words.
    #[must_use]
    pub fn board(&self, ink: Ink) -> String {
        let played = transcripts::played(self.game);
        let dead = played.game.dead();
        let picture = Picture {
            board: played.game.board(),
            dead,
            last: played.last,
        };
        let last = self
            .last_step
            .as_ref()
            .map_or(String::new(), |step| format!(", last {step}"));
        format!(
            "{}{}\nstep {}{last}; captured: {} by Black, {} by White\n",
            picture.draw(ink),
            legend(dead),
            self.steps,
            self.captured_by_black,
            self.captured_by_white,
        )
    }

    /// Who is due by the steps of the transcript, or the score.
    #[must_use]
    pub fn standing(&self) -> String {
        let resumed = if self.resumed && self.due.is_some() {
            RESUMED
        } else {
            ""
        };
        let standing = match (&self.result, self.due) {
            (Some(result), _) => format!("the game is over: {result}\n"),
            (None, Some(due)) => match self.phase {
                Phase::Propose => format!("{due} is due: propose dead stones, or resume\n"),
                Phase::Respond => format!("{due} is due: accept, or resume\n"),
                _ => format!("{due} is due\n"),
            },
            (None, None) => String::new(),
        };
        standing + resumed
    }

    /// The statements that are held, and the channel.
    #[must_use]
    pub fn rest(&self) -> String {
        let channel = felt::to_text(&self.channel_id);
        format!(
            "{}channel {channel} on {}\n",
            self.statements(),
            self.network
        )
    }

    fn statements(&self) -> String {
        let mut text = String::new();
        for (player, resigned) in [
            ("Black", self.resigned.black),
            ("White", self.resigned.white),
        ] {
            if resigned {
                text.push_str(&format!("{player} has signed its resignation\n"));
            }
        }
        if let Some(steps) = self.flag {
            text.push_str(&format!(
                "the referee has flagged the player due after step {steps}\n"
            ));
        }
        if let Some(steps) = self.open {
            text.push_str(&format!(
                "holds an opening over the head after step {steps}\n"
            ));
        }
        if self.recorded_steps > 0 {
            text.push_str(&format!(
                "the file says that the chain holds the first {} steps\n",
                self.recorded_steps
            ));
        }
        text
    }
}

impl Report for Shown<'_> {
    fn text(&self, ink: Ink) -> String {
        self.board(ink) + &self.standing() + &self.rest()
    }
}
