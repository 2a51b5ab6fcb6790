//! What a command shows: text for people, or one JSON object for programs.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::failure::Failure;

/// The answer of a command. Its JSON shape is stable; its text is not.
pub trait Report: Serialize {
    /// The answer as lines for a person.
    fn text(&self, ink: Ink) -> String;
}

/// Whether texts are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Plain characters.
    Plain,
    /// With the escape codes of terminals.
    Colour,
}

impl Ink {
    /// The text in bold, or as it is.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// The text in the colour for warnings, or as it is.
    #[must_use]
    pub fn warning(self, text: &str) -> String {
        self.paint("33", text)
    }

    /// The text in a faint colour, or as it is.
    #[must_use]
    pub fn faint(self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.to_owned(),
            Self::Colour => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

/// Standard output and standard error.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    json: bool,
    out: Ink,
    err: Ink,
}

impl Screen {
    /// A screen for JSON or for text. Colours are used on terminals, unless `NO_COLOR` is set.
    #[must_use]
    pub fn new(json: bool) -> Self {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let ink = |terminal: bool| {
            if terminal && wanted {
                Ink::Colour
            } else {
                Ink::Plain
            }
        };
        Self {
            json,
            out: ink(io::stdout().is_terminal()),
            err: ink(io::stderr().is_terminal()),
        }
    }

    /// Whether a program reads along.
    #[must_use]
    pub const fn is_json(&self) -> bool {
        self.json
    }

    /// The ink for texts on standard output.
    #[must_use]
    pub const fn ink(&self) -> Ink {
        self.out
    }

    /// Shows the answer on standard output.
    ///
    /// # Errors
    /// [`Failure::Print`] if it cannot be written.
    pub fn show(&self, report: &impl Report) -> Result<(), Failure> {
        let text = if self.json {
            serde_json::to_string(report)
                .map_err(io::Error::from)
                .map_err(Failure::Print)?
        } else {
            report.text(self.out)
        };
        self.print(&text)
    }

    /// Writes text on standard output, with a line end.
    ///
    /// # Errors
    /// [`Failure::Print`] if it cannot be written.
    pub fn print(&self, text: &str) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", text.trim_end_matches('\n'))
            .and_then(|()| out.flush())
            .map_err(Failure::Print)
    }

    /// Tells a person on standard error what is going on. Programs are not told.
    pub fn note(&self, text: &str) {
        if !self.json {
            self.complain(text);
        }
    }

    /// Warns on standard error; a program gets an object with the field `warning`.
    pub fn warn(&self, text: &str) {
        if self.json {
            self.complain(&serde_json::json!({"warning": text}).to_string());
        } else {
            self.complain(&self.err.warning(&format!("warning: {text}")));
        }
    }

    /// Tells on standard error why a command failed.
    pub fn fail(&self, failure: &Failure) {
        if self.json {
            let error = serde_json::json!({"error": {
                "exit": failure.exit().code(),
                "kind": failure.kind(),
                "message": failure.to_string(),
            }});
            self.complain(&error.to_string());
        } else {
            self.complain(&format!("{} {failure}", self.err.bold("error:")));
        }
    }

    fn complain(&self, text: &str) {
        // When standard error is closed there is nobody left to tell.
        let _ = writeln!(io::stderr().lock(), "{text}");
    }
}
