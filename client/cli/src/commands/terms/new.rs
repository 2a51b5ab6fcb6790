//! `surround terms new`.

use std::path::PathBuf;

use surround_channel::Felt;
use surround_channel::terms::Terms;

use super::show::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::{self, Source};
use crate::keys::KeyArgs;
use crate::screen::Screen;
use crate::side::Side;
use crate::{clock, felts, half_points};

const DAY: u64 = 24 * 3_600;

/// The terms, as the proposing player sees them.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    key: KeyArgs,

    /// The side this key plays.
    #[arg(long = "as", value_name = "COLOUR")]
    side: Side,

    /// The account of this player.
    #[arg(long, value_parser = felts::parse, value_name = "ADDRESS")]
    me: Felt,

    /// The account of the opponent.
    #[arg(long, value_parser = felts::parse, value_name = "ADDRESS")]
    opponent: Felt,

    /// The public session key of the opponent.
    #[arg(long, value_parser = felts::parse, value_name = "KEY")]
    opponent_key: Felt,

    /// The public key of a referee, for a ranked game.
    #[arg(long, value_parser = felts::parse, value_name = "KEY", default_value = "0x0")]
    referee_key: Felt,

    /// Board size, 2 to 19.
    #[arg(long, default_value_t = 19)]
    size: u8,

    /// Handicap stones: 0, or 2 to 9 on sizes 9, 13 and 19.
    #[arg(long, default_value_t = 0)]
    handicap: u8,

    /// Points for White, such as 7 or 7.5.
    #[arg(long, value_parser = half_points::parse, value_name = "POINTS", default_value = "7.5")]
    komi: u16,

    /// Seconds a player has to answer on the chain.
    #[arg(long, value_name = "SECONDS", default_value_t = DAY)]
    turn_seconds: u64,

    /// Blocks that must pass too before an answer is late [default: one a minute of the window, at least 60].
    #[arg(long, value_name = "BLOCKS")]
    turn_blocks: Option<u64>,

    /// Days until no dispute can be opened any more.
    #[arg(
        long,
        value_name = "DAYS",
        default_value_t = 29,
        conflicts_with = "expires_at"
    )]
    days: u64,

    /// The second, since 1970, from which no dispute can be opened, instead of --days.
    #[arg(long, value_name = "SECOND")]
    expires_at: Option<u64>,

    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,

    /// Replace the file if it exists.
    #[arg(long)]
    force: bool,
}

/// Writes the terms.
///
/// # Errors
/// [`Failure`]; nothing is written then.
pub fn run(args: &Args, screen: &Screen) -> Result<Exit, Failure> {
    let mut signer = args.key.signer()?;
    let place = Source::File(args.out.clone());
    let terms = proposed(args, signer.public_key());
    terms.check_form().map_err(|error| Failure::Terms {
        place: place.clone(),
        error,
    })?;
    if args.out.exists() && !args.force {
        return Err(Failure::Exists {
            path: args.out.clone(),
        });
    }
    // Agreed to last: a nonce that is drawn has a journal.
    let terms = signer.agree(terms)?;
    files::create(&args.out, &super::to_json(&terms)?, args.force)?;
    screen.show(&Shown::written(&terms, &args.out))?;
    Ok(Exit::Ok)
}

fn proposed(args: &Args, own_key: Felt) -> Terms {
    let own = (args.me, own_key);
    let theirs = (args.opponent, args.opponent_key);
    let ((black, black_key), (white, white_key)) = match args.side {
        Side::Black => (own, theirs),
        Side::White => (theirs, own),
    };
    Terms {
        black,
        white,
        black_key,
        white_key,
        referee_key: args.referee_key,
        size: args.size,
        handicap: args.handicap,
        komi_x2: args.komi,
        turn_seconds: args.turn_seconds,
        turn_blocks: args.turn_blocks.unwrap_or((args.turn_seconds / 60).max(60)),
        expires_at: args
            .expires_at
            .unwrap_or_else(|| clock::now().saturating_add(args.days.saturating_mul(DAY))),
        black_nonce: Felt::ZERO,
        white_nonce: Felt::ZERO,
    }
}
