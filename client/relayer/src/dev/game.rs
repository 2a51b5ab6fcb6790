//! A game of two players with fresh keys: Black moves last, signs the opening, and White is gone.

use std::path::{Path, PathBuf};

use starknet_types_core::felt::Felt;
use surround_chain::account::Credentials;
use surround_chain::calls::Settlement;
use surround_chain::read::View;
use surround_chain::receipt::Wait;
use surround_chain::rpc::{LATEST, Node};
use surround_chain::send::Sender;
use surround_channel::evidence::Signed;
use surround_channel::signer::{FirstStep, Signer};
use surround_channel::terms::Terms;
use surround_channel::transcript::{Transcript, Verified};
use surround_rules::{Colour, Point, Step};

use super::{DevError, WINDOW};

const SIZE: u8 = 9;
/// By turns, Black first.
const MOVES: [Point; 13] = [
    at(4, 4),
    at(2, 6),
    at(6, 2),
    at(2, 2),
    at(3, 6),
    at(2, 5),
    at(6, 6),
    at(3, 2),
    at(5, 2),
    at(2, 4),
    at(3, 3),
    at(2, 3),
    at(3, 5),
];
/// Seconds from the start until no dispute can be opened.
const LIFETIME: u64 = 7 * 24 * 3_600;

/// The point in this column and row from the top left corner, judged when this is compiled.
const fn at(column: u16, row: u16) -> Point {
    match Point::new(row * SIZE as u16 + column) {
        Some(point) => point,
        None => panic!("not on the board"),
    }
}

/// A player: the account that registers the key, and the key.
struct Player {
    sender: Sender,
    signer: Signer,
}

impl Player {
    async fn new(
        node: &Node,
        contract: Settlement,
        account: &Credentials,
        folder: PathBuf,
    ) -> Result<Self, DevError> {
        let player = Self {
            sender: Sender::new(node.clone(), account),
            signer: Signer::create(&folder)?,
        };
        let call = contract.register_key(player.signer.public_key());
        player.sender.send(&[call], Wait::default()).await?;
        Ok(player)
    }
}

/// Registers keys for both accounts, Black's first, plays, and leaves.
pub(super) async fn leave(
    node: &Node,
    contract: Settlement,
    folder: &Path,
    [black, white]: [&Credentials; 2],
) -> Result<Verified, DevError> {
    let (black, white) = tokio::try_join!(
        Player::new(node, contract, black, folder.join("black")),
        Player::new(node, contract, white, folder.join("white")),
    )?;
    let mut players = [black, white];
    let terms = terms(&mut players, node).await?;
    let mut game = Transcript::new(node.chain_id(), contract.address, terms).verify()?;
    join(&mut players, node, contract, &game).await?;
    let [black, white] = &mut players;
    for point in MOVES {
        let due = match game.game().due() {
            Some(Colour::White) => &mut white.signer,
            _ => &mut black.signer,
        };
        let step = Step::Play(point);
        let signature = due.sign_step(&game, &step)?;
        game.append(step, signature)?;
    }
    let signature = black.signer.sign_open(&game)?;
    let steps = game.chain().steps();
    game.add_open(Signed { steps, signature })?;
    Ok(game)
}

async fn terms(players: &mut [Player; 2], node: &Node) -> Result<Terms, DevError> {
    let [black, white] = players;
    let (turn_seconds, turn_blocks) = WINDOW;
    Ok(Terms {
        black: black.sender.address(),
        white: white.sender.address(),
        black_key: black.signer.public_key(),
        white_key: white.signer.public_key(),
        referee_key: Felt::ZERO,
        size: SIZE,
        handicap: 0,
        komi_x2: 14,
        turn_seconds,
        turn_blocks,
        expires_at: node.block(LATEST).await?.timestamp + LIFETIME,
        black_nonce: black.signer.draw_nonce()?,
        white_nonce: white.signer.draw_nonce()?,
    })
}

/// Both clients look at what a player must have seen before its first step (protocol 4).
async fn join(
    players: &mut [Player; 2],
    node: &Node,
    contract: Settlement,
    game: &Verified,
) -> Result<(), DevError> {
    let view = View::new(node, contract, LATEST);
    let terms = game.terms();
    let seen = FirstStep {
        now: node.block(LATEST).await?.timestamp,
        limits: &view.limits().await?,
        black_key_until: view.key_until(terms.black, terms.black_key).await?,
        white_key_until: view.key_until(terms.white, terms.white_key).await?,
    };
    for player in players {
        player.signer.join(game, &seen)?;
    }
    Ok(())
}
