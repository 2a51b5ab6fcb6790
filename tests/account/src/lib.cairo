//! An account with one Stark key, for measurements on a local network only.
//!
//! The devnet writes the key of a predeployed account into the storage variable
//! `Account_public_key` and calls no constructor.

#[starknet::contract(account)]
mod TestAccount {
    use core::ecdsa::check_ecdsa_signature;
    use core::num::traits::Zero;
    use starknet::account::{AccountContract, Call};
    use starknet::storage::StoragePointerReadAccess;
    use starknet::syscalls::call_contract_syscall;
    use starknet::{SyscallResultTrait, VALIDATED, get_caller_address, get_tx_info};

    #[storage]
    struct Storage {
        Account_public_key: felt252,
    }

    #[abi(embed_v0)]
    impl AccountImpl of AccountContract<ContractState> {
        fn __validate__(ref self: ContractState, calls: Array<Call>) -> felt252 {
            self.validate()
        }

        fn __validate_declare__(self: @ContractState, class_hash: felt252) -> felt252 {
            self.validate()
        }

        fn __execute__(ref self: ContractState, calls: Array<Call>) -> Array<Span<felt252>> {
            assert(get_caller_address().is_zero(), 'account: not by a transaction');
            let mut results = array![];
            for Call { to, selector, calldata } in calls {
                results.append(call_contract_syscall(to, selector, calldata).unwrap_syscall());
            }
            results
        }
    }

    #[generate_trait]
    impl InternalImpl of InternalTrait {
        fn validate(self: @ContractState) -> felt252 {
            let transaction = get_tx_info().unbox();
            let signature = transaction.signature;
            assert(signature.len() == 2, 'account: signature length');
            let key = self.Account_public_key.read();
            let hash = transaction.transaction_hash;
            let signed = check_ecdsa_signature(hash, key, *signature[0], *signature[1]);
            assert(signed, 'account: bad signature');
            VALIDATED
        }
    }
}
