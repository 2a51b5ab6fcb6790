//! Who endorsed what (protocol 2.3): the marks on a line, on an opening, and the statements that
//! end a game.

use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::line::Replay;
use surround_channel::statements::{
    Signature, flag_hash, open_hash, ranked_hash, resign_hash, step_hash, verify,
};
use surround_channel::terms::Terms;
use surround_rules::Colour;

use crate::errors::Refusal;
use crate::record::{Record, Status};

/// The number of a player's last own step in a line, and the head after it; 0 when there is none.
/// Only the proposer makes two steps in a row (Resume and a move), so the other player's last step
/// is at most two back.
#[must_use]
pub fn last_step(line: &Replay, player: Colour) -> (u16, Felt) {
    let back = if line.author == Some(player) {
        0
    } else {
        line.run
    };
    match line.heads.get(usize::from(back)) {
        Some(head) if line.author.is_some() => (line.steps - u16::from(back), *head),
        _ => (0, Felt::ZERO),
    }
}

/// Whether a line can be used on a record: it holds a step of each player, equals or extends the
/// stored line, and each player endorsed what it adds. The mark of a player with no step beyond
/// the record is not looked at.
///
/// `line` was replayed with the record's steps as its checkpoint.
///
/// # Errors
/// [`Refusal::OneSidedLine`], [`Refusal::NotTheStoredLine`], then what is wrong with Black's mark,
/// then with White's.
pub fn check_line(
    terms: &Terms,
    record: &Record,
    line: &Replay,
    authority: &Authority,
    caller: Felt,
) -> Result<(), Refusal> {
    if Colour::BOTH
        .into_iter()
        .any(|player| last_step(line, player).0 == 0)
    {
        return Err(Refusal::OneSidedLine);
    }
    let extends = line.steps >= record.steps && line.at == record.head;
    if record.status != Status::None && !extends {
        return Err(Refusal::NotTheStoredLine);
    }
    for player in Colour::BOTH {
        let (step, head) = last_step(line, player);
        if step > record.steps {
            check_mark(terms, player, authority.of(player), step_hash(head), caller)
                .map_err(|fault| fault.on_line(player))?;
        }
    }
    Ok(())
}

/// Whether the player who is not due opens with this line.
///
/// # Errors
/// What is wrong with the mark.
pub fn check_open(terms: &Terms, line: &Replay, open: Mark, caller: Felt) -> Result<(), Refusal> {
    // A line that opens has a due player; one that ended is not opened with.
    let opener = line.due.map_or(Colour::Black, Colour::other);
    check_mark(terms, opener, open, open_hash(line.head), caller).map_err(MarkFault::on_opening)
}

/// Whether `player` signed its resignation.
///
/// # Errors
/// [`Refusal::BadResignSignature`].
pub fn check_resign(
    terms: &Terms,
    channel_id: Felt,
    player: Colour,
    signature: &Signature,
) -> Result<(), Refusal> {
    verify(terms.key(player), resign_hash(channel_id), signature)
        .map_err(|_| Refusal::BadResignSignature)
}

/// Whether the referee signed before play that this game counts.
///
/// # Errors
/// [`Refusal::BadRankedSignature`].
pub fn check_ranked(terms: &Terms, channel_id: Felt, signature: &Signature) -> Result<(), Refusal> {
    verify(terms.referee_key, ranked_hash(channel_id), signature)
        .map_err(|_| Refusal::BadRankedSignature)
}

/// The player that the referee's signature flags, and the steps of the flagged head. That head is
/// the last one at which a player is due, or an earlier one after which the line holds only that
/// player's steps: it belongs to the last author then.
///
/// # Errors
/// [`Refusal::BadFlagSignature`].
pub fn flagged(
    terms: &Terms,
    line: &Replay,
    signature: &Signature,
) -> Result<(Colour, u16), Refusal> {
    let players = [line.due, line.author, line.author];
    players
        .into_iter()
        .zip(line.heads)
        .zip(0..=u16::from(line.run))
        .find_map(|((player, head), back)| {
            let player = player?;
            verify(terms.referee_key, flag_hash(head), signature).ok()?;
            Some((player, line.steps - back))
        })
        .ok_or(Refusal::BadFlagSignature)
}

/// What is wrong with a mark.
#[derive(Clone, Copy)]
enum MarkFault {
    Absent,
    NotCaller,
    BadSignature,
}

impl MarkFault {
    fn on_line(self, player: Colour) -> Refusal {
        match (self, player) {
            (Self::Absent, Colour::Black) => Refusal::BlackMarkAbsent,
            (Self::Absent, Colour::White) => Refusal::WhiteMarkAbsent,
            (Self::NotCaller, Colour::Black) => Refusal::BlackNotCaller,
            (Self::NotCaller, Colour::White) => Refusal::WhiteNotCaller,
            (Self::BadSignature, Colour::Black) => Refusal::BadBlackSignature,
            (Self::BadSignature, Colour::White) => Refusal::BadWhiteSignature,
        }
    }

    fn on_opening(self) -> Refusal {
        match self {
            Self::Absent => Refusal::OpenMarkAbsent,
            Self::NotCaller => Refusal::OpenerNotCaller,
            Self::BadSignature => Refusal::BadOpenSignature,
        }
    }
}

fn check_mark(
    terms: &Terms,
    player: Colour,
    mark: Mark,
    hash: Felt,
    caller: Felt,
) -> Result<(), MarkFault> {
    match mark {
        Mark::Absent => Err(MarkFault::Absent),
        Mark::Caller if caller == terms.account(player) => Ok(()),
        Mark::Caller => Err(MarkFault::NotCaller),
        Mark::Signed(signature) => {
            verify(terms.key(player), hash, &signature).map_err(|_| MarkFault::BadSignature)
        }
    }
}
