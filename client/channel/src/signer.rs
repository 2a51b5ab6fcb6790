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
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes[1..]).map_err(|_| FolderError::NoRandomness)?;
        let nonce = Felt::from_bytes_be(&bytes);
        self.folder.write(&Journal::new(nonce), true)?;
        Ok(nonce)
    }

    /// Decides to play a game, before its first step: only a game whose disputes this player can
    /// count on (protocol 4). Deciding twice changes nothing.
    ///
    /// # Errors
    /// A [`FirstStepError`] that names the condition that fails, or the game is not this signer's.
    pub fn join(&mut self, game: &Verified, seen: &FirstStep<'_>) -> Result<(), SignerError> {
        let (_, mut journal) = self.journal(game)?;
        if journal.channel_id.is_some() {
            return Ok(());
        }
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
fn no_other_steps(game: &Verified, player: Colour, journal: &Journal) -> Result<(), SignerError> {
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
fn first_unknown(game: &Verified, player: Colour, journal: &Journal) -> Option<u16> {
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
fn standing_flag(game: &Verified, journal: &Journal) -> Option<u16> {
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
