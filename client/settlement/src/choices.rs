//! Which calls the contract admits now, by whom and with what in hand (protocol 3.2): the table read
//! for one record at one moment. What is wise is the [`strategist`](crate::strategist)'s part.

use std::fmt;

use serde::{Deserialize, Serialize};
use surround_channel::terms::Terms;
use surround_rules::{Colour, Winner};

use crate::clock::Moment;
use crate::gate;
use crate::record::{Ending, Record, Status};

/// A call about a channel's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// A line.
    Submit,
    /// A signed resignation.
    Resign,
    /// A resignation by a player's account.
    ResignChannel,
    /// The referee's flag.
    Flag,
    /// The forfeit of a missed deadline.
    ClaimForfeit,
    /// A proof of a fork.
    ExposeFork,
    /// The end of an objection window.
    Finalize,
}

impl Call {
    /// The name of the entry point.
    #[must_use]
    pub const fn entry_point(self) -> &'static str {
        match self {
            Self::Submit => "submit",
            Self::Resign => "resign",
            Self::ResignChannel => "resign_channel",
            Self::Flag => "flag",
            Self::ClaimForfeit => "claim_forfeit",
            Self::ExposeFork => "expose_fork",
            Self::Finalize => "finalize",
        }
    }
}

/// What a call needs beside the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A line, and the `open` mark of the player who is not due unless it ended.
    FirstLine,
    /// A line that ended by a step of the player who lost.
    LostLine,
    /// A line longer than the stored one.
    LongerLine,
    /// A longer line with a step of this player, the pending winner, beyond the stored one.
    StepOf(Colour),
    /// A longer line that counts more steps of this player, the pending loser.
    MoreStepsOf(Colour),
    /// This player's signed resignation.
    ResignationOf(Colour),
    /// This player's account as the caller.
    AccountOf(Colour),
    /// The referee's flag over a head of the line.
    Flag,
    /// A proof against this player.
    ForkOf(Colour),
}

impl fmt::Display for Needs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::FirstLine => f.write_str("a line, opened by the player who is not due"),
            Self::LostLine => f.write_str("a line that the loser ended"),
            Self::LongerLine => f.write_str("a longer line"),
            Self::StepOf(player) => write!(f, "a longer line with a new step of {player}"),
            Self::MoreStepsOf(player) => write!(f, "a longer line with more steps of {player}"),
            Self::ResignationOf(player) => write!(f, "{player}'s signed resignation"),
            Self::AccountOf(player) => write!(f, "{player}'s account"),
            Self::Flag => f.write_str("the referee's flag"),
            Self::ForkOf(player) => {
                write!(f, "a proof that {player} signed two steps on one head")
            }
        }
    }
}

/// A call that is admitted, and what it needs. Anyone can make it who has that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The call.
    pub call: Call,
    /// What it needs.
    pub needs: Needs,
}

/// All calls that status and time admit. The contract still judges what they bring.
#[must_use]
pub fn choices(terms: &Terms, record: &Record, at: Moment) -> Vec<Choice> {
    let mut choices = Vec::new();
    let mut admit = |call, needs| choices.push(Choice { call, needs });
    if gate::claim_forfeit(record, at).is_ok() {
        admit(Call::ClaimForfeit, Needs::Nothing);
    }
    if gate::finalize(record, at).is_ok() {
        admit(Call::Finalize, Needs::Nothing);
    }
    if gate::submit(record, at).is_ok() {
        admit(Call::Submit, line_needed(terms, record, at));
    }
    for player in Colour::BOTH {
        if gate::resign(record, player, at).is_ok() {
            admit(Call::Resign, Needs::ResignationOf(player));
        }
        if gate::resign_channel(record, Some(player), at).is_ok() {
            admit(Call::ResignChannel, Needs::AccountOf(player));
        }
    }
    if gate::flag(terms, record, at).is_ok() {
        admit(Call::Flag, Needs::Flag);
    }
    for player in Colour::BOTH {
        if gate::expose_fork(record, Some(player), at).is_ok() {
            admit(Call::ExposeFork, Needs::ForkOf(player));
        }
    }
    choices
}

fn line_needed(terms: &Terms, record: &Record, at: Moment) -> Needs {
    if record.status == Status::None {
        let open = gate::unexpired(terms, at).is_ok();
        return if open {
            Needs::FirstLine
        } else {
            Needs::LostLine
        };
    }
    let Some(verdict) = record.verdict else {
        return Needs::LongerLine;
    };
    let (winner, loser) = match verdict.winner {
        Winner::Black => (Colour::Black, Colour::White),
        Winner::White => (Colour::White, Colour::Black),
        // A draw comes from a score, which no line displaces.
        Winner::Draw => return Needs::LongerLine,
    };
    if verdict.ending == Ending::Time {
        Needs::StepOf(winner)
    } else {
        Needs::MoreStepsOf(loser)
    }
}

#[cfg(test)]
mod tests {
    use starknet_types_core::felt::Felt;

    use super::*;
    use crate::record::Verdict;

    const NOW: Moment = Moment {
        now: 1_000,
        block: 10,
    };

    fn terms(referee_key: Felt) -> Terms {
        Terms {
            black: Felt::ONE,
            white: Felt::TWO,
            black_key: Felt::ONE,
            white_key: Felt::TWO,
            referee_key,
            size: 9,
            handicap: 0,
            komi_x2: 15,
            turn_seconds: 100,
            turn_blocks: 5,
            expires_at: 2_000,
            black_nonce: Felt::ONE,
            white_nonce: Felt::TWO,
        }
    }

    fn calls(referee: u8, record: &Record, at: Moment) -> Vec<(Call, Needs)> {
        let terms = terms(referee.into());
        choices(&terms, record, at)
            .into_iter()
            .map(|one| (one.call, one.needs))
            .collect()
    }

    #[test]
    fn before_a_record() {
        use Colour::{Black, White};
        let resign = |player| (Call::Resign, Needs::ResignationOf(player));
        let all = [
            (Call::Submit, Needs::FirstLine),
            resign(Black),
            resign(White),
        ];
        assert_eq!(calls(0, &Record::NONE, NOW), all);
        let late = Moment { now: 2_000, ..NOW };
        let all = [
            (Call::Submit, Needs::LostLine),
            resign(Black),
            resign(White),
        ];
        assert_eq!(calls(3, &Record::NONE, late), all);
        assert!(calls(3, &Record::NONE, NOW).contains(&(Call::Flag, Needs::Flag)));
    }

    #[test]
    fn open_and_late() {
        use Colour::{Black, White};
        let open = Record {
            status: Status::Open,
            due: Some(White),
            deadline: 1_100,
            min_block: 15,
            ..Record::NONE
        };
        let in_time = calls(0, &open, NOW);
        assert!(in_time.contains(&(Call::Submit, Needs::LongerLine)));
        assert!(in_time.contains(&(Call::ResignChannel, Needs::AccountOf(White))));
        let late = calls(
            0,
            &open,
            Moment {
                now: 1_101,
                block: 15,
            },
        );
        let forks = [Black, White].map(|player| (Call::ExposeFork, Needs::ForkOf(player)));
        let all = [
            (Call::ClaimForfeit, Needs::Nothing),
            (Call::Resign, Needs::ResignationOf(Black)),
            (Call::ResignChannel, Needs::AccountOf(Black)),
            forks[0],
            forks[1],
        ];
        assert_eq!(late, all);
    }

    #[test]
    fn pending_and_final() {
        use Colour::{Black, White};
        let verdict = Verdict {
            ending: Ending::Time,
            winner: Winner::White,
            black_x2: 0,
            white_x2: 0,
            counted: 30,
            onchain: false,
        };
        let flagged = Record {
            status: Status::Pending,
            deadline: 1_100,
            verdict: Some(verdict),
            ..Record::NONE
        };
        assert!(calls(3, &flagged, NOW).contains(&(Call::Submit, Needs::StepOf(White))));
        let verdict = Some(Verdict {
            ending: Ending::Resigned,
            ..verdict
        });
        let resigned = Record { verdict, ..flagged };
        let all = [
            (Call::Submit, Needs::MoreStepsOf(Black)),
            (Call::ExposeFork, Needs::ForkOf(Black)),
            (Call::ExposeFork, Needs::ForkOf(White)),
        ];
        assert_eq!(calls(3, &resigned, NOW), all);
        let over = Record {
            status: Status::Final,
            ..resigned
        };
        assert_eq!(calls(3, &over, NOW), []);
    }

    #[test]
    fn calls_have_the_names_of_the_contract() {
        let contract = include_str!("../../../contracts/src/settlement/interface.cairo");
        for call in [
            Call::Submit,
            Call::Resign,
            Call::ResignChannel,
            Call::Flag,
            Call::ClaimForfeit,
            Call::ExposeFork,
            Call::Finalize,
        ] {
            let name = call.entry_point();
            let stands = |after| contract.contains(&format!("    fn {name}({after}"));
            assert!(
                !name.is_empty() && (stands("ref self") || stands("\n")),
                "{name}"
            );
        }
    }

    #[test]
    fn what_a_call_needs_is_told_in_words() {
        use Colour::{Black, White};
        let told = |needs: Needs| needs.to_string();
        assert_eq!(told(Needs::Nothing), "nothing");
        assert_eq!(told(Needs::AccountOf(Black)), "black's account");
        assert_eq!(
            told(Needs::StepOf(White)),
            "a longer line with a new step of white"
        );
    }
}
