//! What the demo says: plain sentences, boards, and what each call cost. With `--json` it is silent
//! until the end.

use std::fmt;

use serde::{Serialize, Serializer};
use surround_chain::amount::Fri;
use surround_chain::fees::Spent;
use surround_chain::gateway::MIN_L2_GAS_PRICE;
use surround_channel::transcript::Verified;
use surround_rules::{Colour, PointSet, gtp};

use crate::drawing::{Picture, legend};
use crate::failure::Failure;
use crate::screen::{Ink, Report, Screen};
use crate::transcripts;

/// Who sends a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player's account.
    Player(Colour),
    /// An account that plays no part in the game.
    Third,
}

/// Black's account.
pub const BLACK: Actor = Actor::Player(Colour::Black);
/// White's account.
pub const WHITE: Actor = Actor::Player(Colour::White);

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Player(Colour::Black) => "Black",
            Self::Player(Colour::White) => "White",
            Self::Third => "a third account",
        })
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Player(Colour::Black) => "black",
            Self::Player(Colour::White) => "white",
            Self::Third => "third",
        })
    }
}

/// A story as it was told.
#[derive(Debug, Serialize)]
struct Chapter {
    name: &'static str,
    /// The result read back from the contract; none for the set-up.
    result: Option<String>,
    transactions: Vec<Paid>,
}

/// A transaction and its price.
#[derive(Debug, Serialize)]
struct Paid {
    call: &'static str,
    by: Actor,
    l2_gas: u64,
    /// What the L2 gas costs at the public network's lowest price, in fri.
    fee: Fri,
}

/// The teller. It remembers what was paid.
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
    ///
    /// # Errors
    /// [`Failure::Print`], as all that speaks.
    pub fn open(&mut self, name: &'static str, title: &'static str) -> Result<(), Failure> {
        let number = self.chapters.len();
        self.chapters.push(Chapter {
            name,
            result: None,
            transactions: Vec::new(),
        });
        self.speak(&Title { number, title })
    }

    /// Says something in sentences; each line of `text` is one line.
    pub fn say(&self, text: &str) -> Result<(), Failure> {
        self.speak(&Said(text))
    }

    /// Draws the position of a game, with these stones as dead.
    pub fn board(&self, game: &Verified, dead: PointSet) -> Result<(), Failure> {
        self.speak(&Drawn { game, dead })
    }

    /// Notes what a transaction cost, and says it.
    pub fn paid(&mut self, by: Actor, call: &'static str, spent: &Spent) -> Result<(), Failure> {
        let l2_gas = spent.l2_gas;
        let paid = Paid {
            call,
            by,
            l2_gas,
            fee: Fri::cost(l2_gas, MIN_L2_GAS_PRICE),
        };
        self.speak(&paid)?;
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
        self.say(&format!(
            "The result read back from the contract is {result}."
        ))
    }

    /// Says how all stories ended and what they cost.
    pub fn close(self) -> Result<(), Failure> {
        self.screen.show(&Told {
            chapters: self.chapters,
        })
    }

    fn speak(&self, words: &impl Report) -> Result<(), Failure> {
        if self.screen.is_json() {
            Ok(())
        } else {
            self.screen.show(words)
        }
    }
}

/// The last step of a game in words, such as `D4` or `pass`.
#[must_use]
pub fn last_step(game: &Verified) -> String {
    let size = game.game().board().size();
    game.transcript()
        .steps
        .last()
        .map_or_else(String::new, |step| gtp::word(size, step))
}

#[derive(Serialize)]
struct Title {
    number: usize,
    title: &'static str,
}

impl Report for Title {
    fn text(&self, ink: Ink) -> String {
        ink.bold(&format!("\n{}. {}", self.number, self.title))
    }
}

#[derive(Serialize)]
struct Said<'a>(&'a str);

impl Report for Said<'_> {
    fn text(&self, _: Ink) -> String {
        self.0.lines().map(|line| format!("  {line}\n")).collect()
    }
}

struct Drawn<'a> {
    game: &'a Verified,
    dead: PointSet,
}

/// Drawings are for people.
impl Serialize for Drawn<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

impl Report for Drawn<'_> {
    fn text(&self, ink: Ink) -> String {
        let played = transcripts::played(self.game);
        let picture = Picture {
            board: played.game.board(),
            dead: self.dead,
            last: played.last,
        };
        let drawn = picture.draw(ink) + legend(self.dead);
        drawn
            .lines()
            .map(|line| format!("      {line}\n"))
            .collect()
    }
}

impl Paid {
    fn price(&self) -> String {
        format!("{:>14} L2 gas  {}", grouped(self.l2_gas), self.fee)
    }
}

impl Report for Paid {
    fn text(&self, ink: Ink) -> String {
        ink.faint(&format!(
            "    > {:<15} {}, sent by {}",
            self.call,
            self.price(),
            self.by
        ))
    }
}

/// All chapters with their transactions.
#[derive(Serialize)]
struct Told {
    chapters: Vec<Chapter>,
}

impl Report for Told {
    fn text(&self, ink: Ink) -> String {
        let mut text = ink.bold("\nWhat it cost, at 8 Gfri a unit of L2 gas") + "\n";
        for chapter in &self.chapters {
            let result = chapter.result.as_deref().unwrap_or_default();
            text.push_str(&format!("  {:<16}{result}\n", chapter.name));
            for paid in &chapter.transactions {
                text.push_str(&format!("    {:<16}{}\n", paid.call, paid.price()));
            }
        }
        text.push_str("Every game ended as its story says.\n");
        text
    }
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let lead = digits.len() % 3;
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % 3 == lead {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345, "12,345"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
