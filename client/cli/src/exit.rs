//! Exit codes. They are stable: scripts may rely on them.

use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Ok = 0,
    /// A file, key or account is not what it should be, or cannot be read or written.
    Input = 1,
    /// The game breaks a rule.
    RefusedGame = 2,
    /// The contract, the account or the node refuses, or a transcript is not authorised by its
    /// signatures.
    Refused = 3,
    /// The node cannot be used, or it is not known whether a transaction sent will be executed.
    Network = 4,
    /// The signer's guard refuses to sign.
    Guard = 5,
    /// The arguments are not understood.
    Usage = 64,
}

impl Exit {
    /// Every code, with what it stands for.
    pub const ALL: [(Self, &'static str); 7] = [
        (Self::Ok, "done"),
        (
            Self::Input,
            "a file, key or account is not what it should be, or cannot be used",
        ),
        (Self::RefusedGame, "the game breaks a rule"),
        (
            Self::Refused,
            "refused by the contract, the account or the node; or not authorised",
        ),
        (
            Self::Network,
            "the node cannot be used, or an outcome is not known (the message says)",
        ),
        (Self::Guard, "the signer's guard refuses to sign"),
        (Self::Usage, "the arguments are not understood"),
    ];

    /// The code that the operating system sees.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The table of codes, for the help text.
    #[must_use]
    pub fn table() -> String {
        let rows = Self::ALL
            .iter()
            .map(|(exit, what)| format!("  {:>2}  {what}\n", exit.code()));
        format!("Exit codes:\n{}", rows.collect::<String>())
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
