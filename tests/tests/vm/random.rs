//! Random games and lines with one bit changed: both sides must say the same.

use std::cell::RefCell;

use anyhow::Result;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use starknet_types_core::felt::Felt;
use surround_channel::line::{Line, replay};
use surround_rules::{Colour, Game, Phase, Point, PointSet, Setup, Step, bare};
use surround_tests::vm::{Vm, judgement};

use crate::{CHANNEL, JUDGE, vectors};

fn same_in_both(vm: &mut Vm, setup: Setup, line: &Line, checkpoint: u16) -> Result<()> {
    let (found, _) = vm.judge(setup, line, CHANNEL, checkpoint)?;
    let expected = judgement(&replay(setup, line, CHANNEL, checkpoint));
    anyhow::ensure!(
        found == expected,
        "{setup:?} {line:?}\nCairo {found:x?}\nRust {expected:x?}"
    );
    Ok(())
}

/// What a random number means at this moment of a game: mostly a stone, anywhere.
fn step(game: &Game, choice: u16) -> Step {
    let points = u16::from(game.setup().size).pow(2);
    let stone = |number: u16| Point::new(number % points).map_or(Step::Pass, Step::Play);
    match (game.phase(), choice % 16) {
        (Phase::Play, 0) => Step::Pass,
        (Phase::Play, 1) if choice.is_multiple_of(7) => Step::Resume,
        (Phase::Propose, 0..=8) => Step::Propose(chains(game, choice)),
        (Phase::Propose, 9) => Step::Propose(stone_set(choice % points)),
        (Phase::Propose, 10) => Step::Accept,
        (Phase::Propose, _) => Step::Resume,
        (Phase::Respond, 0..=7) => Step::Accept,
        (Phase::Respond, 8) => Step::Pass,
        (Phase::Respond, _) => Step::Resume,
        _ => stone(choice / 16),
    }
}

fn stone_set(point: u16) -> PointSet {
    Point::new(point).into_iter().collect()
}

/// Every stone of one colour, or of neither: whole chains in any case.
fn chains(game: &Game, choice: u16) -> PointSet {
    let colour = [Some(Colour::Black), Some(Colour::White), None][usize::from(choice) % 3];
    let board = game.board();
    let points = (0..u16::from(game.setup().size).pow(2)).filter_map(Point::new);
    points
        .filter(|point| colour.is_some() && board.at(*point) == colour)
        .collect()
}

/// Random games: each illegal step on the way is put at the end of the line so far, and both sides must name it; so must
/// they agree on the whole.
#[test]
fn random_games_agree_step_by_step() -> Result<()> {
    let vm = RefCell::new(Vm::start(JUDGE)?);
    let setups = prop_oneof![
        (2u8..=6, Just(0u8), 0u16..=8),
        (
            prop_oneof![Just(9u8), Just(13)],
            prop_oneof![Just(0u8), 2u8..=9],
            0u16..=30
        ),
    ];
    let games = (
        setups,
        prop::collection::vec(any::<u16>(), 1..120),
        any::<u16>(),
    );
    let config = Config {
        cases: 400,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config).run(
        &games,
        |((size, handicap, komi_x2), choices, checkpoint)| {
            let setup = Setup {
                size,
                handicap,
                komi_x2,
            };
            let mut vm = vm.borrow_mut();
            let fail = |error: anyhow::Error| TestCaseError::fail(format!("{error:#}"));
            let mut game = Game::new(setup).map_err(|error| fail(error.into()))?;
            let mut steps = Vec::new();
            let mut probes = 0;
            for choice in choices {
                let step = step(&game, choice);
                steps.push(step);
                if game.apply(&step).is_err() {
                    if probes < 12 {
                        probes += 1;
                        same_in_both(&mut vm, setup, &Line::pack(&steps), 0).map_err(fail)?;
                    }
                    steps.pop();
                }
            }
            let line = Line::pack(&steps);
            let checkpoint = checkpoint % (line.count + 2);
            same_in_both(&mut vm, setup, &line, checkpoint).map_err(fail)
        },
    )?;
    Ok(())
}

/// A line with one bit changed: refused for the same reason by both, or the same game.
#[test]
fn mutated_lines_agree() -> Result<()> {
    let vm = RefCell::new(Vm::start(JUDGE)?);
    let games = vectors("real.json")?;
    let strategy = (
        0..games.len(),
        0u32..251,
        any::<prop::sample::Index>(),
        0u8..4,
    );
    let config = Config {
        cases: 150,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config).run(&strategy, |(game, bit, felt, kind)| {
        let fail = |error: anyhow::Error| TestCaseError::fail(format!("{error:#}"));
        let game = bare::parse(&games[game].to_string()).map_err(|error| fail(error.into()))?;
        let steps = game.steps().unwrap_or_default();
        let mut line = Line::pack(&steps);
        let flip = Felt::TWO.pow(bit);
        match kind {
            0 => line.count = line.count.wrapping_add(1),
            1 => line.dead.d0 ^= 1 << (bit % 128),
            2 => line.dead.d2 ^= 1 << (bit % 128),
            _ => {
                let index = felt.index(line.packed.len());
                line.packed[index] += flip;
            }
        }
        same_in_both(&mut vm.borrow_mut(), game.setup, &line, 0).map_err(fail)
    })?;
    Ok(())
}
