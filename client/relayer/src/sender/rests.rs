//! How long work rests that could not be sent. Pure.

use crate::model::Seconds;

/// Work that does not simulate is tried again after this, if it is still wanted: the node may lag, or a
/// player may do what was missing.
const REFUSED_FOR: Seconds = 60;
/// The longest rest of work that was refused again and again on one record.
const REFUSED_AT_MOST: Seconds = 3_600;

/// What is ahead of a piece of work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead<'a> {
    /// The last second in which it is in time; none without hurry.
    pub by: Option<Seconds>,
    /// How long before it more may be paid.
    pub urgent: Seconds,
    /// How long before it somebody is told that it waits.
    pub alarms: &'a [Seconds],
    /// The time of deadlines.
    pub now: Seconds,
}

impl Ahead<'_> {
    /// Seconds until something changes for the work: an alarm's margin or the time for more begins, or
    /// its last second has come.
    fn change(&self) -> Option<Seconds> {
        let by = self.by?;
        let margins = self.alarms.iter().chain([&self.urgent, &0]);
        margins
            .map(|margin| by.saturating_sub(*margin))
            .filter(|at| *at > self.now)
            .map(|at| at.saturating_sub(self.now))
            .min()
    }

    /// Not past the next change.
    fn at_most(&self, rest: Seconds) -> Seconds {
        self.change().map_or(rest, |change| change.min(rest))
    }
}

/// The rest of work that was refused so often before on the same record: twice as long each time.
pub(super) fn refused(before: u32, ahead: &Ahead<'_>) -> Seconds {
    let rest = REFUSED_FOR.saturating_mul(2u64.saturating_pow(before));
    ahead.at_most(rest.min(REFUSED_AT_MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BY: Seconds = 100_000;

    fn ahead(now: Seconds) -> Ahead<'static> {
        Ahead {
            by: Some(BY),
            urgent: 900,
            alarms: &[3_600, 300],
            now,
        }
    }

    #[test]
    fn a_refusal_rests_twice_as_long_each_time_up_to_an_hour() {
        let rests = [0, 1, 2, 5, 6, 7, u32::MAX].map(|before| refused(before, &ahead(0)));
        assert_eq!(rests, [60, 120, 240, 1_920, 3_600, 3_600, 3_600]);
    }

    #[test]
    fn nothing_rests_past_what_is_ahead() {
        for (margin, next) in [(4_000, 3_600), (3_600, 900), (900, 300), (300, 0)] {
            let rest = refused(9, &ahead(BY - margin));
            assert_eq!(rest, margin - next, "{margin} seconds before");
        }
        assert_eq!(refused(9, &ahead(BY)), 3_600);
    }
}
