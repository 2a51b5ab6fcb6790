//! Why a write is refused: every error of the contract beside those of the rules, which come bare
//! (`superko`, `bad_line`, `bad_size`, ..). Each has one cause. `channel:` is about the terms, the
//! keys or who signed what; `dispute:` is about the record and the clock (protocol 2 and 3).

// Deployment.
pub const BAD_LIMITS: felt252 = 'channel: bad limits';
pub const BAD_REFEREE: felt252 = 'channel: bad referee';
pub const BAD_RATED_KOMI: felt252 = 'channel: bad rated komi';

// Terms (protocol 2.1).
pub const ZERO_ACCOUNT: felt252 = 'channel: zero account';
pub const SAME_ACCOUNT: felt252 = 'channel: same account';
pub const BAD_KEY: felt252 = 'channel: key not on curve';
pub const SAME_KEY: felt252 = 'channel: same key';
pub const BAD_TURN_SECONDS: felt252 = 'channel: bad turn_seconds';
pub const BAD_TURN_BLOCKS: felt252 = 'channel: bad turn_blocks';
pub const UNKNOWN_REFEREE: felt252 = 'channel: unknown referee';
pub const UNRATED_SIZE: felt252 = 'channel: size is not rated';
pub const UNRATED_KOMI: felt252 = 'channel: komi is not rated';
pub const UNRATED_HANDICAP: felt252 = 'channel: handicap is not rated';

// Keys (protocol 2.4).
pub const KEY_UNKNOWN: felt252 = 'channel: unknown key';
pub const KEY_REVOKED: felt252 = 'channel: key is revoked';
pub const BLACK_KEY_DEAD: felt252 = 'channel: black key not counting';
pub const WHITE_KEY_DEAD: felt252 = 'channel: white key not counting';

// Who signed what (protocol 2.3).
pub const ONE_SIDED_LINE: felt252 = 'channel: a player has no step';
pub const BLACK_MARK_ABSENT: felt252 = 'channel: black mark absent';
pub const WHITE_MARK_ABSENT: felt252 = 'channel: white mark absent';
pub const BLACK_NOT_CALLER: felt252 = 'channel: black is not caller';
pub const WHITE_NOT_CALLER: felt252 = 'channel: white is not caller';
pub const BAD_BLACK_SIGNATURE: felt252 = 'channel: bad black signature';
pub const BAD_WHITE_SIGNATURE: felt252 = 'channel: bad white signature';
pub const OPEN_MARK_ABSENT: felt252 = 'channel: open mark absent';
pub const OPENER_NOT_CALLER: felt252 = 'channel: opener is not caller';
pub const BAD_OPEN_SIGNATURE: felt252 = 'channel: bad open signature';
pub const BAD_RESIGN_SIGNATURE: felt252 = 'channel: bad resign signature';
pub const BAD_FLAG_SIGNATURE: felt252 = 'channel: bad flag signature';
pub const BAD_RANKED_SIGNATURE: felt252 = 'channel: bad ranked signature';
pub const BAD_FORK_SIGNATURE: felt252 = 'channel: bad fork signature';

// The record and the clock (protocol 3).
pub const NO_RECORD: felt252 = 'dispute: no record';
pub const NOT_OPEN: felt252 = 'dispute: not open';
pub const NOT_PENDING: felt252 = 'dispute: not pending';
pub const NOT_FINAL: felt252 = 'dispute: not final';
pub const IS_FINAL: felt252 = 'dispute: is final';
pub const CHANNEL_EXPIRED: felt252 = 'dispute: channel has expired';
pub const DEADLINE_PASSED: felt252 = 'dispute: deadline has passed';
pub const WINDOW_RUNNING: felt252 = 'dispute: window still running';
pub const NOT_THE_STORED_LINE: felt252 = 'dispute: not the stored line';
pub const LINE_NOT_LONGER: felt252 = 'dispute: line is not longer';
pub const ENDING_STANDS: felt252 = 'dispute: ending stands';
pub const COUNTS_NO_MORE: felt252 = 'dispute: counts no more steps';
pub const WINNER_ADDS_NO_STEP: felt252 = 'dispute: winner adds no step';

// The calls (protocol 3.2).
pub const BAD_PLAYER: felt252 = 'dispute: no such player';
pub const NOT_A_PLAYER: felt252 = 'dispute: caller is no player';
pub const DUE_PLAYER_IS_LATE: felt252 = 'dispute: due player is late';
pub const NOT_RANKED: felt252 = 'dispute: game is not ranked';
pub const BAD_FORK_STEP: felt252 = 'dispute: no such fork step';
pub const SAME_FORK_STEP: felt252 = 'dispute: fork steps are equal';
pub const FORK_TAIL_TOO_LONG: felt252 = 'dispute: fork tail too long';
pub const FORK_OFF_THE_LINE: felt252 = 'dispute: fork off stored line';
