//! Games for tests, on a contract in memory; and databases.

pub mod account;
pub mod calls;
pub mod chain;
pub mod place;
pub mod service;
pub mod world;

use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Mark, Signed};
use surround_channel::policy::Limits;
use surround_channel::terms::Terms;
use surround_channel::transcript::Verified;
use surround_rules::Colour;
use surround_settlement::{Context, Contract, Moment, Record};
use surround_tests::game::{NO_SIGNATURE, SignedGame, key};

pub const CHAIN: Felt = Felt::from_hex_unchecked("0x534e5f5345504f4c4941");
pub const CONTRACT: Felt = Felt::from_hex_unchecked("0xc0ffee");
pub const START: Moment = Moment {
    now: 1_000_000,
    block: 500,
};
/// A window: an hour and 60 blocks.
pub const WINDOW: u64 = 3_600;
pub const EXPIRES_AT: u64 = START.now + 1_000_000;

/// A 9x9 game with these moves, by turns.
pub fn game(points: &str) -> SignedGame {
    let terms = Terms {
        black: Felt::from(0xb1ac),
        white: Felt::from(0x5e7e),
        black_key: key(Colour::Black).public(),
        white_key: key(Colour::White).public(),
        referee_key: Felt::ZERO,
        size: 9,
        handicap: 0,
        komi_x2: 15,
        turn_seconds: WINDOW,
        turn_blocks: 60,
        expires_at: EXPIRES_AT,
        black_nonce: Felt::from(11),
        white_nonce: Felt::from(22),
    };
    let mut game = SignedGame::at(CHAIN, CONTRACT, terms).unwrap();
    game.play(points).unwrap();
    game
}

/// The game as it is handed in.
pub fn bundle(game: &SignedGame) -> Verified {
    game.transcript(CHAIN, CONTRACT).unwrap().verify().unwrap()
}

/// The same with the opening signed over its newest head.
pub fn bundle_to_open(game: &SignedGame) -> Verified {
    let mut bundle = bundle(game);
    let Mark::Signed(signature) = game.opening().unwrap() else {
        panic!("an opening is signed");
    };
    let steps = game.chain().steps();
    bundle.add_open(Signed { steps, signature }).unwrap();
    bundle
}

/// The record after `game` was opened at [`START`].
pub fn opened(game: &SignedGame) -> Record {
    let limits = Limits::standard(Vec::new());
    let mut contract = Contract::new(CHAIN, CONTRACT, limits);
    for player in Colour::BOTH {
        let caller = game.terms.account(player);
        let context = Context { caller, at: START };
        contract
            .register_key(context, game.terms.key(player))
            .unwrap();
    }
    let context = Context {
        caller: Felt::ONE,
        at: START,
    };
    let authority = game.authority().unwrap();
    let open = game.opening().unwrap();
    contract
        .submit(
            context,
            &game.terms,
            &game.line(),
            &authority,
            open,
            &NO_SIGNATURE,
        )
        .unwrap()
}
