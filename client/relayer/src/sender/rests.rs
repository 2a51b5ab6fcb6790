//! How long work rests that could not be sent. Pure.

use super::caps::hurries;
use crate::model::Seconds;

/// Work that waits for a price, an allowance or the node's good will is looked at again after this.
pub(super) const HELD_FOR: Seconds = 15;
/// The longest rest of work that waits for a price or an allowance.
const HELD_AT_MOST: Seconds = 8 * 60;
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

    /// Whether more may be paid by now, and it is not too late.
    fn is_urgent(&self) -> bool {
        hurries(self.by, self.urgent, self.now) && self.by.is_some_and(|by| by >= self.now)
    }

    /// Not past the next change.
    fn at_most(&self, rest: Seconds) -> Seconds {
        self.change().map_or(rest, |change| change.min(rest))
    }
}

/// The rest of work that waits for a price or an allowance and last rested for `last`: twice as long each
/// time, so that what can be sent is come to; but the shortest while it is urgent.
pub(super) fn held(last: Option<Seconds>, ahead: &Ahead<'_>) -> Seconds {
    if ahead.is_urgent() {
        return ahead.at_most(HELD_FOR);
    }
    let rest = last.map_or(HELD_FOR, |last| last.saturating_mul(2).min(HELD_AT_MOST));
    ahead.at_most(rest)
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

    #[test]
    fn what_is_held_rests_longer_each_time_until_it_is_urgent() {
        let last = |last, margin| held(last, &ahead(BY - margin));
        assert_eq!(last(None, 50_000), 15);
        assert_eq!(last(Some(15), 50_000), 30);
        assert_eq!(last(Some(480), 50_000), 480);
        assert_eq!(last(Some(480), 3_700), 100);
        assert_eq!(last(Some(480), 1_000), 100);
        assert_eq!(last(Some(480), 900), 15);
        assert_eq!(last(Some(480), 310), 10);
        assert_eq!(last(Some(480), 0), 15);
        // Too late for it, and without a deadline.
        assert_eq!(held(Some(480), &ahead(BY + 1)), 480);
        let by = None;
        assert_eq!(held(Some(480), &Ahead { by, ..ahead(0) }), 480);
    }
}
