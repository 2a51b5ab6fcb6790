//! A program that is asked on its standard input and answers on its standard output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};

/// A running program. It ends when its input does.
pub struct Process {
    name: &'static str,
    child: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// When it does not start: then `advice` says what is to be done.
    pub fn start(name: &'static str, command: &mut Command, advice: &str) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{name} does not start: {advice}"))?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().context("no output of the program")?;
        Ok(Self {
            name,
            child,
            questions,
            answers: BufReader::new(answers),
        })
    }

    /// Sends text. Little enough of it must be under way that neither side waits for the other to
    /// read: a pipe holds 64 KiB.
    ///
    /// # Errors
    /// When the program has ended.
    pub fn send(&mut self, text: &str) -> Result<()> {
        let questions = self.questions.as_mut().context("the input was closed")?;
        questions
            .write_all(text.as_bytes())
            .and_then(|()| questions.flush())
            .with_context(|| format!("{} takes no more input", self.name))
    }

    /// Reads a line, without its end.
    ///
    /// # Errors
    /// When the program has ended.
    pub fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("{} ended: {}", self.name, self.child.wait()?);
        }
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ = self.child.wait();
    }
}
