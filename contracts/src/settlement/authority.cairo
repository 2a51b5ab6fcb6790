//! Who endorsed what (protocol 2.3): the marks on a line, on an opening, and the statements that
//! end a game.

use starknet::ContractAddress;
use crate::channel::line::Replay;
use crate::channel::statements::{
    Signature, flag_hash, open_hash, ranked_hash, resign_hash, step_hash, verify,
};
use crate::channel::terms::{Terms, TermsTrait};
use crate::errors;
use super::interface::{Authority, Mark};
use super::record::{Record, Side, SideTrait, Status};

/// The number of a player's last own step in a line, and the head after it; 0 when there is none.
/// Only the proposer makes two steps in a row (Resume and a move), so the other player's last step
/// is at most two back.
pub fn last_step(line: Replay, player: u8) -> (u16, felt252) {
    if player == line.author {
        (line.steps, line.head)
    } else if line.run == 1 {
        (line.steps - 1, line.before)
    } else if line.run == 2 {
        (line.steps - 2, line.before2)
    } else {
        (0, 0)
    }
}

/// Whether a line can be used on a record: it holds a step of each player, equals or extends the
/// stored line, and each player endorsed what it adds. The mark of a player with no step beyond
/// the record is not looked at.
pub fn check_line(
    terms: Terms, record: Record, line: Replay, authority: Authority, caller: ContractAddress,
) -> Result<(), felt252> {
    let (black_steps, black_head) = last_step(line, 0);
    let (white_steps, white_head) = last_step(line, 1);
    if black_steps == 0 || white_steps == 0 {
        return Err(errors::ONE_SIDED_LINE);
    }
    if record.status != Status::None && (line.steps < record.steps || line.at != record.head) {
        return Err(errors::NOT_THE_STORED_LINE);
    }
    if black_steps > record.steps {
        check_mark(
            authority.black,
            terms.black,
            terms.black_key,
            step_hash(black_head),
            caller,
            MarkErrors {
                absent: errors::BLACK_MARK_ABSENT,
                caller: errors::BLACK_NOT_CALLER,
                signature: errors::BAD_BLACK_SIGNATURE,
            },
        )?;
    }
    if white_steps > record.steps {
        check_mark(
            authority.white,
            terms.white,
            terms.white_key,
            step_hash(white_head),
            caller,
            MarkErrors {
                absent: errors::WHITE_MARK_ABSENT,
                caller: errors::WHITE_NOT_CALLER,
                signature: errors::BAD_WHITE_SIGNATURE,
            },
        )?;
    }
    Ok(())
}

/// Whether the player who is not due opens with this line.
pub fn check_open(
    terms: Terms, line: Replay, open: Mark, caller: ContractAddress,
) -> Result<(), felt252> {
    let opener = 1 - line.due;
    check_mark(
        open,
        terms.account(opener),
        terms.key(opener),
        open_hash(line.head),
        caller,
        MarkErrors {
            absent: errors::OPEN_MARK_ABSENT,
            caller: errors::OPENER_NOT_CALLER,
            signature: errors::BAD_OPEN_SIGNATURE,
        },
    )
}

/// Whether `player` signed its resignation.
pub fn check_resign(
    terms: Terms, channel_id: felt252, player: u8, signature: Signature,
) -> Result<(), felt252> {
    if verify(resign_hash(channel_id), terms.key(player), signature) {
        Ok(())
    } else {
        Err(errors::BAD_RESIGN_SIGNATURE)
    }
}

/// Whether the referee signed before play that this game counts.
pub fn check_ranked(
    terms: Terms, channel_id: felt252, signature: Signature,
) -> Result<(), felt252> {
    if verify(ranked_hash(channel_id), terms.referee_key, signature) {
        Ok(())
    } else {
        Err(errors::BAD_RANKED_SIGNATURE)
    }
}

/// The player that the referee's signature flags, and the steps of the flagged head. That head is
/// the last one at which a player is due, or an earlier one after which the line holds only that
/// player's steps: it belongs to the last author then.
pub fn flagged(terms: Terms, line: Replay, signature: Signature) -> Result<(Side, u16), felt252> {
    let author = SideTrait::player(line.author);
    let due = SideTrait::player(line.due);
    let signed = |head: felt252| verify(flag_hash(head), terms.referee_key, signature);
    if due != Side::None && signed(line.head) {
        Ok((due, line.steps))
    } else if line.run >= 1 && signed(line.before) {
        Ok((author, line.steps - 1))
    } else if line.run == 2 && signed(line.before2) {
        Ok((author, line.steps - 2))
    } else {
        Err(errors::BAD_FLAG_SIGNATURE)
    }
}

#[derive(Copy, Drop)]
struct MarkErrors {
    absent: felt252,
    caller: felt252,
    signature: felt252,
}

fn check_mark(
    mark: Mark,
    account: ContractAddress,
    key: felt252,
    hash: felt252,
    caller: ContractAddress,
    errors: MarkErrors,
) -> Result<(), felt252> {
    match mark {
        Mark::Absent => Err(errors.absent),
        Mark::Caller => if caller == account {
            Ok(())
        } else {
            Err(errors.caller)
        },
        Mark::Signed(signature) => if verify(hash, key, signature) {
            Ok(())
        } else {
            Err(errors.signature)
        },
    }
}
