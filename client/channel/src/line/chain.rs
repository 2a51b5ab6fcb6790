//! A game together with the hashes of every prefix of it.

use starknet_types_core::felt::Felt;
use surround_rules::{Colour, Game, RuleError, Setup, SetupError, Step};

use super::{next_head, word};

/// A legal game with its chain of hashes: for every step its author, its word and the head after
/// it (protocol 2.2). Who is due comes from the game, never from a count.
#[derive(Debug, Clone)]
pub struct Chain {
    game: Game,
    heads: Vec<Felt>,
    words: Vec<Felt>,
    authors: Vec<Colour>,
}

/// One step in the chain of hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// Who takes the step.
    pub author: Colour,
    /// The word that is hashed.
    pub word: Felt,
    /// The head after the step.
    pub head: Felt,
}

impl Chain {
    /// The chain without a step; its head is the channel's identifier.
    ///
    /// # Errors
    /// Size, handicap or komi cannot start a game.
    pub fn new(setup: Setup, channel_id: Felt) -> Result<Self, SetupError> {
        let game = Game::new(setup)?;
        Ok(Self {
            game,
            heads: vec![channel_id],
            words: Vec::new(),
            authors: Vec::new(),
        })
    }

    /// What a step would add, without adding it.
    ///
    /// # Errors
    /// The rule that the step breaks.
    pub fn next(&self, step: &Step) -> Result<Link, RuleError> {
        self.game.legal(step)?;
        self.link(step)
    }

    /// Adds a step of the player who is due.
    ///
    /// # Errors
    /// The rule that the step breaks; the chain is unchanged.
    pub fn push(&mut self, step: &Step) -> Result<Link, RuleError> {
        let link = self.link(step)?;
        self.game.apply(step)?;
        self.heads.push(link.head);
        self.words.push(link.word);
        self.authors.push(link.author);
        Ok(link)
    }

    fn link(&self, step: &Step) -> Result<Link, RuleError> {
        let author = self.game.due().ok_or(RuleError::GameOver)?;
        let word = word(author, step);
        Ok(Link {
            author,
            word,
            head: next_head(self.head(), word),
        })
    }

    /// The game after all steps.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game after all steps, without the hashes.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The number of steps.
    pub fn steps(&self) -> u16 {
        self.game.steps()
    }

    /// The head after all steps.
    pub fn head(&self) -> Felt {
        self.heads.last().copied().unwrap_or_default()
    }

    /// All heads, from the channel's identifier on: one more than there are steps.
    pub fn heads(&self) -> &[Felt] {
        &self.heads
    }

    /// The head after that many steps, if there are as many.
    pub fn head_at(&self, steps: u16) -> Option<Felt> {
        self.heads.get(usize::from(steps)).copied()
    }

    /// The words of all steps.
    pub fn words(&self) -> &[Felt] {
        &self.words
    }

    /// The authors of all steps.
    pub fn authors(&self) -> &[Colour] {
        &self.authors
    }

    /// The author of a step, from 1.
    pub fn author(&self, step: u16) -> Option<Colour> {
        usize::from(step)
            .checked_sub(1)
            .and_then(|index| self.authors.get(index))
            .copied()
    }

    /// Who is due after that many steps; `None` after the end.
    pub fn due_at(&self, steps: u16) -> Option<Colour> {
        self.authors.get(usize::from(steps)).copied().or_else(|| {
            if steps == self.steps() {
                self.game.due()
            } else {
                None
            }
        })
    }

    /// The number of a player's last own step; 0 if it made none.
    pub fn last_step_of(&self, player: Colour) -> u16 {
        (1..=self.steps())
            .rev()
            .find(|step| self.author(*step) == Some(player))
            .unwrap_or(0)
    }

    /// Whether a flag over the head after that many steps stands on this line: a player is due
    /// there, and from there on the line holds only that player's steps (protocol 3.2).
    pub fn flag_stands_at(&self, steps: u16) -> bool {
        let after = self.authors.get(usize::from(steps)..);
        match (self.due_at(steps), after) {
            (Some(due), Some(after)) => after.iter().all(|author| *author == due),
            _ => false,
        }
    }
}
