//! The settlement contract (protocol 3): every entry point is checks, effects, event. It calls
//! nothing, has no owner and no upgrade.

#[starknet::contract]
pub mod Settlement {
    use starknet::storage::{
        Map, MutableVecTrait, StoragePathEntry, StoragePointerReadAccess, StoragePointerWriteAccess,
        Vec, VecTrait,
    };
    use starknet::{ContractAddress, get_execution_info};
    use crate::channel::line::{DeadSet, Line, Replay, replay};
    use crate::channel::policy::{Limits, LimitsTrait, RatedKomi};
    use crate::channel::statements::Signature;
    use crate::channel::terms::{Terms, TermsTrait};
    use crate::errors;
    use crate::rules::game::Ending;
    use crate::settlement::clock::Moment;
    use crate::settlement::events::{DisputeCreated, DisputeUpdated, KeyRegistered, KeyRevoked};
    use crate::settlement::interface::{
        Authority, Dispute, Fork, ISettlement, Mark, Outcome, Preview,
    };
    use crate::settlement::record::{Record, Side, SideTrait, Status};
    use crate::settlement::{authority as marks, fork as forks, gate, keys, transition, views};

    #[storage]
    struct Storage {
        min_seconds: u64,
        max_seconds: u64,
        min_blocks: u64,
        max_blocks: u64,
        revocation_delay: u64,
        referees: Vec<felt252>,
        rated_komi: Vec<RatedKomi>,
        /// The second until which a pair (account, key) counts.
        keys: Map<(ContractAddress, felt252), u64>,
        /// By channel id.
        records: Map<felt252, Record>,
    }

    #[event]
    #[derive(Drop, starknet::Event)]
    pub enum Event {
        DisputeCreated: DisputeCreated,
        DisputeUpdated: DisputeUpdated,
        KeyRegistered: KeyRegistered,
        KeyRevoked: KeyRevoked,
    }

    /// Fixes the limits for good. Fails with `channel: bad limits`, `channel: bad referee` or
    /// `channel: bad rated komi`.
    #[constructor]
    fn constructor(ref self: ContractState, limits: Limits) {
        ok(limits.check());
        self.min_seconds.write(limits.min_seconds);
        self.max_seconds.write(limits.max_seconds);
        self.min_blocks.write(limits.min_blocks);
        self.max_blocks.write(limits.max_blocks);
        self.revocation_delay.write(limits.revocation_delay);
        for referee in limits.referees {
            self.referees.push(*referee);
        }
        for rated in limits.rated_komi {
            self.rated_komi.push(*rated);
        }
    }

    #[abi(embed_v0)]
    impl SettlementImpl of ISettlement<ContractState> {
        fn register_key(ref self: ContractState, key: felt252) {
            let account = context().caller;
            let pair = self.keys.entry((account, key));
            pair.write(ok(keys::register(key, pair.read())));
            self.emit(KeyRegistered { account, key });
        }

        fn revoke_key(ref self: ContractState, key: felt252) {
            let Context { caller: account, at, .. } = context();
            let pair = self.keys.entry((account, key));
            let until = ok(keys::revoke(pair.read(), at.now, self.revocation_delay.read()));
            pair.write(until);
            self.emit(KeyRevoked { account, key, until });
        }

        fn submit(
            ref self: ContractState,
            terms: Terms,
            line: Line,
            authority: Authority,
            open: Mark,
            ranked: Signature,
        ) {
            let case = self.case(terms);
            ok(gate::submit(case.record, case.context.at));
            self.admit(case, ranked);
            let replay = verified(case, line, authority);
            if case.record.status == Status::None && replay.ending == Ending::None {
                ok(marks::check_open(terms, replay, open, case.context.caller));
            }
            let next = ok(transition::submit(terms, case.record, replay, case.context.at));
            self.commit(case, next, line);
        }

        fn resign(
            ref self: ContractState,
            terms: Terms,
            line: Line,
            authority: Authority,
            player: u8,
            signature: Signature,
            ranked: Signature,
        ) {
            let case = self.case(terms);
            let brings_line = ok(gate::resign(case.record, player, case.context.at));
            self.admit(case, ranked);
            let (replay, line) = if brings_line {
                (Some(verified(case, line, authority)), line)
            } else {
                (None, no_line())
            };
            ok(marks::check_resign(terms, case.id, player, signature));
            let next = transition::resign(terms, case.record, replay, player, case.context.at);
            self.commit(case, next, line);
        }

        fn resign_channel(ref self: ContractState, terms: Terms) {
            let case = self.case(terms);
            let player = caller_side(case);
            ok(gate::resign_channel(case.record, player, case.context.at));
            let next = transition::resign_channel(terms, case.record, player, case.context.at);
            self.commit(case, next, no_line());
        }

        fn flag(
            ref self: ContractState,
            terms: Terms,
            line: Line,
            authority: Authority,
            signature: Signature,
            ranked: Signature,
        ) {
            let case = self.case(terms);
            ok(gate::flag(terms, case.record, case.context.at));
            self.admit(case, ranked);
            let replay = verified(case, line, authority);
            let (player, counted) = ok(marks::flagged(terms, replay, signature));
            let next = transition::flag(terms, replay, player, counted, case.context.at);
            self.commit(case, next, line);
        }

        fn claim_forfeit(ref self: ContractState, terms: Terms) {
            let case = self.case(terms);
            ok(gate::claim_forfeit(case.record, case.context.at));
            self.commit(case, transition::claim_forfeit(case.record), no_line());
        }

        fn expose_fork(ref self: ContractState, terms: Terms, fork: Fork) {
            let case = self.case(terms);
            let author = SideTrait::player(fork.author);
            ok(gate::expose_fork(case.record, author, case.context.at));
            let counted = ok(forks::check(terms, case.record, fork));
            let next = transition::expose_fork(
                terms, case.record, author, counted, case.context.at,
            );
            self.commit(case, ok(next), no_line());
        }

        fn finalize(ref self: ContractState, terms: Terms) {
            let case = self.case(terms);
            ok(gate::finalize(case.record, case.context.at));
            self.commit(case, transition::finalize(case.record), no_line());
        }

        fn channel_id(self: @ContractState, terms: Terms) -> felt252 {
            identify(terms, context())
        }

        fn dispute(self: @ContractState, channel_id: felt252) -> Dispute {
            views::dispute(self.records.entry(channel_id).read(), context().at)
        }

        fn result(self: @ContractState, channel_id: felt252) -> Outcome {
            let record = self.records.entry(channel_id).read();
            if record.status != Status::Final {
                refuse(errors::NOT_FINAL);
            }
            views::outcome(record)
        }

        fn limits(self: @ContractState) -> Limits {
            let mut referees = array![];
            for i in 0..self.referees.len() {
                referees.append(self.referees.at(i).read());
            }
            let mut rated_komi = array![];
            for i in 0..self.rated_komi.len() {
                rated_komi.append(self.rated_komi.at(i).read());
            }
            Limits {
                min_seconds: self.min_seconds.read(),
                max_seconds: self.max_seconds.read(),
                min_blocks: self.min_blocks.read(),
                max_blocks: self.max_blocks.read(),
                revocation_delay: self.revocation_delay.read(),
                referees: referees.span(),
                rated_komi: rated_komi.span(),
            }
        }

        fn key_until(self: @ContractState, account: ContractAddress, key: felt252) -> u64 {
            self.keys.entry((account, key)).read()
        }

        fn preview(self: @ContractState, terms: Terms, line: Line) -> Preview {
            views::preview(replay(terms.setup(), line, identify(terms, context()), 0))
        }
    }

    /// Where and when a call runs, and who made it.
    #[derive(Copy, Drop)]
    struct Context {
        caller: ContractAddress,
        contract: ContractAddress,
        chain_id: felt252,
        at: Moment,
    }

    /// A call about one channel, and the record it found.
    #[derive(Copy, Drop)]
    struct Case {
        id: felt252,
        terms: Terms,
        record: Record,
        context: Context,
    }

    #[generate_trait]
    impl InternalImpl of InternalTrait {
        fn case(self: @ContractState, terms: Terms) -> Case {
            let context = context();
            let id = identify(terms, context);
            Case { id, terms, record: self.records.entry(id).read(), context }
        }

        /// What the first record of a channel needs, beside its evidence (protocol 3.2).
        fn admit(self: @ContractState, case: Case, ranked: Signature) {
            if case.record.status != Status::None {
                return;
            }
            let Case { id, terms, context, .. } = case;
            ok(terms.check(self.limits()));
            let now = context.at.now;
            if !keys::counts(self.keys.entry((terms.black, terms.black_key)).read(), now) {
                refuse(errors::BLACK_KEY_DEAD);
            }
            if !keys::counts(self.keys.entry((terms.white, terms.white_key)).read(), now) {
                refuse(errors::WHITE_KEY_DEAD);
            }
            if terms.is_ranked() {
                ok(marks::check_ranked(terms, id, ranked));
            }
        }

        /// Stores the next record and tells watchers.
        fn commit(ref self: ContractState, case: Case, next: Record, line: Line) {
            self.records.entry(case.id).write(next);
            let Case { id: channel_id, terms, .. } = case;
            let Terms { black, white, .. } = terms;
            let dispute = views::dispute(next, case.context.at);
            if case.record.status == Status::None {
                self.emit(DisputeCreated { channel_id, black, white, dispute, line, terms });
            } else {
                self.emit(DisputeUpdated { channel_id, black, white, dispute, line });
            }
        }
    }

    /// A line that is legal, authorised, and fits the record.
    fn verified(case: Case, line: Line, authority: Authority) -> Replay {
        let Case { id, terms, record, context } = case;
        match replay(terms.setup(), line, id, record.steps) {
            Ok(replay) => {
                ok(marks::check_line(terms, record, replay, authority, context.caller));
                replay
            },
            Err(fault) => refuse(fault.error),
        }
    }

    fn identify(terms: Terms, context: Context) -> felt252 {
        terms.channel_id(context.chain_id, context.contract)
    }

    fn caller_side(case: Case) -> Side {
        if case.context.caller == case.terms.black {
            Side::Black
        } else if case.context.caller == case.terms.white {
            Side::White
        } else {
            Side::None
        }
    }

    fn context() -> Context {
        let info = get_execution_info().unbox();
        let block = info.block_info.unbox();
        Context {
            caller: info.caller_address,
            contract: info.contract_address,
            chain_id: info.tx_info.unbox().chain_id,
            at: Moment { now: block.block_timestamp, block: block.block_number },
        }
    }

    fn no_line() -> Line {
        Line { packed: [].span(), count: 0, dead: DeadSet { d0: 0, d1: 0, d2: 0 } }
    }

    fn ok<T, +Drop<T>>(result: Result<T, felt252>) -> T {
        match result {
            Ok(value) => value,
            Err(error) => refuse(error),
        }
    }

    fn refuse(error: felt252) -> core::never {
        core::panic_with_felt252(error)
    }
}
