//! The signer of a player's session key, with the guard of protocol section 4.
//!
//! It signs only on lines it was handed verified from the first step, never two different steps on
//! one head, no step after its own resignation nor after a flag that stands. It writes its journal
//! before it signs, so that whatever stops the program in between, the same step can be signed
//! again and no other one.
//!
//! Key and journal live in one folder, which no backup, sync or export may contain: a restored old
//! journal would allow a second step on a head that the lost one had signed.

mod conditions;
mod error;
mod folder;
mod guard;
mod journal;
mod referee;

use std::path::Path;

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Step, gtp};

use crate::key::SecretKey;
use crate::line::Link;
use crate::statements::{self, Signature};
use crate::terms::Terms;
use crate::transcript::Verified;

use folder::KeyFolder;
use guard::{as_agreed, first_unknown, no_other_steps, standing_flag};
use journal::{Entry, Journal};

pub use conditions::{FirstStep, FirstStepError};
pub use error::{FolderError, SignerError};
pub use referee::{Referee, RefereeError};

/// A player's session key with its journal. While it exists no other signer opens the same folder.
///
/// One folder holds one key and the journals of all its games, each named by the nonce that this
/// signer drew for it: a game whose journal is lost is never signed in again.
pub struct Signer {
    folder: KeyFolder,
    secret: SecretKey,
    public: Felt,
}

impl Signer {
    /// Makes a folder with a new key.
    ///
    /// # Errors
    /// The folder holds a key already, or the files cannot be written.
    pub fn create(folder: &Path) -> Result<Self, SignerError> {
        Self::import(folder, SecretKey::generate().map_err(FolderError::Secret)?)
    }

    /// Makes a folder with a given key. The key must never have signed a step elsewhere.
    ///
    /// # Errors
    /// The folder holds a key already, or the files cannot be written.
    pub fn import(folder: &Path, secret: SecretKey) -> Result<Self, SignerError> {
        let folder = KeyFolder::create(folder, &secret)?;
        Ok(Self {
            folder,
            public: secret.public(),
            secret,
        })
    }

    /// Opens the folder of a key and locks it.
    ///
    /// # Errors
    /// Another program has it open, others can read the key, or the files are not in order.
    pub fn open(folder: &Path) -> Result<Self, SignerError> {
        let (folder, secret) = KeyFolder::open(folder)?;
        Ok(Self {
            folder,
            public: secret.public(),
            secret,
        })
    }

    /// The public half of the key.
    pub fn public_key(&self) -> Felt {
        self.public
    }

    /// Draws the nonce for a new game and opens its journal. Only games with a nonce of this signer
    /// are signed in, and each nonce serves for one.
    ///
    /// # Errors
    /// No random numbers, or the journal cannot be written.
    pub fn draw_nonce(&mut self) -> Result<Felt, SignerError> {
        let nonce = fresh_nonce()?;
        self.folder.write(&Journal::new(nonce), true)?;
        Ok(nonce)
    }

    /// Agrees to terms: draws this player's nonce and remembers the terms with it, so that no other
    /// ones are played in their place. The opponent's nonce can still be 0, and is left open then.
    ///
    /// # Errors
    /// As [`Signer::draw_nonce`]; or the terms name this key as neither player's.
    pub fn agree(&mut self, mut terms: Terms) -> Result<Terms, SignerError> {
        let player = terms
            .player_with_key(&self.public)
            .ok_or(SignerError::NotAPlayer)?;
        let nonce = fresh_nonce()?;
        match player {
            Colour::Black => terms.black_nonce = nonce,
            Colour::White => terms.white_nonce = nonce,
        }
        let mut journal = Journal::new(nonce);
        journal.agreed = Some(terms.clone());
        self.folder.write(&journal, true)?;
        Ok(terms)
    }

    /// Decides to play a game, before its first step: only a game whose disputes this player can
    /// count on (protocol 4). Deciding twice changes nothing.
    ///
    /// # Errors
    /// A [`FirstStepError`] that names the condition that fails, the terms are not those that this
    /// player agreed to, or the game is not this signer's.
    pub fn join(&mut self, game: &Verified, seen: &FirstStep<'_>) -> Result<(), SignerError> {
        let (player, mut journal) = self.journal(game)?;
        if journal.channel_id.is_some() {
            return Ok(());
        }
        as_agreed(game.terms(), player, &journal)?;
        seen.check(game)?;
        journal.channel_id = Some(game.channel_id());
        Ok(self.folder.write(&journal, false)?)
    }

    /// Signs the next step of a game, which must be this player's.
    ///
    /// # Errors
    /// As [`Signer::reserve_step`]; or the line holds a step of this player that was neither signed
    /// nor reserved here.
    pub fn sign_step(&mut self, game: &Verified, step: &Step) -> Result<Signature, SignerError> {
        let (player, journal) = self.joined(game)?;
        if let Some(step) = first_unknown(game, player, &journal) {
            return Err(SignerError::UnknownStep { step });
        }
        let link = self.reserve_step(game, step)?;
        self.sign(statements::step_hash(link.head))
    }

    /// Decides on the next step of a game without signing it: for a step that the player's account
    /// itself brings to the contract. From then on no other step is signed on this head.
    ///
    /// # Errors
    /// The game was not joined; it is not this player's turn; the step is illegal; the player has
    /// resigned; a flag stands; or another step was signed on the same head, or on one before it.
    pub fn reserve_step(&mut self, game: &Verified, step: &Step) -> Result<Link, SignerError> {
        let (player, mut journal) = self.joined(game)?;
        self.note_flag(game, &mut journal)?;
        if journal.resigned {
            return Err(SignerError::Resigned);
        }
        if let Some(steps) = standing_flag(game, &journal) {
            return Err(SignerError::Flagged { steps });
        }
        match game.game().due() {
            Some(due) if due == player => {}
            due => return Err(SignerError::NotDue { player, due }),
        }
        no_other_steps(game, player, &journal)?;
        let link = game.chain().next(step).map_err(SignerError::Illegal)?;
        statements::check_hash(statements::step_hash(link.head))?;
        let (head, word) = (game.chain().head(), link.word);
        match journal.entry(&head) {
            Some(entry) if entry.word == word => return Ok(link),
            Some(entry) => {
                return Err(SignerError::OtherStep {
                    signed: entry.step.clone(),
                });
            }
            None => {}
        }
        journal.steps.push(Entry {
            head,
            word,
            step: describe(game, step),
        });
        self.folder.write(&journal, false)?;
        Ok(link)
    }

    /// Signs the opening of a dispute over the line as it stands. To be given out for immediate use
    /// only: who holds it can open the dispute at any time before the terms expire.
    ///
    /// # Errors
    /// The game was not joined or is over, a player has made no step, or this player is due: then
    /// the opponent opens.
    pub fn sign_open(&mut self, game: &Verified) -> Result<Signature, SignerError> {
        let (player, _) = self.joined(game)?;
        if let Some(idle) = Colour::BOTH
            .into_iter()
            .find(|p| game.chain().last_step_of(*p) == 0)
        {
            return Err(SignerError::NoStepOf(idle));
        }
        match game.game().due() {
            None => Err(SignerError::GameOver),
            Some(due) if due == player => Err(SignerError::OpenerIsDue),
            Some(_) => self.sign(statements::open_hash(game.chain().head())),
        }
    }

    /// Signs the player's resignation. No step of this game is signed afterwards.
    ///
    /// # Errors
    /// The game was not joined, or the journal cannot be written.
    pub fn sign_resign(&mut self, game: &Verified) -> Result<Signature, SignerError> {
        let (_, mut journal) = self.joined(game)?;
        let hash = statements::resign_hash(game.channel_id());
        statements::check_hash(hash)?;
        if !journal.resigned {
            journal.resigned = true;
            self.folder.write(&journal, false)?;
        }
        self.sign(hash)
    }

    /// Remembers the flag in a transcript, even if a later transcript comes without it.
    ///
    /// # Errors
    /// The game was not joined, or the journal cannot be written.
    pub fn see_flag(&mut self, game: &Verified) -> Result<(), SignerError> {
        let (_, mut journal) = self.joined(game)?;
        self.note_flag(game, &mut journal)
    }

    fn note_flag(&mut self, game: &Verified, journal: &mut Journal) -> Result<(), SignerError> {
        let flag = game.transcript().flag.as_ref();
        let Some(head) = flag.and_then(|flag| game.chain().head_at(flag.steps)) else {
            return Ok(());
        };
        if !journal.flagged_heads.contains(&head) {
            journal.flagged_heads.push(head);
            self.folder.write(journal, false)?;
        }
        Ok(())
    }

    /// Which player this key is, and the journal of the game, not yet joined perhaps.
    fn journal(&self, game: &Verified) -> Result<(Colour, Journal), SignerError> {
        let terms: &Terms = game.terms();
        let player = terms
            .player_with_key(&self.public)
            .ok_or(SignerError::NotAPlayer)?;
        let nonce = terms.nonce(player);
        let journal = self
            .folder
            .read(nonce)?
            .ok_or(SignerError::UnknownNonce { player })?;
        match journal.channel_id {
            Some(id) if id != game.channel_id() => Err(SignerError::UsedNonce { player }),
            _ => Ok((player, journal)),
        }
    }

    fn joined(&self, game: &Verified) -> Result<(Colour, Journal), SignerError> {
        let (player, journal) = self.journal(game)?;
        match journal.channel_id {
            Some(_) => Ok((player, journal)),
            None => Err(SignerError::NotJoined),
        }
    }

    fn sign(&self, hash: Felt) -> Result<Signature, SignerError> {
        Ok(statements::sign(&self.secret, hash)?)
    }
}

fn fresh_nonce() -> Result<Felt, FolderError> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes[1..]).map_err(|_| FolderError::NoRandomness)?;
    Ok(Felt::from_bytes_be(&bytes))
}

/// A step in words, with the dead set of a proposal.
fn describe(game: &Verified, step: &Step) -> String {
    let size = game.game().board().size();
    let word = gtp::word(size, step);
    match step {
        Step::Propose(dead) => dead
            .iter()
            .fold(word, |text, point| text + " " + &gtp::name(size, point)),
        _ => word,
    }
}

#[cfg(test)]
mod tests;
