//! `surround transcript append`.

use std::path::PathBuf;
use std::str::FromStr;

use surround_channel::statements::Signature;

use super::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::felts;
use crate::files::Source;
use crate::screen::Screen;
use crate::steps::StepArgs;
use crate::transcripts;

/// What is added to which transcript.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript; it is replaced by the longer one, whole or not at all.
    #[arg(value_name = "FILE")]
    transcript: PathBuf,

    /// The opponent's transcript of the same game; `-` for standard input.
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["step", "signature", "dead"])]
    from: Option<Source>,

    #[command(flatten)]
    step: Option<StepArgs>,

    /// The signature that came with the step: its two numbers, with a comma between.
    #[arg(long, value_name = "R,S", requires = "step")]
    signature: Option<SignatureArg>,
}

/// Two felts with a comma between.
#[derive(Clone, Copy, Debug)]
struct SignatureArg(Signature);

impl FromStr for SignatureArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (r, s) = text
            .split_once(',')
            .ok_or("two numbers with a comma between are expected")?;
        let felt = |text| felts::parse(text).map_err(|error| error.to_string());
        Ok(Self(Signature {
            r: felt(r)?,
            s: felt(s)?,
        }))
    }
}

/// Adds the step, or what the other transcript holds beyond this one.
///
/// # Errors
/// [`Failure`]; the transcript is as it was then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let place = Source::File(args.transcript.clone());
    let mut game = transcripts::verified(&place)?;
    match (&args.from, &args.step, &args.signature) {
        (Some(source), ..) => {
            let other = transcripts::others(&game, source)?;
            game = transcripts::merge(&game, &other, source)?;
        }
        (None, Some(step), Some(SignatureArg(signature))) => {
            let step = step.on(game.game())?;
            game.append(step, *signature)
                .map_err(|error| transcripts::at(&place, error))?;
        }
        _ => return Err(Failure::NothingToAppend),
    }
    transcripts::replace(&args.transcript, &game)?;
    screen.show(&Shown::of(&game))?;
    Ok(Exit::Ok)
}
