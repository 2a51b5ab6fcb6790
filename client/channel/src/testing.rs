//! Games for tests, with keys that anybody knows.

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, PointSet, Step, gtp};

use crate::evidence::Signed;
use crate::felt;
use crate::key::SecretKey;
use crate::policy::Limits;
use crate::statements::{self, Signature};
use crate::terms::Terms;
use crate::transcript::{Transcript, Verified};

pub(crate) const CHAIN: Felt = Felt::from_hex_unchecked("0x534e5f5345504f4c4941");
pub(crate) const CONTRACT: Felt = Felt::from_hex_unchecked("0xc0");
pub(crate) const EXPIRES_AT: u64 = 1_800_000_000;

pub(crate) fn secret(number: u64) -> SecretKey {
    SecretKey::from_text(&felt::to_text(&Felt::from(number)))
        .ok()
        .unwrap()
}

pub(crate) fn player_secret(player: Colour) -> SecretKey {
    secret(1_000 + player.index() as u64)
}

pub(crate) fn referee_secret() -> SecretKey {
    secret(2_000)
}

/// Unranked terms on 9x9, komi 7.
pub(crate) fn terms() -> Terms {
    Terms {
        black: Felt::from(0xb1),
        white: Felt::from(0xb2),
        black_key: player_secret(Colour::Black).public(),
        white_key: player_secret(Colour::White).public(),
        referee_key: Felt::ZERO,
        size: 9,
        handicap: 0,
        komi_x2: 14,
        turn_seconds: 3_600,
        turn_blocks: 60,
        expires_at: EXPIRES_AT,
        black_nonce: Felt::from(7),
        white_nonce: Felt::from(8),
    }
}

pub(crate) fn ranked_terms() -> Terms {
    Terms {
        referee_key: referee_secret().public(),
        ..terms()
    }
}

pub(crate) fn limits() -> Limits {
    Limits::standard(vec![referee_secret().public()])
}

pub(crate) fn start(terms: Terms) -> Verified {
    Transcript::new(CHAIN, CONTRACT, terms).verify().unwrap()
}

pub(crate) fn step(game: &Verified, word: &str) -> Step {
    let size = game.game().board().size();
    let mut words = word.split('+');
    match words.next().unwrap() {
        "pass" => Step::Pass,
        "propose" => {
            let dead = words.map(|point| gtp::point(size, point).unwrap());
            Step::Propose(dead.collect::<PointSet>())
        }
        "accept" => Step::Accept,
        "resume" => Step::Resume,
        point => Step::Play(gtp::point(size, point).unwrap()),
    }
}

pub(crate) fn sign(player: Colour, hash: Felt) -> Signature {
    statements::sign(&player_secret(player), hash).unwrap()
}

pub(crate) fn signed(player: Colour, steps: u16, hash: Felt) -> Signed {
    Signed {
        steps,
        signature: sign(player, hash),
    }
}

/// Plays steps such as `E5 pass propose+E5 accept`, each signed by its author, without a guard.
pub(crate) fn play(game: &Verified, words: &str) -> Verified {
    let mut game = game.clone();
    for word in words.split_whitespace() {
        let step = step(&game, word);
        let link = game.chain().next(&step).unwrap();
        game.append(step, sign(link.author, statements::step_hash(link.head)))
            .unwrap();
    }
    game
}
