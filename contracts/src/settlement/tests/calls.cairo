//! Whole calls on the contract's own state: what is stored, and what watchers are told. What needs
//! signatures is told by stories on a network.

use core::num::traits::Bounded;
use core::pedersen::pedersen;
use starknet::storage_access::storage_base_address_from_felt252;
use starknet::{ContractAddress, Store, SyscallResultTrait, testing};
use crate::channel::line::DeadSet;
use crate::channel::terms::TermsTrait;
use crate::rules::game::Ending;
use crate::settlement::clock::Moment;
use crate::settlement::contract::Settlement;
use crate::settlement::contract::Settlement::Event;
use crate::settlement::events::DisputeUpdated;
use crate::settlement::interface::Dispute;
use crate::settlement::record::{Record, Side, Status};
use crate::settlement::views;
use super::known::{BLACK_KEY, NOW, concluded, last, late, limits, open, pending, ranked};

const CHAIN: felt252 = 'SN_TEST';
const CONTRACT: ContractAddress = 0xc0de.try_into().unwrap();
/// An account that is no player's.
const THIRD: ContractAddress = 0x3d.try_into().unwrap();

/// The next call comes from an account at a moment.
fn call(by: ContractAddress, at: Moment) {
    testing::set_chain_id(CHAIN);
    testing::set_contract_address(CONTRACT);
    testing::set_caller_address(by);
    testing::set_block_timestamp(at.now);
    testing::set_block_number(at.block);
}

fn arguments<T, +Serde<T>, +Drop<T>>(value: T) -> Span<felt252> {
    let mut felts = array![];
    value.serialize(ref felts);
    felts.span()
}

/// The ranked game has this record.
fn given(record: Record) {
    let cell = pedersen(selector!("records"), ranked().channel_id(CHAIN, CONTRACT));
    Store::write(0, storage_base_address_from_felt252(cell), record).unwrap_syscall();
}

fn next_event() -> Event {
    testing::pop_log(CONTRACT).expect('an event')
}

/// Its record, as the one event since the last look tells it `at` a moment, with no line.
fn told(at: Moment) -> Dispute {
    let Event::DisputeUpdated(event) = next_event() else {
        panic!("no update")
    };
    assert!(testing::pop_log_raw(CONTRACT).is_none());
    let DisputeUpdated { channel_id, black, white, dispute, line } = event;
    assert_eq!(channel_id, ranked().channel_id(CHAIN, CONTRACT));
    assert_eq!((black, white), (ranked().black, ranked().white));
    assert!(line.packed.is_empty());
    assert_eq!((line.count, line.dead), (0, DeadSet { d0: 0, d1: 0, d2: 0 }));
    assert_eq!(arguments(dispute), Settlement::__external::dispute(arguments(channel_id)));
    dispute
}

#[test]
fn a_key_is_registered_and_revoked_by_its_account() {
    let account = ranked().black;
    call(account, NOW);
    Settlement::__constructor::constructor(arguments(limits()));

    Settlement::__external::register_key(arguments(BLACK_KEY));
    let Event::KeyRegistered(registered) = next_event() else {
        panic!("not registered")
    };
    assert_eq!((registered.account, registered.key), (account, BLACK_KEY));
    let until = Settlement::__external::key_until(arguments((account, BLACK_KEY)));
    assert_eq!(until, arguments(Bounded::<u64>::MAX));

    Settlement::__external::revoke_key(arguments(BLACK_KEY));
    let ends = NOW.now + limits().revocation_delay;
    let Event::KeyRevoked(revoked) = next_event() else {
        panic!("not revoked")
    };
    assert_eq!((revoked.account, revoked.key, revoked.until), (account, BLACK_KEY, ends));
    let until = Settlement::__external::key_until(arguments((account, BLACK_KEY)));
    assert_eq!(until, arguments(ends));
    assert!(testing::pop_log_raw(CONTRACT).is_none());
}

#[test]
fn anyone_claims_a_missed_deadline() {
    call(THIRD, late());
    given(open(30, Side::White));
    Settlement::__external::claim_forfeit(arguments(ranked()));
    let Dispute { status, outcome, .. } = told(late());
    assert_eq!(status, Status::Final);
    assert_eq!((outcome.ending, outcome.winner), (Ending::Forfeit, Side::Black));
}

#[test]
#[should_panic(expected: 'dispute: window still running')]
fn nobody_claims_before_the_deadline() {
    call(THIRD, last());
    given(open(30, Side::White));
    Settlement::__external::claim_forfeit(arguments(ranked()));
}

#[test]
fn anyone_finalizes_a_result_whose_window_is_over() {
    call(THIRD, late());
    given(pending(30, Ending::Agreed, 30));
    Settlement::__external::finalize(arguments(ranked()));
    assert_eq!(told(late()).status, Status::Final);
}

#[test]
fn a_player_resigns_by_its_account() {
    call(ranked().white, NOW);
    given(open(30, Side::White));
    Settlement::__external::resign_channel(arguments(ranked()));
    let outcome = told(NOW).outcome;
    assert_eq!((outcome.ending, outcome.winner), (Ending::Resigned, Side::Black));
}

#[test]
#[should_panic(expected: 'dispute: caller is no player')]
fn nobody_else_resigns_for_it() {
    call(THIRD, NOW);
    given(open(30, Side::White));
    Settlement::__external::resign_channel(arguments(ranked()));
}

#[test]
fn a_final_result_is_shown() {
    let record = concluded(30, Ending::Agreed);
    call(THIRD, NOW);
    given(record);
    let id = ranked().channel_id(CHAIN, CONTRACT);
    let shown = Settlement::__external::result(arguments(id));
    assert_eq!(shown, arguments(views::outcome(record)));
    let shown = Settlement::__external::dispute(arguments(id));
    assert_eq!(shown, arguments(views::dispute(record, NOW)));
}

#[test]
#[should_panic(expected: 'dispute: not final')]
fn no_result_is_shown_before_it_is_final() {
    call(THIRD, NOW);
    given(pending(30, Ending::Agreed, 30));
    Settlement::__external::result(arguments(ranked().channel_id(CHAIN, CONTRACT)));
}
