//! The ABI of the settlement contract (protocol 2.2 and 3.2): plain structs and enums only.

use starknet::ContractAddress;
use crate::channel::line::{DeadSet, Line};
use crate::channel::policy::Limits;
use crate::channel::statements::Signature;
use crate::channel::terms::Terms;
use crate::rules::game::{Ending, Phase};
use super::clock::TimeClass;
use super::record::{Rating, Side, Status};

/// A player's endorsement of a line or of an opening (protocol 2.3).
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub enum Mark {
    /// Nothing given: refused where the mark is needed.
    #[default]
    Absent,
    /// Holds when the caller is the player's account.
    Caller,
    /// The session key's signature.
    Signed: Signature,
}

/// Both players' endorsements of a line: each over the head after that player's own last step.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub struct Authority {
    pub black: Mark,
    pub white: Mark,
}

/// Proof that one player signed two different steps on one head (protocol 3.2, `expose_fork`).
#[derive(Copy, Drop, Serde)]
pub struct Fork {
    /// The head, of the stored line, on which the two steps part.
    pub head: felt252,
    /// Author of the stored step that follows `head`: 0 black, 1 white.
    pub author: u8,
    /// That step's code, 0..=364.
    pub code: u16,
    /// Its dead set, zero unless it is a proposal.
    pub dead: DeadSet,
    /// The stored words after that step, up to the stored head.
    pub tail: Span<felt252>,
    /// Any other word for that step.
    pub other: felt252,
    /// The words after `other`, up to the signed head.
    pub other_tail: Span<felt252>,
    /// The author's step signature over the head that `other` and `other_tail` lead to.
    pub signature: Signature,
}

/// How a game ended (protocol 3.4). All zeros (`Ending::None`) while it has not.
#[derive(Copy, Drop, Serde, PartialEq, Debug, Default)]
pub struct Outcome {
    pub ending: Ending,
    /// `None` for a draw.
    pub winner: Side,
    /// Scores in half points, komi and handicap compensation included; 0 when unscored.
    pub black_x2: u16,
    pub white_x2: u16,
    /// Counted steps (protocol 3.3, 6).
    pub steps: u16,
    pub decided_onchain: bool,
    pub rating: Rating,
}

/// A dispute as the chain holds it. An unknown channel is `Status::None` and zeros.
#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct Dispute {
    pub status: Status,
    pub ranked: bool,
    /// Steps of the stored line, and the head after them.
    pub steps: u16,
    pub head: felt252,
    /// Who must answer; `None` unless the status is Open.
    pub due: Side,
    /// Last second, and first block, of the running window; 0 in None and Final.
    pub deadline: u64,
    pub min_block: u64,
    pub time: TimeClass,
    /// The pending or final result.
    pub outcome: Outcome,
}

/// What a dry run of a line finds (protocol 3.2, `preview`).
#[derive(Copy, Drop, Serde, PartialEq, Debug)]
pub struct Preview {
    /// 0, or why the line is refused: `superko`, `bad_line`, ..; then all below but `step` is zero.
    pub error: felt252,
    /// The first bad step, from 1; 0 for size, handicap, komi or packing, and when there is none.
    pub step: u16,
    pub head: felt252,
    pub steps: u16,
    pub phase: Phase,
    pub due: Side,
    pub ending: Ending,
    pub black_x2: u16,
    pub white_x2: u16,
}

/// The settlement contract (protocol 3.2). Errors are the short strings of `errors`.
///
/// Every line brought by a write is legal, canonical, holds a step of each player, is authorised
/// for the steps the record lacks, and equals or extends the stored line. While the record is None
/// the terms must be valid, both keys must count, and a ranked game needs the referee's `ranked`
/// signature. Arguments that are not needed are not looked at. Every write emits one event.
#[starknet::interface]
pub trait ISettlement<TContractState> {
    /// Registers a session key for the calling account; a registered pair stays as it is.
    fn register_key(ref self: TContractState, key: felt252);

    /// Starts the revocation of one of the calling account's keys; it counts until the delay ends.
    fn revoke_key(ref self: TContractState, key: felt252);

    /// Opens a dispute, answers one with a longer line, ends one by score, lengthens a pending
    /// resignation or fork, or voids a pending flag. `open` is the mark of the player who is not
    /// due, over the head of a line that opens.
    fn submit(
        ref self: TContractState,
        terms: Terms,
        line: Line,
        authority: Authority,
        open: Mark,
        ranked: Signature,
    );

    /// Ends the game by the signed resignation of `player` (0 black, 1 white).
    fn resign(
        ref self: TContractState,
        terms: Terms,
        line: Line,
        authority: Authority,
        player: u8,
        signature: Signature,
        ranked: Signature,
    );

    /// Ends the game by the resignation of the calling player.
    fn resign_channel(ref self: TContractState, terms: Terms);

    /// Ends a ranked game by the referee's signature that the due player ran out of time.
    fn flag(
        ref self: TContractState,
        terms: Terms,
        line: Line,
        authority: Authority,
        signature: Signature,
        ranked: Signature,
    );

    /// Ends an open dispute whose deadline the due player missed.
    fn claim_forfeit(ref self: TContractState, terms: Terms);

    /// Ends the game against a player who signed two different steps on one head.
    fn expose_fork(ref self: TContractState, terms: Terms, fork: Fork);

    /// Makes a pending result final once its window is over.
    fn finalize(ref self: TContractState, terms: Terms);

    /// The channel id of these terms with this contract on this chain.
    fn channel_id(self: @TContractState, terms: Terms) -> felt252;

    /// The record of a channel, its time class now, and its pending or final result.
    fn dispute(self: @TContractState, channel_id: felt252) -> Dispute;

    /// The final result of a channel; fails unless it is Final.
    fn result(self: @TContractState, channel_id: felt252) -> Outcome;

    /// What the contract was deployed with.
    fn limits(self: @TContractState) -> Limits;

    /// When the key stops counting for the account: 0 never counted, the maximum while registered.
    fn key_until(self: @TContractState, account: ContractAddress, key: felt252) -> u64;

    /// A dry run of a line: never panics on input that decodes, and looks at no account, key,
    /// signature, window or record.
    fn preview(self: @TContractState, terms: Terms, line: Line) -> Preview;
}
