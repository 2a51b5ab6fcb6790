//! Averages and extremes of the measured replays.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::corpus::Kind;
use crate::limits::Resource;
use crate::report::Replay;

/// Replays taken together as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// How many replays.
    pub games: u64,
    /// Their moves.
    pub moves: u64,
    /// Their Sierra gas.
    pub sierra_gas: u64,
    /// Their Cairo steps.
    pub steps: u64,
    /// Their memory holes.
    pub holes: u64,
    /// L2 gas in step mode that each resource alone would cost.
    pub step_mode: Vec<(Resource, u64)>,
}

impl Sum {
    /// Adds replays up.
    pub fn of<'a>(replays: impl IntoIterator<Item = &'a Replay>) -> Self {
        let mut sum = Self {
            games: 0,
            moves: 0,
            sierra_gas: 0,
            steps: 0,
            holes: 0,
            step_mode: Vec::new(),
        };
        for replay in replays {
            sum.games += 1;
            sum.moves += u64::from(replay.moves);
            sum.sierra_gas += replay.sierra_gas;
            sum.steps += replay.steps;
            sum.holes += replay.holes;
            for (resource, cost) in replay.step_mode() {
                match sum
                    .step_mode
                    .iter_mut()
                    .find(|(known, _)| *known == resource)
                {
                    Some((_, total)) => *total += cost,
                    None => sum.step_mode.push((resource, cost)),
                }
            }
        }
        sum
    }

    /// An amount for each move.
    pub fn a_move(&self, amount: u64) -> f64 {
        amount as f64 / self.moves.max(1) as f64
    }

    /// How much of a resource was used.
    pub fn used(&self, resource: Resource) -> u64 {
        let cost = self.step_mode.iter().find(|(known, _)| *known == resource);
        cost.map_or(0, |(_, cost)| cost / resource.weight)
    }

    /// The resource that sets the price in step mode, and that price.
    pub fn dearest_resource(&self) -> Option<(Resource, u64)> {
        let costs = self.step_mode.iter();
        costs.max_by_key(|(_, cost)| *cost).copied()
    }
}

/// Sierra gas for each move of one replay.
pub fn gas_a_move(replay: &Replay) -> f64 {
    replay.sierra_gas as f64 / f64::from(replay.moves.max(1))
}

/// The resource that sets a replay's price in step mode, and that price.
pub fn step_mode(replay: &Replay) -> Option<(Resource, u64)> {
    Sum::of([replay]).dearest_resource()
}

/// The replays of one kind on one size of board.
pub fn of(games: &[Replay], kind: Kind, size: u8) -> impl Iterator<Item = &Replay> {
    let chosen = move |replay: &&Replay| replay.kind == kind && replay.size == size;
    games.iter().filter(chosen)
}

/// The one that costs most Sierra gas for each move.
pub fn dearest<'a>(replays: impl IntoIterator<Item = &'a Replay>) -> Option<&'a Replay> {
    let replays = replays.into_iter();
    replays.max_by(|a, b| gas_a_move(a).total_cmp(&gas_a_move(b)))
}

/// The one that costs most for each move in step mode.
pub fn dearest_in_step_mode<'a>(
    replays: impl IntoIterator<Item = &'a Replay>,
) -> Option<&'a Replay> {
    let price = |replay: &Replay| step_mode(replay).map_or(0, |(_, price)| price);
    let a_move = |replay: &Replay| price(replay) as f64 / f64::from(replay.moves.max(1));
    let replays = replays.into_iter();
    replays.max_by(|a, b| a_move(a).total_cmp(&a_move(b)))
}

/// The sizes of all boards, the largest first.
pub fn sizes(games: &[Replay]) -> Vec<u8> {
    let sizes: BTreeSet<_> = games.iter().map(|replay| Reverse(replay.size)).collect();
    sizes.into_iter().map(|Reverse(size)| size).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{BITWISE, RANGE_CHECK, STEP};
    use crate::report::tests::replay;

    fn games() -> Vec<Replay> {
        vec![
            replay("a", Kind::Real, 9, 50, 4_000_000),
            replay("b", Kind::Real, 19, 200, 8_000_000),
            replay("c", Kind::Real, 19, 300, 15_000_000),
            replay("d", Kind::Longest, 19, 1_083, 80_000_000),
        ]
    }

    #[test]
    fn games_are_averaged_over_all_their_moves() {
        let sum = Sum::of(of(&games(), Kind::Real, 19));
        assert_eq!((sum.games, sum.moves), (2, 500));
        assert_eq!(sum.a_move(sum.sierra_gas), 46_000.0);
        assert_eq!(sum.used(STEP), 230_200);
        // 230,000 steps and 200 holes x 100 against 11,500 range checks x 1,600.
        assert_eq!(sum.dearest_resource(), Some((STEP, 23_020_000)));
        assert_eq!(sum.used(RANGE_CHECK), 11_500);
    }

    #[test]
    fn the_dearest_is_so_for_each_move() {
        let games = games();
        let name = |kind, size| dearest(of(&games, kind, size)).map(|game| game.name.as_str());
        assert_eq!(name(Kind::Real, 19), Some("c"));
        assert_eq!(name(Kind::Longest, 19), Some("d"));
        assert_eq!(name(Kind::Longest, 13), None);
        assert_eq!(dearest(&games).map(|game| game.name.as_str()), Some("a"));
        assert_eq!(sizes(&games), [19, 9]);
    }

    /// On the step meter, bitwise operations that are cheap on the other one can set the price.
    #[test]
    fn the_dearest_may_be_another_one_in_step_mode() {
        let mut games = games();
        games[1].bitwise = 8_000_000 / 100;
        assert_eq!(step_mode(&games[1]), Some((BITWISE, 512_000_000)));
        let name = |game: Option<&Replay>| game.map(|game| game.name.clone());
        let real = || of(&games, Kind::Real, 19);
        assert_eq!(name(dearest(real())).as_deref(), Some("c"));
        assert_eq!(name(dearest_in_step_mode(real())).as_deref(), Some("b"));
    }
}
