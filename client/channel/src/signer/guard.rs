//! What forbids a signature: what the journal knows against the line that is to be signed (protocol 4).

use starknet_types_core::felt::Felt;
use surround_rules::Colour;

use crate::terms::Terms;
use crate::transcript::Verified;

use super::error::SignerError;
use super::journal::Journal;

/// The terms are those that this player agreed to, but for a nonce that the opponent had not drawn.
pub(super) fn as_agreed(
    terms: &Terms,
    player: Colour,
    journal: &Journal,
) -> Result<(), SignerError> {
    let Some(mut agreed) = journal.agreed.clone() else {
        return Ok(());
    };
    if agreed.nonce(player.other()) == Felt::ZERO {
        match player {
            Colour::Black => agreed.white_nonce = terms.white_nonce,
            Colour::White => agreed.black_nonce = terms.black_nonce,
        }
    }
    match agreed.first_difference(terms) {
        Some(field) => Err(SignerError::OtherTerms { field }),
        None => Ok(()),
    }
}

/// The player's steps in the line: the head before each, its word and its number.
fn own_steps(game: &Verified, player: Colour) -> impl Iterator<Item = (&Felt, &Felt, u16)> {
    let chain = game.chain();
    let links = chain.heads().iter().zip(chain.words()).zip(1..);
    links
        .zip(chain.authors())
        .filter(move |(_, author)| **author == player)
        .map(|(((head, word), step), _)| (head, word, step))
}

/// On no head of the line this player decided on another step than the line has.
pub(super) fn no_other_steps(
    game: &Verified,
    player: Colour,
    journal: &Journal,
) -> Result<(), SignerError> {
    let other = own_steps(game, player)
        .find_map(|(head, word, _)| journal.entry(head).filter(|entry| entry.word != *word));
    match other {
        Some(entry) => Err(SignerError::OtherStep {
            signed: entry.step.clone(),
        }),
        None => Ok(()),
    }
}

/// The first step of the player that was neither decided on here nor is endorsed by its signature in
/// the transcript. The next signature would endorse it, and that it is recorded on the chain is only
/// what some file says.
pub(super) fn first_unknown(game: &Verified, player: Colour, journal: &Journal) -> Option<u16> {
    let endorsed = game
        .transcript()
        .signatures
        .of(player)
        .map_or(0, |s| s.steps);
    own_steps(game, player)
        .find(|(head, _, step)| *step > endorsed && journal.entry(head).is_none())
        .map(|(_, _, step)| step)
}

/// The steps of a flag seen in this game after which the line holds nothing but steps of the player
/// it names. Over any other head of the line the contract refuses the flag; a flagged head that the
/// line does not reach may stand on the longer line that was seen with it.
pub(super) fn standing_flag(game: &Verified, journal: &Journal) -> Option<u16> {
    let chain = game.chain();
    journal.flagged_heads.iter().find_map(|flagged| {
        match chain
            .heads()
            .iter()
            .zip(0..)
            .find(|(head, _)| *head == flagged)
        {
            Some((_, steps)) => chain.flag_stands_at(steps).then_some(steps),
            None => Some(chain.steps()),
        }
    })
}
