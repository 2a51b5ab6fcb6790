//! What may be spent: for one transaction, for one player in a day, for all in a day. Pure.

use surround_chain::amount::Fri;
use thiserror::Error;

use crate::config::Fees;
use crate::model::Seconds;
use crate::store::spending::Spent;

/// A cap that is in the way; the amounts are highest fees, tips included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(super) enum OverCap {
    #[error("it may cost {fee}, and one transaction may cost {cap}")]
    Transaction { fee: Fri, cap: Fri },
    #[error("it may cost {fee}, and this player's allowance for the day is used up but for {left}")]
    Player { fee: Fri, left: Fri },
    #[error("it may cost {fee}, and the allowance for the day is used up but for {left}")]
    Day { fee: Fri, left: Fri },
    #[error("the allowance for the day is used up")]
    NothingLeft,
    #[error("it may cost {fee}, and the account has {balance}")]
    Balance { fee: Fri, balance: Fri },
}

/// A transaction that somebody wants to send.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expense {
    /// The most that it can cost.
    pub fee: Fri,
    /// What is promised for its nonce already, and replaced by it.
    pub promised: Fri,
    /// The last second in which it, and whatever waits behind it, is in time.
    pub by: Option<Seconds>,
    /// What the account has.
    pub balance: Fri,
}

/// Whether so much is allowed as near as this to a deadline.
pub(super) fn hurries(by: Option<Seconds>, urgent: Seconds, now: Seconds) -> bool {
    by.is_some_and(|by| by.saturating_sub(urgent) <= now)
}

/// Whether one transaction may cost so much, whatever the day.
pub(super) fn check_one(fees: &Fees, hurries: bool, fee: Fri, balance: Fri) -> Result<(), OverCap> {
    let cap = if hurries {
        fees.urgent
    } else {
        fees.per_transaction
    };
    if fee > cap {
        return Err(OverCap::Transaction { fee, cap });
    }
    if fee > balance {
        return Err(OverCap::Balance { fee, balance });
    }
    Ok(())
}

/// Whether it may be sent at `now`, in the time of deadlines, on a day that has cost `spent`.
pub(super) fn check(
    fees: &Fees,
    urgent: Seconds,
    expense: &Expense,
    spent: &Spent,
    now: Seconds,
) -> Result<(), OverCap> {
    let fee = expense.fee;
    check_one(fees, hurries(expense.by, urgent, now), fee, expense.balance)?;
    let left = |allowance: Fri, spent: Fri| {
        let spent = spent.0.saturating_sub(expense.promised.0);
        Fri(allowance.0.saturating_sub(spent))
    };
    let of_player = left(fees.per_player_per_day, spent.player);
    if fee > of_player {
        return Err(OverCap::Player {
            fee,
            left: of_player,
        });
    }
    let of_day = left(fees.per_day, spent.all);
    if fee > of_day {
        return Err(OverCap::Day { fee, left: of_day });
    }
    Ok(())
}

/// Whether anything at all may be sent on a day that has cost `spent`.
pub(super) fn check_day(fees: &Fees, spent: &Spent) -> Result<(), OverCap> {
    if spent.player >= fees.per_player_per_day || spent.all >= fees.per_day {
        return Err(OverCap::NothingLeft);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const URGENT: Seconds = 900;
    const DEADLINE: Seconds = 10_000;

    fn fees() -> Fees {
        Fees {
            per_transaction: Fri(20),
            urgent: Fri(60),
            per_player_per_day: Fri(70),
            per_day: Fri(100),
            low_balance: Fri(0),
        }
    }

    fn ask(fee: u128, now: Seconds, player: u128, all: u128) -> Result<(), OverCap> {
        let expense = Expense {
            fee: Fri(fee),
            promised: Fri(0),
            by: Some(DEADLINE),
            balance: Fri(u128::MAX),
        };
        let spent = Spent {
            player: Fri(player),
            all: Fri(all),
        };
        check(&fees(), URGENT, &expense, &spent, now)
    }

    #[test]
    fn more_is_paid_near_the_deadline_alone() {
        assert_eq!(ask(20, 0, 0, 0), Ok(()));
        let over = |fee, cap| {
            Err(OverCap::Transaction {
                fee: Fri(fee),
                cap: Fri(cap),
            })
        };
        assert_eq!(ask(21, DEADLINE - URGENT - 1, 0, 0), over(21, 20));
        assert_eq!(ask(60, DEADLINE - URGENT, 0, 0), Ok(()));
        assert_eq!(ask(61, DEADLINE + 1, 0, 0), over(61, 60));
        let without_hurry = Expense {
            fee: Fri(21),
            promised: Fri(0),
            by: None,
            balance: Fri(u128::MAX),
        };
        let refused = check(&fees(), URGENT, &without_hurry, &Spent::default(), DEADLINE);
        assert_eq!(refused, over(21, 20));
    }

    #[test]
    fn a_day_ends_for_a_player_and_for_all() {
        assert_eq!(ask(20, 0, 50, 50), Ok(()));
        assert_eq!(
            ask(20, 0, 51, 51),
            Err(OverCap::Player {
                fee: Fri(20),
                left: Fri(19)
            })
        );
        assert_eq!(ask(20, 0, 0, 80), Ok(()));
        assert_eq!(
            ask(20, 0, 0, 81),
            Err(OverCap::Day {
                fee: Fri(20),
                left: Fri(19)
            })
        );
    }

    #[test]
    fn no_more_is_offered_than_the_account_has() {
        let one = |balance| check_one(&fees(), false, Fri(20), Fri(balance));
        assert_eq!(one(20), Ok(()));
        let (fee, balance) = (Fri(20), Fri(19));
        assert_eq!(one(19), Err(OverCap::Balance { fee, balance }));
    }

    #[test]
    fn a_replacement_takes_the_place_of_what_was_promised() {
        let expense = Expense {
            fee: Fri(20),
            promised: Fri(15),
            by: None,
            balance: Fri(u128::MAX),
        };
        let spent = Spent {
            player: Fri(65),
            all: Fri(65),
        };
        assert_eq!(check(&fees(), URGENT, &expense, &spent, 0), Ok(()));
    }
}
