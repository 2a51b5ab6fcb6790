//! What the demo says: plain sentences, boards, and what each call cost. With `--json` it is silent
//! until the end.

use surround_chain::fees::Spent;
use surround_channel::transcript::Verified;
use surround_rules::{PointSet, gtp};

use crate::drawing::{Picture, legend};
use crate::failure::Failure;
use crate::screen::Screen;
use crate::transcripts;

use super::actor::Actor;
use super::costs::{Chapter, Paid, Told};

/// The teller. It remembers what was paid.
///
/// All that speaks fails with [`Failure::Print`] when nobody can hear it.
#[derive(Debug)]
pub struct Voice<'a> {
    screen: &'a Screen,
    chapters: Vec<Chapter>,
}

impl<'a> Voice<'a> {
    /// A voice that speaks on a screen.
    #[must_use]
    pub const fn new(screen: &'a Screen) -> Self {
        Self {
            screen,
            chapters: Vec::new(),
        }
    }

    /// Begins a chapter.
    pub fn open(&mut self, name: &'static str, title: &str) -> Result<(), Failure> {
        let heading = format!("{}. {title}", self.chapters.len());
        self.chapters.push(Chapter::new(name));
        self.speak(&format!("\n{}", self.screen.ink().bold(&heading)))
    }

    /// Says something in sentences; each line of `text` is one line.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        self.speak(&indented(text, 2))
    }

    /// Draws the position of a game, with these stones as dead.
    pub fn board(&self, game: &Verified, dead: PointSet) -> Result<(), Failure> {
        let played = transcripts::played(game);
        let picture = Picture {
            board: played.game.board(),
            dead,
            last: played.last,
        };
        let drawn = picture.draw(self.screen.ink()) + legend(dead);
        self.speak(&indented(&drawn, 6))
    }

    /// Notes what a transaction cost, and says it.
    pub fn paid(&mut self, by: Actor, call: &'static str, spent: &Spent) -> Result<(), Failure> {
        let paid = Paid::new(by, call, spent.l2_gas);
        self.speak(&self.screen.ink().faint(&format!("    > {paid}, by {by}")))?;
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.transactions.push(paid);
        }
        Ok(())
    }

    /// Notes the result that the contract names, and says it.
    pub fn result(&mut self, result: &str) -> Result<(), Failure> {
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.result = Some(result.to_owned());
        }
        let sentence = format!("The result read back from the contract is {result}.");
        self.say(&self.screen.ink().bold(&sentence))
    }

    /// Says how all stories ended and what they cost.
    pub fn close(self) -> Result<(), Failure> {
        self.screen.show(&Told {
            chapters: self.chapters,
        })
    }

    fn speak(&self, text: &str) -> Result<(), Failure> {
        if self.screen.is_json() {
            Ok(())
        } else {
            self.screen.print(text)
        }
    }
}

/// The last step of a game in words, such as `D4` or `pass`.
#[must_use]
pub fn last_step(game: &Verified) -> String {
    let size = game.game().board().size();
    let last = game.transcript().steps.last();
    last.map_or_else(String::new, |step| gtp::word(size, step))
}

/// The text with a margin before each line.
#[must_use]
pub fn indented(text: &str, columns: usize) -> String {
    let margin = " ".repeat(columns);
    let lines: Vec<String> = text.lines().map(|line| format!("{margin}{line}")).collect();
    lines.join("\n")
}
